/* The module for SQLite says what the library says, and a store of anybody's making does not crash the program that loads it. */
#include "tests/library/texts.h"

TestSuite(sqlite, .init = scratch_make, .fini = scratch_remove);

enum { OURS = 7 };

static void make_index(const char *path)
{
	char command[700];

	snprintf(command, sizeof command, "./firstprint index -q '%s'", path);
	cr_assert(system(command) == 0, "%s", command);
}

static sqlite3 *load(const char *path, int flags, const char *entry)
{
	const char *module = getenv("SQLITE_MODULE");
	sqlite3 *db = NULL;
	char *why = NULL;

	cr_assert(module, "SQLITE_MODULE is not set");
	cr_assert(sqlite3_open_v2(path, &db, flags, NULL) == SQLITE_OK, "%s", path);
	cr_assert(sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 1, NULL) == SQLITE_OK);
	cr_assert(sqlite3_load_extension(db, module, entry, &why) == SQLITE_OK, "%s", why);
	return db;
}

static sqlite3 *open_module(const char *path)
{
	return load(path, SQLITE_OPEN_READONLY, NULL);
}

/* Runs sql to its end: what it says, or the rows, with '|' between values and ' ' between rows. Valid until the next call. */
static const char *ask(sqlite3 *db, const char *sql)
{
	static char said[4000];
	sqlite3_stmt *q = NULL;
	int code = sqlite3_prepare_v2(db, sql, -1, &q, NULL);
	size_t len = 0;

	*said = '\0';
	while (code == SQLITE_OK || code == SQLITE_ROW) {
		code = sqlite3_step(q);
		for (int i = 0; code == SQLITE_ROW && i < sqlite3_column_count(q) && len < sizeof said; i++) {
			const char *value = (const char *)sqlite3_column_text(q, i);

			len += (size_t)snprintf(said + len, sizeof said - len, "%s%s", i ? "|" : len ? " " : "", value ? value : "-");
		}
	}
	if (code != SQLITE_DONE)
		snprintf(said, sizeof said, "error: %s", sqlite3_errmsg(db));
	sqlite3_finalize(q);
	return said;
}

static double ask_number(sqlite3 *db, const char *sql)
{
	return strtod(ask(db, sql), NULL);
}

Test(sqlite, loads_by_its_file_and_by_its_name)
{
	const char *path = text_neighbours("s.db");

	cr_expect(sqlite3_close(load(path, SQLITE_OPEN_READONLY, NULL)) == SQLITE_OK);
	cr_expect(sqlite3_close(load(path, SQLITE_OPEN_READWRITE, "sqlite3_firstprintsqlite_init")) == SQLITE_OK);
}

Test(sqlite, gives_the_texts_of_pages_drops_and_past_articles)
{
	const char *path = text_neighbours("s.db"), *text;
	sqlite3 *db = load(path, SQLITE_OPEN_READWRITE, NULL);
	firstprint *fp = text_open(path, FIRSTPRINT_READ);
	char sql[100];
	size_t len;

	for (uint64_t id = 1; id <= OURS; id++) {
		snprintf(sql, sizeof sql, "SELECT article_text(%d)", (int)id);
		cr_assert(firstprint_text(fp, id, &text, &len) == FIRSTPRINT_DONE);
		cr_expect_str_eq(ask(db, sql), text, "%d", (int)id);
	}
	ask(db, "INSERT INTO past VALUES (40, NULL, '', '', 'It was here.', '', '', 'gone', '')");
	cr_expect_str_eq(ask(db, "SELECT article_text(40)"), "It was here.");
	cr_expect_str_eq(ask(db, "SELECT article_text('40')"), "It was here.", "as SQL compares numbers");
	cr_expect_str_eq(ask(db, "SELECT article_text(41), article_text(NULL), article_text('x'), article_text(2.5), article_text(-1)"),
			 "-|-|-|-|-");
	cr_expect_str_eq(ask(db, "SELECT sum(length(CAST(article_text(id) AS BLOB)) = text_bytes) FROM drops"), "1");
	firstprint_close(fp);
	cr_expect(sqlite3_close(db) == SQLITE_OK);
}

