/* What a person decides: `undo`, `drop`, --prefer and --never-drop; and that it goes before what the filter says, then and ever. */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/e2e/harness.h"

static const char *db(void)
{
	return harness_file("s.db");
}

/* A page whose 60 words are the same in all pages of a kind, but for the one behind `word`. */
static void put_page(FILE *f, const char *id, const char *url, const char *kind, const char *word)
{
	fprintf(f, "{\"id\":\"%s\",\"url\":\"%s\",\"title\":\"About %s\",\"text\":\"", id, url, kind);
	for (int i = 0; i < 60; i++)
		fprintf(f, "%s%c%c ", kind, 'a' + i % 26, 'a' + i / 26);
	fprintf(f, "and %s.\"}\n", word);
}

static const char *input(const char *name, const char *const rows[][3], size_t n)
{
	FILE *f = fopen(harness_file(name), "w");

	cr_assert(f);
	for (size_t i = 0; i < n; i++)
		put_page(f, rows[i][0], rows[i][1], rows[i][2], rows[i][0]);
	fclose(f);
	return harness_file(name);
}

static void filter(const char *more, const char *const rows[][3], size_t n)
{
	const char *file = input("p.jsonl", rows, n);

	cr_assert_eq(harness_run("filter -f exact-title -o '%s' %s '%s'", db(), more, file), 0, "%s", harness_output());
}

/* a, b and c are one article, d and e another. */
static void make(void)
{
	static const char *const rows[][3] = {{"a", "http://x/a", "rain"}, {"b", "http://x/b", "rain"}, {"c", "http://y/c", "rain"}, {"d", "http://x/d", "snow"}, {"e", "http://x/e", "snow"}};

	harness_open();
	filter("", rows, 5);
}

TestSuite(decide, .init = make, .fini = harness_stop);

/* The articles: "1 page, 2 of 1, …". */
static const char *articles(void)
{
	cr_expect_str_empty(harness_faults(db()));
	return harness_text(db(), "SELECT group_concat(line, ', ') FROM (SELECT id || ' page' AS line, id FROM pages UNION ALL SELECT id || ' of ' || of, id FROM drops ORDER BY 2)");
}

static void decide(int code, const char *command)
{
	cr_expect_eq(harness_run("%s", command), code, "%s: %s", command, harness_output());
}

static const char *on(const char *command, const char *operands)
{
	static char line[1000];

	snprintf(line, sizeof line, "%s '%s' %s", command, db(), operands);
	return line;
}

/* Judging everything again, from nothing, gives what the store has. */
static void expect_judged_the_same(void)
{
	char before[600];

	snprintf(before, sizeof before, "%s", articles());
	decide(0, on("judge --json", ""));
	cr_expect_str_empty(harness_output(), "%s", harness_output());
	decide(0, on("judge --apply", ""));
	cr_expect_str_eq(articles(), before);
}

Test(decide, a_drop_that_is_taken_back_stays_a_page)
{
	cr_expect_str_eq(articles(), "1 page, 2 of 1, 3 of 1, 4 page, 5 of 4");
	decide(0, on("undo", "b"));
	cr_expect(strstr(harness_output(), "#2 http://x/b is a page again; #1 keeps its other drops: 'firstprint judge "), "%s", harness_output());
	cr_expect_str_eq(articles(), "1 page, 2 page, 3 of 1, 4 page, 5 of 4");
	decide(0, on("undo", "x/e '#3'"));
	cr_expect_str_eq(articles(), "1 page, 2 page, 3 page, 4 page, 5 page");
	expect_judged_the_same();
	decide(2, on("undo", "b"));
	cr_expect(strstr(harness_output(), "#2 is a page, and only drops can be taken back"), "%s", harness_output());
}

