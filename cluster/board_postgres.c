#include <inttypes.h>
#include <stdio.h>

#include "cluster/postgres.h"

enum { NUMBER_ROOM = 24 };

/* ── fields ── */

static status set_field(server *s, const char *sql, const char *hash, const char *field, const char *value, complaint *why)
{
	const postgres_statement x = {.sql = sql, POSTGRES_VALUES({.at = hash}, {.at = field}, {.at = value})};

	return postgres_run(s, &x, 1, why);
}

#define SET "INSERT INTO firstprint_fields (name, hash, field, value) VALUES ($1, $2, $3, $4) ON CONFLICT "

static status claim(server *s, const char *hash, const char *field, const char *value, complaint *why)
{
	return set_field(s, SET "DO NOTHING", hash, field, value, why);
}

static status put(server *s, const char *hash, const char *field, const char *value, complaint *why)
{
	return set_field(s, SET "(name, hash, field) DO UPDATE SET value = excluded.value", hash, field, value, why);
}

static status read_fields(const PGresult *rows, arena *a, board_field **out, size_t *n)
{
	*n = (size_t)PQntuples(rows);
	*out = arena_zeros(a, *n + 1, sizeof **out);
	for (int i = 0; *out && i < (int)*n; i++)
		(*out)[i] = (board_field){postgres_bytes(rows, i, 0, a).at, postgres_bytes(rows, i, 1, a).at};
	return arena_exhausted(a) ? ERR_MEMORY : OK;
}

/* A board whose tables nobody has made is empty. */
static status ask(server *s, const postgres_statement *x, PGresult **rows, complaint *why)
{
	complaint cause = {""};
	status err = postgres_call(s, x, 1, 0, rows, &cause);

	return err == ERR_MISSING ? OK : err ? complain(why, err, "%s", cause.text) : OK;
}

static status all(server *s, const char *hash, arena *a, board_field **out, size_t *n, complaint *why)
{
	const postgres_statement x = {.sql = "SELECT field, value FROM firstprint_fields WHERE name = $1 AND hash = $2",
				      POSTGRES_VALUES({.at = hash})};
	PGresult *rows;
	status err = ask(s, &x, &rows, why);

	if (!err)
		err = read_fields(rows, a, out, n);
	PQclear(rows);
	return err;
}

static status get(server *s, const char *hash, const char *field, arena *a, const char **out, complaint *why)
{
	const postgres_statement x = {.sql = "SELECT value FROM firstprint_fields WHERE name = $1 AND hash = $2 AND field = $3",
				      POSTGRES_VALUES({.at = hash}, {.at = field})};
	PGresult *rows;
	status err = ask(s, &x, &rows, why);

	*out = PQntuples(rows) ? postgres_bytes(rows, 0, 0, a).at : "";
	PQclear(rows);
	return err || *out ? err : ERR_MEMORY;
}

static status take_fields(server *s, const char *hash, const char *field, complaint *why)
{
	const postgres_statement one = {.sql = "DELETE FROM firstprint_fields WHERE name = $1 AND hash = $2 AND field = $3",
					POSTGRES_VALUES({.at = hash}, {.at = field})};
	const postgres_statement all = {.sql = "DELETE FROM firstprint_fields WHERE name = $1 AND hash = $2",
					POSTGRES_VALUES({.at = hash})};

	return ask(s, field ? &one : &all, NULL, why);
}

/* ── queues ── */

static status push(server *s, const char *queue, const char *sender, firstprint_span bytes, complaint *why)
{
	const postgres_statement all[] = {
		POSTGRES_LOCKED, /* numbers become visible in their order */
		{.sql = "INSERT INTO firstprint_queue (name, queue, sender, bytes) VALUES ($1, $2, $3, $4)",
		 POSTGRES_VALUES({.at = queue}, {.at = sender}, {POSTGRES_BYTES, bytes.at, bytes.len})},
		POSTGRES_COMMIT};

	return postgres_run(s, all, sizeof all / sizeof *all, why);
}