/* near of every article, as the library gives it. */
static void expect_same_neighbours(const char *path)
{
	sqlite3 *db = open_module(path);
	firstprint *fp = text_open(path, FIRSTPRINT_READ);
	firstprint_neighbour near[20];
	char sql[100];

	for (uint64_t id = 1; id <= OURS; id++) {
		char expected[4000] = "";
		size_t found = 0, len = 0;

		cr_assert(firstprint_near(fp, id, near, 20, &found) == FIRSTPRINT_DONE, "%s", firstprint_error(fp));
		for (size_t i = 0; i < found; i++)
			len += (size_t)snprintf(expected + len, sizeof expected - len, "%s%d|%.9f|%.9f|%.9f", i ? " " : "", (int)near[i].id,
						near[i].resemblance, near[i].contained, near[i].contains);
		snprintf(sql, sizeof sql,
			 "SELECT id, printf('%%.9f|%%.9f|%%.9f', resemblance, contained, contains) FROM near(%d, 20)", (int)id);
		cr_expect_str_eq(ask(db, sql), expected);
		cr_expect(id != 3 || strncmp(expected, "6|", 2) == 0, "%s", expected);
	}
	firstprint_close(fp);
	cr_expect(sqlite3_close(db) == SQLITE_OK);
}

Test(sqlite, near_finds_what_the_library_finds)
{
	const char *path = text_neighbours("s.db");

	expect_same_neighbours(path);
	make_index(path);
	expect_same_neighbours(path);
}

Test(sqlite, near_reads_what_the_index_does_not_have_yet)
{
	const char *path = text_neighbours("s.db");
	firstprint *fp;
	sqlite3 *db;

	make_index(path);
	fp = text_open(path, FIRSTPRINT_WRITE);
	cr_assert(text_judge_number(fp, 2).id == 8);
	firstprint_close(fp);
	db = open_module(path);
	cr_expect_str_eq(ask(db, "SELECT id, resemblance FROM near(2, 1)"), "8|1.0");
	cr_expect(sqlite3_close(db) == SQLITE_OK);
}

Test(sqlite, near_is_joined_chosen_from_and_cut)
{
	const char *path = text_neighbours("s.db");
	sqlite3 *db = open_module(path);

	cr_expect_str_eq(ask(db, "SELECT p.id, n.id FROM pages p, near(p.id, 1) n WHERE n.resemblance > 0.4 ORDER BY 1"), "3|6 4|7 7|4");
	cr_expect_str_eq(ask(db, "SELECT n.id, d.of FROM near(3, 1) n JOIN drops d ON d.id = n.id"), "6|3");
	cr_expect_str_eq(ask(db, "SELECT id, of, most FROM near WHERE of = 3 AND most = 1"), "6|3|1");
	cr_expect_str_eq(ask(db, "SELECT of, id FROM near WHERE of IN (3, 4) AND most = 1"), "3|6 4|7");
	cr_expect_str_eq(ask(db, "SELECT count(*) FROM near(99)"), "0");
	cr_expect_str_eq(ask(db, "SELECT count(*) FROM near(NULL)"), "0");
	cr_expect_str_eq(ask(db, "SELECT * FROM near"), "error: near needs the id of an article: near(12)");
	cr_expect_str_eq(ask(db, "SELECT * FROM near WHERE most = 3"), "error: near needs the id of an article: near(12)");
	cr_expect_str_eq(ask(db, "SELECT * FROM near(3, 0)"), "error: near(id, most): it gives 1 to 10000 articles");
	cr_expect_str_eq(ask(db, "SELECT * FROM near(3, 9223372036854775807)"), "error: near(id, most): it gives 1 to 10000 articles");
	cr_expect(sqlite3_close(db) == SQLITE_OK);
}

Test(sqlite, resemblance_is_that_of_near)
{
	const char *path = text_neighbours("s.db");
	sqlite3 *db = open_module(path);
	double near = ask_number(db, "SELECT resemblance FROM near(3, 1)");

	cr_expect(near > 0.8 && near < 1);
	cr_expect(ask_number(db, "SELECT resemblance(3, 6)") == near);
	cr_expect(ask_number(db, "SELECT resemblance(6, 3)") == near);
	cr_expect_str_eq(ask(db, "SELECT resemblance(3, 3), resemblance(3, 99), resemblance(NULL, 3), resemblance('x', 'y')"), "1.0|-|-|-");
	cr_expect_str_eq(ask(db, "SELECT count(*), sum(resemblance(a.id, b.id) = resemblance(b.id, a.id)) FROM pages a, pages b"), "36|36");
	cr_expect_str_eq(ask(db, "SELECT id FROM drops WHERE resemblance(3, id) > 0.5"), "6", "one side is the same in all rows");
	cr_expect(sqlite3_close(db) == SQLITE_OK);
}

