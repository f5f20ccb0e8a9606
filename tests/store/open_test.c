#include <sqlite3.h>
#include <sys/stat.h>

#include "store/statement.h"
#include "tests/store/scratch.h"

#define EARLIER "7" /* than STORE_VERSION */
#define UNRELEASED "6"

TestSuite(open, .init = scratch_make, .fini = scratch_remove);

/* The bytes of a file, to be compared later. The caller frees them. */
static char *slurp(const char *path, size_t *len)
{
	FILE *file = fopen(path, "rb");
	char *bytes = malloc(1 << 20);

	cr_assert(file && bytes, "%s", path);
	*len = fread(bytes, 1, 1 << 20, file);
	fclose(file);
	return bytes;
}

static void run_sql(const char *path, const char *sql)
{
	sqlite3 *db = NULL;

	cr_assert(sqlite3_open(path, &db) == SQLITE_OK, "%s", path);
	cr_assert(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(db));
	sqlite3_close(db);
}

/* It is refused for writing and for reading, both errors name the file, and not a byte changes. */
static void expect_refused_untouched(const char *path, status expected, const char *name)
{
	static const enum store_mode modes[] = {STORE_WRITE, STORE_READ};
	size_t before_len, after_len;
	char *before = slurp(path, &before_len), *after;

	for (size_t i = 0; i < 2; i++) {
		complaint why = {""};
		store *st = NULL;

		cr_expect(store_open(path, modes[i], &st, &why) == expected, "%s", name);
		cr_expect(st == NULL, "%s", name);
		cr_expect(strstr(why.text, path) != NULL, "%s: %s", name, why.text);
		store_close(st);
	}
	after = slurp(path, &after_len);
	cr_expect(before_len == after_len && memcmp(before, after, after_len) == 0, "%s", name);
	free(before);
	free(after);
}

static void add(store *st, const char *url)
{
	cr_assert(store_add_url(st, &(store_sighting){.url = url, .host = "http://a"}, NULL, NULL) == OK);
}

static int64_t urls(store *st)
{
	return scratch_number(st, "SELECT count(*) FROM urls");
}

Test(open, creates_a_missing_store_and_opens_it_again)
{
	store *st = scratch_store();

	add(st, "http://a/");
	store_close(st);
	st = scratch_store();
	cr_expect(urls(st) == 1);
	cr_expect(store_next_id(st) == 1);
	store_close(st);
}

Test(open, accepts_an_empty_file_for_writing_but_not_for_reading)
{
	const char *path = scratch_write("t.db", "", 0);
	complaint why = {""};
	store *st = NULL;

	cr_expect(store_open(path, STORE_READ, &st, &why) == ERR_FORMAT);
	st = scratch_store();
	cr_expect(urls(st) == 0);
	store_close(st);
}

/* A process can be killed between setting the journal mode and creating the tables. */
Test(open, a_store_whose_creation_was_interrupted_is_completed)
{
	store *st;

	run_sql(scratch_path("t.db"), "PRAGMA journal_mode = WAL");
	st = scratch_store();
	cr_expect(urls(st) == 0);
	store_close(st);
}

Test(open, each_store_has_its_own_key_and_keeps_it)
{
	uint8_t first[STORE_KEY_SIZE], again[STORE_KEY_SIZE], other[STORE_KEY_SIZE];
	complaint why;
	store *st = scratch_store(), *second = NULL;

	store_key(st, first);
	store_close(st);
	st = scratch_store();
	store_key(st, again);
	cr_assert(store_open(scratch_path("other.db"), STORE_WRITE, &second, &why) == OK);
	store_key(second, other);
	store_close(st);
	store_close(second);
	cr_expect(memcmp(first, again, sizeof first) == 0);
	cr_expect(memcmp(first, other, sizeof first) != 0);
}

Test(open, keeps_the_spec_and_the_paths_of_the_filters_files)
{
	store *st = scratch_store();

	cr_expect(store_filter(st) == NULL);
	cr_expect_str_eq(store_filter_files(st), "");
	cr_expect(store_set_filter(st, "lead@2", "/filters/lead.so") == OK);
	cr_expect_str_eq(store_filter(st), "lead@2");
	store_close(st);
	st = scratch_store();
	cr_expect_str_eq(store_filter(st), "lead@2");
	cr_expect_str_eq(store_filter_files(st), "/filters/lead.so");
	cr_expect(store_set_filter(st, "exact@1", "") == OK);
	cr_expect_str_eq(store_filter(st), "exact@1");
	cr_expect_str_eq(store_filter_files(st), "");
	store_close(st);
}