static status count(server *s, const char *queue, int64_t *out, complaint *why)
{
	const postgres_statement x = {.sql = "SELECT count(*) FROM firstprint_queue WHERE name = $1 AND queue = $2",
				      POSTGRES_VALUES({.at = queue})};
	PGresult *rows;
	status err = ask(s, &x, &rows, why);

	*out = PQntuples(rows) ? postgres_number(rows, 0, 0) : 0;
	PQclear(rows);
	return err;
}

static status first(server *s, const char *queue, arena *a, board_item **out, size_t *n, complaint *why)
{
	const postgres_statement x = {
		.sql = "SELECT n, sender, bytes FROM firstprint_queue WHERE name = $1 AND queue = $2 ORDER BY n LIMIT 16",
		POSTGRES_VALUES({.at = queue})};
	PGresult *rows;
	status err = ask(s, &x, &rows, why);

	*n = err ? 0 : (size_t)PQntuples(rows);
	*out = arena_zeros(a, *n + 1, sizeof **out);
	for (int i = 0; *out && i < (int)*n; i++)
		(*out)[i] = (board_item){arena_printf(a, "%" PRId64, postgres_number(rows, i, 0)),
					 postgres_bytes(rows, i, 1, a).at, postgres_bytes(rows, i, 2, a)};
	PQclear(rows);
	return err || !arena_exhausted(a) ? err : ERR_MEMORY;
}

static status take(server *s, const char *queue, const char *const *ids, size_t n, complaint *why)
{
	postgres_statement all[BOARD_READ_MOST];

	for (size_t i = 0; i < n && i < BOARD_READ_MOST; i++)
		all[i] = (postgres_statement){.sql = "DELETE FROM firstprint_queue WHERE name = $1 AND queue = $2 AND n = $3",
					      POSTGRES_VALUES({.at = queue}, {.type = POSTGRES_NUMBER, .at = ids[i]})};
	return postgres_run(s, all, n < BOARD_READ_MOST ? n : BOARD_READ_MOST, why);
}

static status clear(server *s, const char *queue, complaint *why)
{
	const postgres_statement x = {.sql = "DELETE FROM firstprint_queue WHERE name = $1 AND queue = $2",
				      POSTGRES_VALUES({.at = queue})};

	return ask(s, &x, NULL, why);
}

/* ── leases ── */

#define LEASED "now() + $3 * interval '1 millisecond'"

/* One row: how long somebody else has it; none: it is leased now. */
static status lease(server *s, const char *address, const char *who, int64_t ms, bool rests, int64_t *wait, complaint *why)
{
	char number[NUMBER_ROOM];
	const postgres_value values[] = {{.at = address}, {.type = POSTGRES_NUMBER, .at = number}};
	postgres_statement all[] = {
		POSTGRES_LOCKED,
		{.sql = "SELECT greatest(1, extract(epoch FROM until - now()) * 1000)::bigint FROM firstprint_leases WHERE name = $1"
			" AND address = $2 AND until > now() AND $3 IS NOT NULL",
		 POSTGRES_VALUES(values[0], values[1])},
		{.sql = "INSERT INTO firstprint_leases (name, address, until) VALUES ($1, $2, " LEASED
			") ON CONFLICT (name, address)"
			" DO UPDATE SET until = greatest(firstprint_leases.until, excluded.until) WHERE firstprint_leases.until <= now()",
		 POSTGRES_VALUES(values[0], values[1])},
		POSTGRES_COMMIT};
	PGresult *rows;
	status err;

	(void)who;
	snprintf(number, sizeof number, "%" PRId64, ms);
	if (rests)
		all[3].sql = "INSERT INTO firstprint_leases (name, address, until) VALUES ($1, $2, " LEASED
			     ") ON CONFLICT (name,"
			     " address) DO UPDATE SET until = greatest(firstprint_leases.until, excluded.until)";
	err = postgres_change(s, all, sizeof all / sizeof *all, 2, &rows, why);
	if (err)
		return err;
	*wait = PQntuples(rows) && !rests ? postgres_number(rows, 0, 0) : 0;
	PQclear(rows);
	return OK;
}

const board_calls board_postgresql = {.claim = claim,
				      .put = put,
				      .get = get,
				      .all = all,
				      .remove = take_fields,
				      .push = push,
				      .count = count,
				      .first = first,
				      .take = take,
				      .clear = clear,
				      .lease = lease};
