/* postgres — statements for a PostgreSQL server, repeated until they are answered. A caller asks: one of the thread that calls. */
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

/* One statement; $1 is NAME, $2 and the following are its values. It may be repeated. */
typedef struct postgres_statement {
	const char *sql;
	int values_len;
	postgres_value values[POSTGRES_VALUES_MOST - 1];
} postgres_statement;

/* The first two statements of a transaction for which no other one about NAME runs at the same time; the last is POSTGRES_COMMIT. */
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

/* Runs n statements in one pipeline: one round trip. *rows: those of the one numbered `kept`, for PQclear; NULL: they do not matter. Columns are binary. ERR_IO;
 * ERR_MISSING: a table is not there; ERR_USAGE: the server refuses it; ERR_MEMORY. */
status postgres_call(server *s, const postgres_statement *all, size_t n, size_t kept, PGresult **rows, complaint *why);
/* The same for statements that write: if a table is missing, makes all of them first. */
status postgres_change(server *s, const postgres_statement *all, size_t n, size_t kept, PGresult **rows, complaint *why);
/* The same without rows. */
status postgres_run(server *s, const postgres_statement *all, size_t n, complaint *why);

/* The value of a bigint column; −1: it is none. */
int64_t postgres_number(const PGresult *rows, int row, int column);
/* A copy of the bytes, with a NUL behind them, in a. NULL: memory ran out. */
firstprint_span postgres_bytes(const PGresult *rows, int row, int column, arena *a);

#endif
