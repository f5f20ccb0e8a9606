#include "tests/library/texts.h"

TestSuite(read, .init = scratch_make, .fini = scratch_remove);

/* Pages 1 and 2, and a drop of each. */
static firstprint *open_pairs(enum firstprint_mode mode)
{
	const char *path = scratch_path("s.db");
	firstprint *fp = text_open(path, FIRSTPRINT_WRITE);

	for (uint64_t i = 0; i < 4; i++)
		text_judge_number(fp, i % 2 + 1);
	firstprint_close(fp);
	return text_open(path, mode);
}

Test(read, gives_back_what_judge_said)
{
	firstprint *fp = text_open(scratch_path("s.db"), FIRSTPRINT_WRITE), *reader;
	firstprint_article said, x;

	text_judge_number(fp, 1);
	said = text_judge_number(fp, 1);
	reader = text_open(scratch_path("s.db"), FIRSTPRINT_READ);
	cr_assert(firstprint_get(reader, 2, &x) == FIRSTPRINT_DONE, "%s", firstprint_error(reader));
	cr_expect(x.id == 2 && x.of == 1 && x.score == said.score && x.failure == 0 && x.text_len == said.text_len);
	cr_expect_str_eq(x.kind, "drop");
	cr_expect_str_eq(x.verdict, said.verdict);
	cr_expect_str_eq(x.name, said.name);
	cr_expect_str_eq(x.url, said.url);
	cr_expect_str_eq(x.of_url, said.of_url);
	cr_expect_str_eq(x.of_name, said.of_name);
	cr_expect_str_eq(x.filter, said.filter);
	cr_expect_str_eq(x.stage, said.stage);
	cr_expect_str_eq(x.evidence, said.evidence);
	cr_expect_str_eq(x.fetched_at, said.fetched_at);
	cr_expect_str_eq(x.text, said.text, "the text of a drop comes out of its delta");
	cr_expect(!x.title && !x.shares && !x.word);
	firstprint_close(reader);
	firstprint_close(fp);
}

Test(read, finds_the_newest_article_of_a_name)
{
	firstprint *fp = text_open(scratch_path("s.db"), FIRSTPRINT_WRITE);
	firstprint_source page = {.bytes = "Rain.", .len = 5, .form = FIRSTPRINT_AS_TEXT, .name = "Dünen \"7\""};
	firstprint_article x;

	cr_assert(firstprint_judge(fp, &page, &x) == FIRSTPRINT_DONE);
	cr_expect(firstprint_find(fp, page.name, &x) == FIRSTPRINT_DONE && x.id == 1);
	cr_expect(firstprint_find(fp, "7", &x) == FIRSTPRINT_NO_SUCH);
	cr_expect(firstprint_find(fp, "\xff", &x) == FIRSTPRINT_NO_SUCH);
	firstprint_close(fp);
}

Test(read, finds_the_newest_article_of_a_url)
{
	firstprint *fp = open_pairs(FIRSTPRINT_READ);
	firstprint_article x = {.id = 77};

	cr_assert(firstprint_find(fp, "https://example.com/2", &x) == FIRSTPRINT_DONE);
	cr_expect(x.id == 4 && x.of == 2);
	cr_expect(firstprint_find(fp, "https://example.com/9", &x) == FIRSTPRINT_NO_SUCH && x.id == 4);
	cr_expect(strstr(firstprint_error(fp), "no such article"), "%s", firstprint_error(fp));
	firstprint_close(fp);
}

Test(read, walks_over_all_of_them)
{
	firstprint *fp = open_pairs(FIRSTPRINT_WRITE);
	firstprint_article x = {0};
	uint64_t n = 0;
	int code;

	while ((code = firstprint_next(fp, x.id, &x)) == FIRSTPRINT_DONE) {
		cr_expect(x.id == ++n && !x.text && x.text_len == 0);
		cr_expect_str_eq(x.kind, n <= 2 ? "page" : "drop");
		cr_expect_str_eq(x.verdict, n <= 2 ? "unique" : "duplicate");
	}
	cr_expect(code == FIRSTPRINT_NO_SUCH && n == 4);
	cr_expect(firstprint_next(fp, UINT64_MAX, &x) == FIRSTPRINT_NO_SUCH, "it does not begin again");
	firstprint_close(fp);
}

