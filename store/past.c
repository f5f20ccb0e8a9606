/* past — articles that changed or disappeared, and the new verdicts of their drops. */
#include "store/cause_sql.h"
#include "store/decide.h"
#include "store/shared.h"
#include "store/statement.h"

status store_signature(store *st, uint64_t id, arena *a, firstprint_signature *out, bool *kept)
{
	return statement_first(st, a, "SELECT bytes, kept FROM signatures WHERE id = ?", "i=by", (int64_t)id, out, kept);
}

status store_drops_of(store *st, uint64_t page, arena *a, uint64_t **out, size_t *len)
{
	return statement_ids(statement(st, "SELECT id FROM drops WHERE of = ? ORDER BY id", "i", (int64_t)page), a, out, len);
}

status store_parts_of(store *st, uint64_t page, arena *a, uint64_t **out, size_t *len)
{
	return statement_ids(
		statement(
			st,
			"SELECT id FROM drops WHERE of = ? AND filter <> ? AND (verdict = 'contained' OR score < ?) ORDER BY id",
			"itd", (int64_t)page, STORE_DECISION_FILTER, STORE_COPY_SCORE),
		a, out, len);
}

status store_canonical_claims(store *st, const char *url, arena *a, uint64_t **out, size_t *len)
{
	return statement_ids(statement(st,
				       "SELECT id FROM pages WHERE canonical = ?1 UNION ALL SELECT id FROM drops WHERE"
				       " canonical = ?1 ORDER BY id",
				       "t", url),
			     a, out, len);
}

static status update_drop(store *st, uint64_t id, const store_reason *why, const packed *of)
{
	return statement_do(
		st,
		"UPDATE drops SET of = ?1, of_url = ?12, elsewhere = ?13, verdict = ?2, filter = ?3, stage = ?4,"
		" score = ?5, evidence = ?6, shares = ?7, text_delta = ?8, proposed_by = ?10, word = ?11, notable = ?14,"
		" cause = " CAUSE_OF("?9", "(SELECT url FROM drops WHERE id = ?9)", "?1", "?12", CAUSE_VERDICT("?2", "?6"),
				     "?3", "?4", "is_list", "text_bytes", "canonical") " WHERE id = ?9",
		"itttdttbitttit", (int64_t)why->of, why->verdict, why->filter, why->stage, why->score, why->evidence,
		why->shares, (const void *)of->bytes.at, of->bytes.len, (int64_t)id, why->proposed_by, why->word, of->of_url,
		(int64_t)of->is_elsewhere, why->notable);
}

status store_move_drop(store *st, uint64_t id, const store_reason *why)
{
	arena *a = arena_new();
	packed of;
	status err = a ? store_repack(st, id, why->of, a, &of) : ERR_MEMORY;

	if (!err)
		err = update_drop(st, id, why, &of);
	arena_free(a);
	return err;
}

static status copy_drop(store *st, uint64_t id, uint64_t page, const store_reason *why, firstprint_span text)
{
	static const store_reason unknown;

	why = why ? why : &unknown;
	return statement_do(
		st,
		"INSERT INTO pages (id, text, stage, proposed_by, evidence, word, filter, score, shares, nearest, " ARTICLE_COLUMNS
		") SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, nullif(?, 0), " ARTICLE_COLUMNS " FROM drops WHERE id = ?",
		"istttttdtii", (int64_t)page, text, why->stage, why->proposed_by, why->evidence, why->word, why->filter,
		why->score, why->shares, (int64_t)why->nearest, (int64_t)id);
}

status store_promote_drop(store *st, uint64_t id, uint64_t page, const store_reason *why)
{
	arena *a = arena_new();
	firstprint_span text;
	status err = a ? store_text(st, id, a, &text) : ERR_MEMORY;

	if (!err)
		err = copy_drop(st, id, page, why, text);
	if (!err)
		err = statement_do(
			st,
			"UPDATE urls SET state = 'page', refresh_last = 2 * due WHERE state = 'drop' AND url = (SELECT"
			" url FROM drops WHERE id = ?1); DELETE FROM drops WHERE id = ?1;"
			" UPDATE signatures SET id = ?2, kept = 1 WHERE id = ?1;"
			" INSERT OR REPLACE INTO renamed (id, now) SELECT ?1, ?2 WHERE ?1 <> ?2",
			"ii", (int64_t)id, (int64_t)page);
	if (!err && page >= st->next_id)
		st->next_id = page + 1;
	arena_free(a);
	return err;
}

/* Adds the row of a drop with the columns of the page's row. update_drop writes the rest. */
static status copy_page(store *st, uint64_t id, const store_reason *why, const packed *of)
{
	return statement_do(st,
			    "INSERT INTO drops (id, of, elsewhere, stage, proposed_by, text_bytes, verdict, filter, score,"
			    " evidence, text_delta, " ARTICLE_COLUMNS
			    ") SELECT id, ?, ?, ?, ?, ?, 'duplicate', '', 1, '', x'', " ARTICLE_COLUMNS
			    " FROM pages WHERE id = ?",
			    "iittii", (int64_t)why->of, (int64_t)of->is_elsewhere, why->stage, why->proposed_by,
			    (int64_t)of->text_len, (int64_t)id);
}

