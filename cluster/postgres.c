#include "cluster/postgres.h"

#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mark.h"

enum { URL_ROOM = 1024, NAME_ROOM = 201, ANSWER_MS = 60000 };

typedef struct postgres {
	char url[URL_ROOM], shown[URL_ROOM], name[NAME_ROOM];
	PGconn *connection; /* NULL: none */
} postgres;

/* ── the URL ── */

/* postgresql://[USER[:PASSWORD]@][HOST[:PORT]]/DATABASE/NAME[?PARAMETERS] → the URL without /NAME, and the name. */
static bool read_url(postgres *e, const char *url)
{
	const char *question = strchr(url, '?'), *end = question ? question : url + strlen(url);
	const char *authority = strstr(url, "://"), *slash = memrchr(url, '/', (size_t)(end - url)), *path, *at;

	if (!authority || strlen(url) >= URL_ROOM || !slash || end - slash < 2 || end - slash > NAME_ROOM)
		return false;
	authority += 3;
	path = memchr(authority, '/', (size_t)(end - authority));
	if (!path || slash - path < 2)
		return false;
	at = memrchr(authority, '@', (size_t)(path - authority));
	snprintf(e->name, sizeof e->name, "%.*s", (int)(end - slash - 1), slash + 1);
	snprintf(e->url, sizeof e->url, "%.*s%s", (int)(slash - url), url, end);
	snprintf(e->shown, sizeof e->shown, "postgresql://%.*s", (int)(end - (at ? at + 1 : authority)),
		 at ? at + 1 : authority);
	return true;
}

static void close_connection(server *s)
{
	postgres *e = s->connection;

	PQfinish(e->connection);
	free(e);
}

status postgres_open(const char *url, server *s, complaint *why)
{
	postgres *e = calloc(1, sizeof *e);

	if (!e)
		return complain(why, ERR_MEMORY, "%s", status_text(ERR_MEMORY));
	s->connection = e;
	s->close = close_connection;
	s->shown = e->shown;
	s->name = e->name;
	return read_url(e, url) ? OK
				: complain(why, ERR_USAGE,
					   "a shared index is named postgresql://[USER:PASSWORD@]HOST[:PORT]/DATABASE/NAME");
}

/* ── what an error means ── */

/* Copies the first line of a message. */
static status say(status err, const char *message, complaint *why)
{
	message += strncmp(message, "ERROR:  ", 8) == 0 || strncmp(message, "FATAL:  ", 8) == 0 ? 8 : 0;
	return complain(why, err, "%.*s", (int)strcspn(message, "\n"), message);
}

static void disconnect(postgres *e)
{
	PQfinish(e->connection);
	e->connection = NULL;
}

/* A server that starts, stops, is a standby, or has no connection, memory or disk left: that may pass. */
static bool is_for_now(const char *state)
{
	return mark_is_one((firstprint_span){state, strlen(state)}, "08* 53* 57* 58* 40* 25006 55P03 23505 XX*");
}

static status meaning(postgres *e, const PGresult *r, complaint *why)
{
	const char *state = PQresultErrorField(r, PG_DIAG_SQLSTATE), *message = PQresultErrorMessage(r);
	status err = !state || is_for_now(state) ? ERR_IO : strcmp(state, "42P01") == 0 ? ERR_MISSING : ERR_USAGE;

	if (err == ERR_MISSING)
		return complain(why, err, "there is no such shared index");
	if (!*message)
		message = PQerrorMessage(e->connection);
	return say(err, *message ? message : "does not answer", why);
}

/* libpq gives no code for why it could not connect. */
static bool is_refused(const char *message)
{
	static const char *const words[] = {
		"authentication failed", "no password supplied", "pg_hba.conf",  "does not exist", "invalid",
		"certificate",           "permission denied",    "not permitted"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strstr(message, words[i]))
			return true;
	return false;
}