Test(read, gives_the_text_of_pages_and_drops)
{
	firstprint *fp = open_pairs(FIRSTPRINT_READ);
	firstprint_source page = text_page(1);
	const char *text = NULL;
	size_t len = 0;

	for (uint64_t id = 1; id <= 3; id += 2) {
		cr_assert(firstprint_text(fp, id, &text, &len) == FIRSTPRINT_DONE);
		cr_expect(len + 1 == page.len && strlen(text) == len && memcmp(text, page.bytes, len) == 0);
	}
	cr_expect(firstprint_text(fp, 0, &text, &len) == FIRSTPRINT_NO_SUCH);
	cr_expect(firstprint_text(fp, 5, &text, &len) == FIRSTPRINT_NO_SUCH);
	cr_expect(firstprint_text(fp, UINT64_MAX, &text, &len) == FIRSTPRINT_NO_SUCH);
	firstprint_close(fp);
}

static void run_sql(const char *path, const char *sql)
{
	sqlite3 *db = NULL;

	cr_assert(sqlite3_open(path, &db) == SQLITE_OK);
	cr_assert(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(db));
	sqlite3_close(db);
}

Test(read, finds_past_articles_and_those_that_were_renamed)
{
	const char *path = text_store("s.db", 2);
	firstprint *fp;
	firstprint_article x;

	run_sql(path, "INSERT INTO past VALUES (40, 'https://a/', '', 'en', 'It was here.', '', '2026-01-02T03:04:05Z', 'gone', '');"
		      "INSERT INTO renamed VALUES (50, 51), (51, 2)");
	fp = text_open(path, FIRSTPRINT_READ);
	cr_assert(firstprint_get(fp, 40, &x) == FIRSTPRINT_DONE);
	cr_expect_str_eq(x.kind, "past");
	cr_expect_str_eq(x.text, "It was here.");
	cr_expect(x.text_len == 12 && !x.verdict && !x.title && x.of == 0);
	cr_assert(firstprint_get(fp, 50, &x) == FIRSTPRINT_DONE);
	cr_expect(x.id == 2);
	cr_expect(firstprint_find(fp, "https://a/", &x) == FIRSTPRINT_NO_SUCH);
	firstprint_close(fp);
}

Test(read, tells_which_page_another_one_supersedes)
{
	const char *path = text_store("s.db", 2);
	firstprint *fp;
	firstprint_article x;

	run_sql(path, "INSERT INTO supersedes VALUES (2, 1, 'cascade', 'containment', 0.9, '{}', NULL, NULL); UPDATE pages SET name = '7'");
	fp = text_open(path, FIRSTPRINT_READ);
	cr_assert(firstprint_get(fp, 2, &x) == FIRSTPRINT_DONE);
	cr_expect(x.of == 1);
	cr_expect_str_eq(x.verdict, "supersedes");
	cr_expect_str_eq(x.of_url, "https://example.com/1");
	cr_expect_str_eq(x.of_name, "7", "a name that is no string is given as it stands there");
	firstprint_close(fp);
}

Test(read, a_damaged_text_is_told)
{
	firstprint *fp = open_pairs(FIRSTPRINT_READ);
	firstprint_article x;

	firstprint_close(fp);
	run_sql(scratch_path("s.db"), "UPDATE drops SET text_delta = x'00112233'");
	fp = text_open(scratch_path("s.db"), FIRSTPRINT_READ);
	cr_expect(firstprint_get(fp, 3, &x) == FIRSTPRINT_DAMAGED);
	cr_expect(strstr(firstprint_error(fp), "s.db: "), "%s", firstprint_error(fp));
	cr_expect(firstprint_get(fp, 1, &x) == FIRSTPRINT_DONE);
	firstprint_close(fp);
}