/* Its drops go along; what repeats it later repeats its original; it is found by its id as before. */
Test(decide, a_page_that_is_dropped_is_an_alias)
{
	static const char *const more[][3] = {{"f", "http://x/f", "snow"}, {"g", "http://x/g", "fog"}};

	decide(0, on("drop", "d --of a"));
	cr_expect_str_eq(articles(), "1 page, 2 of 1, 3 of 1, 4 of 1, 5 of 1");
	filter("", more, 2);
	cr_expect(strstr(harness_output(), "{\"id\":\"f\",\"verdict\":\"near-duplicate\",\"of\":\"a\""), "%s", harness_output());
	cr_expect_str_eq(articles(), "1 page, 2 of 1, 3 of 1, 4 of 1, 5 of 1, 6 of 1, 7 page");
	expect_judged_the_same();
	decide(0, on("inspect", "explain 4"));
	cr_expect(strstr(harness_output(), "a person said that it repeats #1"), "%s", harness_output());
	decide(0, on("inspect", "show 4"));
	cr_expect(strstr(harness_output(), "snowaa snowba"), "%s", harness_output());
	decide(0, on("undo", "d"));
	cr_expect_str_eq(articles(), "1 page, 2 of 1, 3 of 1, 4 page, 5 of 1, 6 of 1, 7 page");
	decide(0, on("judge --apply", ""));
	cr_expect_str_eq(articles(), "1 page, 2 of 1, 3 of 1, 4 page, 5 of 4, 6 of 4, 7 page");
}

/* Of a drop, its page is meant; nothing repeats itself; all is done, or nothing. */
Test(decide, what_cannot_be_is_refused)
{
	decide(0, on("drop", "e --of b"));
	cr_expect_str_eq(articles(), "1 page, 2 of 1, 3 of 1, 4 page, 5 of 1");
	decide(2, on("drop", "a --of a"));
	cr_expect(strstr(harness_output(), "#1 would be a drop of itself"), "%s", harness_output());
	decide(1, on("undo", "c nosuch"));
	cr_expect(strstr(harness_output(), "nosuch: no such id or URL in this store"), "%s", harness_output());
	cr_expect_str_eq(articles(), "1 page, 2 of 1, 3 of 1, 4 page, 5 of 1");
	expect_judged_the_same();
}

/* A page that is made a drop of its own drop: the two change places. */
Test(decide, a_page_and_its_drop_change_places)
{
	decide(0, on("drop", "a --of b"));
	cr_expect(strstr(harness_output(), "#1 http://x/a is a drop of #2\n"), "%s", harness_output());
	cr_expect_str_eq(articles(), "1 of 2, 2 page, 3 of 2, 4 page, 5 of 4");
	expect_judged_the_same();
	decide(0, on("drop", "d --of c"));
	cr_expect(strstr(harness_output(), "#4 http://x/d is a drop of #2\n"), "%s", harness_output());
}

/* Several articles of one URL: `drop` means the page, and `undo` asks which drop. A decision speaks of the article with both its URL and
 * its id. */
Test(decide, an_article_is_its_url_and_its_id)
{
	static const char *const more[][3] = {{"f", "http://x/d", "snow"}, {"g", "http://x/d", "snow"}, {"a", "http://z/a", "rain"}}; /* the text and id of another URL's article */

	filter("", more, 3);
	cr_expect_str_eq(articles(), "1 page, 2 of 1, 3 of 1, 4 page, 5 of 4, 6 of 4, 7 of 4, 8 of 1");
	decide(2, on("undo", "http://x/d"));
	cr_expect(strstr(harness_output(), "http://x/d: 2 drops are meant, the last is #7: name one by its number"), "%s", harness_output());
	decide(0, on("undo", "http://z/a"));
	decide(0, on("judge --apply", ""));
	cr_expect_str_eq(articles(), "1 page, 2 of 1, 3 of 1, 4 page, 5 of 4, 6 of 4, 7 of 4, 8 page");
	decide(0, on("drop", "http://x/d --of http://x/a"));
	cr_expect_str_eq(articles(), "1 page, 2 of 1, 3 of 1, 4 of 1, 5 of 1, 6 of 1, 7 of 1, 8 page");
	expect_judged_the_same();
}

