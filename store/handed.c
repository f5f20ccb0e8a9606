#include "store/handed.h"

#include "store/statement.h"

status store_part_of(store *st, store_part *out)
{
	status err = statement_number(statement(st, "SELECT value FROM meta WHERE name = 'part'", ""), 0, &out->number);

	if (!err)
		err = statement_number(statement(st, "SELECT value FROM meta WHERE name = 'parts'", ""), 0, &out->of);
	if (err == ERR_MISSING)
		*out = (store_part){0};
	return err == ERR_MISSING ? OK : err;
}

status store_set_part(store *st, const store_part *part)
{
	return statement_run(statement(st, "INSERT OR REPLACE INTO meta (name, value) VALUES ('part', ?), ('parts', ?)", "ii",
				       part->number, part->of));
}

status store_last_handed(store *st, int64_t part, int64_t *out)
{
	return statement_number(statement(st, "SELECT max(number) FROM handed WHERE part = ?", "i", part), 0, out);
}

status store_hand_over(store *st, int64_t part, const store_sighting *s, bool *handed)
{
	status err = statement_run(statement(
		st,
		"INSERT INTO handed (part, number, url, depth, hops, is_seed, is_sitemap, via_id)"
		" SELECT ?1, 1 + (SELECT coalesce(max(number), 0) FROM handed WHERE part = ?1), ?2, ?3, ?4, ?5, ?6, nullif(?7, 0)"
		" WHERE NOT EXISTS (SELECT 1 FROM handed WHERE url = ?2 AND part = ?1 AND depth <= ?3)",
		"itiiiii", part, s->url, (int64_t)s->depth, (int64_t)s->hops, (int64_t)s->is_seed, (int64_t)s->is_sitemap,
		s->via));

	*handed = !err && sqlite3_changes(st->db) > 0;
	return err;
}

status store_hand_over_host(store *st, int64_t host_id, int64_t part, const char *reason, int64_t *handed)
{
	status err = statement_run(statement(
		st,
		"INSERT INTO handed (part, number, url, depth, hops, is_seed, is_sitemap, via_id)"
		" SELECT ?2, row_number() OVER (ORDER BY depth, id) + (SELECT coalesce(max(number), 0) FROM handed WHERE part = ?2),"
		" url, depth, hops, is_seed, is_sitemap, via_id FROM urls WHERE host_id = ?1 AND due = 1 AND state = 'queued'",
		"ii", host_id, part));

	*handed = err ? 0 : sqlite3_changes(st->db);
	if (!err)
		err = statement_run(statement(st,
					      "INSERT INTO skips (url, reason, kind) SELECT url, ?, 'link' FROM urls"
					      " WHERE host_id = ? AND due = 1 AND state = 'queued' ON CONFLICT DO NOTHING",
					      "ti", reason, host_id));
	return err ? err
		   : statement_run(statement(
			     st, "UPDATE urls SET due = 0, state = 'skip' WHERE host_id = ? AND due = 1 AND state = 'queued'",
			     "i", host_id));
}

status store_handed_after(store *st, int64_t part, int64_t after, arena *a, store_handed *out, size_t n, size_t *len)
{
	sqlite3_stmt *q = statement(st,
				    "SELECT url, depth, hops, is_seed, is_sitemap FROM handed WHERE part = ? AND number > ?"
				    " ORDER BY number LIMIT ?",
				    "iii", part, after, (int64_t)n);
	status err = OK;

	*len = 0;
	while (*len < n && (err = statement_row(q)) == OK) {
		store_handed *x = &out[(*len)++];

		*x = (store_handed){.depth = sqlite3_column_int(q, 1),
				    .hops = sqlite3_column_int(q, 2),
				    .is_seed = sqlite3_column_int(q, 3) != 0,
				    .is_sitemap = sqlite3_column_int(q, 4) != 0};
		err = statement_text(q, 0, a, &x->url);
		if (err)
			break;
	}
	sqlite3_reset(q);
	return err == ERR_MISSING ? OK : err;
}

status store_heard(store *st, const char *sender, store_mark *out)
{
	sqlite3_stmt *q = statement(st, "SELECT run, number FROM heard WHERE sender = ?", "t", sender);
	status err = statement_row(q);

	*out = (store_mark){0};
	if (!err)
		*out = (store_mark){sqlite3_column_int64(q, 0), sqlite3_column_int64(q, 1)};
	sqlite3_reset(q);
	return err == ERR_MISSING ? OK : err;
}

status store_set_heard(store *st, const char *sender, const store_mark *mark)
{
	return statement_run(statement(st, "INSERT OR REPLACE INTO heard (sender, run, number) VALUES (?, ?, ?)", "tii", sender,
				       mark->run, mark->number));
}
