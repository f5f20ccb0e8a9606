/* texts — the articles of the store that a connection has open as its main database, read through that connection: the host's SQLite is
 * the only one in the process, and a store may be of anybody's making.
 *
 * Functions return codes of SQLite. With one that is an error, *why may become a sentence of sqlite3_mprintf's, which is the
 * caller's; else it is as it was. */
#ifndef LIBRARY_SQLITE_TEXTS_H
#define LIBRARY_SQLITE_TEXTS_H

#include <sqlite3ext.h>
#include <stdbool.h>

#include "base/arena.h"
#include "base/digest.h"
#include "plugin/text/features.h"
#include "store/delta.h"

typedef struct texts {
	sqlite3 *db;
	int users;
	bool is_store;          /* checked; then what follows is set */
	feature_key key;        /* for hashes */
	char name[DIGEST_TEXT]; /* by which its index knows it */
	delta *delta;
	arena *memory; /* for one call of a function */
} texts;

/* With one user; NULL: out of memory. */
texts *texts_new(sqlite3 *db);
/* One user less; it goes with the last. Accepts NULL. */
void texts_free(void *t);

/* Is it a store of this version? SQLITE_ERROR: no. */
int texts_check(texts *t, char **why);

/* A statement for texts_read. */
int texts_prepare(const texts *t, sqlite3_stmt **out, char **why);
/* The text of a page, a drop or a past article, in a. SQLITE_DONE: there is none; SQLITE_CORRUPT. */
int texts_read(const texts *t, sqlite3_stmt *q, int64_t id, arena *a, firstprint_span *out, char **why);
/* The same once. */
int texts_read_one(const texts *t, int64_t id, arena *a, firstprint_span *out, char **why);

/* The sentence about an error of db. Returns code. */
int texts_complain(sqlite3 *db, int code, char **why);

#endif