/* As an archive has a page that was visited several times. The others repeat that one, and not what a person said it does not repeat. */
Test(decide, of_equal_visits_to_a_url_one_is_kept)
{
	static const char *const copies[][3] = {{"a", "http://z/a", "rain"}, {"a", "http://z/a", "rain"}, {"a", "http://z/a", "rain"}}; /* the text of #1 */

	filter("", copies, 3);
	cr_expect_str_eq(articles(), "1 page, 2 of 1, 3 of 1, 4 page, 5 of 4, 6 of 1, 7 of 1, 8 of 1");
	decide(0, on("undo", "'#6'"));
	cr_expect_str_eq(articles(), "1 page, 2 of 1, 3 of 1, 4 page, 5 of 4, 6 page, 7 of 1, 8 of 1");
	decide(0, on("judge --apply", ""));
	cr_expect_str_eq(articles(), "1 page, 2 of 1, 3 of 1, 4 page, 5 of 4, 6 page, 7 of 6, 8 of 6");
	expect_judged_the_same();
}

Test(decide, a_drop_of_an_alias_is_explained_by_the_alias)
{
	static const char *const copies[][3] = {{"a", "http://x/p", "rain"}, {"b", "http://x/q", "snow"}, {"c", "http://z/q", "snow"}};

	remove(db());
	filter("", copies, 3);
	decide(0, on("drop", "http://x/q --of http://x/p"));
	for (int i = 0; i < 2; i++) {
		decide(0, on("inspect", "explain http://z/q"));
		cr_expect(strstr(harness_output(), "it is that of #2 http://x/q"), "%d: %s", i, harness_output());
		cr_expect(strstr(harness_output(), "By a decision #2 became a drop of #1 http://x/p"), "%d: %s", i, harness_output());
		decide(0, on("judge --apply", ""));
	}
}

/* ── a page that holds several articles ── */

/* Forty sentences of one topic. */
static void put_article(FILE *f, const char *topic)
{
	for (int i = 0; i < 40; i++)
		fprintf(f, "The %s%d of %s%d came to the %s%d that day. ", topic, i, topic, i + 100, topic, i + 200);
}

static void put_line(FILE *f, const char *id, const char *topic, const char *other)
{
	fprintf(f, "{\"id\":\"%s\",\"url\":\"http://%s/%s\",\"title\":\"%s\",\"text\":\"", id, *id == 'w' ? "good" : "x", id, *id == 'w' ? "tag" : id);
	put_article(f, topic);
	if (other)
		put_article(f, other);
	fprintf(f, "\"}\n");
}

/* t has two articles; r and s are one of them each; w, if it is there, is a copy of t. */
static void judge_several(bool has_copy, const char *more)
{
	const char *name = harness_file("tag.jsonl");
	FILE *f = fopen(name, "w");

	cr_assert(f);
	remove(db());
	put_line(f, "tag", "moss", "fern");
	put_line(f, "r", "moss", NULL);
	put_line(f, "s", "fern", NULL);
	if (has_copy)
		put_line(f, "w", "moss", "fern");
	fclose(f);
	cr_assert_eq(harness_run("filter -q -j 1 %s -o '%s' '%s'", more, db(), name), 0, "%s", harness_output());
}

Test(decide, what_only_a_dropped_page_contained_is_a_page_again)
{
	judge_several(false, "");
	cr_expect_str_eq(articles(), "1 page, 2 of 1, 3 of 1");
	decide(0, on("drop", "tag --of r"));
	cr_expect(strstr(harness_output(), "#1 http://x/tag is a drop of #2; 1 of its drops are not in that page, and are pages again"), "%s", harness_output());
	cr_expect_str_eq(articles(), "1 of 2, 2 page, 3 page");
	decide(0, on("inspect", "explain s"));
	cr_expect(strstr(harness_output(), "the page that contained it was dropped"), "%s", harness_output());
	expect_judged_the_same();
	cr_expect_eq(harness_run("filter -q -o '%s' '%s'", db(), harness_file("tag.jsonl")), 0);
	cr_expect_str_eq(articles(), "1 of 2, 2 page, 3 page");
}