/* Makes a page a drop, packed as one of page `of`. */
static status demote(store *st, uint64_t id, const store_reason *why, uint64_t of)
{
	arena *a = arena_new();
	packed p;
	status err = a ? store_repack(st, id, of, a, &p) : ERR_MEMORY;

	if (!err)
		err = copy_page(st, id, why, &p);
	if (!err)
		err = update_drop(st, id, why, &p);
	if (!err)
		err = statement_do(
			st,
			"DELETE FROM supersedes WHERE page = ?1 OR older = ?1;"
			" UPDATE urls SET state = 'drop' WHERE state = 'page' AND url = (SELECT url FROM pages WHERE id = ?1);"
			" DELETE FROM pages WHERE id = ?1",
			"i", (int64_t)id);
	arena_free(a);
	return err;
}

status store_demote_page(store *st, uint64_t id, const store_reason *why)
{
	return demote(st, id, why, why->of);
}

static status release_drop(store *st, uint64_t id, arena *a)
{
	packed p;
	status err = store_repack(st, id, 0, a, &p);

	return err ? err
		   : statement_do(st, "UPDATE drops SET elsewhere = 1, text_delta = ? WHERE id = ?", "bi",
				  (const void *)p.bytes.at, p.bytes.len, (int64_t)id);
}

status store_release_drops(store *st, uint64_t page)
{
	arena *a = arena_new(), *scratch = arena_new();
	uint64_t *drops = NULL;
	size_t n = 0;
	status err = a && scratch ? store_drops_of(st, page, a, &drops, &n) : ERR_MEMORY;

	for (size_t i = 0; i < n && !err; i++) {
		arena_reset(scratch);
		err = release_drop(st, drops[i], scratch);
	}
	arena_free(a);
	arena_free(scratch);
	return err;
}

status store_withdraw_page(store *st, uint64_t id)
{
	const store_reason why = {
		.of = id, .verdict = "near-duplicate", .filter = "shared", .stage = "withdrawn", .evidence = "{}"};
	status err = store_release_drops(st, id);

	if (!err)
		err = demote(st, id, &why, 0);
	return err ? err : store_forget_drop(st, id);
}

status store_retire(store *st, uint64_t id, const char *why)
{
	arena *a = arena_new();
	firstprint_span text;
	status err = a ? store_text(st, id, a, &text) : ERR_MEMORY;

	if (!err)
		err = statement_do(
			st,
			"INSERT INTO past (id, url, title, lang, text, digest, fetched_at, why, at)"
			" SELECT id, url, title, lang, ?2, digest, fetched_at, ?3, ?4 FROM pages WHERE id = ?1 UNION ALL"
			" SELECT id, url, title, lang, ?2, digest, fetched_at, ?3, ?4 FROM drops WHERE id = ?1;"
			" DELETE FROM supersedes WHERE page = ?1 OR older = ?1; DELETE FROM pages WHERE id = ?1;"
			" DELETE FROM drops WHERE id = ?1; DELETE FROM signatures WHERE id = ?1",
			"istN", (int64_t)id, text, why);
	arena_free(a);
	return err;
}

#define OF_HOST "url >= ?1 || '/' AND url < ?1 || '0'" /* the character behind a slash */

status store_past_of_host(store *st, const char *host, const char *why, size_t most, arena *a, uint64_t **out, size_t *len)
{
	return statement_ids(statement(st, "SELECT id FROM past WHERE " OF_HOST " AND why = ? LIMIT ?", "tti", host, why,
				       (int64_t)most),
			     a, out, len);
}

status store_past_page(store *st, uint64_t id, arena *a, firstprint_page *out)
{
	*out = (firstprint_page){0};
	return statement_first(st, a, "SELECT url, title, lang, text FROM past WHERE id = ?", "i=TTTs", (int64_t)id, &out->url,
			       &out->title, &out->lang, &out->text);
}

status store_short_of_host(store *st, const char *host, size_t bytes, arena *a, uint64_t **out, size_t *len)
{
	return statement_ids(
		statement(st,
			  "SELECT id FROM (SELECT id, length(CAST(text AS BLOB)) AS bytes FROM pages WHERE " OF_HOST
			  " LIMIT ?2) WHERE bytes <= ?3"
			  " UNION ALL SELECT id FROM (SELECT id, text_bytes AS bytes FROM drops WHERE " OF_HOST
			  " LIMIT ?2) WHERE bytes <= ?3",
			  "tii", host, (int64_t)STORE_SHORT_MOST, (int64_t)bytes),
		a, out, len);
}

status store_tell_causes(store *st)
{
	return statement_do(st, CAUSES_TOLD("true"), "");
}

status store_skip_for_canonical(store *st, uint64_t id, const char *of_url)
{
	return statement_do(
		st,
		"INSERT INTO skips (url, reason, kind, of_url) SELECT url, 'canonical', 'fetch', ?2 FROM pages WHERE id = ?1 UNION ALL"
		" SELECT url, 'canonical', 'fetch', ?2 FROM drops WHERE id = ?1;"
		" UPDATE urls SET state = 'skip', change = CASE WHEN change IS NOT NULL THEN 'changed' END WHERE"
		" url = (SELECT url FROM pages WHERE id = ?1 UNION ALL SELECT url FROM drops WHERE id = ?1)",
		"it", (int64_t)id, of_url);
}

status store_remember_drop(store *st, uint64_t id)
{
	return statement_do(st, "UPDATE signatures SET kept = 1 WHERE id = ?", "i", (int64_t)id);
}

status store_forget_drop(store *st, uint64_t id)
{
	return statement_do(st, "UPDATE signatures SET kept = 0 WHERE id = ?", "i", (int64_t)id);
}
