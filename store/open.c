/* open — opens, creates, upgrades, locks and closes a store; transactions. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/new_file.h"
#include "store/ask.h"
#include "store/cause_sql.h"
#include "store/delta.h"
#include "store/file.h"
#include "store/genuine.h"
#include "store/lock.h"
#include "store/statement.h"

static const char schema[] =
#include "store/schema.inc"
	;
static const char views[] =
#include "store/views.inc"
	;
static const char counts[] =
#include "store/counts.inc"
	;
static const char *const all_texts[] = {schema, counts, views, remembered_triggers, NULL};
static const char add_causes[] = "ALTER TABLE drops ADD COLUMN cause TEXT NOT NULL DEFAULT ''; " CAUSES_TOLD("true");
/* Takes the escapes that it need not have from a name. One with a control character stays: SQLite would write that in another way than
 * the reader of ids. */
#define PLAIN_NAME(TABLE, COLUMN) \
	"UPDATE " TABLE " SET " COLUMN " = json_quote(json_extract(" COLUMN ", '$')) WHERE instr(" COLUMN ", '\\')" \
	" AND json_valid(" COLUMN ") AND " COLUMN " NOT GLOB '*\\u00[01]*';"
/* Takes "./" from the name of a line or a file: ./p.jsonl:7 is p.jsonl:7. */
#define PLAIN_PATH(TABLE, COLUMN) \
	"UPDATE " TABLE " SET " COLUMN " = '\"' || ltrim(substr(" COLUMN ", 4), '/') WHERE " COLUMN \
	" GLOB '\"./*:*[0-9]\"' OR " COLUMN " GLOB '\"./*.htm*\"';"
#define PLAIN(TABLE, COLUMN) PLAIN_NAME(TABLE, COLUMN) PLAIN_PATH(TABLE, COLUMN)
static const char *const upgrades[STORE_VERSION + 1] = {
	[13] = PLAIN("pages", "name") PLAIN("drops", "name") PLAIN("decisions", "name") PLAIN("decisions", "of_name"),
	[12] = "ALTER TABLE pages ADD COLUMN nearest INTEGER",
	[11] = add_causes,
	[10] = "ALTER TABLE urls ADD COLUMN barren INTEGER NOT NULL DEFAULT 0",
	[9] = "ALTER TABLE drops ADD COLUMN notable TEXT; CREATE INDEX drops_notable ON drops (id) WHERE notable IS NOT NULL",
	[8] = "ALTER TABLE pages ADD COLUMN is_list INTEGER; ALTER TABLE drops ADD COLUMN is_list INTEGER",
};
store_upgrades store_can_upgrade = {.first = 7, .texts = upgrades};

static status draw_key(store *st)
{
	uint8_t key[STORE_KEY_SIZE];

	if (getrandom(key, sizeof key, 0) != sizeof key)
		return ERR_IO;
	return statement_do(st, "INSERT INTO meta (name, value) VALUES ('key', ?)", "b", key, sizeof key);
}

/* Upgrades from version `from` to STORE_VERSION, or creates all tables if from is 0, in one transaction. */
static status migrate(store *st, int from)
{
	char stamp[96];
	status err = statement_run(st->db,
				   "BEGIN IMMEDIATE;"
				   "DROP VIEW IF EXISTS queue; DROP VIEW IF EXISTS groups; DROP VIEW IF EXISTS reprints;"
				   "DROP VIEW IF EXISTS summary");

	for (int v = from + 1; from && v <= STORE_VERSION && !err; v++)
		err = statement_run(st->db, store_can_upgrade.texts[v]);
	if (!err && from == 0)
		err = statement_run(st->db, schema);
	if (!err)
		err = statement_run(st->db, counts);
	if (!err)
		err = statement_run(st->db, views);
	if (!err && from == 0)
		err = draw_key(st);
	sqlite3_snprintf(sizeof stamp, stamp, "PRAGMA application_id = %d; PRAGMA user_version = %d", STORE_APPLICATION_ID,
			 STORE_VERSION);
	if (!err)
		err = statement_run(st->db, stamp);
	return err ? err : statement_run(st->db, "COMMIT");
}

