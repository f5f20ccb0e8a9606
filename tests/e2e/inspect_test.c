/* `firstprint inspect STORE LIST`: lists, chosen and sorted, for people, as JSON Lines and as CSV. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/e2e/harness.h"

static void serve(void)
{
	harness_start("location / { root SITE; index index.html; charset off; }\nlocation = /gone { return 404; }\nlocation = /moved { return 301 /gone; }\n"
		      "location = /start { default_type text/html; return 200 '<p>Start<a href=/>i</a><a href=/gone>g</a><a href=/private/x>p</a><a href=/moved>m</a>'; }\n");
}

TestSuite(inspect, .init = serve, .fini = harness_stop);

static void crawl(const char *more)
{
	harness_run("crawl -q --allow-private --delay 0 --retries 0 -o '%s' %s '%s'", harness_file("s.db"), more, harness_url("/start"));
}

static const char *list(const char *what)
{
	cr_expect_eq(harness_run("inspect '%s' %s", harness_file("s.db"), what), 0, "%s: %s", what, harness_output());
	return harness_output();
}

static int lines_in(const char *text)
{
	int n = 0;

	for (; (text = strchr(text, '\n')) != NULL; text++)
		n++;
	return n;
}

/* Every list has as many rows as its table, in JSON and in CSV, and words for people. */
Test(inspect, lists_are_whole_in_every_form)
{
	static const struct {
		const char *name, *count, *has;
	} rows[] = {{"pages", "SELECT count(*) FROM pages", "books.html"},
		    {"drops", "SELECT count(*) FROM drops", " of #"},
		    {"groups", "SELECT count(DISTINCT of) FROM drops", " of their text"},
		    {"hosts", "SELECT count(*) FROM hosts", "http://127.0.0.1:"},
		    {"seeds", "SELECT count(*) FROM urls WHERE is_seed AND hops = 0", "page  "},
		    {"redirects", "SELECT count(*) FROM redirects", "/gone  (leads to a failure: http 404)"},
		    {"failures", "SELECT count(*) FROM failures", "http 404, 1 try, "},
		    {"skips", "SELECT count(*) FROM skips", "robots.txt"},
		    {"urls", "SELECT count(*) FROM urls", "/moved\n          to http://127.0.0.1:"},
		    {"causes", "SELECT count(DISTINCT cause) FROM drops", "        at http://127.0.0.1:"},
		    {"members", "SELECT (SELECT count(*) FROM drops) + (SELECT count(DISTINCT of) FROM drops)", "kept"}};
	char what[60];

	crawl("");
	crawl("--refresh");
	snprintf(what, sizeof what, "s.db: in all %d drops, %.1f %% of all articles, and ", (int)harness_number(harness_file("s.db"), rows[1].count),
		 100.0 * (double)harness_number(harness_file("s.db"), rows[1].count) / (double)harness_number(harness_file("s.db"), "SELECT value FROM summary WHERE name = 'fetched'"));
	cr_expect(strstr(list("causes"), what), "%s: %s", what, harness_output());
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		int n = (int)harness_number(harness_file("s.db"), rows[i].count);
		json_t *row;

		cr_expect_gt(n, 0, "%s", rows[i].name);
		cr_expect(strstr(list(rows[i].name), rows[i].has), "%s: %s", rows[i].name, harness_output());
		snprintf(what, sizeof what, "%s --json", rows[i].name);
		cr_expect_eq(lines_in(list(what)), n, "%s", rows[i].name);
		row = json_loadb(harness_output(), strcspn(harness_output(), "\n"), 0, NULL);
		cr_expect(row, "%s", rows[i].name);
		snprintf(what, sizeof what, "%s --csv", rows[i].name);
		cr_expect_eq(lines_in(list(what)), n + 1, "%s: %s", rows[i].name, harness_output());
		cr_expect(row && json_object_size(row) > 2 && strncmp(harness_output(), json_object_iter_key(json_object_iter(row)), 2) == 0, "the names are first: %s",
			  harness_output());
		json_decref(row);
	}
}

