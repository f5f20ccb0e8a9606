/* rules — stores the rules learned about a host's URLs, and answers the questions of the learner. */
#include <string.h>

#include "store/statement.h"

static const char *const rule_states[] = {"watched", "active", "withdrawn"};

status store_rules(store *st, int64_t host_id, status (*handle)(void *, const store_rule *), void *ctx)
{
	sqlite3_stmt *q = statement(
		st,
		"SELECT part = 'segment', name, CASE state WHEN 'active' THEN 1 WHEN 'withdrawn' THEN 2 ELSE 0 END, judged, repeats, sampled, contrary, streak, skipped FROM"
		" rules WHERE host_id = ?",
		"i", host_id);
	store_rule r = {.host_id = host_id};
	status err = OK;

	while (statement_next(q, &err)) {
		err = statement_columns(q, NULL, "yTniiiiii", &r.is_segment, &r.name, &r.state, &r.judged, &r.repeats,
					&r.sampled, &r.contrary, &r.streak, &r.skipped);
		if (!err)
			err = handle(ctx, &r);
	}
	return err;
}

status store_put_rule(store *st, const store_rule *r)
{
	return statement_do(
		st,
		"INSERT INTO rules (host_id, part, name, state, judged, repeats, sampled, contrary, streak, skipped)"
		" VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (host_id, part, name) DO UPDATE SET state = excluded.state,"
		" judged = excluded.judged, repeats = excluded.repeats, sampled = excluded.sampled, contrary = excluded.contrary,"
		" streak = excluded.streak, skipped = excluded.skipped",
		"itttiiiiii", r->host_id, r->is_segment ? "segment" : "parameter", r->name, rule_states[r->state], r->judged,
		r->repeats, r->sampled, r->contrary, r->streak, r->skipped);
}

status store_group_url(store *st, uint64_t of, int64_t host_id, const char *url, arena *a, const char **out)
{
	status err = statement_first(st, a,
				     "SELECT (SELECT url FROM pages JOIN urls USING (url) WHERE pages.id = ? AND host_id = ?"
				     " AND url <> ?)",
				     "iit=t", (int64_t)of, host_id, url, out);

	if (err || *out)
		return err;
	return statement_first(st, a,
			       "SELECT (SELECT url FROM (SELECT url FROM drops WHERE of = ? ORDER BY id DESC LIMIT 64)"
			       " JOIN urls USING (url) WHERE host_id = ? AND url <> ? LIMIT 1)",
			       "iit=t", (int64_t)of, host_id, url, out);
}

status store_is_reprint(store *st, const char *url, uint64_t of, bool *out)
{
	return statement_first(st, NULL,
			       "SELECT EXISTS (SELECT 1 FROM drops WHERE url = ?1 AND of = ?2)"
			       " OR EXISTS (SELECT 1 FROM pages WHERE url = ?1 AND id = ?2)",
			       "ti=y", url, (int64_t)of, out);
}

status store_has_drop_at(store *st, const char *url, bool *out)
{
	return statement_first(st, NULL,
			       "SELECT EXISTS (SELECT 1 FROM urls WHERE url >= ?1 || '?' AND url < ?1 || '@' AND"
			       " state = 'drop')", /* '@' follows '?' */
			       "s=y", (firstprint_span){url, strcspn(url, "?")}, out);
}

status store_same_page(store *st, const char *url, uint64_t since, arena *a, store_copy *out)
{
	return statement_first(
		st, a,
		"SELECT p.url, p.fetched_at, coalesce(p.checked_at, p.fetched_at), p.id >= ? AND NOT EXISTS (SELECT 1 FROM renamed"
		" WHERE now = p.id) FROM drops d JOIN pages p ON p.id = d.of WHERE d.url = ? AND p.digest = d.digest AND p.name"
		" IS NULL ORDER BY d.id DESC LIMIT 1",
		"it=ttty", (int64_t)since, url, &out->url, &out->fetched_at, &out->checked_at, &out->is_new);
}

status store_requeue_skips(store *st, int64_t host_id, const char *reason, int64_t *count)
{
#define SKIPPED_FOR "(reason = ?2 OR (?2 GLOB '*: ' AND substr(reason, 1, length(?2)) = ?2))"
	status err = statement_do(
		st,
		"UPDATE urls SET state = 'queued', due = 1, tries = 0, next_try = 0 WHERE state = 'skip' AND ?1 IN (0, host_id) AND url IN"
		" (SELECT url FROM skips WHERE " SKIPPED_FOR ")",
		"it", host_id, reason);

	if (err)
		return err;
	*count = sqlite3_changes64(st->db);
	return statement_do(st,
			    "DELETE FROM skips WHERE " SKIPPED_FOR
			    " AND EXISTS (SELECT 1 FROM urls WHERE url = skips.url AND ?1 IN (0, host_id) AND"
			    " state = 'queued')",
			    "it", host_id, reason);
#undef SKIPPED_FOR
}

status store_count_drops(store *st, uint64_t page, int64_t most, int64_t *out)
{
	return statement_first(st, NULL, "SELECT count(*) FROM (SELECT 1 FROM drops WHERE of = ? LIMIT ?)", "ii=i",
			       (int64_t)page, most, out);
}
