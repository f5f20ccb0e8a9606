/* texts — reads the articles of the store that a connection has open as its main database. It uses only that connection, since the
 * process must not have a second SQLite. It does not trust the store, which anybody may have made.
 *
 * Functions return SQLite's result codes. If that is an error, *why may become a message from sqlite3_mprintf, which the caller
 * frees; otherwise *why is unchanged. */
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
	bool is_store;          /* checked: the following fields are set */
	feature_key key;        /* for hashes */
	char name[DIGEST_TEXT]; /* the store's name in its index */
	delta *delta;
	arena *memory; /* for one call of a function */
} texts;

/* Starts with one user. NULL: out of memory. */
texts *texts_new(sqlite3 *db);
/* Removes one user; frees t with the last one. Accepts NULL. */
void texts_free(void *t);

/* Is it a store of this version? SQLITE_ERROR: no. */
int texts_check(texts *t, char **why);

/* Prepares a statement; TEXTS_READ is that for texts_read, and TEXTS_READ_NOW that for pages and drops alone. */
int texts_prepare(const texts *t, const char *sql, sqlite3_stmt **out, char **why);
extern const char TEXTS_READ[], TEXTS_READ_NOW[];
/* Reads the text of a page, a drop or a past article, in a. SQLITE_ROW: done; SQLITE_DONE: there is none; SQLITE_CORRUPT. */
int texts_read(const texts *t, sqlite3_stmt *q, int64_t id, arena *a, firstprint_span *out, char **why);
/* The same, with a statement for this one call. */
int texts_read_one(const texts *t, int64_t id, arena *a, firstprint_span *out, char **why);

/* Reads the number that sql gives; 0: none. */
int texts_number(sqlite3 *db, const char *sql, int *out);

/* near.c: registers the table-valued function near(id, most), the articles most similar to one, as `firstprint inspect STORE
 * near` finds them. Adds one user to t. */
int near_register(texts *t);

#endif
