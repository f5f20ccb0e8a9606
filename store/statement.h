/* statement — SQL statements that are prepared once and kept, and their parameters. Only for store/. */
#ifndef STORE_STATEMENT_H
#define STORE_STATEMENT_H

#include <sqlite3.h>
#include <stdbool.h>
#include <sys/types.h>

#include "store/shared.h"
#include "store/signature_log.h"
#include "store/store.h"

enum { STATEMENTS_MOST = 128, STORE_BUSY_MS = 5000 };

struct store {
	sqlite3 *db;
	struct lock *lock; /* held while this process writes; NULL: it only reads */
	dev_t device;      /* device and inode of the file, if it is open for writing */
	ino_t inode;
	bool writes;
	bool is_made;     /* by this store_open: the file was not there */
	char *unmade;     /* the file is to be removed when it is closed, and has this name; NULL: it is not */
	bool has_text_of; /* its SQL knows the function text_of: ask.c */
	bool is_together; /* it is several stores read as one: together.h */
	arena *memory;    /* for these texts: see store_read_meta */
	const char *filter, *filter_files, *extraction;
	store_sharing sharing;
	uint8_t key[STORE_KEY_SIZE];
	uint64_t next_id;
	struct signature_log *log; /* remembered.c; NULL: none is in use */
	struct log_state log_committed;
	bool is_log_noted; /* the store has log_committed */
	bool log_failed;
	sqlite3_stmt *statements[STATEMENTS_MOST];
	const char *texts[STATEMENTS_MOST], *rests[STATEMENTS_MOST]; /* rests: what follows in the text */
	void *delta;                                                 /* a delta, see delta.h */
	char error[200]; /* the sentence about the error before a rollback, which clears SQLite's own; "": none */
};

/* Returns the statement for sql, which must be a string literal, reset and with its parameters bound. types has one letter for
 * each parameter: 'i' int64_t, 'd' double, 't' const char * (NULL allowed), 's' firstprint_span as text, 'b' const void * and
 * size_t as blob, 'N' the current time, which takes no argument. NULL: preparing or binding failed. Texts and blobs are
 * borrowed until the statement is used again. */
sqlite3_stmt *statement(store *st, const char *sql, const char *types, ...);

/* Binds the parameters of a statement in the same way, and runs it; it returns no rows. sql may be several statements, of which each has
 * the first few of the parameters. */
status statement_do(store *st, const char *sql, const char *types, ...);
/* Steps to the next row. s may be NULL, here and below except in statement_columns: ERR_IO. ERR_MISSING: there is none.
 * ERR_FORMAT: a value has another type than its column: text in a column of numbers, bytes in one of text. The file may come
 * from a stranger. */
status statement_row(sqlite3_stmt *s);
/* For a loop over all rows, which an error of its body ends; *err is OK at first:
 *
 *	while (statement_next(q, &err))
 *		err = …
 *
 * Behind it *err is that of the body or of SQLite, but never ERR_MISSING, and s is reset. */
bool statement_next(sqlite3_stmt *s, status *err);
/* Reads the first columns of the current row. types has one letter for each, and its pointer: 'i' int64_t or uint64_t, 'I' an id, which is ERR_MISSING if it is NULL, 'n' int,
 * 'y' bool, 'd' double, 't' const char *, 'T' the same of a column that is never NULL, 's' firstprint_span as text, 'b'
 * firstprint_signature. NULL is read as 0, NaN, false or a NULL text. Texts are copied into a; a NULL: borrowed until the next
 * row. ERR_MEMORY; ERR_FORMAT: a 'T' is NULL. */
status statement_columns(sqlite3_stmt *s, arena *a, const char *types, ...);
/* Runs a statement and reads its first row. types has the letters of the parameters, '=' and those of the columns; the arguments
 * follow in the same order. ERR_MISSING: there is no row. a must not be NULL if there is a text. */
status statement_first(store *st, arena *a, const char *sql, const char *types, ...);
/* Reads the integers in the first column of all rows, in a. */
status statement_ids(sqlite3_stmt *s, arena *a, uint64_t **out, size_t *len);
/* Calls handle with the integer in the first column of each row, until it returns other than OK. */
status statement_each_id(sqlite3_stmt *s, status (*handle)(void *ctx, uint64_t id), void *ctx);
/* The same with the text in the first column. */
status statement_each_text(sqlite3_stmt *s, status (*handle)(void *ctx, const char *text), void *ctx);
/* Finalizes all statements of the store. */
void statements_free(store *st);

/* Reads what an open database is: its application id, its version, and how many objects its schema has. ERR_FORMAT: no
 * database. Unlike the others it works before anything is known about the file. */
status statement_probe(sqlite3 *db, int *application, int *version, int *objects);

/* Runs statements that have no parameters and are not kept. */
status statement_run(sqlite3 *db, const char *sql);

/* The status for a result code of SQLite. */
status statement_status(int code);

/* ── open.c ── */

/* Gives an open connection what our SQL needs, and makes it safe for a file from a stranger. */
status store_prepare(store *st);
/* Reads key, filter and the next id. */
status store_read_meta(store *st);
/* Stores a text in the table meta, and a copy in *field, unless field is NULL. */
status store_put_meta(store *st, const char *name, const char *value, const char **field);

/* The columns of a verdict, their types, and what statement_first reads them into. */
#define REASON_COLUMNS "id, verdict, of, score, filter, stage, proposed_by, word, evidence, shares, notable"
#define REASON_TYPES "iTidttttttt"
#define REASON_FIELDS(ID, R) \
	(ID), &(R)->verdict, &(R)->of, &(R)->score, &(R)->filter, &(R)->stage, &(R)->proposed_by, &(R)->word, &(R)->evidence, \
		&(R)->shares, &(R)->notable

/* ── articles.c ── */

/* The columns of an article, which pages and drops share; verdicts have the others. */
#define ARTICLE_COLUMNS \
	"url, name, title, lang, sentences, links, bytes, digest, charset, charset_from, degraded, truncated, etag," \
	" last_modified, fetched_at, checked_at, canonical, is_list"

/* How a drop is stored beside its original. */
typedef struct packed {
	firstprint_span bytes; /* its text as a delta against that of the original */
	const char *of_url;    /* NULL: the original has none, or it is unknown */
	bool is_elsewhere;     /* the original is a page of another store: the text is whole */
	size_t text_len;
} packed;

/* Packs the text of a drop of page `of`, in a. of 0: a page of another store. ERR_MISSING: there is no such page, and the store
 * shares no index. */
status store_pack(store *st, uint64_t of, firstprint_span text, arena *a, packed *out);
/* The same of the text of article id. */
status store_repack(store *st, uint64_t id, uint64_t of, arena *a, packed *out);

/* ── remembered.c, which the transactions of open.c call ── */

extern const char remembered_triggers[]; /* SQL that makes them; a store has them if it has, or had, a signature log */
status remembered_commit(store *st);     /* before a commit */
void remembered_committed(store *st);
void remembered_rolled_back(store *st);
/* Has this process made the signature log and committed nothing since? Then an empty transaction records its state. */
bool remembered_is_unnoted(const store *st);
void remembered_close(store *st);

/* Upgrades for stores from version `first` on. texts[v] is the SQL that upgrades a store from version v - 1 to v. Tests set
 * others. */
typedef struct store_upgrades {
	int first;
	const char *const *texts;
} store_upgrades;
extern store_upgrades store_can_upgrade;

#endif