Test(open, a_database_of_another_program_is_refused_and_unchanged)
{
	run_sql(scratch_path("notes.db"), "CREATE TABLE notes (text); INSERT INTO notes VALUES ('mine')");
	expect_refused_untouched(scratch_path("notes.db"), ERR_FORMAT, "a table");
	run_sql(scratch_path("id.db"), "PRAGMA application_id = 7; PRAGMA user_version = 1; CREATE TABLE pages (id)");
	expect_refused_untouched(scratch_path("id.db"), ERR_FORMAT, "an id of its own");
	cr_expect(access(scratch_path("notes.db-wal"), F_OK) != 0);
	cr_expect(access(scratch_path("notes.db-journal"), F_OK) != 0);
}

Test(open, a_file_that_is_not_a_database_is_refused_and_unchanged)
{
	static const size_t lengths[] = {1, 11, 100, 512, 4096, 70000};
	char *bytes = malloc(70000);

	cr_assert(bytes != NULL);
	memset(bytes, 'x', 70000);
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		char name[32];

		snprintf(name, sizeof name, "%zu.txt", lengths[i]);
		expect_refused_untouched(scratch_write(name, bytes, lengths[i]), ERR_FORMAT, name);
	}
	free(bytes);
}

Test(open, a_store_of_a_newer_version_is_refused_and_unchanged)
{
	store_close(scratch_store());
	run_sql(scratch_path("t.db"), "PRAGMA journal_mode = DELETE; PRAGMA user_version = 99");
	expect_refused_untouched(scratch_path("t.db"), ERR_FORMAT, "version 99");
}

Test(open, a_path_that_cannot_be_opened_is_an_io_error_and_leaves_no_file)
{
	static const struct {
		const char *name, *path;
		enum store_mode mode;
	} rows[] = {
		{"no such folder", "no/t.db", STORE_WRITE},
		{"a reader makes no file", "missing.db", STORE_READ},
		{"a folder is no file", "", STORE_WRITE},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		complaint why = {""};
		store *st = NULL;
		const char *path = scratch_path(rows[i].path);

		cr_expect(store_open(path, rows[i].mode, &st, &why) == ERR_IO, "%s", rows[i].name);
		cr_expect(strstr(why.text, path) != NULL, "%s: %s", rows[i].name, why.text);
	}
	cr_expect(access(scratch_path("missing.db"), F_OK) != 0);
}

Test(open, a_read_only_folder_is_an_io_error)
{
	complaint why = {""};
	store *st = NULL;
	const char *path = scratch_path("t.db");

	cr_assert(chmod(scratch_folder, 0555) == 0);
	if (geteuid() == 0)
		cr_assert(seteuid(65534) == 0); /* root may write anywhere */
	cr_expect(store_open(path, STORE_WRITE, &st, &why) == ERR_IO);
	cr_expect(strstr(why.text, path) != NULL, "%s", why.text);
	if (getuid() == 0)
		cr_assert(seteuid(0) == 0);
	cr_assert(chmod(scratch_folder, 0755) == 0);
}

Test(open, a_second_writer_is_refused_and_a_reader_is_not)
{
	complaint why = {""};
	store *writer = scratch_store(), *second = NULL, *reader = NULL;

	cr_expect(store_open(scratch_path("t.db"), STORE_WRITE, &second, &why) == ERR_BUSY);
	cr_expect(strstr(why.text, scratch_path("t.db")) != NULL, "%s", why.text);
	cr_assert(store_open(scratch_path("t.db"), STORE_READ, &reader, &why) == OK, "%s", why.text);
	cr_assert(store_begin(writer) == OK);
	add(writer, "http://a/");
	cr_expect(urls(reader) == 0);
	cr_assert(store_commit(writer) == OK);
	cr_expect(urls(reader) == 1);
	store_close(reader);
	store_close(writer);
	store_close(scratch_store()); /* after it is closed, another may write */
}

Test(open, a_reader_cannot_write)
{
	complaint why = {""};
	store *st;

	store_close(scratch_store());
	cr_assert(store_open(scratch_path("t.db"), STORE_READ, &st, &why) == OK, "%s", why.text);
	cr_expect(store_add_url(st, &(store_sighting){.url = "http://a/", .host = "http://a"}, NULL, NULL) != OK);
	cr_expect(urls(st) == 0);
	store_close(st);
}

