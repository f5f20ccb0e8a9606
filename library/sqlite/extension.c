/* extension — a module for SQLite, which adds functions for the articles of a store. On a connection that has a store open as
 * its main database:
 *
 *	SELECT article_text(12)                    the text of a page, a drop or a past article; NULL: there is none
 *	SELECT resemblance(12, 13)                 of all runs of three words in either, the share that is in both, 0 to 1
 *	SELECT * FROM near(12, 5)                  the articles most similar to it: id, resemblance, contained, contains
 *
 * It uses the SQLite of the program that loads it. A second one in the same process would break the locks of the first. */
#include <sqlite3ext.h>
#include <stdlib.h>
#include <string.h>

#include "judge/likeness.h"
#include "library/sqlite/texts.h"

SQLITE_EXTENSION_INIT1

static void fail(sqlite3_context *ctx, int code, char *why)
{
	if (why)
		sqlite3_result_error(ctx, why, -1);
	else /* SQLite has a message of its own for it */
		sqlite3_result_error_code(ctx, code);
	sqlite3_free(why);
}

/* Only a whole number is the id of an article. */
static bool is_id(sqlite3_value *value)
{
	return sqlite3_value_numeric_type(value) == SQLITE_INTEGER;
}

static void article_text(sqlite3_context *ctx, int n, sqlite3_value **args)
{
	texts *t = sqlite3_user_data(ctx);
	firstprint_span text = {0};
	char *why = NULL;
	int code = texts_check(t, &why);

	(void)n;
	arena_reset(t->memory);
	if (code == SQLITE_OK)
		code = is_id(args[0]) ? texts_read_one(t, sqlite3_value_int64(args[0]), t->memory, &text, &why) : SQLITE_DONE;
	if (code == SQLITE_ROW)
		sqlite3_result_text64(ctx, text.at, text.len, SQLITE_TRANSIENT, SQLITE_UTF8);
	else if (code != SQLITE_DONE)
		fail(ctx, code, why);
}

/* ── resemblance ── */

/* Returns the runs of an article, to be freed with free. */
static int read_runs(texts *t, int64_t id, runs **out, char **why)
{
	firstprint_span text = {0};
	runs r;
	int code = texts_read_one(t, id, t->memory, &text, why);

	if (code != SQLITE_ROW)
		return code;
	if (runs_of(text, &t->key, t->memory, &r) || !(*out = malloc(sizeof **out + r.len * sizeof *r.items)))
		return SQLITE_NOMEM;
	**out = (runs){(uint64_t *)(*out + 1), r.len};
	memcpy((*out)->items, r.items, r.len * sizeof *r.items);
	return SQLITE_ROW;
}

/* SQLite keeps auxiliary data for an argument that is the same in all rows; otherwise it frees the data at once. */
static int runs_of_argument(sqlite3_context *ctx, sqlite3_value **args, int i, runs **out, char **why)
{
	int code = SQLITE_ROW;

	*out = sqlite3_get_auxdata(ctx, i);
	if (!*out)
		code = is_id(args[i]) ? read_runs(sqlite3_user_data(ctx), sqlite3_value_int64(args[i]), out, why) : SQLITE_DONE;
	return code;
}

static void resemblance(sqlite3_context *ctx, int n, sqlite3_value **args)
{
	texts *t = sqlite3_user_data(ctx);
	runs *of[2] = {NULL, NULL};
	char *why = NULL;
	int code = texts_check(t, &why) == SQLITE_OK ? SQLITE_ROW : SQLITE_ERROR;

	(void)n;
	for (int i = 0; i < 2 && code == SQLITE_ROW; i++) {
		arena_reset(t->memory);
		code = runs_of_argument(ctx, args, i, &of[i], &why);
	}
	if (code == SQLITE_ROW)
		sqlite3_result_double(ctx, likeness_of(of[0], of[1]).resemblance);
	else if (code != SQLITE_DONE)
		fail(ctx, code, why);
	for (int i = 0; i < 2; i++)
		if (of[i] && of[i] != sqlite3_get_auxdata(ctx, i))
			sqlite3_set_auxdata(ctx, i, of[i], free);
}

/* ── loading ── */

/* A view in an untrusted store must not call these functions: it could call them without end. */
static int register_function(texts *t, const char *name, int n, void (*function)(sqlite3_context *, int, sqlite3_value **))
{
	t->users++;
	return sqlite3_create_function_v2(t->db, name, n, SQLITE_UTF8 | SQLITE_DIRECTONLY, t, function, NULL, NULL, texts_free);
}

static int load(sqlite3 *db, char **why, const sqlite3_api_routines *api)
{
	enum { OLDEST = 3035000 };
	texts *t;
	int code;

	SQLITE_EXTENSION_INIT2(api);
	if (sqlite3_libversion_number() < OLDEST) {
		*why = sqlite3_mprintf("firstprint_sqlite needs SQLite 3.35 or later, and this is %s", sqlite3_libversion());
		return SQLITE_ERROR;
	}
	t = texts_new(db);
	if (!t)
		return SQLITE_NOMEM;
	code = register_function(t, "article_text", 1, article_text);
	if (code == SQLITE_OK)
		code = register_function(t, "resemblance", 2, resemblance);
	if (code == SQLITE_OK)
		code = near_register(t);
	texts_free(t);
	return code;
}

/* SQLite looks for the first name, then for one that it derives from the file name. */
__attribute__((visibility("default"))) int sqlite3_extension_init(sqlite3 *db, char **why, const sqlite3_api_routines *api);
__attribute__((visibility("default"))) int sqlite3_firstprintsqlite_init(sqlite3 *db, char **why,
									 const sqlite3_api_routines *api);

int sqlite3_extension_init(sqlite3 *db, char **why, const sqlite3_api_routines *api)
{
	return load(db, why, api);
}

int sqlite3_firstprintsqlite_init(sqlite3 *db, char **why, const sqlite3_api_routines *api)
{
	return load(db, why, api);
}