Test(decide, what_a_preferred_copy_contains_stays_its_drop)
{
	judge_several(true, "--prefer ^http://good");
	cr_expect_str_eq(articles(), "1 of 4, 2 of 4, 3 of 4, 4 page");
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM drops WHERE verdict = 'contained'"), 2);
	expect_judged_the_same();
	decide(0, on("drop", "w --of tag"));
	cr_expect_str_eq(articles(), "1 page, 2 of 1, 3 of 1, 4 of 1");
}

/* Dropped for each other, one after the other, with a third in between: no circle comes of it. */
Test(decide, decisions_make_no_circle)
{
	decide(0, on("drop", "a --of d"));
	cr_expect_str_eq(articles(), "1 of 4, 2 of 4, 3 of 4, 4 page, 5 of 4");
	decide(0, on("undo", "b"));
	decide(0, on("drop", "d --of b"));
	cr_expect_str_eq(articles(), "1 of 2, 2 page, 3 of 2, 4 of 2, 5 of 2");
	expect_judged_the_same();
	decide(0, on("undo", "a"));
	decide(0, on("drop", "b --of a"));
	cr_expect_str_eq(articles(), "1 page, 2 of 1, 3 of 1, 4 of 1, 5 of 1");
	expect_judged_the_same();
}

/* The later copy becomes the page; one that was kept by hand stays one. */
Test(decide, a_preferred_url_is_the_original)
{
	static const char *const more[][3] = {{"f", "https://orig/f", "rain"}, {"g", "http://z/g", "rain"}, {"h", "https://orig/h", "snow"}, {"i", "https://orig/i", "rain"}};

	decide(0, on("undo", "e"));
	filter("--prefer '^https://orig/'", more, 4);
	cr_expect(strstr(harness_output(), "{\"id\":\"f\",\"verdict\":\"unique\",\"of\":null,\"filter\":\"decision\",\"stage\":\"prefer\""), "%s", harness_output());
	cr_expect(strstr(harness_output(), "{\"id\":\"g\",\"verdict\":\"near-duplicate\",\"of\":\"f\""), "%s", harness_output());
	cr_expect(strstr(harness_output(), "{\"id\":\"i\",\"verdict\":\"near-duplicate\",\"of\":\"f\""), "%s", harness_output());
	cr_expect_str_eq(articles(), "1 of 6, 2 of 6, 3 of 6, 4 of 8, 5 page, 6 page, 7 of 6, 8 page, 9 of 6");
	expect_judged_the_same();
	decide(0, on("inspect", "decisions --csv"));
	cr_expect(strstr(harness_output(), "2,prefer,,,,,^https://orig/,"), "%s", harness_output());
	decide(0, on("undo --decision", "2"));
	decide(0, on("judge --apply", ""));
	cr_expect_str_eq(articles(), "1 page, 2 of 1, 3 of 1, 4 page, 5 page, 6 of 1, 7 of 1, 8 of 4, 9 of 1");
}

/* What was written to --keep before the better copy came is taken out by a second run. */
Test(decide, a_second_run_keeps_the_preferred_copy_alone)
{
	static const char *const rows[][3] = {{"a", "http://x/a", "hail"}, {"b", "https://orig/b", "hail"}};
	const char *more = "--prefer '^https://orig/' --keep '%s'";
	char options[300];

	snprintf(options, sizeof options, more, harness_file("k"));
	filter(options, rows, 2);
	cr_expect(strstr(harness_output(), "1 of these pages took the place of an earlier copy"), "%s", harness_output());
	filter(options, rows, 2);
	cr_expect(strstr(harness_output(), "2 read: 1 kept, 1 dropped"), "%s", harness_output());
	cr_expect(!strstr(harness_output(), "matched no URL"), "%s", harness_output());
	harness_shell("awk '{print substr($0, 1, 9)}' '%s'", harness_file("k"));
	cr_expect_str_eq(harness_output(), "{\"id\":\"b\"\n");
}

