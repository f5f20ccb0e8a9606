/* articles — stores pages, drops and signatures, and reads them back. */
#include <string.h>

#include "base/digest.h"
#include "store/cause.h"
#include "store/cause_sql.h"
#include "store/delta.h"
#include "store/statement.h"

uint64_t store_next_id(const store *st)
{
	return st->next_id;
}

static status put_signature(store *st, uint64_t id, bool kept, const firstprint_signature *sig)
{
	status err = statement_do(st, "INSERT INTO signatures (id, kept, bytes) VALUES (?, ?, ?)", "iib", (int64_t)id,
				  (int64_t)kept, (const void *)sig->bytes, sig->len);

	if (!err && id >= st->next_id)
		st->next_id = id + 1;
	return err;
}

/* The column is_list of a page of this kind; NULL: FIRSTPRINT_UNKNOWN_KIND. */
#define IS_LIST(KIND) "nullif(" KIND ", 2)"

status store_put_page(store *st, uint64_t id, const store_article *x, const store_reason *why)
{
	static const store_reason none;
	char digest[DIGEST_TEXT];
	status err;

	why = why ? why : &none;
	digest_text(x->page->digest, digest);
	err = statement_do(
		st,
		"INSERT INTO pages (id, url, name, title, lang, text, sentences, stage, links, bytes, digest, charset,"
		" charset_from, degraded, truncated, etag, last_modified, fetched_at, checked_at, canonical, proposed_by, evidence, word,"
		" filter, score, shares, is_list, nearest)"
		" VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?18, ?, ?, ?, ?, ?, ?, ?, " IS_LIST(
			"?") ", nullif(?, 0))",
		"itttt"
		"sitii"
		"ttttttttt"
		"tttt"
		"dtii",
		(int64_t)id, x->url, x->name, x->page->title, x->page->lang, x->page->text, (int64_t)x->page->sentences_len,
		why->stage, (int64_t)x->links, (int64_t)x->bytes, digest, x->charset, x->charset_from, x->degraded,
		x->truncated, x->etag, x->last_modified, x->fetched_at, x->canonical, why->proposed_by, why->evidence,
		why->word, why->filter, why->score, why->shares, (int64_t)x->page->kind, (int64_t)why->nearest);
	return err ? err : put_signature(st, id, true, &x->signature);
}

/* Reads the text and URL of a page, in a. */
static status read_page(store *st, uint64_t id, arena *a, firstprint_span *text, const char **url)
{
	return statement_first(st, a, "SELECT text, url FROM pages WHERE id = ?", "i=st", (int64_t)id, text, url);
}

status store_pack(store *st, uint64_t of, firstprint_span text, arena *a, packed *out)
{
	firstprint_span prefix = {"", 0};
	status err;

	*out = (packed){.text_len = text.len};
	err = of ? read_page(st, of, a, &prefix, &out->of_url) : ERR_MISSING;
	out->is_elsewhere = err == ERR_MISSING && (!of || store_is_shared(st));
	return err && !out->is_elsewhere ? err : delta_encode(st->delta, prefix, text, a, &out->bytes);
}