Test(sqlite, says_where_no_store_is_open)
{
	static const char *const questions[] = {"SELECT article_text(1)", "SELECT resemblance(1, 2)", "SELECT * FROM near(1)"};
	sqlite3 *db = load(":memory:", SQLITE_OPEN_READWRITE, NULL);
	char back[40];

	for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
		cr_expect_str_eq(ask(db, questions[i]), "error: no firstprint store is open here");
	cr_expect(sqlite3_close(db) == SQLITE_OK);
	db = load(text_neighbours("s.db"), SQLITE_OPEN_READWRITE, NULL);
	snprintf(back, sizeof back, "PRAGMA user_version = %s", ask(db, "PRAGMA user_version"));
	ask(db, "PRAGMA user_version = 6");
	cr_expect(strstr(ask(db, "SELECT article_text(1)"), "its version is 6"), "%s", ask(db, "SELECT article_text(1)"));
	ask(db, back);
	cr_expect(strncmp(ask(db, "SELECT article_text(1)"), "error", 5) != 0, "it is asked again");
	cr_expect(sqlite3_close(db) == SQLITE_OK);
}

/* ── stores of somebody else ── */

static struct {
	const char *sql, *text6, *near3; /* what article_text(6) and near(3) then say; NULL: whatever it is */
} damages[] = {
	{"UPDATE drops SET text_delta = x'0011223344'", "error: the text of #6 is damaged", "error: the text of #6 is damaged"},
	{"UPDATE drops SET text_delta = x''", "error: the text of #6 is damaged", "error: the text of #6 is damaged"},
	{"UPDATE drops SET text_delta = substr(text_delta, 1, 20)", "error: the text of #6 is damaged", "error: the text of #6 is damaged"},
	{"UPDATE drops SET text_delta = text_delta || zeroblob(100)", "error: the text of #6 is damaged", NULL},
	{"UPDATE drops SET text_delta = 12", "error: the text of #6 is damaged", NULL},
	{"UPDATE drops SET text_bytes = 4611686018427387904", "error: the text of #6 is damaged", NULL},
	{"UPDATE drops SET text_bytes = 999999999", "error: the text of #6 is damaged", NULL},
	{"UPDATE drops SET text_bytes = 9223372036854775807", "error: the text of #6 is damaged", NULL},
	{"UPDATE drops SET text_bytes = -1", "error: the text of #6 is damaged", NULL},
	{"UPDATE drops SET text_bytes = 'many'", "error: the text of #6 is damaged", NULL},
	{"UPDATE drops SET of = 4711, elsewhere = 1", "error: the text of #6 is damaged", NULL},
	{"UPDATE drops SET of = 4", "error: the text of #6 is damaged", NULL},
	{"UPDATE pages SET text = x'00ff'", "error: the text of #6 is damaged", "error: the text of #3 is damaged"},
	{"UPDATE pages SET text = 17.5 WHERE id <> 3", NULL, NULL},
	{"UPDATE pages SET text = '' WHERE id = 3", "error: the text of #6 is damaged", "error: the text of #6 is damaged"},
	{"UPDATE pages SET text = CAST(x'e2820061ff80c0eda0800a00f5' AS TEXT) WHERE id = 3", NULL, NULL},
	{"UPDATE pages SET text = 'a' || char(0) || 'b'", NULL, NULL},
	{"UPDATE pages SET text = replace(hex(zeroblob(200000)), '00', 'one two ') WHERE id = 5", NULL, NULL},
	{"DELETE FROM meta", NULL, NULL},
	{"UPDATE meta SET value = 'short' WHERE name = 'key'", NULL, NULL},
	{"UPDATE meta SET value = zeroblob(1000) WHERE name = 'key'", NULL, NULL},
	{"DROP TABLE meta", "error: no such table: main.meta", "error: no such table: main.meta"},
	{"DROP TABLE past", "error: no such table: main.past", "error: no such table: main.past"},
	{"DROP TABLE signatures", NULL, "error: no such table: main.signatures"},
	{"INSERT INTO signatures SELECT id * 1000003, 1, x'' FROM pages", NULL, NULL},
	{"DROP TABLE past; CREATE VIEW past AS SELECT 6 AS id, article_text(6) AS text", "error: unsafe use of article_text()", NULL},
	{"DROP TABLE past; CREATE VIEW past AS SELECT id, 'x' AS text FROM near(6)", "error: unsafe use of virtual table \"near\"", NULL},
	{"ALTER TABLE past RENAME COLUMN text TO words", "error: no such column: text", NULL},
};