Test(decide, what_matches_is_never_dropped)
{
	static const char *const more[][3] = {{"f", "http://keep/f", "rain"}, {"g", "http://z/g", "rain"}};

	filter("--never-drop '//keep/'", more, 2);
	cr_expect_str_eq(articles(), "1 page, 2 of 1, 3 of 1, 4 page, 5 of 4, 6 page, 7 of 1");
	expect_judged_the_same();
	decide(0, on("judge --never-drop y/c", ""));
	cr_expect(strstr(harness_output(), "1 drop becomes a page, 0 pages become drops"), "%s", harness_output());
	cr_expect_str_eq(articles(), "1 page, 2 of 1, 3 of 1, 4 page, 5 of 4, 6 page, 7 of 1");
	decide(0, on("judge --apply --never-drop y/c", ""));
	cr_expect_str_eq(articles(), "1 page, 2 of 1, 3 page, 4 page, 5 of 4, 6 page, 7 of 1");
	expect_judged_the_same();
	decide(2, on("judge --never-drop '('", ""));
	cr_expect(strstr(harness_output(), "--never-drop '(': missing closing"), "%s", harness_output());
}

/* Without a store nothing is remembered. */
Test(decide, a_stream_can_never_drop)
{
	cr_expect_eq(harness_run("filter -f exact-title --never-drop 'x/[be]' '%s'", harness_file("p.jsonl")), 0);
	cr_expect(strstr(harness_output(), "{\"id\":\"b\",\"verdict\":\"unique\"") && strstr(harness_output(), "{\"id\":\"c\",\"verdict\":\"near-duplicate\""), "%s", harness_output());
	cr_expect_eq(harness_run("filter --prefer x '%s'", harness_file("p.jsonl")), 2);
}

static const char *label(const char *keys)
{
	harness_shell("{ printf '%s' | ./firstprint label '%s' '%s'; }", keys, db(), harness_file("t.tsv"));
	return harness_output();
}

static const char *labels(void)
{
	harness_shell("cat '%s'", harness_file("t.tsv"));
	return harness_output();
}

/* What is told was done; when one of several cannot be, nothing is. */
Test(decide, nothing_is_told_that_was_not_done)
{
	decide(1, on("undo", "b nosuch"));
	cr_expect(!strstr(harness_output(), "is a page again"), "%s", harness_output());
	cr_expect_str_eq(articles(), "1 page, 2 of 1, 3 of 1, 4 page, 5 of 4");
}

/* The number is stored as 0, and no fraction. */
Test(decide, the_closest_call_says_how_close_it_was)
{
	harness_shell("sqlite3 '%s' \"UPDATE drops SET evidence = json_set(evidence, '$.\\\"near-line\\\"', 0) WHERE id = 2\"", db());
	cr_expect(strstr(label("q"), "0.000 from a threshold"), "%s", harness_output());
}

/* Each answer is written at once, can be taken back, and is not asked for again. */
Test(decide, a_person_labels_pairs)
{
	cr_expect(strstr(label("y"), "near-duplicate, score") && strstr(harness_output(), "1 answer, in"), "%s", harness_output());
	cr_expect_str_eq(labels(), "a\tb\tdup\n");
	cr_expect(!strstr(label("xni"), "#2") && strstr(harness_output(), "2 answers"), "%s", harness_output());
	cr_expect_str_eq(labels(), "a\tb\tdup\na\tc\tneg\nd\te\tignore\n");
	cr_expect(strstr(label("y"), "no pair is left to ask about"), "%s", harness_output());
	harness_shell("rm '%s'", harness_file("t.tsv"));
	label("unuyq");
	cr_expect_str_eq(labels(), "a\tb\tdup\n");
	cr_expect_eq(harness_run("eval '%s' '%s'", harness_file("p.jsonl"), harness_file("t.tsv")), 0, "%s", harness_output());
	harness_shell("{ printf 'a\\tc\\tdup' >'%s'; }", harness_file("t.tsv"));
	label("y");
	cr_expect_str_eq(labels(), "a\tc\tdup\na\tb\tdup\n");
}

