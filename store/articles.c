/* articles — stores pages, drops and signatures, and reads them back. */
#include <string.h>

#include "base/digest.h"
#include "store/cause.h"
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

/* The column is_list, as text, since it may be NULL; SQLite makes it a number. */
static const char *is_list(const firstprint_page *page)
{
	return page->kind == FIRSTPRINT_UNKNOWN_KIND ? NULL : page->kind == FIRSTPRINT_LIST ? "1" : "0";
}

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
		" charset_from, degraded, truncated, etag, last_modified, fetched_at, canonical, proposed_by, evidence, word,"
		" filter, score, shares, is_list, nearest)"
		" VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, nullif(?, 0))",
		"itttt"
		"sitii"
		"ttttttttt"
		"tttt"
		"dtti",
		(int64_t)id, x->url, x->name, x->page->title, x->page->lang, x->page->text, (int64_t)x->page->sentences_len,
		why->stage, (int64_t)x->links, (int64_t)x->bytes, digest, x->charset, x->charset_from, x->degraded,
		x->truncated, x->etag, x->last_modified, x->fetched_at, x->canonical, why->proposed_by, why->evidence,
		why->word, why->filter, why->score, why->shares, is_list(x->page), (int64_t)why->nearest);
	return err ? err : put_signature(st, id, true, &x->signature);
}

/* Reads the text and URL of a page, in a. */
static status read_page(store *st, uint64_t id, arena *a, firstprint_span *text, const char **url)
{
	return statement_first(statement(st, "SELECT text, url FROM pages WHERE id = ?", "i", (int64_t)id), a, "st", text, url);
}

status store_original(store *st, uint64_t of, arena *a, original *out)
{
	status err;

	*out = (original){.text = {"", 0}};
	err = read_page(st, of, a, &out->text, &out->url);
	out->is_elsewhere = err == ERR_MISSING && st->is_shared;
	return out->is_elsewhere ? OK : err;
}

static status insert_drop(store *st, uint64_t id, const store_article *x, const store_reason *why, const original *of,
			  firstprint_span packed)
{
	char digest[DIGEST_TEXT];

	digest_text(x->page->digest, digest);
	return statement_do(
		st,
		"INSERT INTO drops (id, url, name, of, of_url, verdict, filter, stage, score, evidence, shares, title, lang,"
		" sentences, links, bytes, text_bytes, text_delta, digest, charset, charset_from, degraded, truncated, etag,"
		" last_modified, fetched_at, canonical, proposed_by, word, elsewhere, is_list, notable, cause)"
		" VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23,"
		" ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32, cause_of(?2, ?5, " CAUSE_VARIANT("?2", "?4",
												"?5") ", ?6, ?7, ?8, ?31))",
		"ittit"
		"tttdt"
		"ttt"
		"iiii"
		"b"
		"ttttttttt"
		"ttitt",
		(int64_t)id, x->url, x->name, (int64_t)why->of, of->url, why->verdict, why->filter, why->stage, why->score,
		why->evidence, why->shares, x->page->title, x->page->lang, (int64_t)x->page->sentences_len, (int64_t)x->links,
		(int64_t)x->bytes, (int64_t)x->page->text.len, (const void *)packed.at, packed.len, digest, x->charset,
		x->charset_from, x->degraded, x->truncated, x->etag, x->last_modified, x->fetched_at, x->canonical,
		why->proposed_by, why->word, (int64_t)of->is_elsewhere, is_list(x->page), why->notable);
}

status store_put_drop(store *st, uint64_t id, const store_article *x, const store_reason *why)
{
	arena *a = arena_new();
	firstprint_span packed;
	original of;
	status err = a ? store_original(st, why->of, a, &of) : ERR_MEMORY;

	if (!err)
		err = delta_encode(st->delta, of.text, x->page->text, a, &packed);
	if (!err)
		err = insert_drop(st, id, x, why, &of, packed);
	if (!err)
		err = put_signature(st, id, false, &x->signature);
	arena_free(a);
	return err;
}

/* Is the page in another store? The table has no pairs of pages from two stores; the page's evidence names the other page. */
static bool is_elsewhere(store *st, uint64_t id)
{
	int64_t is;

	return st->is_shared && statement_first(statement(st, "SELECT 1 FROM pages WHERE id = ?", "i", (int64_t)id), NULL, "i",
						&is) == ERR_MISSING;
}

status store_put_supersedes(store *st, uint64_t page, const store_reason *why)
{
	if (is_elsewhere(st, why->of))
		return OK;
	return statement_do(st,
			    "INSERT INTO supersedes (page, older, filter, stage, score, evidence, proposed_by, word)"
			    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
			    "iittdttt", (int64_t)page, (int64_t)why->of, why->filter, why->stage, why->score, why->evidence,
			    why->proposed_by, why->word);
}

status store_page_name(store *st, uint64_t id, arena *a, const char **out)
{
	return statement_first_text(statement(st, "SELECT name FROM pages WHERE id = ?", "i", (int64_t)id), a, out);
}

/* Decodes the text of a drop from its delta. q is on its row (of, text_delta, text_bytes, elsewhere). */
static status undo_delta(store *st, sqlite3_stmt *q, arena *a, firstprint_span *out)
{
	firstprint_span packed = {sqlite3_column_blob(q, 1), (size_t)sqlite3_column_bytes(q, 1)}, prefix = {"", 0};
	const char *url;
	status err = sqlite3_column_int(q, 3) ? OK : read_page(st, (uint64_t)sqlite3_column_int64(q, 0), a, &prefix, &url);

	if (err)
		return err;
	return delta_decode(st->delta, prefix, packed, (size_t)sqlite3_column_int64(q, 2), a, out);
}

status store_text(store *st, uint64_t id, arena *a, firstprint_span *out)
{
	const char *url;
	sqlite3_stmt *q;
	status err = read_page(st, id, a, out, &url);

	if (err != ERR_MISSING)
		return err;
	q = statement(st, "SELECT of, text_delta, text_bytes, elsewhere FROM drops WHERE id = ?", "i", (int64_t)id);
	err = statement_row(q);
	if (!err)
		err = undo_delta(st, q, a, out);
	sqlite3_reset(q);
	if (err != ERR_MISSING)
		return err;
	return statement_first(statement(st, "SELECT text FROM past WHERE id = ?", "i", (int64_t)id), a, "s", out);
}
