#include "store/together.h"

#include <stdlib.h>
#include <string.h>

#include "store/file.h"
#include "store/shared.h"
#include "store/statement.h"

static const char fixed[] =
#include "store/together.inc"
	;

typedef struct joining {
	store *st;
	size_t n;
	sqlite3_str *sql; /* the SQL built so far */
} joining;

/* ── do they belong together? ── */

/* Returns "news" of "redis://one:7000/news"; the part before it may differ between stores. */
static const char *memory_name(const store_sharing *x)
{
	const char *slash = x->memory ? strrchr(x->memory, '/') : NULL;

	return slash ? slash + 1 : "";
}

static bool share(store *a, const store_sharing *x, store *b, const store_sharing *y)
{
	return x->memory && y->memory && x->owner && y->owner && strcmp(memory_name(x), memory_name(y)) == 0 &&
	       memcmp(a->key, b->key, STORE_KEY_SIZE) == 0;
}

status store_are_together(store *const *stores, size_t n, bool *out)
{
	arena *a = arena_new();
	store_sharing *all = a ? arena_zeros(a, n, sizeof *all) : NULL;
	status err = all ? OK : ERR_MEMORY;

	*out = n > 1;
	for (size_t i = 0; i < n && !err; i++) {
		err = store_sharing_of(stores[i], a, &all[i]);
		*out = *out && !err && share(stores[0], &all[0], stores[i], &all[i]);
		for (size_t j = 0; j < i && *out; j++)
			*out = strcmp(all[j].owner, all[i].owner) != 0; /* two files of one store have the same ids */
	}
	arena_free(a);
	return err;
}

/* ── views over all of them ── */

static status run(joining *j)
{
	char *sql = sqlite3_str_finish(j->sql);
	int code = sql ? sqlite3_exec(j->st->db, sql, NULL, NULL, NULL) : SQLITE_NOMEM;

	sqlite3_free(sql);
	j->sql = sqlite3_str_new(j->st->db);
	return statement_status(code);
}

/* Adds the URL of a drop's original, from whichever store has it. */
static void put_of_url(joining *j)
{
	sqlite3_str_appendall(j->sql, "coalesce(of_url");
	for (size_t k = 0; k < j->n; k++)
		sqlite3_str_appendf(j->sql, ", (SELECT url FROM s%d.pages WHERE id = x.of)", (int)k);
	sqlite3_str_appendall(j->sql, ")");
}

/* Adds the view's expression for a column of the table in store k. Ids of URLs get the store as their last digit, in base
 * TOGETHER_MOST. */
static void put_column(joining *j, const char *table, const char *column, size_t k)
{
	if (strcmp(column, "host_id") == 0)
		sqlite3_str_appendf(j->sql, "(SELECT id FROM temp.host_ids WHERE store = %d AND local = x.host_id)", (int)k);
	else if (strcmp(column, "via_id") == 0 || (strcmp(table, "urls") == 0 && strcmp(column, "id") == 0))
		sqlite3_str_appendf(j->sql, "x.\"%w\" * %d + %d", column, (int)TOGETHER_MOST, (int)k);
	else if (strcmp(table, "drops") == 0 && strcmp(column, "of_url") == 0)
		put_of_url(j);
	else
		sqlite3_str_appendf(j->sql, "x.\"%w\"", column);
	sqlite3_str_appendf(j->sql, " AS \"%w\"", column);
}

/* Names the columns, since an upgraded store may have them in another order. */
static status put_columns(joining *j, const char *table, size_t k)
{
	char *sql = sqlite3_mprintf("PRAGMA s0.table_info(\"%w\")", table);
	sqlite3_stmt *q = NULL;
	int code = sql ? sqlite3_prepare_v2(j->st->db, sql, -1, &q, NULL) : SQLITE_NOMEM;
	bool is_first = true;

	while (code == SQLITE_OK && (code = sqlite3_step(q)) == SQLITE_ROW) {
		if (!is_first)
			sqlite3_str_appendall(j->sql, ", ");
		put_column(j, table, (const char *)sqlite3_column_text(q, 1), k);
		is_first = false;
		code = SQLITE_OK;
	}
	sqlite3_finalize(q);
	sqlite3_free(sql);
	return statement_status(code);
}

/* Adds the condition that store k has left the URL of row x to another store: to a part, open here or not, or to an open store that
 * did not skip it. */
static void put_is_left(joining *j, size_t k)
{
	sqlite3_str_appendf(j->sql, "(EXISTS (SELECT 1 FROM s%d.skips o WHERE o.url = x.url AND o.reason = 'another part')",
			    (int)k);
	for (size_t i = 0; i < j->n; i++)
		if (i != k)
			sqlite3_str_appendf(j->sql,
					    " OR EXISTS (SELECT 1 FROM s%d.urls o WHERE o.url = x.url AND o.state <> 'skip')",
					    (int)i);
	sqlite3_str_appendall(j->sql, ")");
}

static status make_view(joining *j, const char *name, const char *table)
{
	status err = OK;

	sqlite3_str_appendf(j->sql, "CREATE TEMP VIEW \"%w\" AS ", name);
	for (size_t k = 0; k < j->n && !err; k++) {
		sqlite3_str_appendall(j->sql, k ? " UNION ALL SELECT " : "SELECT ");
		err = put_columns(j, table, k);
		sqlite3_str_appendf(j->sql, " FROM s%d.\"%w\" x", (int)k, table);
		if (strcmp(table, "urls") != 0 && strcmp(table, "skips") != 0)
			continue;
		sqlite3_str_appendf(j->sql, " WHERE x.%s OR NOT ",
				    strcmp(table, "urls") == 0 ? "state <> 'skip'" : "kind = 'part'");
		put_is_left(j, k);
	}
	return err ? err : run(j);
}