/* What is printed would damage the store. */
Test(inspect, nothing_is_printed_into_a_store)
{
	static const char *const commands[] = {"inspect", "judge", "serve"};
	const char *store = harness_file("s.db");

	crawl("");
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		harness_shell("{ cp '%s' '%s'; (./firstprint %s '%s' >>'%s'; test $? = 2) && cmp '%s' '%s'; }", store, harness_file("copy"), commands[i],
			      store, store, store, harness_file("copy"));
		cr_expect(strstr(harness_output(), "standard output: that is the store, or a file of it"), "%s", harness_output());
	}
}

Test(inspect, rows_are_chosen_sorted_and_counted)
{
	const char *store = harness_file("s.db");

	crawl("");
	harness_shell("{ ./firstprint inspect '%s' pages --csv --sort -id | tail -n +2 | cut -d, -f1 >'%s'; }", store, harness_file("sorted"));
	harness_shell("{ sqlite3 '%s' 'SELECT id FROM pages ORDER BY id DESC' | cmp - '%s'; }", store, harness_file("sorted"));
	cr_expect_eq(lines_in(list("pages --json --limit 2")), 2);
	cr_expect_eq(lines_in(list("pages --json --where \"url LIKE '%books.html'\"")), 1);
	cr_expect(strstr(harness_output(), "/books.html\""), "%s", harness_output());
	cr_expect_eq(lines_in(list("pages --json --where \"url REGEXP '/BOOKS|(?i)/BOOKS[.]html$'\"")), 1);
	cr_expect_eq(lines_in(list("pages --json --where 'url REGEXP NULL'")), 0);
	cr_expect_eq(lines_in(list("drops --json --where \"score > 2 -- nothing\"")), 0);
	cr_expect_eq(lines_in(list("groups --json --sort drops --limit 1")), 1);
}

/* The list has all groups, one by its id in the column group, which is a word of SQL, too, or one by any of its articles. */
Test(inspect, members_of_one_group_are_asked_for_by_its_id_or_an_article)
{
	char what[200], *all;
	int64_t drop;

	crawl("");
	drop = harness_number(harness_file("s.db"), "SELECT max(id) FROM drops");
	snprintf(what, sizeof what, "members --json --where 'group=%d'", (int)harness_number(harness_file("s.db"), "SELECT of FROM drops ORDER BY id DESC LIMIT 1"));
	all = strdup(list(what));
	cr_expect_geq(lines_in(all), 2, "%s", all);
	snprintf(what, sizeof what, "members --json '#%d'", (int)drop);
	cr_expect_str_eq(list(what), all);
	list("members --where 'id IN (SELECT max(id) FROM pages GROUP BY lang) OR \"group\" = 1'");
	cr_expect_eq(harness_run("inspect '%s' members nowhere", harness_file("s.db")), 1);
	cr_expect(strstr(harness_output(), "nowhere: no such id or URL in this store"), "%s", harness_output());
	free(all);
}

/* What was seen has no article for a reason, which is said. */
Test(inspect, of_a_url_without_an_article_the_reason_is_said)
{
	static const char *const urls[][2] = {{"/gone", "could not be fetched, http 404"}, {"/private/x", "was skipped, robots.txt"}, {"/moved", "redirects to http"},
					      {"/books.html/", "is at http"}};
	const char *store = harness_file("s.db");
	char says[100];

	crawl("");
	for (size_t i = 0; i < sizeof urls / sizeof *urls; i++) {
		snprintf(says, sizeof says, "%s has no article: it %s", urls[i][0], urls[i][1]);
		cr_expect_eq(harness_run("inspect '%s' diff '%s'", store, harness_url(urls[i][0])), 1);
		cr_expect(strstr(harness_output(), says), "%s: %s", says, harness_output());
		cr_expect_eq(harness_run("undo '%s' '%s'", store, harness_url(urls[i][0])), 1);
		cr_expect(strstr(harness_output(), says), "%s: %s", says, harness_output());
	}
	harness_shell("sqlite3 '%s' \"UPDATE pages SET url = url || '/' WHERE url LIKE '%%/books.html'\"", store);
	cr_expect_eq(harness_run("inspect '%s' diff '%s'", store, harness_url("/books.html")), 1);
	cr_expect(strstr(harness_output(), "/books.html has no article: it is at http") && strstr(harness_output(), "/books.html/"), "%s", harness_output());
	harness_shell("sqlite3 '%s' \"INSERT INTO past SELECT 99, 'http://a/was', '', '', '', digest, fetched_at, 'gone', fetched_at FROM pages LIMIT 1\"", store);
	cr_expect_eq(harness_run("undo '%s' http://a/was", store), 2);
	cr_expect(strstr(harness_output(), "#99 is an article of the past, and only drops can be taken back"), "%s", harness_output());
}