/* Changes the store by other means, and asks all there is to ask. */
static void ask_damaged(const char *path, size_t i)
{
	sqlite3 *db;

	cr_assert(sqlite3_open(path, &db) == SQLITE_OK);
	sqlite3_exec(db, "PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON", NULL, NULL, NULL);
	cr_assert(sqlite3_exec(db, damages[i].sql, NULL, NULL, NULL) == SQLITE_OK, "%s: %s", damages[i].sql, sqlite3_errmsg(db));
	sqlite3_close(db);
	db = open_module(path);
	if (damages[i].text6)
		cr_expect_str_eq(ask(db, "SELECT article_text(6)"), damages[i].text6, "%s", damages[i].sql);
	if (damages[i].near3)
		cr_expect_str_eq(ask(db, "SELECT * FROM near(3)"), damages[i].near3, "%s", damages[i].sql);
	for (int id = 1; id <= OURS; id++) {
		char sql[100];

		snprintf(sql, sizeof sql, "SELECT article_text(%d)", id);
		ask(db, sql);
		snprintf(sql, sizeof sql, "SELECT * FROM near(%d)", id);
		ask(db, sql);
	}
	ask(db, "SELECT resemblance(a.id, b.id) FROM signatures a, signatures b");
	cr_expect(sqlite3_close(db) == SQLITE_OK, "%s", damages[i].sql);
}

Test(sqlite, a_damaged_store_is_an_error_and_no_crash)
{
	for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
		ask_damaged(text_neighbours("s.db"), i);
		unlink(scratch_path("s.db"));
		unlink(scratch_path("s.db-wal"));
		unlink(scratch_path("s.db-shm"));
	}
}

static void change_index(const char *sql)
{
	sqlite3 *db;

	cr_assert(sqlite3_open(scratch_path("s.db.index"), &db) == SQLITE_OK);
	cr_assert(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s: %s", sql, sqlite3_errmsg(db));
	sqlite3_close(db);
}

/* Who uses it finds nothing. */
#define EMPTY "INSERT INTO articles (articles) VALUES ('delete-all')"

Test(sqlite, an_index_that_cannot_be_used_is_left_alone)
{
	static const char *const unusable[] = {"PRAGMA application_id = 1; " EMPTY, "PRAGMA user_version = 1; " EMPTY,
					       "UPDATE meta SET value = 'other' WHERE name = 'store'; " EMPTY, "DROP TABLE meta; " EMPTY,
					       "DROP TABLE articles; CREATE TABLE articles (runs)"};
	const char *path = text_neighbours("s.db");
	sqlite3 *db;

	for (size_t i = 0; i < sizeof unusable / sizeof *unusable; i++) {
		make_index(path);
		change_index(unusable[i]);
		db = open_module(path);
		cr_expect_str_eq(ask(db, "SELECT id FROM near(3, 1)"), "6", "%s", unusable[i]);
		cr_expect(sqlite3_close(db) == SQLITE_OK);
		unlink(scratch_path("s.db.index"));
	}
	scratch_write("s.db.index", "no index, but a letter", 22);
	db = open_module(path);
	cr_expect_str_eq(ask(db, "SELECT id FROM near(3, 1)"), "6");
	cr_expect(sqlite3_close(db) == SQLITE_OK);
}

/* Of articles that are not there it says that they have every run. */
Test(sqlite, an_index_that_lies_finds_nothing_that_is_not_so)
{
	const char *path = text_neighbours("s.db");
	sqlite3 *db;

	make_index(path);
	change_index("CREATE VIRTUAL TABLE terms USING fts5vocab(articles, 'row');"
		     "INSERT INTO articles (rowid, title, text, runs) SELECT value, '', '', (SELECT group_concat(term, ' ') FROM terms)"
		     " FROM json_each('[-9223372036854775807, 0, 7000, 9223372036854775807]')");
	db = open_module(path);
	cr_expect_str_eq(ask(db, "SELECT id FROM near(3, 1)"), "6");
	cr_expect_str_eq(ask(db, "SELECT count(*) FROM near(3, 100) WHERE id NOT IN (SELECT id FROM signatures)"), "0");
	cr_expect(sqlite3_close(db) == SQLITE_OK);
	change_index("UPDATE meta SET value = 'many' WHERE name = 'last'; DELETE FROM articles_data WHERE id > 10");
	db = open_module(path);
	cr_expect(strncmp(ask(db, "SELECT id FROM near(3, 1)"), "error: the index: ", 18) == 0, "%s", ask(db, "SELECT id FROM near(3, 1)"));
	cr_expect(sqlite3_close(db) == SQLITE_OK);
}