/* ── near ── */

static void check_neighbours(const char *path)
{
	firstprint *fp = text_open(path, FIRSTPRINT_READ);
	firstprint_neighbour near[20] = {{0}};
	size_t found = 0;

	cr_assert(firstprint_near(fp, 3, near, 20, &found) == FIRSTPRINT_DONE, "%s", firstprint_error(fp));
	cr_expect(found >= 1 && near[0].id == 6, "%zu", found);
	cr_expect(near[0].resemblance > 0.8 && near[0].resemblance < 1 && near[0].contained == 1 && near[0].contains < 1);
	for (size_t i = 1; i < found; i++)
		cr_expect(near[i].resemblance <= near[i - 1].resemblance && near[i].id != 3);
	cr_assert(firstprint_near(fp, 7, near, 1, &found) == FIRSTPRINT_DONE);
	cr_expect(found == 1 && near[0].id == 4 && near[0].contained == 1 && near[0].contains < 0.6);
	cr_assert(firstprint_near(fp, 3, NULL, 0, &found) == FIRSTPRINT_DONE);
	cr_expect(found == 0);
	cr_assert(firstprint_near(fp, 3, near, 1, &found) == FIRSTPRINT_DONE && found == 1);
	found = 77;
	cr_expect(firstprint_near(fp, 8, near, 20, &found) == FIRSTPRINT_NO_SUCH && found == 77);
	firstprint_close(fp);
}

Test(read, finds_neighbours_by_reading_all_texts)
{
	check_neighbours(text_neighbours("near.db"));
}

Test(read, finds_neighbours_by_the_index)
{
	const char *path = text_neighbours("near.db");
	char command[700];

	snprintf(command, sizeof command, "./firstprint index -q '%s'", path);
	cr_assert(system(command) == 0, "%s", command);
	cr_assert(access(scratch_path("near.db.index"), F_OK) == 0);
	check_neighbours(path);
}

Test(read, takes_any_room_for_neighbours)
{
	firstprint *fp = text_open(text_neighbours("near.db"), FIRSTPRINT_READ);
	firstprint_neighbour near[20];
	size_t found = 0;

	for (size_t room = SIZE_MAX; room > SIZE_MAX / 64; room /= 2) {
		cr_expect(firstprint_near(fp, 3, near, room, &found) == FIRSTPRINT_DONE, "%s", firstprint_error(fp));
		cr_expect(found >= 1 && found <= 6);
	}
	firstprint_close(fp);
}

Test(read, a_drop_that_is_taken_back_is_known_as_a_page)
{
	firstprint *fp = open_pairs(FIRSTPRINT_WRITE);
	firstprint_decision d = {.id = 77};
	firstprint_article x;

	cr_expect_eq(firstprint_next_decision(fp, 0, &d), FIRSTPRINT_NO_SUCH);
	cr_expect_eq(firstprint_undo(fp, 1), FIRSTPRINT_MISUSE);
	cr_expect(strstr(firstprint_error(fp), "#1 is a page, and only drops can be taken back"), "%s", firstprint_error(fp));
	cr_expect_eq(firstprint_undo(fp, UINT64_MAX), FIRSTPRINT_NO_SUCH);
	cr_assert_eq(firstprint_undo(fp, 3), FIRSTPRINT_DONE, "%s", firstprint_error(fp));
	cr_assert_eq(firstprint_get(fp, 3, &x), FIRSTPRINT_DONE);
	cr_expect_str_eq(x.kind, "page");
	cr_assert_eq(firstprint_next_decision(fp, 0, &d), FIRSTPRINT_DONE);
	cr_expect_str_eq(d.what, "keep");
	cr_expect_str_eq(d.url, "https://example.com/1");
	cr_expect(d.id == 1 && d.at && !d.pattern);
	cr_expect_str_eq(d.of_url, "https://example.com/1", "another visit");
	cr_expect_eq(firstprint_next_decision(fp, 1, &d), FIRSTPRINT_NO_SUCH);
	cr_expect_eq(text_judge_number(fp, 7).verdict[0], 'u', "it goes on judging");
	firstprint_close(fp);
	fp = open_pairs(FIRSTPRINT_READ);
	cr_expect_eq(firstprint_undo(fp, 4), FIRSTPRINT_MISUSE);
	firstprint_close(fp);
}