static status check_version(store *st, const char *path, bool *fresh, complaint *why)
{
	int id = 0, version = 0, tables = 0;
	status err = statement_probe(st->db, &id, &version, &tables);

	if (err == ERR_FORMAT)
		return file_explain_unreadable(path, why);
	if (err)
		return complain(why, err, "%s: %s", path, sqlite3_errmsg(st->db));
	*fresh = tables == 0 && id == 0; /* not by its size: a process killed before it made the tables leaves one page */
	if (!*fresh && id != STORE_APPLICATION_ID)
		return complain(why, ERR_FORMAT, "%s: a SQLite file of another program, not a firstprint store", path);
	if (version > STORE_VERSION)
		return complain(why, ERR_FORMAT, "%s: made by a newer firstprint (store version %d; this one knows %d)", path,
				version, STORE_VERSION);
	if (*fresh || version == STORE_VERSION)
		return OK;
	if (version < store_can_upgrade.first)
		return complain(
			why, ERR_FORMAT,
			"%s: made by an unreleased firstprint (store version %d); export it with the program that made it",
			path, version);
	if (!st->writes)
		return complain(why, ERR_FORMAT,
				"%s: made by an earlier firstprint (store version %d); 'firstprint judge %s --apply' "
				"brings it up to date",
				path, version, path);
	return migrate(st, version);
}

/* Hashes that anybody can compute would let everybody make pages that are dropped for others. */
static status keep_key(store *st, const firstprint_signature *key, bool has_key)
{
	if (key->len != STORE_KEY_SIZE) {
		sqlite3_snprintf(sizeof st->error, st->error,
				 has_key ? "its key, in the table meta, is not one of %d bytes"
					 : "it has no key, in the table meta",
				 STORE_KEY_SIZE);
		return ERR_FORMAT;
	}
	memcpy(st->key, key->bytes, STORE_KEY_SIZE);
	return OK;
}

status store_read_meta(store *st)
{
#define META(NAME) "(SELECT value FROM meta WHERE name = '" NAME "')"
#define META_TEXTS META("filter") ", " META("filter-files") ", " META("extraction") ", " META("memory") ", " META("owner")
	static const char sql[] = "SELECT " META_TEXTS
				  ", (SELECT iif(typeof(value) = 'blob', value, x'') FROM meta WHERE name ="
				  " 'key'), EXISTS (SELECT 1 FROM meta WHERE name = 'key')";
	firstprint_signature key;
	uint64_t last = 0;
	bool has_key;
	status err = statement_first(st, st->memory, sql, "=tttttby", &st->filter, &st->filter_files, &st->extraction,
				     &st->sharing.memory, &st->sharing.owner, &key, &has_key);

	if (!err)
		err = keep_key(st, &key, has_key);
	if (!err)
		err = store_last_id(st, &last);
	st->next_id = last + 1;
	return err;
}

/* May we write the file? Creates it if it does not exist, but does not open an existing file; see lock.h. */
static bool may_be_written(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);

	if (fd >= 0)
		close(fd);
	return fd >= 0 || (errno == EEXIST && eaccess(path, W_OK) == 0);
}

/* Notes device and inode of the file, to detect that another one has replaced it. */
static int note_file(store *st, const char *path, struct stat *is)
{
	int err = stat(path, is);

	if (err == 0) {
		st->device = is->st_dev;
		st->inode = is->st_ino;
	}
	return err;
}

/* Takes our own lock, besides SQLite's, while the store is open for writing, so that a second writer fails at once and not at its
 * first transaction. */
static status take_lock(store *st, const char *path, complaint *why)
{
	struct stat is;
	status err = may_be_written(path) ? lock_take(path, &st->lock) : ERR_IO;

	if (err == ERR_BUSY)
		return complain(why, err, "%s: another firstprint is writing to it", path);
	if (err)
		return complain(why, err, "%s: cannot be opened for writing: %s", path,
				err == ERR_IO ? strerror(errno) : status_text(err));
	if (note_file(st, path, &is) != 0)
		return complain(why, ERR_IO, "%s: cannot be opened for writing: %s", path, strerror(errno));
	return is.st_size != 1 ? OK : /* SQLite would treat a file of one byte as empty */
		       complain(why, ERR_FORMAT, "%s: not a SQLite file", path);
}