/* A title may hold anything. */
Test(inspect, csv_is_quoted_and_clean)
{
	harness_shell("cd '%s' && { printf '{\"id\":1,\"title\":\"a,\\\\\"b\\\\\" \\\\u001b[31m\\\\u009b=1+1\",\"text\":\"x\"}\\n' >p.jsonl; }", harness_file("."));
	cr_assert_eq(harness_run("filter -o '%s' '%s'", harness_file("s.db"), harness_file("p.jsonl")), 0, "%s", harness_output());
	list("pages --csv");
	cr_expect(strstr(harness_output(), ",\"a,\"\"b\"\" [31m=1+1\","), "%s", harness_output());
	cr_expect(!strchr(harness_output(), '\x1b') && !strstr(harness_output(), "\xc2\x9b"));
}

/* What became of a URL, and why, whatever it was. */
Test(inspect, explain_tells_the_way_of_every_url)
{
	static const struct {
		const char *path, *says;
	} rows[] = {{"/start", "It is a seed"},
		    {"/gone", "It could not be fetched: http 404, after 1 try"},
		    {"/private/x", "robots.txt forbids it"},
		    {"/", "was read, on"},
		    {"/", "So it was kept."}};
	char what[300];

	crawl("");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		snprintf(what, sizeof what, "explain '%s' | tr -s ' \\n' ' '", harness_url(rows[i].path));
		harness_shell("{ ./firstprint inspect '%s' %s; }", harness_file("s.db"), what);
		cr_expect(strstr(harness_output(), rows[i].says), "%s: %s", rows[i].path, harness_output());
	}
}

/* Seventy words about one thing. */
static const char *words_about(const char *thing)
{
	static char text[3][3000];
	static int next;
	char *out = text[next++ % 3];

	*out = '\0';
	for (int i = 0; i < 70; i++)
		snprintf(out + strlen(out), 3000 - strlen(out), "%s%c%c ", thing, 'a' + i % 26, 'a' + i / 26);
	return out;
}

/* A kept page names the one that it was compared with; one that contains another is no drop, and the summary tells of it. */
Test(inspect, a_kept_page_is_told_beside_the_one_it_was_compared_with)
{
	FILE *f = fopen(harness_file("p.jsonl"), "w");

	fprintf(f, "{\"id\":\"one\",\"text\":\"%s.\"}\n", words_about("rain"));
	fprintf(f, "{\"id\":\"all\",\"text\":\"%s.\\n%s.\\n%s.\"}\n", words_about("rain"), words_about("snow"), words_about("hail"));
	fclose(f);
	cr_assert_eq(harness_run("filter -o '%s' '%s'", harness_file("s.db"), harness_file("p.jsonl")), 0, "%s", harness_output());
	cr_assert(strstr(harness_output(), "supersedes"), "%s", harness_output());
	harness_run("inspect '%s' explain all", harness_file("s.db"));
	cr_expect(strstr(harness_output(), "The page that it was compared with is #1 one."), "%s", harness_output());
	list("diff all");
	cr_expect(strstr(harness_output(), "#1") && strstr(harness_output(), "snow"), "%s", harness_output());
	list("pages --json --where 'nearest = 1'");
	cr_expect(strstr(harness_output(), "\"name\":\"all\""), "%s", harness_output());
	harness_run("inspect '%s'", harness_file("s.db"));
	cr_expect(strstr(harness_output(), "1 kept page contains another one, as a list or a longer version does\n         all contains one\n"), "%s",
		  harness_output());
	list("supersedes");
	cr_expect(strstr(harness_output(), " all\n        contains #1 one\n"), "%s", harness_output());
}

