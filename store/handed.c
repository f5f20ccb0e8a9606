#include "store/handed.h"

#include "store/statement.h"

status store_part_of(store *st, store_part *out)
{
	*out = (store_part){0};
	return statement_first(st, NULL,
			       "SELECT (SELECT value FROM meta WHERE name = 'part'), (SELECT value FROM meta WHERE"
			       " name = 'parts')",
			       "=ii", &out->number, &out->of);
}

status store_set_part(store *st, const store_part *part)
{
	return statement_do(st, "INSERT OR REPLACE INTO meta (name, value) VALUES ('part', ?), ('parts', ?)", "ii",
			    part->number, part->of);
}

status store_last_handed(store *st, int64_t part, int64_t *out)
{
	return statement_first(st, NULL, "SELECT max(number) FROM handed WHERE part = ?", "i=i", part, out);
}

status store_hand_over(store *st, int64_t part, const store_sighting *s, bool *handed)
{
	status err = statement_do(
		st,
		"INSERT INTO handed (part, number, url, depth, hops, is_seed, is_sitemap, via_id)"
		" SELECT ?1, 1 + (SELECT coalesce(max(number), 0) FROM handed WHERE part = ?1), ?2, ?3, ?4, ?5, ?6, nullif(?7, 0)"
		" WHERE NOT EXISTS (SELECT 1 FROM handed WHERE url = ?2 AND part = ?1 AND depth <= ?3)",
		"itiiiii", part, s->url, (int64_t)s->depth, (int64_t)s->hops, (int64_t)s->is_seed, (int64_t)s->is_sitemap,
		s->via);

	*handed = !err && sqlite3_changes(st->db) > 0;
	return err;
}

status store_hand_over_host(store *st, int64_t host_id, int64_t part, const char *reason, int64_t *handed)
{
	status err = statement_do(
		st,
		"INSERT INTO handed (part, number, url, depth, hops, is_seed, is_sitemap, via_id)"
		" SELECT ?2, row_number() OVER (ORDER BY depth, id) + (SELECT coalesce(max(number), 0) FROM handed WHERE part = ?2),"
		" url, depth, hops, is_seed, is_sitemap, via_id FROM urls WHERE host_id = ?1 AND due = 1 AND state = 'queued'",
		"ii", host_id, part);

	*handed = err ? 0 : sqlite3_changes(st->db);
	return err ? err
		   : statement_do(
			     st,
			     "INSERT INTO skips (url, reason, kind) SELECT url, ?1, 'link' FROM urls"
			     " WHERE host_id = ?2 AND due = 1 AND state = 'queued' ON CONFLICT DO NOTHING;"
			     " UPDATE urls SET due = 0, state = 'skip' WHERE host_id = ?2 AND due = 1 AND state = 'queued'",
			     "ti", reason, host_id);
}

status store_handed_after(store *st, int64_t part, int64_t after, arena *a, store_handed *out, size_t n, size_t *len)
{
	sqlite3_stmt *q = statement(st,
				    "SELECT url, depth, hops, is_seed, is_sitemap FROM handed WHERE part = ? AND number > ?"
				    " ORDER BY number LIMIT ?",
				    "iii", part, after, (int64_t)n);
	status err = OK;

	for (*len = 0; statement_next(q, &err); ++*len) {
		store_handed *x = &out[*len];

		err = statement_columns(q, a, "Tnnyy", &x->url, &x->depth, &x->hops, &x->is_seed, &x->is_sitemap);
	}
	return err;
}

status store_heard(store *st, const char *sender, store_mark *out)
{
	status err;

	*out = (store_mark){0};
	err = statement_first(st, NULL, "SELECT run, number FROM heard WHERE sender = ?", "t=ii", sender, &out->run,
			      &out->number);
	return err == ERR_MISSING ? OK : err;
}

status store_set_heard(store *st, const char *sender, const store_mark *mark)
{
	return statement_do(st, "INSERT OR REPLACE INTO heard (sender, run, number) VALUES (?, ?, ?)", "tii", sender, mark->run,
			    mark->number);
}