/* With any filter: recall is measured with such pairs. */
Test(decide, a_kept_page_is_asked_about_beside_the_page_that_came_nearest)
{
	FILE *f = fopen(harness_file("k.jsonl"), "w");

	cr_assert(f);
	for (int page = 1; page <= 2; page++) {
		fprintf(f, "{\"id\":\"k%d\",\"text\":\"", page);
		for (int i = 0; i < 45; i++)
			fprintf(f, i < 30 ? "both%d " : page == 1 ? "first%d " : "second%d ", i);
		fprintf(f, "\"}\n");
	}
	fclose(f);
	cr_assert_eq(harness_run("filter -q -f minhash --key 0 -o '%s' '%s'", harness_file("k.db"), harness_file("k.jsonl")), 0, "%s", harness_output());
	harness_shell("{ printf n | ./firstprint label '%s' '%s'; }", harness_file("k.db"), harness_file("t.tsv"));
	cr_expect(strstr(harness_output(), "kept. One article?"), "%s", harness_output());
	cr_expect_str_eq(labels(), "k1\tk2\tneg\n");
}

/* A mirror of a drop has its text: the same question would follow. */
Test(decide, two_texts_are_asked_about_once)
{
	FILE *f = fopen(harness_file("m.jsonl"), "w");

	cr_assert(f);
	put_page(f, "a", "http://x/a", "rain", "a");
	put_page(f, "b", "http://x/b", "rain", "b");
	put_page(f, "mirror", "http://y/b", "rain", "b");
	fclose(f);
	cr_assert_eq(harness_run("filter -q -f exact-title -o '%s' '%s'", harness_file("m.db"), harness_file("m.jsonl")), 0, "%s", harness_output());
	for (int again = 0; again < 2; again++)
		harness_shell("{ printf yy | ./firstprint label '%s' '%s'; }", harness_file("m.db"), harness_file("t.tsv"));
	cr_expect_str_eq(labels(), "a\tb\tdup\n");
}

/* Nothing suggests an answer; each pair is asked about once, in another order than that of the verdicts, the same in each run. */
Test(decide, a_person_labels_pairs_blind)
{
	static const char *const tells[] = {"duplicate", "score", "threshold", "kept", "drop", "page", "http", "/"};
	char *first;

	harness_shell("./firstprint label --blind '%s' '%s' </dev/null", db(), harness_file("t.tsv"));
	for (size_t i = 0; i < sizeof tells / sizeof *tells; i++)
		cr_expect(!strstr(harness_output(), tells[i]), "%s: %s", tells[i], harness_output());
	cr_expect(strstr(harness_output(), "- #") && strstr(harness_output(), "One article?") && strstr(harness_output(), "no answer\n"), "%s", harness_output());
	cr_expect_neq(access(harness_file("t.tsv"), F_OK), 0, "an empty file");
	first = strdup(harness_output());
	harness_shell("yes | ./firstprint label --blind '%s' '%s'", db(), harness_file("t.tsv"));
	cr_expect(strncmp(harness_output(), first, strcspn(first, "\n")) == 0 && strstr(harness_output(), "3 answers"), "%s", harness_output());
	harness_shell("sort '%s'", harness_file("t.tsv"));
	cr_expect_str_eq(harness_output(), "a\tb\tdup\na\tc\tdup\nd\te\tdup\n");
	free(first);
}

/* While another process writes to the store, nothing is decided. */
Test(decide, a_store_that_is_written_to_is_left_alone)
{
	char name[300];
	int fd;

	snprintf(name, sizeof name, "%s-lock", db());
	fd = open(name, O_RDWR | O_CREAT, 0644);
	cr_assert_eq(flock(fd, LOCK_EX), 0);
	decide(1, on("undo", "b"));
	cr_expect(strstr(harness_output(), "another firstprint is writing to it"), "%s", harness_output());
	close(fd);
	cr_expect_str_eq(articles(), "1 page, 2 of 1, 3 of 1, 4 page, 5 of 4");
}