/* The original is a page of tags. An earlier copy has the URL without the parameter, and so tells the cause. */
Test(inspect, a_cause_that_an_earlier_copy_tells_names_it)
{
	FILE *f = fopen(harness_file("p.jsonl"), "w");

	fprintf(f, "{\"id\":1,\"url\":\"http://a.example/tag/rain\",\"text\":\"%s.\\n%s.\"}\n", words_about("rain"), words_about("snow"));
	fprintf(f, "{\"id\":2,\"url\":\"http://a.example/news/rain\",\"text\":\"%s.\"}\n", words_about("rain"));
	fprintf(f, "{\"id\":3,\"url\":\"http://a.example/news/rain?size=2\",\"text\":\"%s.\"}\n", words_about("rain"));
	fclose(f);
	cr_assert_eq(harness_run("filter -q -o '%s' '%s'", harness_file("s.db"), harness_file("p.jsonl")), 0, "%s", harness_output());
	harness_run("inspect '%s' explain '\"3\"'", harness_file("s.db"));
	cr_expect(strstr(harness_output(), "another value; the other URL is that of"), "%s", harness_output());
	harness_run("inspect '%s' explain '\"2\"'", harness_file("s.db"));
	cr_expect(strstr(harness_output(), "excerpt: ") && !strstr(harness_output(), "the other URL"), "%s", harness_output());
}

/* A drop is worth a look if it differs in a negation: the summary counts it, the list has its words, and explain tells them. */
Test(inspect, drops_that_are_notable)
{
	static const char *const lines =
		"{\"id\":\"a\",\"text\":\"The council of the town met last night in the old hall by the river, and the mayor spoke first. The bridge is safe"
		" for cars, said the engineer who had looked at every stone of it for a week. Then they all went home in the rain.\"}\n"
		"{\"id\":\"b\",\"text\":\"The council of the town met last night in the old hall by the river, and the mayor spoke first. The bridge is not"
		" safe for cars, said the engineer who had looked at every stone of it for a week. Then they all went home in the rain.\"}\n"
		"{\"id\":\"c\",\"text\":\"The council of the town met last night in the old hall by the river, and the mayor spoke first. The bridge is safe"
		" for cars, said the engineer who had looked at every stone of it for a month. Then they all went home in the rain.\"}\n";
	FILE *f = fopen(harness_file("n.jsonl"), "w");

	cr_assert(f && fputs(lines, f) >= 0 && fclose(f) == 0);
	cr_assert_eq(harness_run("filter -q -o '%s' '%s'", harness_file("n.db"), harness_file("n.jsonl")), 0);
	cr_assert_eq(harness_run("inspect '%s'", harness_file("n.db")), 0);
	cr_expect(strstr(harness_output(), "notable drops              1"), "%s", harness_output());
	cr_assert_eq(harness_run("inspect '%s' drops --notable --csv", harness_file("n.db")), 0);
	cr_expect(strstr(harness_output(), ",not,0,") && !strstr(harness_output(), "\"\"\"c\"\"\""), "%s", harness_output());
	cr_assert_eq(harness_run("inspect '%s' drops --notable --where 'score < 0'", harness_file("n.db")), 0);
	cr_expect(!strstr(harness_output(), "notable"), "%s", harness_output());
	cr_assert_eq(harness_run("inspect '%s' explain 2", harness_file("n.db")), 0);
	cr_expect(strstr(harness_output(), "worth a look; what differs: not (inspect"), "%s", harness_output());
	cr_assert_eq(harness_run("inspect '%s' pages --notable", harness_file("n.db")), 2);
	cr_expect(strstr(harness_output(), "--notable is for drops"), "%s", harness_output());
	cr_assert_eq(harness_run("judge '%s' --apply --filter cascade:resemblance=0.6", harness_file("n.db")), 0);
	cr_assert_eq(harness_run("inspect '%s' drops --notable", harness_file("n.db")), 0);
	cr_expect(strstr(harness_output(), "notable: not"), "%s", harness_output());
}
