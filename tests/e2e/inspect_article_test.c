/* `firstprint inspect STORE show|diff|explain|near|search`, and `firstprint index`. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "tests/e2e/harness.h"

#define RAIN \
	"The rain in Spain stays mainly in the plain, said the weather office on %s. More of it is expected during the week, above all in " \
	"the north and along the coast. Farmers had waited for it since the spring, and the reservoirs are half empty. Nobody knows how long " \
	"it will last, but all are glad."
#define SNOW \
	"There is a lot of snow in Norway this year, and trains are late because of it. The railways have asked for more ploughs, and the " \
	"ministry has promised to pay for them. Children like it, of course, and so do those who sell skis and warm boots to them."

static void put_line(FILE *f, const char *id, const char *url, const char *title, const char *text)
{
	json_t *line = json_pack("{s:o, s:s*, s:s, s:s}", "id", json_loads(id, JSON_DECODE_ANY, NULL), "url", url, "title", title, "text", text);

	json_dumpf(line, f, JSON_COMPACT);
	fputc('\n', f);
	json_decref(line);
}

static const char *make_store(const char *name, const char *day)
{
	FILE *f = fopen(harness_file("p.jsonl"), "w");
	char text[2][800];

	cr_assert(f);
	snprintf(text[0], sizeof text[0], RAIN, "Monday");
	snprintf(text[1], sizeof text[1], RAIN " Really.", day);
	put_line(f, "\"a\"", "http://x/a", "Rain in Spain", text[0]);
	put_line(f, "\"b\"", "http://x/b", "Rain in Spain", text[1]);
	put_line(f, "7", "http://x/c", "Snow \x1b[31min Norway", SNOW);
	put_line(f, "\"zh\"", NULL, "天气", "北京大学的天气很好。");
	fclose(f);
	cr_assert_eq(harness_run("filter -q -o '%s' '%s'", harness_file(name), harness_file("p.jsonl")), 0, "%s", harness_output());
	return harness_file(name);
}

static const char *inspect(const char *what)
{
	cr_expect_eq(harness_run("inspect '%s' %s", harness_file("s.db"), what), 0, "%s: %s", what, harness_output());
	return harness_output();
}

static void make_s(void)
{
	harness_open();
	make_store("s.db", "Tuesday");
}

TestSuite(inspect_article, .init = make_s, .fini = harness_stop);

/* By its id, with or without #; by its URL, as typed; by the id of its line. */
Test(inspect_article, is_named_in_every_way)
{
	static const char *const names[] = {"2", "'#2'", "http://x/b", "x/b", "b", "'\"b\"'"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char what[40];

		snprintf(what, sizeof what, "show --json %s", names[i]);
		cr_expect(strstr(inspect(what), "\"kind\":\"drop\",\"id\":2,"), "%s: %s", names[i], harness_output());
	}
	cr_expect(strstr(inspect("show 7"), "page #3"), "%s", harness_output());
	harness_shell("{ printf '{\"id\":\"\\\\u98750\",\"text\":\"x\"}' | ./firstprint filter -q -o '%s'; }", harness_file("s.db"));
	cr_expect(strstr(inspect("show 页0"), "page #5"), "as Python writes it: %s", harness_output());
	cr_expect(strstr(inspect("show '\"7\"'"), "page #3"), "%s", harness_output());
	cr_expect_eq(harness_run("inspect '%s' show '\"2\"'", harness_file("s.db")), 1);
}

Test(inspect_article, diff_shows_the_words_that_differ)
{
	json_t *diff;

	cr_expect(strstr(inspect("diff b"), "on [-Monday-] {+Tuesday+}. More"), "%s", harness_output());
	cr_expect(strstr(harness_output(), "- page #1 http://x/a\n+ drop #2 http://x/b\n"), "%s", harness_output());
	cr_expect(strstr(inspect("diff b a"), "on [-Tuesday-] {+Monday+}"), "%s", harness_output());
	cr_expect(strstr(inspect("diff a a"), "the texts are equal: 68 words"), "%s", harness_output());
	cr_expect(strstr(inspect("diff a b --side-by-side"), " | "), "%s", harness_output());
	cr_expect(strstr(harness_output(), "[-Monday-]") && strstr(harness_output(), "{+Tuesday+}"), "%s", harness_output());
	diff = json_loads(inspect("diff a b --json"), 0, NULL);
	cr_expect_eq(json_array_size(json_object_get(diff, "changes")), 2, "%s", harness_output());
	json_decref(diff);
	cr_expect_eq(harness_run("inspect '%s' diff a", harness_file("s.db")), 2);
	cr_expect(strstr(harness_output(), "its URL had no earlier one"), "%s", harness_output());
}