/* ── a site that is fetched again ── */

static void write_page(const char *path, const char *kind, const char *word, const char *links)
{
	char name[300];
	FILE *f;

	snprintf(name, sizeof name, "web/%s", path);
	f = fopen(harness_file(name), "w");
	cr_assert(f);
	fprintf(f, "<html lang=en><title>About %s</title><p>", kind);
	for (int i = 0; i < 60; i++)
		fprintf(f, "%s%c%c ", kind, 'a' + i % 26, 'a' + i / 26);
	fprintf(f, "and %s.</p>%s", word, links);
	fclose(f);
}

static void serve(void)
{
	harness_start("location / { root DIR/web; index index.html; }\nlocation = /robots.txt { return 404; }\n");
	mkdir(harness_file("web"), 0755);
	write_page("index.html", "start", "go", "<a href=a.html>a</a><a href=b.html>b</a><a href=c.html>c</a>");
	write_page("a.html", "rain", "wind", "");
	write_page("b.html", "rain", "hail", "");
	write_page("c.html", "snow", "cold", "");
}

TestSuite(decide_site, .init = serve, .fini = harness_stop);

/* With one worker, pages are judged in the order in which they were fetched: a.html comes before its duplicate. */
static void crawl(const char *more)
{
	cr_assert_eq(harness_run("crawl -q -j 1 --allow-private --delay 0 --connections 1 -o '%s' %s '%s'", db(), more, harness_url("/")), 0, "%s", harness_output());
}

static const char *state(const char *path)
{
	char sql[200];

	snprintf(sql, sizeof sql, "SELECT state FROM urls WHERE url = '%s'", harness_url(path));
	return harness_text(db(), sql);
}

Test(decide_site, changed_pages_are_judged_as_was_decided)
{
	char drop[300];

	crawl("");
	cr_expect_str_eq(state("/b.html"), "drop");
	decide(0, on("undo", harness_url("/b.html")));
	snprintf(drop, sizeof drop, "'%s' --of '%s'", harness_url("/c.html"), harness_url("/a.html"));
	decide(0, on("drop", drop));
	write_page("b.html", "rain", "fog", "");
	write_page("c.html", "snow", "ice", "");
	crawl("--refresh");
	cr_expect_str_eq(state("/b.html"), "page");
	cr_expect_str_eq(state("/c.html"), "drop");
	cr_expect_str_empty(harness_faults(db()));
}

/* What was found to repeat an alias is judged again when the alias is gone: it rests on nothing else. */
Test(decide_site, drops_that_rest_on_an_alias_go_with_it)
{
	char drop[300];

	write_page("d.html", "snow", "white", "");
	write_page("index.html", "start", "go", "<a href=a.html>a</a><a href=b.html>b</a><a href=c.html>c</a><a href=d.html>d</a>");
	crawl("");
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM drops"), 2);
	snprintf(drop, sizeof drop, "'%s' --of '%s'", harness_text(db(), "SELECT url FROM pages WHERE title LIKE '%snow'"), harness_url("/a.html"));
	decide(0, on("drop", drop));
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM drops WHERE title LIKE '%snow'"), 2);
	unlink(harness_file(harness_number(db(), "SELECT count(*) FROM drops WHERE filter = 'decision' AND url LIKE '%/c.html'") ? "web/c.html" : "web/d.html"));
	crawl("--refresh");
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM pages WHERE title LIKE '%snow'"), 1);
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM drops"), 1);
	cr_expect_str_empty(harness_faults(db()));
}

/* Two aliases with one text, whose page goes: one becomes a page, and the other repeats it. */
Test(decide_site, equal_aliases_outlive_their_original)
{
	char drop[600];

	write_page("b.html", "rain", "wind", ""); /* as a.html */
	crawl("");
	snprintf(drop, sizeof drop, "'%s' '%s' --of '%s'", harness_url("/a.html"), harness_url("/b.html"), harness_url("/c.html"));
	decide(0, on("drop", drop));
	unlink(harness_file("web/c.html"));
	crawl("--refresh");
	crawl("--refresh");
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM pages WHERE title LIKE '%rain'"), 1);
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM drops WHERE title LIKE '%rain'"), 1);
	cr_expect_str_empty(harness_faults(db()));
}

