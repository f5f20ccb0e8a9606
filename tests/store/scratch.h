/* scratch — a folder of its own for each test, gone with it:
 *	TestSuite(x, .init = scratch_make, .fini = scratch_remove) */
#ifndef TESTS_STORE_SCRATCH_H
#define TESTS_STORE_SCRATCH_H

#include <criterion/criterion.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* The path of a file in the folder; good for the next three calls too. */
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

/* t.db of the folder, open for writing. */
static inline store *scratch_store(void)
{
	complaint why = {""};
	store *st = NULL;

	cr_assert(store_open(scratch_path("t.db"), STORE_WRITE, &st, &why) == OK, "%s", why.text);
	return st;
}

static inline status scratch_first(void *ctx, const store_value *row, size_t n)
{
	*(int64_t *)ctx = n && row[0].type == STORE_INTEGER ? row[0].integer : -1;
	return OK;
}

/* The whole number a question gives; −1: none. sql must be a literal. */
static inline int64_t scratch_number(store *st, const char *sql)
{
	int64_t number = -1;

	cr_expect(store_ask(st, sql, scratch_first, &number, "") == OK, "%s", sql);
	return number;
}

static inline status scratch_text_of(void *ctx, const store_value *row, size_t n)
{
	snprintf(ctx, 256, "%s", n && row[0].text ? row[0].text : "");
	return OK;
}

/* The text a question gives; "": none, or NULL. Good until the next call. */
static inline const char *scratch_text(store *st, const char *sql)
{
	static char text[256];

	text[0] = '\0';
	cr_expect(store_ask(st, sql, scratch_text_of, text, "") == OK, "%s", sql);
	return text;
}

#endif
