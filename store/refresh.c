/* refresh — puts fetched URLs into the queue again. */
#include <string.h>

#include "base/digest.h"
#include "base/sorted.h"
#include "store/statement.h"

/* URLs that a learned rule ("repeats: …") or the budget of their host has skipped stay skipped, since they were never fetched. */
static status make_due(store *st)
{
	return statement_do(
		st,
		"UPDATE urls SET change = NULL WHERE change IS NOT NULL;"
		" UPDATE urls SET due = 1, tries = 0, next_try = 0, refresh_last = state = 'drop' WHERE state IN ('page', 'drop', 'redirect',"
		" 'failure') OR (state = 'skip' AND EXISTS (SELECT 1 FROM skips WHERE url = urls.url AND kind = 'fetch' AND"
		" reason NOT LIKE 'repeats: %' AND reason <> 'host-budget'))",
		"");
}

status store_refresh(store *st, uint64_t *count)
{
	int64_t due = 0;
	status err = statement_first(st, NULL, "SELECT count(*) FROM urls WHERE due = 1 AND state <> 'queued'", "=i", &due);

	if (!err && due == 0) {
		err = make_due(st);
		due = sqlite3_changes64(st->db);
		if (!err) /* from now on, a URL that gets its first article is "new" (outcome.c) */
			err = statement_do(st, "INSERT OR REPLACE INTO meta (name, value) VALUES ('refreshed', ?)", "N");
	}
	if (!err && count)
		*count = (uint64_t)due;
	return err;
}

status store_validators(store *st, const char *url, arena *a, store_validator *out)
{
	return statement_first(st, a,
#define VALIDATORS "SELECT id, etag, last_modified, digest, fetched_at, coalesce(checked_at, fetched_at) FROM "
			       VALIDATORS "pages WHERE url = ?1 UNION ALL " VALIDATORS
					  "drops WHERE url = ?1 ORDER BY id DESC LIMIT 1",
			       "t=ittttt", url, &out->article, &out->etag, &out->last_modified, &out->digest, &out->fetched_at,
			       &out->checked_at);
#undef VALIDATORS
}

status store_is_same_article(store *st, uint64_t id, const store_article *x, arena *a, bool *same)
{
	firstprint_span text;
#define IS_SAME " WHERE id = ?1 AND title = ?2 AND lang = ?3 AND canonical IS ?4 AND is_list IS nullif(?5, 2))"
	status err = statement_first(st, NULL,
				     "SELECT EXISTS (SELECT 1 FROM pages" IS_SAME " OR EXISTS (SELECT 1 FROM drops" IS_SAME,
				     "ittti=y", (int64_t)id, x->page->title, x->page->lang, x->canonical,
				     (int64_t)x->page->kind, same);
#undef IS_SAME

	if (err || !*same)
		return err;
	err = store_text(st, id, a, &text);
	*same = !err && text.len == x->page->text.len && memcmp(text.at, x->page->text.at, text.len) == 0;
	return err;
}

status store_renew_article(store *st, uint64_t id, const store_article *x)
{
	char digest[DIGEST_TEXT];

	digest_text(x->page->digest, digest);
#define RENEW \
	" SET links = ?2, bytes = ?3, digest = ?4, charset = ?5, charset_from = ?6, degraded = ?7, truncated = ?8," \
	" etag = ?9, last_modified = ?10, fetched_at = ?11, checked_at = ?11 WHERE id = ?1"
	return statement_do(st, "UPDATE pages" RENEW "; UPDATE drops" RENEW, "iiitttttttt", (int64_t)id, (int64_t)x->links,
			    (int64_t)x->bytes, digest, x->charset, x->charset_from, x->degraded, x->truncated, x->etag,
			    x->last_modified, x->fetched_at);
#undef RENEW
}

status store_requeue_skips_of(store *st, const char *url, arena *a, uint64_t **hosts, size_t *len)
{
	status err = statement_ids(
		statement(st,
			  "UPDATE urls SET due = 1, tries = 0, next_try = 0 WHERE due = 0 AND state = 'skip' AND url IN"
			  " (SELECT url FROM skips WHERE of_url = ?) RETURNING host_id",
			  "t", url),
		a, hosts, len);

	if (!err)
		*len = sorted_distinct_u64(*hosts, *len);
	return err;
}

status store_skips_of(store *st, const char *url, const char *reason, size_t most, status (*handle)(void *, const char *),
		      void *ctx)
{
	return statement_each_text(
		statement(st,
			  "SELECT s.url FROM skips s JOIN urls u ON u.url = s.url WHERE s.of_url = ? AND s.reason = ?"
			  " AND u.state = 'skip' AND u.due = 0 ORDER BY u.id LIMIT ?",
			  "tti", url, reason, (int64_t)most),
		handle, ctx);
}

status store_requeue_skip(store *st, const char *url)
{
	return statement_do(st, "UPDATE urls SET due = 1, tries = 0, next_try = 0 WHERE url = ? AND state = 'skip'", "t", url);
}

status store_requeue_article(store *st, const char *url)
{
	return statement_do(st,
			    "UPDATE urls SET due = 1, tries = 0, next_try = 0 WHERE url = ? AND state IN ('page', 'drop');"
			    " UPDATE pages SET etag = NULL, last_modified = NULL WHERE url = ?;"
			    " UPDATE drops SET etag = NULL, last_modified = NULL WHERE url = ?",
			    "t", url);
}

status store_may_stand(store *st, const char *url, bool *may)
{
	return statement_first(
		st, NULL,
		"SELECT NOT EXISTS (SELECT 1 FROM urls WHERE url = ?1 AND (state = 'failure' OR (state = 'skip' AND due = 0"
		" AND NOT EXISTS (SELECT 1 FROM skips WHERE url = ?1 AND (kind = 'link' OR of_url IS NOT NULL)))))",
		"t=y", url, may);
}

status store_redirect_of(store *st, const char *url, arena *a, const char **to)
{
	return statement_first(st, a, "SELECT (SELECT to_url FROM redirects WHERE url = ?)", "t=t", url, to);
}

status store_move_skips(store *st, const char *url, const char *to)
{
	return statement_do(st, "UPDATE skips SET of_url = ?2 WHERE of_url = ?1 AND url <> ?2", "tt", url, to);
}

status store_redirects_to(store *st, const char *url, const char *to, bool *out)
{
	return statement_first(
		st, NULL,
		"WITH RECURSIVE chain (url, n) AS (VALUES (?1, 0) UNION ALL SELECT r.to_url, n + 1 FROM chain JOIN redirects r"
		" ON r.url = chain.url WHERE n < 10) SELECT count(*) FROM chain WHERE url = ?2 AND n > 0",
		"tt=y", url, to, out);
}

status store_refresh_last(store *st, int64_t id)
{
	return statement_do(st, "UPDATE urls SET refresh_last = 1 WHERE id = ?", "i", id);
}

status store_requeue_redirect(store *st, const char *url, int64_t *host_id)
{
	status err = statement_first(
		st, NULL,
		"UPDATE urls SET state = 'queued', due = 1, next_try = 0 WHERE url = ? AND state = 'redirect' RETURNING host_id",
		"t=i", url, host_id);

	return err ? err : statement_do(st, "DELETE FROM redirects WHERE url = ?", "t", url);
}
