/* log_postgres — a log as rows with ascending numbers. Whoever appends holds a lock until the row is committed, so that numbers become visible in
 * their order. A tag tells a row from another one that has its number after a standby took over without it. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cluster/postgres.h"

enum { NUMBER_ROOM = 24 };

static status head(server *s, arena *a, firstprint_span *out, complaint *why)
{
	static const postgres_statement ask = {.sql = "SELECT head FROM firstprint_head WHERE name = $1"};
	PGresult *rows;
	status err = postgres_call(s, &ask, 1, 0, &rows, why);

	if (err)
		return err;
	if (PQntuples(rows))
		*out = postgres_bytes(rows, 0, 0, a);
	err = !PQntuples(rows) ? log_error(s, ERR_MISSING, why) : out->at ? OK : ERR_MEMORY;
	PQclear(rows);
	return err;
}

#define TAG "('x' || substr(md5(random()::text || clock_timestamp()::text), 1, 15))::bit(60)::bigint"

/* The first entry has no bytes. It makes the log, also one that was lost while its head was not. Rows whose head was lost do not count:
 * they may be of another filter. */
static status create(server *s, firstprint_span head, complaint *why)
{
	const postgres_statement all[] = {
		POSTGRES_LOCKED,
		{.sql = "DELETE FROM firstprint_log WHERE name = $1 AND NOT EXISTS (SELECT 1 FROM firstprint_head WHERE name = $1)"},
		{.sql = "DELETE FROM firstprint_stores WHERE name = $1 AND NOT EXISTS (SELECT 1 FROM firstprint_head WHERE name = $1)"},
		{.sql = "INSERT INTO firstprint_log (name, n, tag, bytes) SELECT $1, 1, " TAG ", '' WHERE NOT EXISTS"
			" (SELECT 1 FROM firstprint_log WHERE name = $1)"},
		{.sql = "INSERT INTO firstprint_head (name, head) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1",
		 POSTGRES_VALUES({POSTGRES_BYTES, head.at, head.len})},
		POSTGRES_COMMIT};
	PGresult *rows;
	bool is_new;
	status err = postgres_change(s, all, sizeof all / sizeof *all, 5, &rows, why);

	if (err)
		return err;
	is_new = PQntuples(rows) == 1;
	PQclear(rows);
	return is_new ? OK : log_error(s, ERR_BUSY, why);
}

static status take_away(server *s, complaint *why)
{
	static const postgres_statement all[] = {POSTGRES_LOCKED,
						 {.sql = "DELETE FROM firstprint_head WHERE name = $1"},
						 {.sql = "DELETE FROM firstprint_log WHERE name = $1"},
						 {.sql = "DELETE FROM firstprint_stores WHERE name = $1"},
						 POSTGRES_COMMIT};
	status err = postgres_run(s, all, sizeof all / sizeof *all, why);

	return err == ERR_MISSING ? OK : err;
}

/* The columns are n, tag, age and bytes. If a number n is missing, somebody deleted the row, and the store that wrote it sends it
 * again when it next starts. */
static void read_row(const PGresult *rows, int i, log_position *at, arena *a, log_entry *out)
{
	at->count = (uint64_t)postgres_number(rows, i, 0);
	snprintf(at->last, sizeof at->last, "%" PRId64, postgres_number(rows, i, 1));
	*out = (log_entry){postgres_bytes(rows, i, 3, a), postgres_number(rows, i, 2)};
}

/* Is the first row the one that was read last? */
static bool follows(const PGresult *rows, const log_position *at)
{
	char last[LOG_ID_MAX];

	if (!at->count)
		return true;
	if (!PQntuples(rows) || postgres_number(rows, 0, 0) != (int64_t)at->count)
		return false;
	snprintf(last, sizeof last, "%" PRId64, postgres_number(rows, 0, 1));
	return strcmp(last, at->last) == 0;
}

static status read_rows(const server *s, const PGresult *rows, log_position *at, arena *a, log_reply *out, complaint *why)
{
	int first = at->count > 0, len = PQntuples(rows);

	if (!len && !at->count)
		return log_error(s, ERR_MISSING, why);
	if (!follows(rows, at))
		return complain(why, ERR_MISSING, "%s: its end was lost", s->shown);
	out->n = (size_t)(len - first);
	out->entries = arena_zeros(a, out->n + 1, sizeof *out->entries);
	for (int i = first; i < len && out->entries; i++)
		read_row(rows, i, at, a, &out->entries[i - first]);
	return arena_exhausted(a) ? ERR_MEMORY : OK;
}