Test(open, uncommitted_changes_are_gone_after_close)
{
	store *st = scratch_store();

	cr_assert(store_begin(st) == OK);
	add(st, "http://a/kept");
	cr_assert(store_commit(st) == OK);
	cr_assert(store_begin(st) == OK);
	add(st, "http://a/lost");
	cr_expect(store_in_transaction(st));
	store_close(st);
	st = scratch_store();
	cr_expect_str_eq(scratch_text(st, "SELECT group_concat(url) FROM urls"), "http://a/kept");
	store_close(st);
}

Test(open, a_rollback_undoes_and_ends_the_transaction)
{
	store *st = scratch_store();

	store_rollback(st); /* outside a transaction: no effect */
	cr_assert(store_begin(st) == OK);
	add(st, "http://a/");
	store_rollback(st);
	cr_expect(!store_in_transaction(st));
	cr_expect(urls(st) == 0);
	store_close(st);
	store_close(NULL);
}

/* The columns of all tables and the names of everything else, sorted. */
static const char shape[] = "SELECT group_concat(x, ' ') FROM (SELECT m.name || '.' || c.name || coalesce(c.dflt_value, '')"
			    " || c.pk || c.\"notnull\" AS x FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type IN"
			    " ('table', 'view') UNION ALL SELECT m.type || m.name FROM sqlite_master m WHERE m.name NOT LIKE"
			    " 'sqlite_%' ORDER BY 1)";

static char *shape_of_store(void)
{
	static char shapes[2][16384];
	static unsigned next;
	char *out = shapes[next++ % 2];
	sqlite3 *db = NULL;
	sqlite3_stmt *q = NULL;

	cr_assert(sqlite3_open(scratch_path("t.db"), &db) == SQLITE_OK);
	cr_assert(sqlite3_prepare_v2(db, shape, -1, &q, NULL) == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW);
	snprintf(out, sizeof shapes[0], "%s", (const char *)sqlite3_column_text(q, 0));
	sqlite3_finalize(q);
	sqlite3_close(db);
	return out;
}

/* A store of an earlier version, which lacks columns, an index, and triggers that count by one of the columns. */
static void make_earlier(void)
{
	store_close(scratch_store());
	run_sql(scratch_path("t.db"),
		"DROP VIEW reprints; DROP INDEX drops_notable; DROP TRIGGER count_drop; DROP TRIGGER count_drop_gone; DROP TRIGGER"
		" count_drop_moved; ALTER TABLE drops DROP COLUMN notable; ALTER TABLE pages DROP COLUMN is_list; ALTER TABLE pages DROP COLUMN nearest; ALTER TABLE drops DROP COLUMN is_list;"
		" ALTER TABLE urls DROP COLUMN barren; ALTER TABLE drops DROP COLUMN cause;"
		" INSERT INTO meta VALUES ('mark', 'kept'); PRAGMA user_version = " EARLIER);
}

Test(open, a_store_of_an_earlier_version_is_upgraded)
{
	complaint why = {""};
	char *fresh;
	store *st;

	store_close(scratch_store());
	fresh = shape_of_store();
	make_earlier();
	cr_expect_eq(store_open(scratch_path("t.db"), STORE_READ, &st, &why), ERR_FORMAT);
	cr_expect(strstr(why.text, "made by an earlier firstprint"), "%s", why.text);
	st = scratch_store();
	cr_expect_str_eq(shape_of_store(), fresh);
	cr_expect_str_eq(scratch_text(st, "SELECT value FROM meta WHERE name = 'mark'"), "kept");
	cr_expect_eq(scratch_number(st, "PRAGMA user_version"), STORE_VERSION);
	store_close(st);
}

Test(open, an_upgrade_that_fails_changes_nothing)
{
	const char *texts[STORE_VERSION + 1] = {[STORE_VERSION] = "DELETE FROM meta; no SQL"};
	complaint why = {""};
	char *before;
	store *st = NULL;

	make_earlier();
	before = shape_of_store();
	store_can_upgrade = (store_upgrades){.first = STORE_VERSION - 1, .texts = texts};
	cr_expect_neq(store_open(scratch_path("t.db"), STORE_WRITE, &st, &why), OK);
	cr_expect_str_eq(shape_of_store(), before);
}

