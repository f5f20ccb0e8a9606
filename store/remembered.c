/* remembered — the signatures of the pages that the filter remembers, from the table or from the file beside the store. */
#include <string.h>

#include "store/signature_log.h"
#include "store/statement.h"

enum { LOG_KEPT_LEAST = 16 << 20 }; /* bytes; making a smaller file again is as fast as reading it */

/* ── the state of the file, in meta ── */

/* A writer that changes the table without recording the file's state invalidates the file. */
const char remembered_triggers[] = "CREATE TRIGGER IF NOT EXISTS signature_log_insert AFTER INSERT ON signatures WHEN new.kept"
				   " BEGIN DELETE FROM meta WHERE name = 'signature-log'; END;"
				   "CREATE TRIGGER IF NOT EXISTS signature_log_update AFTER UPDATE ON signatures"
				   " BEGIN DELETE FROM meta WHERE name = 'signature-log'; END;"
				   "CREATE TRIGGER IF NOT EXISTS signature_log_delete AFTER DELETE ON signatures WHEN old.kept"
				   " BEGIN DELETE FROM meta WHERE name = 'signature-log'; END";

static status read_state(store *st, log_state *out)
{
	firstprint_signature bytes;
	status err = statement_first(st, st->memory, "SELECT value FROM meta WHERE name = 'signature-log'", "=b", &bytes);

	if (err || bytes.len != sizeof *out)
		return err ? err : ERR_MISSING;
	memcpy(out, bytes.bytes, sizeof *out);
	return OK;
}

status remembered_commit(store *st)
{
	const log_state *now;
	status err = OK;

	if (!st->log || st->log_failed)
		return OK;
	now = signature_log_state(st->log);
	if (now->length < LOG_KEPT_LEAST)
		return OK;     /* remembered_close will delete it */
	if (!st->is_log_noted) /* else an earlier transaction has made the triggers */
		err = statement_run(st->db, remembered_triggers);
	return err ? err
		   : statement_do(st, "INSERT OR REPLACE INTO meta (name, value) VALUES ('signature-log', ?)", "b", now,
				  sizeof *now);
}

void remembered_committed(store *st)
{
	if (!st->log)
		return;
	st->log_committed = *signature_log_state(st->log);
	st->is_log_noted = !st->log_failed && st->log_committed.length >= LOG_KEPT_LEAST;
}

void remembered_rolled_back(store *st)
{
	if (st->log)
		*signature_log_state(st->log) = st->log_committed;
}

bool remembered_is_unnoted(const store *st)
{
	return st->log && st->writes && !st->log_failed && !st->is_log_noted &&
	       signature_log_state(st->log)->length >= LOG_KEPT_LEAST;
}

void remembered_close(store *st)
{
	if (st->log)
		signature_log_close(st->log,
				    st->writes && (st->log_failed || signature_log_state(st->log)->length < LOG_KEPT_LEAST));
	st->log = NULL;
}

/* ── reading ── */

status store_signatures(store *st, status (*handle)(void *, uint64_t, const firstprint_signature *), void *ctx)
{
	sqlite3_stmt *q = statement(st, "SELECT id, bytes FROM signatures WHERE kept = 1 ORDER BY id", "");
	status err = OK;

	while (statement_next(q, &err)) {
		firstprint_signature sig = {sqlite3_column_blob(q, 1), (size_t)sqlite3_column_bytes(q, 1)};

		err = handle(ctx, (uint64_t)sqlite3_column_int64(q, 0), &sig);
	}
	return err;
}

/* Does not trust the store's count beyond the number of pages that fit into its file. */
status store_count_remembered(store *st, uint64_t *out)
{
	return statement_first(st, NULL,
			       "SELECT min(max(value, 0), page_count * page_size / 64) FROM counts, pragma_page_count,"
			       " pragma_page_size WHERE name = 'pages'", /* no page takes less */
			       "=i", out);
}

/* State while each signature of the table is written to the file and handed over from there. */
typedef struct rebuilding {
	store *store;
	store_remembered_reader *handle;
	void *ctx;
} rebuilding;

static status rebuild_one(void *ctx, uint64_t id, const firstprint_signature *sig)
{
	const rebuilding *r = ctx;
	firstprint_signature kept;

	if (store_keep_signature(r->store, id, sig, &kept))
		return r->handle(r->ctx, id, &kept, true);
	return r->handle(r->ctx, id, sig, false);
}

status store_remembered(store *st, store_remembered_reader *handle, void *ctx)
{
	const char *path = sqlite3_db_filename(st->db, "main");
	rebuilding r = {st, handle, ctx};
	log_state state;
	status err;

	if (st->log) /* a second filter reads it */
		return st->log_failed ? store_signatures(st, rebuild_one, &r) : signature_log_read(st->log, handle, ctx);
	err = read_state(st, &state);
	if (err && err != ERR_MISSING)
		return err;
	if (!err && signature_log_open(path, &state, st->writes, &st->log) == OK) {
		st->log_committed = state;
		st->is_log_noted = true;
		return signature_log_read(st->log, handle, ctx);
	}
	if (st->writes && signature_log_create(path, &st->log) != OK)
		st->log = NULL; /* go on without the file */
	err = store_signatures(st, rebuild_one, &r);
	if (st->log)
		st->log_committed = *signature_log_state(st->log); /* a rollback goes back to here */
	return err;
}

/* ── writing ── */

/* After a failed write the file is out of date, so the store no longer records its state. */
static bool give_up(store *st)
{
	st->log_failed = true;
	return false;
}

bool store_keep_signature(store *st, uint64_t id, const firstprint_signature *sig, firstprint_signature *kept)
{
	if (!st->log || st->log_failed)
		return false;
	return signature_log_add(st->log, id, sig, kept) == OK || give_up(st);
}

void store_drop_signature(store *st, uint64_t id)
{
	if (st->log && !st->log_failed && signature_log_remove(st->log, id) != OK)
		give_up(st);
}
