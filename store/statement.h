/* statement — prepared statements, kept, and filled from a list of types. Inside store/ only. */
#ifndef STORE_STATEMENT_H
#define STORE_STATEMENT_H

#include <sqlite3.h>
#include <stdarg.h>

#include "store/store.h"

enum { STATEMENTS_MOST = 128 };

struct store {
	sqlite3 *db;
	int lock;       /* open and locked while we write; −1 */
	bool writes;
	char *filter, *filter_files, *extraction;
	uint8_t key[STORE_KEY_SIZE];
	uint64_t next_id;
	sqlite3_stmt *statements[STATEMENTS_MOST];
	const char *texts[STATEMENTS_MOST];
	void *delta;    /* delta.c's */
	char error[200]; /* the last error's sentence, which the rollback after it would wipe out; "": none */
};

/* The statement for sql, which must be a literal, reset and filled: types as 'i' int64_t, 'd' double, 't' const char *
 * (NULL allowed), 's' firstprint_span as text, 'b' const void * and size_t as blob. NULL: it could not be prepared or
 * filled. Texts are borrowed until the statement is used again. */
sqlite3_stmt *statement(store *st, const char *sql, const char *types, ...);
sqlite3_stmt *statement_v(store *st, const char *sql, const char *types, va_list args);

/* Runs a statement that gives no rows. NULL: ERR_IO. */
status statement_run(sqlite3_stmt *s);
/* Steps to a row: OK; ERR_MISSING: there is none; ERR_IO. */
status statement_row(sqlite3_stmt *s);
/* The one whole number a question gives, `none` when it is NULL. ERR_MISSING: it gives no row. */
status statement_number(sqlite3_stmt *s, int64_t none, int64_t *out);
/* A copy of a column's text in a; NULL in *out: it is NULL. ERR_MEMORY. */
status statement_text(sqlite3_stmt *s, int column, arena *a, const char **out);
/* The one text a question gives, in a; NULL in *out: it is NULL, or there is no row. ERR_MEMORY, ERR_IO. */
status statement_first_text(sqlite3_stmt *s, arena *a, const char **out);
/* The first column of all rows, in a. */
status statement_ids(sqlite3_stmt *s, arena *a, uint64_t **out, size_t *len);
/* Finalizes what statement() prepared. */
void statements_free(store *st);

/* SQLite's result as ours. */
status statement_status(int code);

#endif