static status prepare_file(store *st, const char *path, complaint *why)
{
	struct stat is;
	bool fresh = false;
	complaint cause = {""};
	status err = check_version(st, path, &fresh, why);

	if (err)
		return err;
	if (!st->writes && note_file(st, path, &is) != 0)
		return complain(why, ERR_IO, "%s: %s", path, strerror(errno));
	if (fresh && !st->writes)
		return complain(why, ERR_FORMAT, "%s: empty, not a firstprint store", path);
	if (!fresh)
		err = genuine_check(st->db, all_texts, &cause);
	if (*cause.text)
		return complain(why, err, "%s: %.300s", path, cause.text);
	if (!err && !st->writes)
		err = statement_run(st->db,
				    "PRAGMA query_only = ON"); /* the connection may be able to write; see open_database */
	else if (!err)
		err = statement_run(st->db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
					    "PRAGMA foreign_keys = ON");
	if (!err && fresh)
		err = migrate(st, 0);
	if (!err)
		err = store_read_meta(st);
	if (err)
		store_complain(st, path, err, why);
	return err;
}

static int open_database(store *st, const char *path)
{
	char *uri;
	int code;

	if (st->writes)
		return sqlite3_open_v2(path, &st->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
	uri = file_uri(path);
	code = uri ? sqlite3_open_v2(uri, &st->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL)
		   : SQLITE_NOMEM;
	sqlite3_free(uri);
	return code;
}

/* Refuses what can be no store, or cannot be read. */
static status refuse_path(const char *path, enum store_mode mode, complaint *why)
{
	struct stat is;

	if (strcmp(path, "-") == 0)
		return complain(why, ERR_USAGE, "-: a store is a file, and no stream");
	if (stat(path, &is) == 0 && S_ISDIR(is.st_mode))
		return complain(why, ERR_IO, "%s: a folder, not a firstprint store", path);
	if (mode == STORE_READ && access(path, R_OK) != 0)
		return complain(why, ERR_IO, "%s: cannot be read: %s", path, strerror(errno));
	return mode == STORE_WRITE ? new_file_check(path, why) : OK;
}

status store_prepare(store *st)
{
	status err;

	sqlite3_busy_timeout(st->db, STORE_BUSY_MS);
	st->memory = arena_new();
	st->delta = delta_new();
	err = st->memory && st->delta ? genuine_defend(st->db) : ERR_MEMORY;
	return err ? err : statement_status(cause_sql_add(st->db));
}

static status open_connection(store *st, const char *path, complaint *why)
{
	status err;

	if (open_database(st, path) != SQLITE_OK)
		return complain(why, ERR_IO, "%s: %s", path, sqlite3_errmsg(st->db));
	err = store_prepare(st);
	return err ? complain(why, err, "%s: %s", path, status_text(err)) : OK;
}

status store_open(const char *path, enum store_mode mode, store **out, complaint *why)
{
	bool created = mode == STORE_WRITE && access(path, F_OK) != 0;
	status err = refuse_path(path, mode, why);
	store *st;

	if (err)
		return err;
	st = calloc(1, sizeof *st);
	if (!st)
		return complain(why, ERR_MEMORY, "%s: %s", path, status_text(ERR_MEMORY));
	st->writes = mode == STORE_WRITE;
	st->is_made = created;
	err = st->writes ? take_lock(st, path, why) : OK;
	if (!err)
		err = open_connection(st, path, why);
	if (!err)
		err = prepare_file(st, path, why);
	if (!err) {
		*out = st;
		return OK;
	}
	store_close(st);
	if (created && err != ERR_BUSY)
		unlink(path); /* do not leave a file that is not a store */
	return err;
}

status store_open_existing(const char *path, store **out, complaint *why)
{
	if (access(path, F_OK) != 0)
		return complain(why, ERR_IO, "%s: cannot be read: %s", path, strerror(errno));
	return store_open(path, STORE_WRITE, out, why);
}

void store_close(store *st)
{
	if (!st)
		return;
	if (remembered_is_unnoted(st) && store_begin(st) == OK && store_commit(st) != OK)
		store_rollback(st);
	remembered_close(st);
	statements_free(st);
	sqlite3_close(st->db);
	if (st->unmade)
		unlink(st->unmade);
	free(st->unmade);
	lock_release(st->lock);
	delta_free(st->delta);
	arena_free(st->memory);
	free(st);
}

void store_unmake(store *st)
{
	if (st && st->is_made && st->next_id == 1 && !store_is_replaced(st))
		st->unmade = strdup(sqlite3_db_filename(st->db, "main"));
}

void store_key(const store *st, uint8_t key[STORE_KEY_SIZE])
{
	memcpy(key, st->key, STORE_KEY_SIZE);
}

const char *store_filter(const store *st)
{
	return st->filter;
}

const char *store_filter_files(const store *st)
{
	return st->filter_files ? st->filter_files : "";
}

status store_put_meta(store *st, const char *name, const char *value, const char **field)
{
	const char *copy = arena_text(st->memory, value, strlen(value));
	status err = copy ? statement_do(st, "INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", "tt", name, value)
			  : ERR_MEMORY;

	if (!err && field)
		*field = copy;
	return err;
}

const char *store_extraction(const store *st)
{
	return st->extraction ? st->extraction : "";
}

status store_set_extraction(store *st, const char *versions)
{
	return store_put_meta(st, "extraction", versions, &st->extraction);
}

status store_set_filter(store *st, const char *spec, const char *files)
{
	status err = store_put_meta(st, "filter", spec, &st->filter);

	return err ? err : store_put_meta(st, "filter-files", files, &st->filter_files);
}

status store_begin(store *st)
{
	return statement_do(st, "BEGIN IMMEDIATE", "");
}

status store_begin_reading(store *st)
{
	return statement_do(st, "BEGIN", "");
}

status store_change_mark(store *st, int64_t *out)
{
	return statement_first(st, NULL, "PRAGMA data_version", "=i", out);
}

/* Then all further writes are lost, or get mixed with the log of another store. */
bool store_is_replaced(const store *st)
{
	struct stat now;

	return stat(sqlite3_db_filename(st->db, "main"), &now) != 0 || now.st_ino != st->inode || now.st_dev != st->device;
}

status store_commit(store *st)
{
	status err;

	if (store_is_replaced(st)) {
		sqlite3_snprintf(sizeof st->error, st->error, "the file was deleted, moved or replaced while it was written");
		return ERR_IO;
	}
	err = remembered_commit(st);
	if (!err)
		err = statement_do(st, "COMMIT", "");
	if (!err)
		remembered_committed(st);
	return err;
}

/* Saves the sentence about the last error, since a successful rollback clears SQLite's. */
void store_rollback(store *st)
{
	const char *text = store_error(st);

	if (text)
		sqlite3_snprintf(sizeof st->error, st->error, "%s", text);
	if (store_in_transaction(st))
		statement_do(st, "ROLLBACK", "");
	remembered_rolled_back(st);
}

bool store_in_transaction(const store *st)
{
	return !sqlite3_get_autocommit(st->db);
}

/* SQLite's message, and what to do. */
static const char *sqlite_says(sqlite3 *db, int code)
{
	switch (code) {
	case SQLITE_BUSY:
		return "another program has locked it: wait until its transaction has ended, or end it";
	case SQLITE_CORRUPT:
		return "it is damaged (database disk image is malformed): restore a copy, or save what can be read with sqlite3's .recover";
	default:
		return sqlite3_errmsg(db);
	}
}

const char *store_error(const store *st)
{
	int full = sqlite3_extended_errcode(st->db), code = full & 0xff;

	if (full == SQLITE_IOERR_WRITE || full == SQLITE_IOERR_SHMSIZE) /* SQLite's error at a quota or a file size limit */
		return "cannot be written to: is the disk full, or a quota or file size limit reached?";
	if (code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE)
		return sqlite_says(st->db, code);
	return *st->error ? st->error : NULL;
}

void store_complain(const store *st, const char *path, status e, complaint *why)
{
	const char *text = st ? store_error(st) : NULL;

	if (!*why->text)
		complain(why, e, "%s: %s", path, text ? text : status_text(e));
}