static status insert_drop(store *st, uint64_t id, const store_article *x, const store_reason *why, const packed *of)
{
	char digest[DIGEST_TEXT];

	digest_text(x->page->digest, digest);
	return statement_do(
		st,
		"INSERT INTO drops (id, url, name, of, of_url, verdict, filter, stage, score, evidence, shares, title, lang,"
		" sentences, links, bytes, text_bytes, text_delta, digest, charset, charset_from, degraded, truncated, etag,"
		" last_modified, fetched_at, checked_at, canonical, proposed_by, word, elsewhere, is_list, notable, cause)"
		" VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23,"
		" ?24, ?25, ?26, ?26, ?27, ?28, ?29, ?30, " IS_LIST("?31") ", ?32, " CAUSE_OF("?1", "?2", "?4", "?5",
											      CAUSE_VERDICT("?6", "?10"), "?7",
											      "?8", "?31", "?17", "?27") ")",
		"ittit"
		"tttdt"
		"ttt"
		"iiii"
		"b"
		"ttttttttt"
		"ttiit",
		(int64_t)id, x->url, x->name, (int64_t)why->of, of->of_url, why->verdict, why->filter, why->stage, why->score,
		why->evidence, why->shares, x->page->title, x->page->lang, (int64_t)x->page->sentences_len, (int64_t)x->links,
		(int64_t)x->bytes, (int64_t)of->text_len, (const void *)of->bytes.at, of->bytes.len, digest, x->charset,
		x->charset_from, x->degraded, x->truncated, x->etag, x->last_modified, x->fetched_at, x->canonical,
		why->proposed_by, why->word, (int64_t)of->is_elsewhere, (int64_t)x->page->kind, why->notable);
}

/* May other drops of the original be compared with the URL of this one from now on? */
static bool may_tell(const char *url, const char *of_url)
{
	char a[CAUSE_TEXT], b[CAUSE_TEXT];

	return !of_url || strcmp(cause_plain(url, a), cause_plain(of_url, b)) < 0 || !cause_variant(url, of_url, a);
}

status store_put_drop(store *st, uint64_t id, const store_article *x, const store_reason *why)
{
	arena *a = arena_new();
	packed of;
	status err = a ? store_pack(st, why->of, x->page->text, a, &of) : ERR_MEMORY;

	if (!err)
		err = insert_drop(st, id, x, why, &of);
	if (!err && x->url && may_tell(x->url, of.of_url))
		err = statement_do(st, CAUSES_TOLD_BY("?1", "?2", "?3"), "iti", (int64_t)id, x->url, (int64_t)why->of);
	if (!err)
		err = put_signature(st, id, false, &x->signature);
	arena_free(a);
	return err;
}

/* The table has no pairs of pages from two stores; the page's evidence names the other page. */
status store_put_supersedes(store *st, uint64_t page, const store_reason *why)
{
	return statement_do(st,
			    "INSERT INTO supersedes (page, older, filter, stage, score, evidence, proposed_by, word)"
			    " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 WHERE NOT ?9 OR EXISTS (SELECT 1 FROM pages WHERE id = ?2)",
			    "iittdttti", (int64_t)page, (int64_t)why->of, why->filter, why->stage, why->score, why->evidence,
			    why->proposed_by, why->word, (int64_t)store_is_shared(st));
}

status store_page_name(store *st, uint64_t id, arena *a, const char **out)
{
	return statement_first(st, a, "SELECT (SELECT coalesce(name, json_quote(url)) FROM pages WHERE id = ?)", "i=t",
			       (int64_t)id, out);
}

status store_text(store *st, uint64_t id, arena *a, firstprint_span *out)
{
	firstprint_span prefix;
	firstprint_signature bytes;
	const char *url;
	int64_t len;
	status err = read_page(st, id, a, out, &url);

	if (err != ERR_MISSING)
		return err;
	err = statement_first(st, a,
			      "SELECT d.text_delta, d.text_bytes, iif(d.elsewhere, '', p.text) FROM drops d LEFT JOIN"
			      " pages p ON p.id = d.of WHERE d.id = ?",
			      "i=bis", (int64_t)id, &bytes, &len, &prefix);
	if (!err)
		return delta_decode(st->delta, prefix, (firstprint_span){(const char *)bytes.bytes, bytes.len}, (size_t)len, a,
				    out);
	if (err != ERR_MISSING)
		return err;
	return statement_first(st, a, "SELECT text FROM past WHERE id = ?", "i=s", (int64_t)id, out);
}

status store_repack(store *st, uint64_t id, uint64_t of, arena *a, packed *out)
{
	firstprint_span text;
	status err = store_text(st, id, a, &text);

	return err ? err : store_pack(st, of, text, a, out);
}