/* When the page that it was dropped for is gone, an alias is judged for itself, and its old id is still found. */
Test(decide_site, an_alias_outlives_its_original)
{
	char drop[300], id[40];

	crawl("");
	snprintf(drop, sizeof drop, "'%s' --of '%s'", harness_url("/c.html"), harness_url("/a.html"));
	decide(0, on("drop", drop));
	snprintf(id, sizeof id, "show %d", (int)harness_number(db(), "SELECT id FROM drops WHERE url LIKE '%/c.html'"));
	harness_text(db(), "UPDATE pages SET nearest = (SELECT id FROM drops WHERE url LIKE '%/c.html') WHERE url LIKE '%/'");
	unlink(harness_file("web/a.html"));
	crawl("--refresh");
	cr_expect_str_eq(state("/a.html"), "failure");
	cr_expect_str_eq(state("/b.html"), "page");
	cr_expect_str_eq(state("/c.html"), "page");
	cr_expect_str_empty(harness_faults(db()));
	decide(0, on("inspect", id));
	cr_expect(strstr(harness_output(), "snowaa"), "%s", harness_output());
	snprintf(id, sizeof id, "compared with is #%d http:", (int)harness_number(db(), "SELECT id FROM pages WHERE url LIKE '%/c.html'"));
	snprintf(drop, sizeof drop, "explain '%s'", harness_url("/"));
	decide(0, on("inspect", drop));
	cr_expect(strstr(harness_output(), id), "%s", harness_output());
}

/* Its own copy, too, which came before the alias got a new id. */
Test(decide_site, an_alias_repeats_its_original_again_when_that_comes_back)
{
	char drop[300];

	write_page("d.html", "snow", "cold", "");
	write_page("index.html", "start", "go", "<a href=a.html>a</a><a href=b.html>b</a><a href=c.html>c</a><a href=d.html>d</a>");
	crawl("");
	snprintf(drop, sizeof drop, "'%s' --of '%s'", harness_url("/c.html"), harness_url("/a.html"));
	decide(0, on("drop", drop));
	unlink(harness_file("web/a.html"));
	crawl("--refresh");
	cr_expect_str_eq(state("/c.html"), "page");
	write_page("a.html", "rain", "wind", "");
	crawl("--refresh");
	cr_expect_str_eq(state("/c.html"), "drop");
	cr_expect_str_eq(state("/d.html"), "drop");
	decide(0, on("judge --apply", ""));
	cr_expect(strstr(harness_output(), "0 drops become pages, 0 pages become drops"), "%s", harness_output());
	cr_expect_str_eq(harness_text(db(), "SELECT group_concat(DISTINCT of) FROM drops"), harness_text(db(), "SELECT id FROM pages WHERE url LIKE '%/b.html'"));
	cr_expect_str_empty(harness_faults(db()));
}

/* "Keep it instead": the other drops follow the page, and what is said of them is still of the page they were compared with. */
Test(decide, a_drop_that_moved_is_explained_by_the_page_it_was_compared_with)
{
	cr_assert_eq(harness_run("undo -q '%s' c", db()), 0, "%s", harness_output());
	cr_assert_eq(harness_run("drop -q '%s' a --of c", db()), 0, "%s", harness_output());
	cr_assert_eq(harness_run("inspect '%s' explain b", db()), 0);
	cr_expect(strstr(harness_output(), "Title: it is that of #1 http://x/a."), "%s", harness_output());
	cr_expect(strstr(harness_output(), "By a decision #1 became a drop of #3 http://y/c, and its drops with it."), "%s", harness_output());
	cr_expect(!strstr(harness_output(), "compared-with"), "%s", harness_output());
}