/* Of two stores, the first article is looked for in the first, the second in the last. */
Test(inspect_article, two_stores_are_compared)
{
	make_store("other.db", "Sunday");
	cr_expect_eq(harness_run("inspect '%s' '%s' diff x/b x/b", harness_file("s.db"), harness_file("other.db")), 0);
	cr_expect(strstr(harness_output(), "[-Tuesday-] {+Sunday+}"), "%s", harness_output());
	cr_expect_eq(harness_run("inspect '%s' '%s' pages --json", harness_file("s.db"), harness_file("other.db")), 0);
	cr_expect(strstr(harness_output(), "s.db\"}") && strstr(harness_output(), "other.db\"}"), "%s", harness_output());
	cr_expect_eq(harness_run("inspect '%s' '%s' drops --csv", harness_file("s.db"), harness_file("other.db")), 0);
	cr_expect_eq(strncmp(harness_output(), "store,id,", 9), 0, "%s", harness_output());
	cr_expect(!strstr(harness_output() + 1, "store,id,"), "%s", harness_output());
}

Test(inspect_article, explain_has_every_stage)
{
	json_t *all;

	cr_expect(strstr(inspect("explain b"), "Likeness: of all runs of three words"), "%s", harness_output());
	cr_expect(strstr(harness_output(), "So it is a near-duplicate of #1 http://x/a"), "%s", harness_output());
	cr_expect(strstr(inspect("explain a"), "1 article is dropped as a duplicate of it"), "%s", harness_output());
	cr_expect(!strchr(inspect("explain x/c"), '\x1b'));
	all = json_loads(inspect("explain b --json"), 0, NULL);
	cr_expect_gt(json_array_size(json_object_get(all, "steps")), 5, "%s", harness_output());
	json_decref(all);
}

/* 1 is an id in the store, and that of another article's line. */
Test(inspect_article, a_number_that_means_two_articles_is_refused)
{
	harness_shell("{ printf '{\"id\":5,\"text\":\"aa bb\"}\\n{\"id\":\"1\",\"text\":\"cc dd\"}' | ./firstprint filter -q -o '%s'; }", harness_file("n.db"));
	for (int i = 0; i < 3; i++) {
		static const char *const what[][2] = {{"inspect", "explain 1"}, {"inspect", "show 1"}, {"undo", "1"}};

		cr_expect_eq(harness_run("%s '%s' %s", what[i][0], harness_file("n.db"), what[i][1]), 2, "%s: %s", what[i][1], harness_output());
		cr_expect(strstr(harness_output(), "1 is the article #1 and the id of the input line of #2: write '#1' or '#2'"), "%s", harness_output());
	}
	cr_expect_eq(harness_run("inspect '%s' show '#1'", harness_file("n.db")), 0);
	cr_expect(strstr(harness_output(), "aa bb"), "%s", harness_output());
	cr_expect_eq(harness_run("inspect '%s' show '\"1\"'", harness_file("n.db")), 0);
	cr_expect(strstr(harness_output(), "cc dd"), "%s", harness_output());
	cr_expect_eq(harness_run("inspect '%s' show 2", harness_file("n.db")), 0, "only one has it");
	harness_shell("{ printf '{\"id\":5,\"text\":\"aa\"}\\n{\"id\":1,\"text\":\"bb\"}\\n{\"id\":1,\"text\":\"cc\"}' | ./firstprint filter -q -o '%s'; }", harness_file("m.db"));
	cr_expect_eq(harness_run("inspect '%s' show 1", harness_file("m.db")), 2);
	cr_expect(strstr(harness_output(), "1 is the article #1 and the id of 2 input lines, the last that of #3: write '#1' or '#3'"), "%s", harness_output());
}

/* The index finds what reading everything finds. */
Test(inspect_article, near_shows_dropped_articles_too)
{
	char before[2000];

	cr_expect(strstr(inspect("near a"), "drop      2  http://x/b"), "%s", harness_output());
	cr_expect(strstr(harness_output(), "to make this quick: firstprint index"), "%s", harness_output());
	harness_shell("{ ./firstprint inspect '%s' near a 2>&- >'%s'; }", harness_file("s.db"), harness_file("before"));
	cr_assert_eq(harness_run("index -q '%s'", harness_file("s.db")), 0, "%s", harness_output());
	snprintf(before, sizeof before, "%s", inspect("near a"));
	harness_shell("{ ./firstprint inspect '%s' near a | cmp - '%s'; }", harness_file("s.db"), harness_file("before"));
	cr_expect_str_empty(harness_output());
	cr_expect(!strstr(before, "firstprint index"), "%s", before);
}

