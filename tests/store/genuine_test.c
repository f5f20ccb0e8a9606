/* Stores from a stranger: what is not ours is refused in words that name it, and nothing of it is used. */
#include "store/genuine.h"

#include "store/fulltext.h"
#include "store/statement.h"
#include "tests/store/articles.h"
#include "tests/store/scratch.h"

TestSuite(genuine, .init = scratch_make_arena, .fini = scratch_remove_arena);

static void change(const char *path, const char *sql)
{
	sqlite3 *db = NULL;

	cr_assert(sqlite3_open(path, &db) == SQLITE_OK, "%s", path);
	cr_assert(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s: %s", sql, sqlite3_errmsg(db));
	sqlite3_close(db);
}

/* A new store, changed. */
static const char *changed_store(const char *sql)
{
	static unsigned n;
	char name[32];
	complaint why = {""};
	store *st = NULL;

	snprintf(name, sizeof name, "%u.db", n++);
	cr_assert(store_open(scratch_path(name), STORE_WRITE, &st, &why) == OK, "%s", why.text);
	store_close(st);
	change(scratch_path(name), sql);
	return scratch_path(name);
}

static void expect_refused(const char *sql, const char *wanted)
{
	static const enum store_mode modes[] = {STORE_READ, STORE_WRITE};
	const char *path = changed_store(sql);

	for (size_t i = 0; i < 2; i++) {
		complaint why = {""};
		store *st = NULL;

		cr_expect(store_open(path, modes[i], &st, &why) == ERR_FORMAT, "%s", sql);
		cr_expect(strstr(why.text, path) == why.text && strstr(why.text, wanted), "%s: %s", sql, why.text);
		store_close(st);
	}
}

#define FORGED(type, name, sql) \
	"PRAGMA writable_schema = ON; INSERT INTO sqlite_schema VALUES ('" type "', '" name "', '" name "', 0, '" sql "')"

Test(genuine, what_would_run_or_replace_ours_is_refused)
{
	static const struct {
		const char *sql, *wanted;
	} rows[] = {
		{"CREATE TRIGGER evil AFTER INSERT ON pages BEGIN DELETE FROM drops; END", "its trigger evil is not firstprint's"},
		{"CREATE TABLE notes (x); CREATE TRIGGER evil AFTER INSERT ON notes BEGIN SELECT 1; END", "trigger evil"},
		{"CREATE VIEW mine AS SELECT 1", "its view mine is not firstprint's"},
		{"DROP VIEW summary; CREATE VIEW summary AS SELECT 1 AS name, 2 AS value", "its view summary is not that of firstprint"},
		{"DROP VIEW summary; CREATE TABLE summary (name, value)", "it lacks the VIEW summary"},
		{"DROP TRIGGER count_page; CREATE TRIGGER count_page AFTER INSERT ON pages BEGIN SELECT 1; END", "its trigger count_page is not"},
		{"DROP TRIGGER count_page", "it lacks the TRIGGER count_page"},
		{"DROP INDEX pages_url; CREATE INDEX pages_url ON pages (title)", "its index pages_url is not"},
		{"DROP INDEX pages_url", "it lacks the INDEX pages_url"},
		{"CREATE UNIQUE INDEX one ON pages (title)", "its index one is not"},
		{"CREATE INDEX costly ON pages (hex(zeroblob(100000)))", "its index costly is not"},
		{"CREATE INDEX some ON pages (title) WHERE length(title) > 1", "its index some is not"},
		{"DROP TABLE heard", "it lacks the TABLE heard"},
		{"DROP TABLE heard; CREATE TABLE heard (x)", "its table heard is not that of firstprint"},
		{"DROP TABLE heard; CREATE VIRTUAL TABLE heard USING fts5 (x)", "its table heard is not"},
		{"ALTER TABLE pages ADD COLUMN mine TEXT", "its table pages is not"},
		{FORGED("table", "notes", "CREATE TRIGGER notes AFTER INSERT ON pages BEGIN SELECT 1; END"), "damaged"},
		{FORGED("index", "notes", "create trigger notes AFTER INSERT ON pages BEGIN SELECT 1; END"), "damaged"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		expect_refused(rows[i].sql, rows[i].wanted);
}

static void expect_opened(const char *sql)
{
	complaint why = {""};
	store *st = NULL;

	cr_expect(store_open(changed_store(sql), STORE_WRITE, &st, &why) == OK, "%s: %s", sql, why.text);
	store_close(st);
}

Test(genuine, tables_and_plain_indexes_of_a_user_may_stay)
{
	expect_opened("CREATE TABLE notes (page INTEGER REFERENCES pages (id), text TEXT UNIQUE); CREATE UNIQUE INDEX n ON notes (text)");
	expect_opened("CREATE INDEX by_title ON pages (title, lang)");
	expect_opened("CREATE VIRTUAL TABLE words USING fts5 (text)");
	expect_opened("ANALYZE");
}

Test(genuine, a_key_that_is_not_one_is_refused)
{
	static const char *const keys[] = {"x''", "x'00'", "'0123456789abcdef'", "NULL", "7"};
	char sql[100];

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		snprintf(sql, sizeof sql, "UPDATE meta SET value = %s WHERE name = 'key'", keys[i]);
		expect_refused(sql, "its key, in the table meta, is not one of 16 bytes");
	}
	expect_refused("DELETE FROM meta WHERE name = 'key'", "it has no key");
}

/* As SQLite gives them, not as they would be converted. */
Test(genuine, a_value_of_another_type_is_not_used)
{
	static const char *const wrong[] = {"'many'", "x'00'", "1.5"}, *const text[] = {"x'687474703a2f2f612f'", "1.5"};
	store *st = scratch_store();
	char sql[200];

	change(scratch_path("t.db"), "INSERT INTO hosts (id, host) VALUES (1, 'http://a'); INSERT INTO urls (id, url, host_id, depth)"
				     " VALUES (1, 'http://a/', 1, 0)");
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		int64_t depth = -1;

		snprintf(sql, sizeof sql, "UPDATE urls SET depth = %s", wrong[i]);
		change(scratch_path("t.db"), sql);
		cr_expect(statement_first(st, NULL, "SELECT depth FROM urls", "=i", &depth) == ERR_FORMAT && depth == -1, "%s",
			  wrong[i]);
	}
	for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
		const char *url = NULL;

		snprintf(sql, sizeof sql, "PRAGMA ignore_check_constraints = ON; UPDATE urls SET url = %s", text[i]);
		change(scratch_path("t.db"), sql);
		cr_expect(statement_first(st, scratch_arena, "SELECT url FROM urls", "=t", &url) == (i == 0 ? ERR_FORMAT : OK), "%s",
			  text[i]);
	}
	store_close(st);
}

/* The index beside a store comes from the same stranger. */
Test(genuine, an_index_of_words_that_would_run_something_is_refused)
{
	static const char *const changes[] = {
		"CREATE TRIGGER evil AFTER UPDATE ON meta BEGIN DELETE FROM articles; END",
		"DROP TABLE articles; CREATE TABLE articles (title, text, runs)",
		"DROP TABLE articles; CREATE VIRTUAL TABLE articles USING fts5 (title, text, runs)",
	};
	store *st = scratch_store();

	for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
		complaint why = {""};
		fulltext *x = NULL;

		cr_assert_eq(fulltext_open(scratch_path("t.db"), st, STORE_WRITE, &x, &why), OK, "%s", why.text);
		fulltext_close(x);
		change(scratch_path("t.db.index"), changes[i]);
		for (int mode = STORE_READ; mode <= STORE_WRITE; mode++) {
			cr_expect_eq(fulltext_open(scratch_path("t.db"), st, (enum store_mode)mode, &x, &why), ERR_FORMAT, "%s",
				     changes[i]);
			cr_expect(strstr(why.text, "t.db.index: its "), "%s", why.text);
		}
		unlink(scratch_path("t.db.index"));
	}
	store_close(st);
}
