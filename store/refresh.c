/* refresh — what was fetched once is looked at again. */
#include <string.h>

#include "base/clock.h"
#include "store/statement.h"

static status count_due(store *st, uint64_t *count)
{
	sqlite3_stmt *q = statement(st, "SELECT count(*) FROM urls WHERE due = 1 AND state <> 'queued'", "");
	status s = statement_row(q);

	if (!s)
		*count = (uint64_t)sqlite3_column_int64(q, 0);
	sqlite3_reset(q);
	return s;
}

status store_refresh(store *st, uint64_t *count)
{
	uint64_t due;
	status s = count_due(st, &due);

	if (!s && due == 0)
		s = statement_run(statement(
			st,
			"UPDATE urls SET due = 1, tries = 0, next_try = 0, change = NULL WHERE state IN ('page', 'drop',"
			" 'redirect', 'failure') OR (state = 'skip' AND EXISTS (SELECT 1 FROM skips WHERE url = urls.url AND"
			" kind = 'fetch'))",
			""));
	if (!s && due == 0)
		due = (uint64_t)sqlite3_changes64(st->db);
	if (!s && count)
		*count = due;
	return s;
}

status store_validators(store *st, const char *url, arena *a, store_validator *out)
{
	sqlite3_stmt *q = statement(st,
				    "SELECT id, etag, last_modified, digest, fetched_at FROM pages WHERE url = ?1 UNION ALL"
				    " SELECT id, etag, last_modified, digest, fetched_at FROM drops WHERE url = ?1 ORDER BY id DESC LIMIT 1",
				    "t", url);
	store_validator v = {0};
	status s = statement_row(q);

	if (!s) {
		v.article = (uint64_t)sqlite3_column_int64(q, 0);
		s = statement_text(q, 1, a, &v.etag);
	}
	if (!s)
		s = statement_text(q, 2, a, &v.last_modified);
	if (!s)
		s = statement_text(q, 3, a, &v.digest);
	if (!s)
		s = statement_text(q, 4, a, &v.fetched_at);
	if (!s)
		*out = v;
	sqlite3_reset(q);
	return s;
}

status store_keep_url(store *st, int64_t url_id, const char *change)
{
	return statement_run(statement(st, "UPDATE urls SET due = 0, change = ? WHERE id = ?", "ti", change, url_id));
}

status store_put_change(store *st, int64_t url_id, const char *change)
{
	return statement_run(statement(st, "UPDATE urls SET change = ? WHERE id = ?", "ti", change, url_id));
}

status store_touch_article(store *st, uint64_t id, const char *etag, const char *last_modified)
{
	char now[CLOCK_TEXT];
	status s;

	clock_text(now);
	s = statement_run(statement(st, "UPDATE pages SET checked_at = ?, etag = ?, last_modified = ? WHERE id = ?", "ttti",
				    now, etag, last_modified, (int64_t)id));
	if (!s)
		s = statement_run(statement(st,
					    "UPDATE drops SET checked_at = ?, etag = ?, last_modified = ? WHERE id = ?",
					    "ttti", now, etag, last_modified, (int64_t)id));
	return s;
}

status store_remove_end(store *st, const char *url)
{
	status s = statement_run(statement(st, "DELETE FROM redirects WHERE url = ?", "t", url));

	if (!s)
		s = statement_run(statement(st, "DELETE FROM failures WHERE url = ?", "t", url));
	if (!s)
		s = statement_run(statement(st, "DELETE FROM skips WHERE url = ?", "t", url));
	return s;
}