Test(inspect_article, search_finds_words_in_any_script)
{
	static const struct {
		const char *words, *has, *lacks;
	} rows[] = {{"RAIN", "http://x/b", "http://x/c"},   {"rain NOT really", "http://x/a", "http://x/b"},
		    {"'weather office'", "http://x/a", NULL}, {"'office weather'", NULL, "http://x/a"},
		    {"snow rain", NULL, "http://x"},         {"北京", "zh", "http://x"},
		    {"norway", "Snow", "http://x/a"},        {"天气", "天气", NULL}};

	cr_expect_eq(harness_run("inspect '%s' search rain", harness_file("s.db")), 1);
	cr_expect(strstr(harness_output(), "has no full-text index; make it with: firstprint index"), "%s", harness_output());
	cr_assert_eq(harness_run("index '%s'", harness_file("s.db")), 0);
	cr_expect(strstr(harness_output(), "4 articles added, up to #4"), "%s", harness_output());
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char what[80];

		snprintf(what, sizeof what, "search %s", rows[i].words);
		inspect(what);
		cr_expect(!rows[i].has || strstr(harness_output(), rows[i].has), "%s: %s", what, harness_output());
		cr_expect(!rows[i].lacks || !strstr(harness_output(), rows[i].lacks), "%s: %s", what, harness_output());
	}
	inspect("search norway --limit 1");
	cr_expect(!strstr(harness_output(), "of more articles"), "%s", harness_output());
	inspect("search rain --limit 1");
	cr_expect(strstr(harness_output(), "the best 1 of more articles; --limit 0 prints all"), "%s", harness_output());
	inspect("search rain --limit 0");
	cr_expect(strstr(harness_output(), "http://x/a") && strstr(harness_output(), "http://x/b") && !strstr(harness_output(), "more"), "%s", harness_output());
	cr_expect_eq(harness_run("inspect '%s' search '\xff'", harness_file("s.db")), 2, "%s", harness_output());
	cr_expect_eq(harness_run("inspect '%s' search $(seq 100)", harness_file("s.db")), 2, "%s", harness_output());
	cr_expect_eq(harness_run("inspect '%s' decisions --csv", harness_file("s.db")), 0);
	cr_expect_str_eq(harness_output(), "id,what,url,name,of_url,of_name,pattern,at\n");
	cr_expect_eq(harness_run("inspect '%s' search '...'", harness_file("s.db")), 2, "%s", harness_output());
	cr_expect_eq(harness_run("inspect '%s' search 'a\" OR \"b'", harness_file("s.db")), 0, "%s", harness_output());
	cr_expect(strstr(harness_output(), "s.db: no article is found"), "%s", harness_output());
}

/* Whether the index is made anew or goes on, it has the texts that stood there before; near is about what is stored now. */
/* A star stands for any end of a word, and in Korean each word may have one: its particle. */
Test(inspect_article, search_finds_beginnings_of_words)
{
	static const struct {
		const char *words;
		bool found;
	} rows[] = {{"도서관", true}, {"도서관의", true}, {"서관의", false}, {"'lightho*'", true}, {"lightho", false}, {"'old lighth*'", true}, {"'*'", false}};
	FILE *f = fopen(harness_file("k.jsonl"), "w");

	fputs("{\"id\":\"a\",\"text\":\"도서관의 기록은 마을의 역사를 보여 준다. The old lighthouses.\"}\n", f);
	fclose(f);
	cr_assert_eq(harness_run("filter -q -o '%s' '%s'", harness_file("k.db"), harness_file("k.jsonl")), 0, "%s", harness_output());
	cr_assert_eq(harness_run("index -q '%s'", harness_file("k.db")), 0, "%s", harness_output());
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		harness_run("inspect '%s' search %s", harness_file("k.db"), rows[i].words);
		cr_expect_eq(strstr(harness_output(), "lighthouses") != NULL, rows[i].found, "%s: %s", rows[i].words, harness_output());
	}
	cr_expect_eq(harness_run("inspect '%s' search old NOT 도서", harness_file("k.db")), 0);
	cr_expect(strstr(harness_output(), "no article is found"), "%s", harness_output());
}

