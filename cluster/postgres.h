/* postgres — statements for a PostgreSQL server, repeated until it answers. They block the calling thread. */
#ifndef CLUSTER_POSTGRES_H
#define CLUSTER_POSTGRES_H

#include <libpq-fe.h>

#include "cluster/server.h"

enum { POSTGRES_VALUES_MOST = 5 };

/* For server_open. url: postgresql://[USER[:PASSWORD]@][HOST[:PORT]]/DATABASE/NAME[?PARAMETERS]: without /NAME it is as libpq reads it.
 * ERR_USAGE, ERR_MEMORY. */
status postgres_open(const char *url, server *s, complaint *why);

enum postgres_type { POSTGRES_TEXT, POSTGRES_NUMBER /* as text */, POSTGRES_BYTES };

typedef struct postgres_value {
	enum postgres_type type;
	const char *at;
	size_t len; /* of bytes */
} postgres_value;

/* One statement, which may be executed twice; $1 is NAME, $2 and the following are its values. */
typedef struct postgres_statement {
	const char *sql;
	int values_len;
	postgres_value values[POSTGRES_VALUES_MOST - 1];
} postgres_statement;

/* The first two statements of a transaction that no other transaction about NAME overlaps; end it with POSTGRES_COMMIT. */
#define POSTGRES_LOCKED \
	{.sql = "BEGIN"}, \
	{ \
		.sql = "SELECT pg_advisory_xact_lock(hashtextextended('firstprint ' || $1, 0))" \
	}
/* The values of a statement. */
#define POSTGRES_VALUES(...) \
	.values = {__VA_ARGS__}, .values_len = (int)(sizeof((postgres_value[]){__VA_ARGS__}) / sizeof(postgres_value))
#define POSTGRES_COMMIT \
	{ \
		.sql = "COMMIT" \
	}

/* Runs n statements in one pipeline, which is one round trip. *rows: the rows of statement number `kept`, with binary columns, for PQclear;
 * rows NULL: they do not matter. ERR_IO; ERR_MISSING: a table does not exist; ERR_USAGE: the server refuses a statement; ERR_MEMORY. */
status postgres_call(server *s, const postgres_statement *all, size_t n, size_t kept, PGresult **rows, complaint *why);
/* The same for statements that write: if a table is missing, creates all tables first. */
status postgres_change(server *s, const postgres_statement *all, size_t n, size_t kept, PGresult **rows, complaint *why);
/* The same without rows. */
status postgres_run(server *s, const postgres_statement *all, size_t n, complaint *why);

/* Returns the value of a bigint column; −1: the column has another type. */
int64_t postgres_number(const PGresult *rows, int row, int column);
/* Copies the bytes, with a NUL behind them, into a. NULL: memory ran out. */
firstprint_span postgres_bytes(const PGresult *rows, int row, int column, arena *a);

#endif