#define READ \
	"SELECT n, tag, (extract(epoch FROM clock_timestamp() - at) * 1000)::bigint, CASE WHEN n = $2 THEN '' ELSE bytes END" \
	" FROM firstprint_log WHERE name = $1 AND n >= $2 ORDER BY n LIMIT $3"
#define APPEND \
	"INSERT INTO firstprint_log (name, n, tag, bytes) SELECT $1, max(n) + 1, " TAG ", $2 FROM firstprint_log" \
	" WHERE name = $1 HAVING max(n) IS NOT NULL"
#define REPORT \
	"INSERT INTO firstprint_stores (name, store, note) VALUES ($1, $2, $3)" \
	" ON CONFLICT (name, store) DO UPDATE SET note = excluded.note, at = clock_timestamp()"

/* The last row that was read is read again, without its bytes, to see whether it is still there. */
static status sync_log(server *s, const log_request *request, size_t most, log_position *at, arena *a, log_reply *out,
		       complaint *why)
{
	char count[NUMBER_ROOM], limit[NUMBER_ROOM];
	postgres_statement all[6] = {POSTGRES_LOCKED};
	size_t len = request->append ? 2 : 0, read;
	PGresult *rows;
	status err;

	snprintf(count, sizeof count, "%" PRIu64, at->count);
	snprintf(limit, sizeof limit, "%zu", most + (at->count > 0));
	if (request->append)
		all[len++] = (postgres_statement){.sql = APPEND,
						  POSTGRES_VALUES({POSTGRES_BYTES, request->append->at, request->append->len})};
	if (request->report)
		all[len++] = (postgres_statement){.sql = REPORT,
						  POSTGRES_VALUES({.at = request->store}, {.at = request->report})};
	read = len;
	all[len++] = (postgres_statement){.sql = READ,
					  POSTGRES_VALUES({.type = POSTGRES_NUMBER, .at = count},
							  {.type = POSTGRES_NUMBER, .at = limit})};
	if (request->append)
		all[len++] = (postgres_statement)POSTGRES_COMMIT;
	err = postgres_call(s, all, len, read, &rows, why);
	if (err)
		return err;
	err = read_rows(s, rows, at, a, out, why);
	out->more = !err && out->n >= most;
	PQclear(rows);
	return err;
}

static status reports(server *s, arena *a, log_report **out, size_t *n, complaint *why)
{
	static const postgres_statement ask = {
		.sql = "SELECT store, note, (extract(epoch FROM clock_timestamp() - at) * 1000)::bigint FROM firstprint_stores"
		       " WHERE name = $1 ORDER BY store"};
	PGresult *rows;
	status err = postgres_call(s, &ask, 1, 0, &rows, why);

	if (err)
		return err;
	*n = (size_t)PQntuples(rows);
	*out = arena_zeros(a, *n + 1, sizeof **out);
	for (int i = 0; *out && i < (int)*n; i++)
		(*out)[i] = (log_report){postgres_bytes(rows, i, 0, a).at, postgres_bytes(rows, i, 1, a).at,
					 postgres_number(rows, i, 2)};
	PQclear(rows);
	return arena_exhausted(a) ? ERR_MEMORY : OK;
}

static status remove_report(server *s, const char *store, complaint *why)
{
	const postgres_statement x = {.sql = "DELETE FROM firstprint_stores WHERE name = $1 AND store = $2",
				      POSTGRES_VALUES({.at = store})};

	return postgres_run(s, &x, 1, why);
}

static status size(server *s, uint64_t *entries, uint64_t *bytes, complaint *why)
{
	static const postgres_statement ask = {
		.sql = "SELECT count(*), coalesce(sum(length(bytes) + 60), 0)::bigint FROM firstprint_log WHERE name = $1"};
	PGresult *rows;
	status err = postgres_call(s, &ask, 1, 0, &rows, why);

	if (err)
		return err;
	*entries = (uint64_t)postgres_number(rows, 0, 0);
	*bytes = (uint64_t)postgres_number(rows, 0, 1);
	PQclear(rows);
	return OK;
}

const log_calls log_postgresql = {.head = head,
				  .create = create,
				  .remove = take_away,
				  .sync = sync_log,
				  .reports = reports,
				  .remove_report = remove_report,
				  .size = size};
