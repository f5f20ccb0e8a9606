/* refresh — puts fetched URLs into the queue again. */
#include "base/clock.h"
#include "store/statement.h"

static status count_due(store *st, int64_t *count)
{
	return statement_number(statement(st, "SELECT count(*) FROM urls WHERE due = 1 AND state <> 'queued'", ""), 0, count);
}

/* URLs that a learned rule ("repeats: …") or the budget of their host has skipped stay skipped, since they were never fetched; and what a
 * host says to any URL is no page. */
static status make_due(store *st)
{
	status err = statement_run(statement(st, "UPDATE urls SET change = NULL WHERE change IS NOT NULL", ""));

	if (err)
		return err;
	return statement_run(statement(
		st,
		"UPDATE urls SET due = 1, tries = 0, next_try = 0, refresh_last = state = 'drop' WHERE state IN ('page', 'drop', 'redirect',"
		" 'failure') OR (state = 'skip' AND EXISTS (SELECT 1 FROM skips WHERE url = urls.url AND kind = 'fetch' AND"
		" reason NOT LIKE 'repeats: %' AND reason NOT IN ('host-budget', 'soft 404')))",
		""));
}

/* From now on, a URL that gets its first article is "new" (outcome.c). */
static status note_begin(store *st)
{
	char now[CLOCK_TEXT];

	clock_text(now);
	return statement_run(statement(st, "INSERT OR REPLACE INTO meta (name, value) VALUES ('refreshed', ?)", "t", now));
}

status store_refresh(store *st, uint64_t *count)
{
	int64_t due = 0;
	status err = count_due(st, &due);

	if (!err && due == 0) {
		err = make_due(st);
		due = sqlite3_changes64(st->db);
		err = err ? err : note_begin(st);
	}
	if (!err && count)
		*count = (uint64_t)due;
	return err;
}

status store_validators(store *st, const char *url, arena *a, store_validator *out)
{
	sqlite3_stmt *q = statement(
		st,
		"SELECT id, etag, last_modified, digest, fetched_at FROM pages WHERE url = ?1 UNION ALL"
		" SELECT id, etag, last_modified, digest, fetched_at FROM drops WHERE url = ?1 ORDER BY id DESC LIMIT 1",
		"t", url);
	store_validator v = {0};
	status err = statement_row(q);

	if (!err) {
		v.article = (uint64_t)sqlite3_column_int64(q, 0);
		err = statement_text(q, 1, a, &v.etag);
	}
	if (!err)
		err = statement_text(q, 2, a, &v.last_modified);
	if (!err)
		err = statement_text(q, 3, a, &v.digest);
	if (!err)
		err = statement_text(q, 4, a, &v.fetched_at);
	if (!err)
		*out = v;
	sqlite3_reset(q);
	return err;
}

/* Reads the hosts first: after the update the query would no longer find them. */
status store_requeue_skips_of(store *st, const char *url, arena *a, uint64_t **hosts, size_t *len)
{
	status err = statement_ids(
		statement(st,
			  "SELECT DISTINCT u.host_id FROM skips s JOIN urls u ON u.url = s.url WHERE s.of_url = ?"
			  " AND u.state = 'skip' AND u.due = 0",
			  "t", url),
		a, hosts, len);

	if (err || *len == 0)
		return err;
	return statement_run(
		statement(st,
			  "UPDATE urls SET due = 1, tries = 0, next_try = 0 WHERE due = 0 AND state = 'skip' AND url IN"
			  " (SELECT url FROM skips WHERE of_url = ?)",
			  "t", url));
}

status store_skips_of(store *st, const char *url, const char *reason, size_t most, status (*handle)(void *, const char *),
		      void *ctx)
{
	sqlite3_stmt *q = statement(st,
				    "SELECT s.url FROM skips s JOIN urls u ON u.url = s.url WHERE s.of_url = ? AND s.reason = ?"
				    " AND u.state = 'skip' AND u.due = 0 ORDER BY u.id LIMIT ?",
				    "tti", url, reason, (int64_t)most);
	status err;

	while ((err = statement_row(q)) == OK) {
		const char *skipped = (const char *)sqlite3_column_text(q, 0);

		err = skipped ? handle(ctx, skipped) : ERR_MEMORY;
		if (err)
			break;
	}
	sqlite3_reset(q);
	return err == ERR_MISSING ? OK : err;
}

status store_requeue_skip(store *st, const char *url)
{
	return statement_run(
		statement(st, "UPDATE urls SET due = 1, tries = 0, next_try = 0 WHERE url = ? AND state = 'skip'", "t", url));
}

status store_requeue_article(store *st, const char *url)
{
	status err = statement_run(
		statement(st, "UPDATE urls SET due = 1, tries = 0, next_try = 0 WHERE url = ? AND state IN ('page', 'drop')",
			  "t", url));

	if (!err)
		err = statement_run(
			statement(st, "UPDATE pages SET etag = NULL, last_modified = NULL WHERE url = ?", "t", url));
	if (!err)
		err = statement_run(
			statement(st, "UPDATE drops SET etag = NULL, last_modified = NULL WHERE url = ?", "t", url));
	return err;
}

status store_may_stand(store *st, const char *url, bool *may)
{
	int64_t has_none = 0;
	status err = statement_number(
		statement(
			st,
			"SELECT EXISTS (SELECT 1 FROM urls WHERE url = ?1 AND (state = 'failure' OR (state = 'skip' AND due = 0"
			" AND NOT EXISTS (SELECT 1 FROM skips WHERE url = ?1 AND (kind = 'link' OR of_url IS NOT NULL)))))",
			"t", url),
		0, &has_none);

	*may = !has_none;
	return err;
}

status store_redirect_of(store *st, const char *url, arena *a, const char **to)
{
	return statement_first_text(statement(st, "SELECT to_url FROM redirects WHERE url = ?", "t", url), a, to);
}

status store_move_skips(store *st, const char *url, const char *to)
{
	return statement_run(statement(st, "UPDATE skips SET of_url = ?2 WHERE of_url = ?1 AND url <> ?2", "tt", url, to));
}

status store_redirects_to(store *st, const char *url, const char *to, bool *out)
{
	int64_t found = 0;
	status err = statement_number(
		statement(
			st,
			"WITH RECURSIVE chain (url, n) AS (VALUES (?1, 0) UNION ALL SELECT r.to_url, n + 1 FROM chain JOIN redirects r"
			" ON r.url = chain.url WHERE n < 10) SELECT count(*) FROM chain WHERE url = ?2 AND n > 0",
			"tt", url, to),
		0, &found);

	*out = found > 0;
	return err;
}

status store_refresh_last(store *st, int64_t id)
{
	return statement_run(statement(st, "UPDATE urls SET refresh_last = 1 WHERE id = ?", "i", id));
}

status store_requeue_redirect(store *st, const char *url, int64_t *host_id)
{
	status err = statement_number(
		statement(
			st,
			"UPDATE urls SET state = 'queued', due = 1, next_try = 0 WHERE url = ? AND state = 'redirect' RETURNING host_id",
			"t", url),
		0, host_id);

	return err ? err : statement_run(statement(st, "DELETE FROM redirects WHERE url = ?", "t", url));
}