Test(read, a_person_makes_a_drop_and_forgets_the_decision)
{
	firstprint *fp = open_pairs(FIRSTPRINT_WRITE);
	firstprint_decision d;
	firstprint_article x;

	cr_expect_eq(firstprint_drop(fp, 1, 1), FIRSTPRINT_MISUSE);
	cr_expect(strstr(firstprint_error(fp), "#1 would be a drop of itself"), "%s", firstprint_error(fp));
	cr_expect_eq(firstprint_drop(fp, 1, 99), FIRSTPRINT_MISUSE);
	cr_expect_eq(firstprint_drop(fp, 99, 1), FIRSTPRINT_NO_SUCH);
	cr_expect_eq(firstprint_drop(fp, UINT64_MAX, 1), FIRSTPRINT_NO_SUCH);
	cr_assert_eq(firstprint_drop(fp, 1, 2), FIRSTPRINT_DONE, "%s", firstprint_error(fp));
	for (uint64_t id = 1; id <= 3; id += 2) {
		cr_assert_eq(firstprint_get(fp, id, &x), FIRSTPRINT_DONE);
		cr_expect(strcmp(x.kind, "drop") == 0 && x.of == 2, "%d is %s of %d", (int)id, x.kind, (int)x.of);
	}
	cr_assert_eq(firstprint_next_decision(fp, 0, &d), FIRSTPRINT_DONE);
	cr_expect_str_eq(d.what, "drop");
	cr_expect_eq(text_judge_number(fp, 1).of, 2, "the page is known as a drop");
	cr_expect_eq(firstprint_forget(fp, d.id + 1), FIRSTPRINT_NO_SUCH);
	cr_expect(strstr(firstprint_error(fp), "there is no decision"), "%s", firstprint_error(fp));
	cr_assert_eq(firstprint_forget(fp, 1), FIRSTPRINT_DONE, "%s", firstprint_error(fp));
	cr_expect_eq(firstprint_next_decision(fp, 0, &d), FIRSTPRINT_NO_SUCH);
	firstprint_close(fp);
	fp = open_pairs(FIRSTPRINT_READ);
	cr_expect_eq(firstprint_drop(fp, 1, 2), FIRSTPRINT_MISUSE);
	cr_expect_eq(firstprint_forget(fp, 1), FIRSTPRINT_MISUSE);
	firstprint_close(fp);
}

Test(read, counts_articles_and_lists_the_drops_of_a_page)
{
	firstprint *fp = open_pairs(FIRSTPRINT_WRITE);
	uint64_t pages = 7, drops = 7;
	const uint64_t *ids = NULL;
	size_t len = 7;
	firstprint_source copy = text_page(1);

	copy.name = copy.url = "https://example.org/";
	text_judge(fp, &copy);
	cr_assert_eq(firstprint_count(fp, &pages, &drops), FIRSTPRINT_DONE, "%s", firstprint_error(fp));
	cr_expect(pages == 2 && drops == 3);
	cr_assert_eq(firstprint_drops_of(fp, 1, &ids, &len), FIRSTPRINT_DONE, "%s", firstprint_error(fp));
	cr_assert_eq(len, 2);
	cr_expect(ids[0] == 3 && ids[1] == 5);
	for (uint64_t id = 3; id < 9; id += 3) {
		cr_expect_eq(firstprint_drops_of(fp, id, &ids, &len), FIRSTPRINT_DONE);
		cr_expect_eq(len, 0, "a drop and what is not there have no drops");
	}
	cr_expect_eq(firstprint_drops_of(fp, UINT64_MAX, &ids, &len), FIRSTPRINT_NO_SUCH);
	firstprint_close(fp);
}
