/* rules — stores the rules learned about a host's URLs, and answers the questions of the learner. */
#include <string.h>

#include "store/statement.h"

static const char *const rule_states[] = {"watched", "active", "withdrawn"};

static enum store_rule_state rule_state_of(const char *word)
{
	return strcmp(word, "active") == 0 ? RULE_ACTIVE : strcmp(word, "withdrawn") == 0 ? RULE_WITHDRAWN : RULE_WATCHED;
}

status store_rules(store *st, int64_t host_id, status (*handle)(void *, const store_rule *), void *ctx)
{
	sqlite3_stmt *q = statement(
		st,
		"SELECT part = 'segment', name, state, judged, repeats, sampled, contrary, streak, skipped FROM"
		" rules WHERE host_id = ?",
		"i", host_id);
	status err;

	while ((err = statement_row(q)) == OK) {
		store_rule r = {host_id,
				sqlite3_column_int(q, 0) != 0,
				(const char *)sqlite3_column_text(q, 1),
				rule_state_of((const char *)sqlite3_column_text(q, 2)),
				sqlite3_column_int64(q, 3),
				sqlite3_column_int64(q, 4),
				sqlite3_column_int64(q, 5),
				sqlite3_column_int64(q, 6),
				sqlite3_column_int64(q, 7),
				sqlite3_column_int64(q, 8)};

		err = handle(ctx, &r);
		if (err)
			break;
	}
	sqlite3_reset(q);
	return err == ERR_MISSING ? OK : err;
}

status store_put_rule(store *st, const store_rule *r)
{
	return statement_run(statement(
		st,
		"INSERT INTO rules (host_id, part, name, state, judged, repeats, sampled, contrary, streak, skipped)"
		" VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (host_id, part, name) DO UPDATE SET state = excluded.state,"
		" judged = excluded.judged, repeats = excluded.repeats, sampled = excluded.sampled, contrary = excluded.contrary,"
		" streak = excluded.streak, skipped = excluded.skipped",
		"itttiiiiii", r->host_id, r->is_segment ? "segment" : "parameter", r->name, rule_states[r->state], r->judged,
		r->repeats, r->sampled, r->contrary, r->streak, r->skipped));
}

status store_page_url(store *st, uint64_t id, arena *a, const char **out)
{
	return statement_first_text(statement(st, "SELECT url FROM pages WHERE id = ?", "i", (int64_t)id), a, out);
}

status store_group_url(store *st, uint64_t of, int64_t host_id, const char *url, arena *a, const char **out)
{
	status err = statement_first_text(
		statement(st,
			  "SELECT url FROM pages JOIN urls USING (url) WHERE pages.id = ? AND host_id = ?"
			  " AND url <> ?",
			  "iit", (int64_t)of, host_id, url),
		a, out);

	if (err || *out)
		return err;
	return statement_first_text(statement(st,
					      "SELECT url FROM (SELECT url FROM drops WHERE of = ? ORDER BY id DESC LIMIT 64)"
					      " JOIN urls USING (url) WHERE host_id = ? AND url <> ? LIMIT 1",
					      "iit", (int64_t)of, host_id, url),
				    a, out);
}

status store_is_reprint(store *st, const char *url, uint64_t of, bool *out)
{
	int64_t is = 0;
	status err = statement_number(statement(st,
						"SELECT EXISTS (SELECT 1 FROM drops WHERE url = ?1 AND of = ?2)"
						" OR EXISTS (SELECT 1 FROM pages WHERE url = ?1 AND id = ?2)",
						"ti", url, (int64_t)of),
				      0, &is);

	*out = is != 0;
	return err;
}

status store_has_drop_at(store *st, const char *url, bool *out)
{
	char *from = sqlite3_mprintf("%.*s?", (int)strcspn(url, "?"), url),
	     *to = sqlite3_mprintf("%.*s@", (int)strcspn(url, "?"), url);
	int64_t has = 0;
	status err =
		from && to
			? statement_number(
				  statement(st,
					    "SELECT EXISTS (SELECT 1 FROM urls WHERE url >= ? AND url < ? AND state = 'drop')",
					    "tt", from, to),
				  0, &has)
			: ERR_MEMORY; /* '@' follows '?' */

	sqlite3_free(from);
	sqlite3_free(to);
	*out = has != 0;
	return err;
}

status store_same_page(store *st, const char *url, uint64_t since, arena *a, const char **page_url, const char **fetched_at)
{
	sqlite3_stmt *q = statement(
		st,
		"SELECT p.url, p.fetched_at FROM drops d JOIN pages p ON p.id = d.of WHERE d.url = ? AND p.digest ="
		" d.digest AND p.name IS NULL AND p.id >= ? ORDER BY d.id DESC LIMIT 1",
		"ti", url, (int64_t)since);
	status err = statement_row(q);

	if (!err)
		err = statement_text(q, 0, a, page_url);
	if (!err)
		err = statement_text(q, 1, a, fetched_at);
	sqlite3_reset(q);
	return err;
}

status store_requeue_skips(store *st, int64_t host_id, const char *reason, int64_t *count)
{
	status err = statement_run(statement(
		st,
		"UPDATE urls SET state = 'queued', due = 1, tries = 0, next_try = 0 WHERE state = 'skip' AND ?1 IN (0, host_id) AND EXISTS"
		" (SELECT 1 FROM skips WHERE url = urls.url AND reason = ?2)",
		"it", host_id, reason));

	if (err)
		return err;
	*count = sqlite3_changes64(st->db);
	return statement_run(statement(
		st,
		"DELETE FROM skips WHERE reason = ?1 AND EXISTS (SELECT 1 FROM urls WHERE url = skips.url AND ?2 IN (0, host_id) AND"
		" state = 'queued')",
		"ti", reason, host_id));
}

status store_count_drops(store *st, uint64_t page, int64_t most, int64_t *out)
{
	return statement_number(statement(st, "SELECT count(*) FROM (SELECT 1 FROM drops WHERE of = ? LIMIT ?)", "ii",
					  (int64_t)page, most),
				0, out);
}