Test(inspect_article, search_finds_past_texts)
{
	const char *store = harness_file("s.db");
	char near[2000];

	snprintf(near, sizeof near, "%s", inspect("near a --limit 9"));
	harness_shell("sqlite3 '%s' \"INSERT INTO past SELECT 90, url, 'Once', lang, text || ' It was green.', digest, fetched_at, 'changed', fetched_at FROM pages WHERE id = 1\"", store);
	cr_assert_eq(harness_run("index '%s'", store), 0);
	cr_expect(strstr(harness_output(), "5 articles added, up to #90"), "%s", harness_output());
	inspect("search green");
	cr_expect(strstr(harness_output(), "    90  Once\n        http://x/a, its text before\n"), "%s", harness_output());
	inspect("near a --limit 9");
	cr_expect(!strstr(harness_output(), "90"), "%s", harness_output());
	harness_shell("sqlite3 '%s' \"INSERT INTO past SELECT 95, url, 'Twice', lang, text, digest, fetched_at, why, at FROM past WHERE id = 90\"", store);
	cr_expect(strstr(inspect("search green"), "the index lacks 1 article; to add it: firstprint index "), "%s", harness_output());
}

/* Only what is new is added; the index of a store that was there before is made anew; another file is left alone. */
Test(inspect_article, index_follows_the_store)
{
	const char *store = harness_file("s.db");

	cr_assert_eq(harness_run("index -q '%s'", store), 0);
	harness_shell("{ echo '{\"id\":\"new\",\"text\":\"Fog over Holland.\"}' | ./firstprint filter -q -o '%s'; }", store);
	inspect("search fog");
	cr_expect(strstr(harness_output(), "the index lacks 1 article"), "%s", harness_output());
	cr_assert_eq(harness_run("index '%s'", store), 0);
	cr_expect(strstr(harness_output(), "1 article added"), "%s", harness_output());
	cr_expect(strstr(inspect("search fog"), "new"), "%s", harness_output());

	harness_shell("rm '%s'", store);
	make_store("s.db", "Tuesday");
	cr_expect_eq(harness_run("inspect '%s' search fog", store), 1);
	cr_expect_eq(harness_run("index '%s'", store), 0);
	cr_expect(strstr(harness_output(), "4 articles added"), "%s", harness_output());

	harness_shell("{ rm '%s.index' && mkfifo '%s.index'; }", store, store);
	cr_expect_eq(harness_run("index '%s'", store), 1);
	cr_expect(strstr(harness_output(), "a file of something else"), "%s", harness_output());
	harness_shell("rm '%s.index'", store);
	harness_shell("{ echo precious >'%s.index'; }", store);
	cr_expect_eq(harness_run("index '%s'", store), 1);
	cr_expect(strstr(harness_output(), "a file of something else"), "%s", harness_output());
	harness_shell("cat '%s.index'", store);
	cr_expect_str_eq(harness_output(), "precious\n");
}

/* On a terminal lines fit its width, and long output goes through the pager; elsewhere there are no colours. */
Test(inspect_article, output_fits_the_terminal)
{
	harness_shell("{ printf '{\"id\":1,\"url\":\"http://x/%%0300d\",\"text\":\"x\"}' 1 | ./firstprint filter -q -o '%s'; }", harness_file("s.db"));
	harness_shell("{ TERM=xterm FIRSTPRINT_PAGER='sed s/^/p:/' script -qec \"stty cols 60; ./firstprint inspect '%s' pages\" /dev/null </dev/null; }", harness_file("s.db"));
	cr_expect(strstr(harness_output(), "p:     1  http://x/a"), "%s", harness_output());
	cr_expect(strstr(harness_output(), "…") && strstr(harness_output(), "\x1b[2m"), "%s", harness_output());
	cr_expect(!strstr(harness_output(), "000000000000000000000000000000000000000000000000000000000000"), "%s", harness_output());
	harness_shell("{ TERM=dumb script -qec \"./firstprint inspect '%s' pages --no-pager\" /dev/null </dev/null; }", harness_file("s.db"));
	cr_expect(!strchr(harness_output(), '\x1b'), "%s", harness_output());
	harness_shell("{ NO_COLOR=1 script -qec \"./firstprint inspect '%s' pages --no-pager\" /dev/null </dev/null; }", harness_file("s.db"));
	cr_expect(!strchr(harness_output(), '\x1b'), "%s", harness_output());
	cr_expect(!strchr(inspect("pages"), '\x1b') && !strstr(inspect("pages"), "…"));
}
