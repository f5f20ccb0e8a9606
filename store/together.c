#include "store/together.h"

#include <stdio.h>
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
	sqlite3_str *sql;   /* what makes the tables and views, as far as it is written */
	const char *of_url; /* the URL of a drop's original, from whichever store has it */
} joining;

/* ── do they belong together? ── */

/* Returns "news" of "redis://one:7000/news"; the part before it may differ between stores. */
static const char *memory_name(const store_sharing *x)
{
	const char *slash = x->memory ? strrchr(x->memory, '/') : NULL;

	return slash ? slash + 1 : "";
}

static bool share(const store *a, const store *b)
{
	const store_sharing *x = &a->sharing, *y = &b->sharing;

	return x->memory && y->memory && x->owner && y->owner && strcmp(memory_name(x), memory_name(y)) == 0 &&
	       memcmp(a->key, b->key, STORE_KEY_SIZE) == 0;
}

bool store_are_together(store *const *stores, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (!share(stores[0], stores[i]))
			return false;
		for (size_t j = 0; j < i; j++) /* two files of one store have the same ids */
			if (strcmp(stores[j]->sharing.owner, stores[i]->sharing.owner) == 0)
				return false;
	}
	return n > 1;
}

/* ── views over all of them ── */

static const char *of_url(const joining *j)
{
	const char *sql = "coalesce(of_url";

	for (size_t k = 0; k < j->n && sql; k++)
		sql = arena_printf(j->st->memory, "%s, (SELECT url FROM s%zu.pages WHERE id = x.of)", sql, k);
	return sql ? arena_printf(j->st->memory, "%s)", sql) : NULL;
}

/* Writes the columns of table ?1 of store ?2 as an expression each; ?3: TOGETHER_MOST; ?4: of_url. Ids of URLs get the store as
 * their last digit, in base TOGETHER_MOST. The columns have names, since an upgraded store may have them in another order. */
static const char columns_of[] =
	"SELECT group_concat(CASE WHEN name = 'host_id' THEN printf('(SELECT id FROM temp.host_ids WHERE store = %d AND local ="
	" x.host_id)', ?2) WHEN name = 'via_id' OR (?1 = 'urls' AND name = 'id') THEN printf('x.\"%w\" * %d + %d', name, ?3, ?2)"
	" WHEN ?1 = 'drops' AND name = 'of_url' THEN ?4 ELSE printf('x.\"%w\"', name) END || printf(' AS \"%w\"', name), ', ')"
	" FROM pragma_table_info(?1, 's0')";

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

static status put_view(joining *j, const char *name, const char *table)
{
	bool is_urls = strcmp(table, "urls") == 0, may_be_left = is_urls || strcmp(table, "skips") == 0;
	const char *columns;
	status err = OK;

	sqlite3_str_appendf(j->sql, "CREATE TEMP VIEW \"%w\" AS ", name);
	for (size_t k = 0; k < j->n && !err; k++) {
		err = statement_first(j->st, j->st->memory, columns_of, "tiit=T", table, (int64_t)k, (int64_t)TOGETHER_MOST,
				      j->of_url, &columns);
		sqlite3_str_appendf(j->sql, "%sSELECT %s FROM s%d.\"%w\" x", k ? " UNION ALL " : "", err ? "" : columns, (int)k,
				    table);
		if (!may_be_left)
			continue;
		sqlite3_str_appendf(j->sql, " WHERE x.%s OR NOT ", is_urls ? "state <> 'skip'" : "kind = 'part'");
		put_is_left(j, k);
	}
	sqlite3_str_appendall(j->sql, ";");
	return err;
}

/* Writes the views places, the store of each article, and others_hosts, the number of URLs per host that a store has left to
 * another part. */
static void put_own_views(joining *j, const char *const *paths)
{
	sqlite3_str_appendall(j->sql, "CREATE TEMP VIEW places AS ");
	for (size_t k = 0; k < j->n; k++)
		sqlite3_str_appendf(j->sql, "%sSELECT id, %Q AS path FROM s%d.signatures UNION ALL SELECT id, %Q FROM s%d.past",
				    k ? " UNION ALL " : "", paths[k], (int)k, paths[k], (int)k);
	sqlite3_str_appendall(j->sql, ";CREATE TEMP VIEW others_hosts AS ");
	for (size_t k = 0; k < j->n; k++)
		sqlite3_str_appendf(j->sql,
				    "%sSELECT %d AS store, u.host_id, count(*) AS urls FROM s%d.skips o JOIN s%d.urls u ON"
				    " u.url = o.url WHERE o.reason = 'another part' GROUP BY u.host_id",
				    k ? " UNION ALL " : "", (int)k, (int)k, (int)k);
	sqlite3_str_appendall(j->sql, ";");
}

static void put_hosts(joining *j, int k)
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
}

static status join(joining *j, const char *const *paths)
{
	static const char *const tables[] = {"pages", "drops", "signatures", "supersedes", "past",     "renamed", "decisions",
					     "urls",  "queue", "skips",      "redirects",  "failures", "rules"};
	status err = OK;

	for (size_t i = 0; i < sizeof tables / sizeof *tables && !err; i++)
		err = put_view(j, tables[i], tables[i]);
	if (!err)
		err = put_view(j, "each_count", "counts");
	if (!err)
		err = put_view(j, "each_stage", "stages");
	if (err)
		return err;
	put_own_views(j, paths);
	sqlite3_str_appendall(j->sql, fixed);
	for (size_t k = 0; k < j->n; k++)
		put_hosts(j, (int)k);
	sqlite3_str_appendall(j->sql, "CREATE TEMP VIEW meta AS SELECT name, value FROM s0.meta; PRAGMA query_only = ON");
	if (sqlite3_str_errcode(j->sql) != SQLITE_OK)
		return ERR_MEMORY;
	return statement_run(j->st->db, sqlite3_str_value(j->sql));
}

/* ── opening ── */

static status attach(store *st, const char *const *paths, size_t n, complaint *why)
{
	status err = OK;

	for (size_t k = 0; k < n && !err; k++) {
		char *uri = file_uri(paths[k]), name[24];

		snprintf(name, sizeof name, "s%zu", k);
		err = uri ? statement_do(st, "ATTACH ? AS ?", "tt", uri, name) : ERR_MEMORY;
		sqlite3_free(uri);
		if (err && err != ERR_MEMORY)
			complain(why, err, "%s: %s", paths[k], sqlite3_errmsg(st->db));
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
		err = attach(j.st, paths, n, why);
	if (!err && !(j.of_url = of_url(&j)))
		err = ERR_MEMORY;
	if (!err)
		err = join(&j, paths);
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
	return statement_first(st, a, "SELECT (SELECT path FROM places WHERE id = ? LIMIT 1)", "i=t", (int64_t)id, out);
}