/* libpq would print it. */
static void ignore_notice(void *ctx, const char *message)
{
	(void)ctx, (void)message;
}

static status connect_now(postgres *e, complaint *why)
{
	static const char *const names[] = {"connect_timeout", "tcp_user_timeout", "application_name", "dbname", NULL};
	const char *const values[] = {"2", "10000", "firstprint", e->url, NULL};
	status err;

	e->connection = PQconnectdbParams(names, values, 1);
	if (!e->connection)
		return ERR_MEMORY;
	if (PQstatus(e->connection) == CONNECTION_OK) {
		PQsetNoticeProcessor(e->connection, ignore_notice, NULL);
		return OK;
	}
	err = say(is_refused(PQerrorMessage(e->connection)) ? ERR_USAGE : ERR_IO, PQerrorMessage(e->connection), why);
	disconnect(e);
	return err;
}

/* ── statements ── */

static bool send_statement(const postgres *e, const postgres_statement *s)
{
	static const Oid types[] = {[POSTGRES_TEXT] = 25, [POSTGRES_NUMBER] = 20, [POSTGRES_BYTES] = 17};
	Oid oids[POSTGRES_VALUES_MOST] = {25};
	const char *values[POSTGRES_VALUES_MOST] = {e->name};
	int lens[POSTGRES_VALUES_MOST] = {0}, formats[POSTGRES_VALUES_MOST] = {0};

	for (int i = 0; i < s->values_len; i++) {
		oids[i + 1] = types[s->values[i].type];
		values[i + 1] = s->values[i].at;
		lens[i + 1] = (int)s->values[i].len;
		formats[i + 1] = s->values[i].type == POSTGRES_BYTES;
	}
	return PQsendQueryParams(e->connection, s->sql, s->values_len + 1, oids, values, lens, formats, 1) == 1;
}

/* The next result, or the end of those of a statement. NULL also if there is none for a minute. */
static PGresult *await_result(const postgres *e)
{
	int64_t until = clock_ms() + ANSWER_MS;

	while (PQisBusy(e->connection)) {
		struct pollfd p = {.fd = PQsocket(e->connection), .events = POLLIN};
		int64_t left = until - clock_ms();

		if (left <= 0 || poll(&p, 1, (int)left) <= 0 || !PQconsumeInput(e->connection))
			return NULL;
	}
	return PQgetResult(e->connection);
}

/* The result of the next statement of the pipeline, and what ends it. NULL: the connection is lost. */
static PGresult *next_result(const postgres *e)
{
	PGresult *r = await_result(e), *end;

	while (r && PQresultStatus(r) != PGRES_PIPELINE_SYNC && (end = await_result(e)) != NULL)
		PQclear(end);
	return r;
}

static bool is_good(const PGresult *r)
{
	return PQresultStatus(r) == PGRES_TUPLES_OK || PQresultStatus(r) == PGRES_COMMAND_OK;
}

static void end_pipeline(postgres *e)
{
	PGresult *sync = await_result(e);

	if (!sync || !PQexitPipelineMode(e->connection))
		disconnect(e);
	PQclear(sync);
}

/* Runs n statements in one transaction. *out: the rows of the one numbered `kept`. */
static status run_all(postgres *e, const postgres_statement *all, size_t n, size_t kept, PGresult **out, complaint *why)
{
	status err = e->connection ? OK : connect_now(e, why);
	bool sent = !err && PQenterPipelineMode(e->connection);

	*out = NULL;
	for (size_t i = 0; i < n && sent; i++)
		sent = send_statement(e, &all[i]);
	sent = sent && PQpipelineSync(e->connection);
	for (size_t i = 0; i < n && !err; i++) {
		PGresult *r = sent ? next_result(e) : NULL;

		if (!r || !is_good(r))
			err = meaning(e, r, why);
		if (!err && i == kept)
			*out = r;
		else
			PQclear(r);
	}
	if (!err) {
		end_pipeline(e);
		return OK;
	}
	disconnect(e); /* a transaction may be open */
	PQclear(*out);
	*out = NULL;
	return err;
}