/* Makes the views places, the store of each article, and others_hosts, the number of URLs per host that a store has left to another
 * part. */
static status make_own_views(joining *j, const char *const *paths)
{
	status err;

	sqlite3_str_appendall(j->sql, "CREATE TEMP VIEW places AS ");
	for (size_t k = 0; k < j->n; k++)
		sqlite3_str_appendf(j->sql, "%sSELECT id, %Q AS path FROM s%d.signatures UNION ALL SELECT id, %Q FROM s%d.past",
				    k ? " UNION ALL " : "", paths[k], (int)k, paths[k], (int)k);
	err = run(j);
	if (err)
		return err;
	sqlite3_str_appendall(j->sql, "CREATE TEMP VIEW others_hosts AS ");
	for (size_t k = 0; k < j->n; k++)
		sqlite3_str_appendf(j->sql,
				    "%sSELECT %d AS store, u.host_id, count(*) AS urls FROM s%d.skips o JOIN s%d.urls u ON"
				    " u.url = o.url WHERE o.reason = 'another part' GROUP BY u.host_id",
				    k ? " UNION ALL " : "", (int)k, (int)k, (int)k);
	return run(j);
}

static status make_views(joining *j, const char *const *paths)
{
	static const char *const tables[] = {"pages", "drops", "signatures", "supersedes", "past",     "renamed", "decisions",
					     "urls",  "queue", "skips",      "redirects",  "failures", "rules"};
	status err = OK;

	for (size_t i = 0; i < sizeof tables / sizeof *tables && !err; i++)
		err = make_view(j, tables[i], tables[i]);
	if (!err)
		err = make_view(j, "each_count", "counts");
	if (!err)
		err = make_view(j, "each_stage", "stages");
	return err ? err : make_own_views(j, paths);
}

/* ── hosts ── */

static status add_hosts(joining *j, int k)
{
	sqlite3_str_appendf(
		j->sql,
		"INSERT INTO temp.hosts (host, robots_status, robots_at) SELECT host, robots_status, robots_at FROM s%d.hosts"
		" WHERE true ON CONFLICT (host) DO UPDATE SET robots_status = excluded.robots_status, robots_at ="
		" excluded.robots_at WHERE excluded.robots_at > coalesce(robots_at, '');"
		"INSERT INTO temp.host_ids SELECT %d, x.id, h.id FROM s%d.hosts x JOIN temp.hosts h USING (host);"
		"INSERT INTO temp.host_counts SELECT i.id, x.pages, x.drops, x.failures, x.skips - coalesce(o.urls, 0),"
		" x.queued, x.page_bytes, x.drop_bytes FROM s%d.host_counts x JOIN temp.host_ids i ON i.store = %d AND"
		" i.local = x.host_id LEFT JOIN others_hosts o ON o.store = %d AND o.host_id = x.host_id WHERE true"
		" ON CONFLICT (host_id) DO UPDATE SET pages = pages + excluded.pages, drops = drops + excluded.drops,"
		" failures = failures + excluded.failures, skips = skips + excluded.skips, queued = queued +"
		" excluded.queued, page_bytes = page_bytes + excluded.page_bytes, drop_bytes = drop_bytes +"
		" excluded.drop_bytes;",
		k, k, k, k, k, k);
	return run(j);
}

static status fill(joining *j, const char *const *paths)
{
	status err = make_views(j, paths);

	sqlite3_str_appendall(j->sql, fixed);
	if (!err)
		err = run(j);
	for (size_t k = 0; k < j->n && !err; k++)
		err = add_hosts(j, (int)k);
	sqlite3_str_appendall(j->sql, "CREATE TEMP VIEW meta AS SELECT name, value FROM s0.meta; PRAGMA query_only = ON");
	return err ? err : run(j);
}

/* ── opening ── */

static status attach(joining *j, const char *const *paths, complaint *why)
{
	status err = OK;

	for (size_t k = 0; k < j->n && !err; k++) {
		char *uri = file_uri(paths[k]);

		if (!uri)
			return ERR_MEMORY;
		sqlite3_str_appendf(j->sql, "ATTACH %Q AS s%d", uri, (int)k);
		sqlite3_free(uri);
		err = run(j);
		if (err)
			complain(why, err, "%s: %s", paths[k], sqlite3_errmsg(j->st->db));
	}
	return err;
}

static status open_empty(store *st)
{
	int code = sqlite3_open_v2(":memory:", &st->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);

	return code == SQLITE_OK ? store_prepare(st) : statement_status(code);
}

status store_open_together(const char *const *paths, size_t n, store **out, complaint *why)
{
	joining j = {.n = n};
	status err;

	if (n > TOGETHER_MOST)
		return complain(why, ERR_LIMIT, "%zu stores of one index; at most %d can be read together", n, TOGETHER_MOST);
	j.st = calloc(1, sizeof *j.st);
	if (!j.st)
		return ERR_MEMORY;
	err = open_empty(j.st);
	j.sql = sqlite3_str_new(j.st->db);
	if (!err)
		err = attach(&j, paths, why);
	if (!err)
		err = fill(&j, paths);
	if (!err)
		err = store_read_meta(j.st);
	sqlite3_free(sqlite3_str_finish(j.sql));
	j.st->is_together = true;
	if (err && !*why->text)
		complain(why, err, "%s and others: %s", paths[0], store_error(j.st) ? store_error(j.st) : status_text(err));
	if (err)
		store_close(j.st);
	else
		*out = j.st;
	return err;
}

status store_place(store *st, uint64_t id, arena *a, const char **out)
{
	*out = NULL;
	if (!st->is_together)
		return OK;
	return statement_first_text(statement(st, "SELECT path FROM places WHERE id = ? LIMIT 1", "i", (int64_t)id), a, out);
}