Test(open, a_store_of_an_unreleased_version_is_refused)
{
	complaint why = {""};
	store *st = NULL;

	store_close(scratch_store());
	run_sql(scratch_path("t.db"), "PRAGMA user_version = " UNRELEASED);
	for (int writes = 0; writes < 2; writes++) {
		cr_expect_eq(store_open(scratch_path("t.db"), writes ? STORE_WRITE : STORE_READ, &st, &why), ERR_FORMAT);
		cr_expect(strstr(why.text,
				 "made by an unreleased firstprint (store version 6); export it with the program that made it"),
			  "%s", why.text);
	}
}

/* Root may write everywhere, so the test becomes another user. */
static void be_nobody(bool nobody)
{
	if (getuid() == 0)
		cr_assert(seteuid(nobody ? 65534 : 0) == 0);
}

Test(open, a_store_in_a_read_only_folder_can_be_read)
{
	const char *path = scratch_path("shelf/a?b%c#d.db");
	complaint why = {""};
	store *st = NULL;

	cr_assert(chmod(scratch_folder, 0755) == 0 && mkdir(scratch_path("shelf"), 0755) == 0);
	cr_assert(store_open(path, STORE_WRITE, &st, &why) == OK, "%s", why.text);
	add(st, "http://a/1");
	store_close(st);
	cr_assert(chmod(path, 0444) == 0 && chmod(scratch_path("shelf"), 0555) == 0);
	be_nobody(true);
	st = NULL;
	cr_expect(store_open(path, STORE_READ, &st, &why) == OK, "%s", why.text);
	cr_expect(st && urls(st) == 1);
	store_close(st);
	be_nobody(false);
	chmod(scratch_path("shelf"), 0755);
}

Test(open, reading_leaves_no_files_behind)
{
	const char *path = scratch_path("t.db"), *wal = scratch_path("t.db-wal"), *shm = scratch_path("t.db-shm");
	size_t before_len, after_len;
	char *before, *after;
	complaint why = {""};
	store *st;

	store_close(scratch_store());
	before = slurp(path, &before_len);
	cr_assert(store_open(path, STORE_READ, &st, &why) == OK, "%s", why.text);
	cr_expect_eq(urls(st), 0);
	store_close(st);
	after = slurp(path, &after_len);
	cr_expect(access(wal, F_OK) != 0 && access(shm, F_OK) != 0);
	cr_expect(before_len == after_len && memcmp(before, after, before_len) == 0);
	free(before);
	free(after);
}

Test(open, a_reader_does_not_take_the_files_of_a_writer)
{
	store *writer = scratch_store(), *reader;
	complaint why = {""};

	cr_assert(store_begin(writer) == OK);
	add(writer, "http://a/1");
	cr_assert(store_commit(writer) == OK);
	cr_assert(store_open(scratch_path("t.db"), STORE_READ, &reader, &why) == OK, "%s", why.text);
	cr_expect_eq(urls(reader), 1);
	store_close(reader);
	cr_expect_eq(access(scratch_path("t.db-wal"), F_OK), 0);
	cr_assert(store_begin(writer) == OK);
	add(writer, "http://a/2");
	cr_assert(store_commit(writer) == OK);
	store_close(writer);
	cr_assert(store_open(scratch_path("t.db"), STORE_READ, &reader, &why) == OK, "%s", why.text);
	cr_expect_eq(urls(reader), 2);
	store_close(reader);
}

Test(open, what_a_killed_writer_left_beside_it_locks_nobody_out)
{
	store *st;

	scratch_write("t.db-lock", "", 0);
	st = scratch_store();
	cr_expect(access(scratch_path("t.db-lock"), F_OK) == 0);
	store_close(st);
	cr_expect(access(scratch_path("t.db-lock"), F_OK) != 0, "it is gone when nobody writes");
}

Test(open, a_store_by_another_name_is_locked_too)
{
	store *st = scratch_store(), *second = NULL;
	complaint why = {""};

	cr_assert(symlink(scratch_path("t.db"), scratch_path("other.db")) == 0);
	cr_expect(store_open(scratch_path("other.db"), STORE_WRITE, &second, &why) == ERR_BUSY, "%s", why.text);
	store_close(st);
	cr_expect(store_open(scratch_path("other.db"), STORE_WRITE, &second, &why) == OK, "%s", why.text);
	store_close(second);
}