/* ── calls ── */

struct call {
	postgres *postgres;
	const postgres_statement *all;
	size_t n, kept;
	PGresult *rows;
};

static status try_call(void *ctx, complaint *why)
{
	struct call *x = ctx;

	return run_all(x->postgres, x->all, x->n, x->kept, &x->rows, why);
}

status postgres_call(server *s, const postgres_statement *all, size_t n, size_t kept, PGresult **rows, complaint *why)
{
	struct call x = {.postgres = s->connection, .all = all, .n = n, .kept = kept};
	status err = requester_retry(s->requester, try_call, &x, why);

	if (rows)
		*rows = x.rows;
	else
		PQclear(x.rows);
	return err;
}

static status make_tables(server *s, complaint *why)
{
	static const postgres_statement all[] = {
		POSTGRES_LOCKED,
		{.sql = "CREATE TABLE IF NOT EXISTS firstprint_head (name text PRIMARY KEY, head bytea NOT NULL)"},
		{.sql = "CREATE TABLE IF NOT EXISTS firstprint_log (name text NOT NULL, n bigint NOT NULL, tag bigint NOT NULL,"
			" at timestamptz NOT NULL DEFAULT clock_timestamp(), bytes bytea NOT NULL, PRIMARY KEY (name, n))"},
		{.sql = "CREATE TABLE IF NOT EXISTS firstprint_stores (name text NOT NULL, store text NOT NULL, note text NOT NULL,"
			" at timestamptz NOT NULL DEFAULT clock_timestamp(), PRIMARY KEY (name, store))"},
		{.sql = "CREATE TABLE IF NOT EXISTS firstprint_fields (name text NOT NULL, hash text NOT NULL, field text NOT NULL,"
			" value text NOT NULL, PRIMARY KEY (name, hash, field))"},
		{.sql = "CREATE TABLE IF NOT EXISTS firstprint_queue (name text NOT NULL, queue text NOT NULL,"
			" n bigint GENERATED BY DEFAULT AS IDENTITY, sender text NOT NULL, bytes bytea NOT NULL,"
			" PRIMARY KEY (name, queue, n))"},
		{.sql = "CREATE TABLE IF NOT EXISTS firstprint_leases (name text NOT NULL, address text NOT NULL,"
			" until timestamptz NOT NULL, PRIMARY KEY (name, address))"},
		POSTGRES_COMMIT};

	return postgres_call(s, all, sizeof all / sizeof *all, 0, NULL, why);
}

status postgres_change(server *s, const postgres_statement *all, size_t n, size_t kept, PGresult **rows, complaint *why)
{
	complaint cause = {""};
	status err = postgres_call(s, all, n, kept, rows, &cause);

	if (err != ERR_MISSING)
		return err ? complain(why, err, "%s", cause.text) : OK;
	err = make_tables(s, why);
	return err ? err : postgres_call(s, all, n, kept, rows, why);
}

status postgres_run(server *s, const postgres_statement *all, size_t n, complaint *why)
{
	return postgres_change(s, all, n, 0, NULL, why);
}

int64_t postgres_number(const PGresult *r, int row, int column)
{
	uint64_t bytes = 0;

	if (PQgetlength(r, row, column) != (int)sizeof bytes)
		return -1;
	memcpy(&bytes, PQgetvalue(r, row, column), sizeof bytes);
	return (int64_t)((uint64_t)ntohl((uint32_t)bytes) << 32 | ntohl((uint32_t)(bytes >> 32)));
}

firstprint_span postgres_bytes(const PGresult *r, int row, int column, arena *a)
{
	size_t len = (size_t)PQgetlength(r, row, column);

	return (firstprint_span){arena_text(a, PQgetvalue(r, row, column), len), len};
}
