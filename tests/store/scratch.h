/* scratch — a temporary folder for each test, removed after it:
 *	TestSuite(x, .init = scratch_make, .fini = scratch_remove) */
#ifndef TESTS_STORE_SCRATCH_H
#define TESTS_STORE_SCRATCH_H

#include <criterion/criterion.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/statement.h"
#include "store/store.h"

static char scratch_folder[256];

static inline void scratch_make(void)
{
	const char *tmp = getenv("TMPDIR");

	snprintf(scratch_folder, sizeof scratch_folder, "%s/firstprint-XXXXXX", tmp ? tmp : "/tmp");
	cr_assert(mkdtemp(scratch_folder) != NULL, "%s", scratch_folder);
}

static inline int scratch_unlink(const char *path, const struct stat *s, int type, struct FTW *walk)
{
	(void)s, (void)type, (void)walk;
	return remove(path);
}

static inline void scratch_remove(void)
{
	cr_expect(nftw(scratch_folder, scratch_unlink, 8, FTW_DEPTH | FTW_PHYS) == 0, "%s", scratch_folder);
}

/* The same with an arena, for what is read. */
static arena *scratch_arena;

static inline void scratch_make_arena(void)
{
	scratch_make();
	scratch_arena = arena_new();
	cr_assert(scratch_arena != NULL);
}

static inline void scratch_remove_arena(void)
{
	arena_free(scratch_arena);
	scratch_remove();
}

/* The path of a file in the folder. Valid until the fourth call from now. */
static inline const char *scratch_path(const char *name)
{
	static char paths[4][512];
	static unsigned next;
	char *path = paths[next++ % 4];

	snprintf(path, sizeof paths[0], "%s/%s", scratch_folder, name);
	return path;
}

static inline const char *scratch_write(const char *name, const char *bytes, size_t len)
{
	const char *path = scratch_path(name);
	FILE *file = fopen(path, "wb");

	cr_assert(file && fwrite(bytes, 1, len, file) == len && fclose(file) == 0, "%s", path);
	return path;
}

/* Opens t.db in the folder for writing. */
static inline store *scratch_store(void)
{
	complaint why = {""};
	store *st = NULL;

	cr_assert(store_open(scratch_path("t.db"), STORE_WRITE, &st, &why) == OK, "%s", why.text);
	return st;
}

/* The statement for sql, on its first row; NULL: there is none. text is bound to its ?, if it has one. The caller finalizes
 * it. */
static inline sqlite3_stmt *scratch_row(store *st, const char *sql, const char *text)
{
	sqlite3_stmt *q = NULL;

	cr_assert(sqlite3_prepare_v2(st->db, sql, -1, &q, NULL) == SQLITE_OK, "%s: %s", sql, sqlite3_errmsg(st->db));
	if (text)
		sqlite3_bind_text(q, 1, text, -1, SQLITE_TRANSIENT);
	if (sqlite3_step(q) == SQLITE_ROW)
		return q;
	sqlite3_finalize(q);
	return NULL;
}

/* The integer that sql gives; −1: none. */
static inline int64_t scratch_number_of(store *st, const char *sql, const char *text)
{
	sqlite3_stmt *q = scratch_row(st, sql, text);
	int64_t number = q && sqlite3_column_type(q, 0) == SQLITE_INTEGER ? sqlite3_column_int64(q, 0) : -1;

	sqlite3_finalize(q);
	return number;
}

static inline int64_t scratch_number(store *st, const char *sql)
{
	return scratch_number_of(st, sql, NULL);
}

/* The text that sql gives; "": none, or NULL. Valid until the next call. */
static inline const char *scratch_text(store *st, const char *sql)
{
	static char text[256];
	sqlite3_stmt *q = scratch_row(st, sql, NULL);
	const char *found = q ? (const char *)sqlite3_column_text(q, 0) : NULL;

	snprintf(text, sizeof text, "%s", found ? found : "");
	sqlite3_finalize(q);
	return text;
}

/* Gives the URL with this id an outcome. was: the one it had. */
static inline void scratch_conclude(store *st, int64_t id, enum store_end was, store_outcome o)
{
	char sql[80];
	store_url url = {.id = id, .was = was};

	snprintf(sql, sizeof sql, "SELECT url FROM urls WHERE id = %lld", (long long)id);
	url.url = strdup(scratch_text(st, sql));
	o.reason = o.reason ? o.reason : "why";
	o.to_url = o.to_url || o.result != RESULT_REDIRECT ? o.to_url : "http://a/elsewhere";
	cr_assert(store_conclude(st, &url, &o) == OK, "%s: %s", url.url, store_error(st));
	free((void *)url.url);
}

/* The same for a URL that was never fetched before. */
static inline void scratch_end(store *st, int64_t id, enum store_result result)
{
	scratch_conclude(st, id, END_NONE, (store_outcome){.result = result});
}

/* Adds a URL of http://a that was never fetched before, and gives it an outcome. */
static inline void scratch_url(store *st, const char *url, enum store_result end)
{
	cr_assert(store_add_url(st, &(store_sighting){.url = url, .host = "http://a"}, NULL, NULL) == OK);
	scratch_end(st, scratch_number(st, "SELECT max(id) FROM urls"), end);
}

#endif
