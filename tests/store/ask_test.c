#include "store/ask.h"
#include "store/decide.h"
#include "tests/store/articles.h"
#include "tests/store/scratch.h"

TestSuite(ask, .init = scratch_make, .fini = scratch_remove);

static status count_rows(void *ctx, const store_value *row, size_t n)
{
	cr_expect(n > 0 && row[0].name);
	return ++*(int *)ctx < 3 ? OK : ERR_LIMIT;
}

static status count_all(void *ctx, const store_value *row, size_t n)
{
	(void)row, (void)n;
	++*(int *)ctx;
	return OK;
}

static void put_pages(store *st, int n)
{
	for (int i = 1; i <= n; i++) {
		store_article x = article_of("http://a/", "Rain.", "s");

		cr_assert(store_put_page(st, (uint64_t)i, &x, NULL) == OK);
	}
}

Test(ask, visits_rows_until_the_visitor_stops)
{
	store *st = scratch_store();
	int rows = 0;

	put_pages(st, 5);
	cr_expect(store_ask(st, ASK_PAGES, count_rows, &rows) == ERR_LIMIT && rows == 3);
	rows = 0;
	cr_expect(store_ask_id(st, ASK_PAGE_BY_ID, 4, count_rows, &rows) == OK && rows == 1);
	store_close(st);
}

static store *asked;

static status ask_again(void *ctx, const store_value *row, size_t n)
{
	int rows = 0;

	(void)row, (void)n;
	++*(int *)ctx;
	return store_ask(asked, ASK_PAGES, count_all, &rows);
}

Test(ask, a_visitor_may_ask_the_same)
{
	int rows = 0;

	asked = scratch_store();
	put_pages(asked, 3);
	cr_expect(store_ask(asked, ASK_PAGES, ask_again, &rows) == OK && rows == 3, "%d", rows);
	store_close(asked);
}

static status check_page(void *ctx, const store_value *row, size_t n)
{
	cr_assert(n > 10);
	cr_expect_str_eq(row[0].name, "kind");
	cr_expect(row[0].type == STORE_TEXT && strcmp(row[0].text, "page") == 0);
	cr_expect(row[1].type == STORE_INTEGER && row[1].integer == *(int64_t *)ctx && row[1].text == NULL);
	cr_expect(row[3].type == STORE_NULL && row[3].text == NULL, "%s", row[3].name);
	*(int64_t *)ctx = -1;
	return OK;
}

Test(ask, gives_each_value_with_type_and_column_name)
{
	store *st = scratch_store();
	int64_t id = 1;

	put_pages(st, 1);
	cr_expect(store_ask_text(st, ASK_PAGE_BY_URL, "http://a/", check_page, &id) == OK && id == -1);
	store_close(st);
}

Test(ask, a_parameter_is_never_run_as_sql)
{
	store *st = scratch_store();
	int rows = 0;

	put_pages(st, 2);
	cr_expect(store_ask_text(st, ASK_PAGE_BY_URL, "' OR 1 --", count_rows, &rows) == OK && rows == 0);
	store_close(st);
}

static status note_id(void *ctx, const store_value *row, size_t n)
{
	char *out = ctx;

	cr_assert(n > 1);
	sprintf(out + strlen(out), "%d ", (int)row[0].integer);
	return OK;
}

Test(ask, rows_are_chosen_and_sorted)
{
	static const struct {
		store_choice choice;
		const char *ids;
	} rows[] = {{{0}, "1 2 3 4 "}, {{.sort = "-id"}, "4 3 2 1 "}, {{.sort = "-id", .limit = 2}, "4 3 "}, {{.where = "id > 2", .sort = "id"}, "3 4 "}};
	complaint why = {""};
	store *st = scratch_store();

	put_pages(st, 4);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char ids[40] = "";

		cr_assert_eq(store_list(st, ASK_PAGES, &rows[i].choice, note_id, ids, &why), OK, "%s", why.text);
		cr_expect_str_eq(ids, rows[i].ids, "%zu", i);
	}
	cr_expect_eq(store_list(st, ASK_PAGES, &(store_choice){.sort = "nothing"}, note_id, NULL, &why), ERR_USAGE);
	store_close(st);
}

/* Twenty samples of three of five rows: the same three each time in one of 10^19 runs. */
Test(ask, a_sample_is_drawn_from_the_rows)
{
	const store_choice choice = {.where = "id > 1", .sort = "id", .sample = 3};
	store *st = scratch_store();
	char first[40] = "";
	bool differ = false;

	put_pages(st, 6);
	for (int i = 0; i < 20; i++) {
		char ids[40] = "";
		int a, b, c;

		cr_assert_eq(store_list(st, ASK_PAGES, &choice, note_id, ids, NULL), OK);
		cr_expect(sscanf(ids, "%d %d %d", &a, &b, &c) == 3 && strlen(ids) == 6 && a > 1 && a < b && b < c && c <= 6, "%s", ids);
		differ |= i > 0 && strcmp(ids, first) != 0;
		if (i == 0)
			strcpy(first, ids);
	}
	cr_expect(differ, "always %s", first);
	store_close(st);
}

/* Every question has its SQL, and the SQL fits the schema. */
Test(ask, every_question_can_be_asked)
{
	store *st = scratch_store();

	cr_assert(store_rejudge(st) == OK); /* makes the tables that two of the questions are about */
	for (int q = 0; q < STORE_QUESTIONS; q++) {
		bool by_id = q >= ASK_PAGE_BY_ID && q <= ASK_PAST_BY_ID, by_text = q > ASK_PAST_BY_ID || q == ASK_RULES_OF_HOST;
		int rows = -100;
		status s = by_id     ? store_ask_id(st, q, 1, count_rows, &rows)
			   : by_text ? store_ask_text(st, q, "x", count_rows, &rows)
				     : store_ask(st, q, count_rows, &rows);

		cr_expect(s == OK, "question %d: %s", q, store_error(st));
		cr_expect(rows == -100 || q == ASK_SUMMARY || q == ASK_JUDGED_COUNTS, "question %d of an empty store", q);
	}
	store_close(st);
}

static status keep_best(void *ctx, const store_value *row, size_t n)
{
	cr_expect_eq(n, 4);
	snprintf(ctx, 100, "%s", row[0].text);
	return OK;
}

/* Of the URL and its forms in a group: no phone's version, https before http, none with a query, none in capitals, the shortest; a canonical one
 * before all. Another page's URL is none, however short. */
Test(ask, the_best_url_of_a_group_is_the_one_to_cite)
{
	static const struct {
		const char *url, *canonical, *best;
	} steps[] = {{"http://a/y", NULL, "http://a/x?b=1"},
		     {"http://a/X", NULL, "http://a/X"},
		     {"http://a/x/", NULL, "http://a/x/"},
		     {"http://a/x", NULL, "http://a/x"},
		     {"https://a/x?b=1", NULL, "https://a/x?b=1"},
		     {"https://m.a/x", NULL, "https://a/x?b=1"},
		     {"https://a/amp/x", NULL, "https://a/x?b=1"},
		     {"https://a/x/", NULL, "https://a/x/"},
		     {"https://a/x", "http://a/x/", "http://a/x/"}};
	const store_reason why = {.of = 1, .verdict = "duplicate", .filter = "cascade", .stage = "text", .score = 1, .evidence = "{}"};
	store *st = scratch_store();
	store_article first = article_of("http://a/x?b=1", "Rain.", "s");
	char best[100] = "";

	cr_assert(store_put_page(st, 1, &first, NULL) == OK);
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		store_article x = article_of(steps[i].url, "Rain.", "s");

		x.canonical = steps[i].canonical;
		cr_assert(store_put_drop(st, i + 2, &x, &why) == OK);
		cr_assert(store_ask_id(st, ASK_GROUP, 1, keep_best, best) == OK);
		cr_expect_str_eq(best, i ? steps[i].best : "http://a/x?b=1", "%zu", i);
	}
	store_close(st);
}

/* The print version was met first. */
Test(ask, the_url_to_cite_is_the_preferred_or_the_plain_one_whichever_was_met_first)
{
	static const char *const urls[] = {"http://a/guide/x", "http://a/amp/x", "http://m.a/guide/x"};
	const store_reason why = {.of = 1, .verdict = "duplicate", .filter = "cascade", .stage = "text", .score = 1, .evidence = "{}"};
	store *st = scratch_store();
	store_article first = article_of("http://a/print/x", "Rain.", "s");
	char best[100] = "";

	cr_assert(store_put_page(st, 1, &first, NULL) == OK);
	for (size_t i = 0; i < 3; i++) {
		store_article x = article_of(urls[i], "Rain.", "s");

		cr_assert(store_put_drop(st, i + 2, &x, &why) == OK);
	}
	cr_assert(store_ask_id(st, ASK_GROUP, 1, keep_best, best) == OK);
	cr_expect_str_eq(best, urls[0]);
	cr_assert(store_put_pattern(st, "prefer", "^http://b/") == OK && store_ask_id(st, ASK_GROUP, 1, keep_best, best) == OK);
	cr_expect_str_eq(best, urls[0]);
	cr_assert(store_put_pattern(st, "prefer", "/print/") == OK && store_ask_id(st, ASK_GROUP, 1, keep_best, best) == OK);
	cr_expect_str_eq(best, "http://a/print/x", "--prefer has kept it");
	cr_assert(store_put_pattern(st, "prefer", "^http://a/") == OK && store_ask_id(st, ASK_GROUP, 1, keep_best, best) == OK);
	cr_expect_str_eq(best, urls[0], "of those that match, the plain one");
	store_close(st);
}

/* With www or without: that of most pages, or else without, in all groups. */
Test(ask, the_url_to_cite_is_on_the_host_that_has_more_pages)
{
	static const char *const urls[][2] = {{"http://a.example/x", "http://www.a.example/x"}, {"http://www.a.example/y", "http://a.example/y"}};
	store *st = scratch_store();
	char best[100] = "";

	for (int more = 0; more < 2; more++) {
		for (uint64_t i = 0; i < 2; i++) {
			const store_reason why = {.of = 10 * more + 2 * i + 1, .verdict = "duplicate", .filter = "cascade", .stage = "text", .score = 1, .evidence = "{}"};
			store_article page = article_of(urls[i][0], "Rain.", "s"), other = article_of(urls[i][1], "Rain.", "s");

			cr_assert(store_put_page(st, why.of, &page, NULL) == OK && store_put_drop(st, why.of + 1, &other, &why) == OK);
			cr_assert(store_ask_id(st, ASK_GROUP, (int64_t)why.of, keep_best, best) == OK);
			cr_expect_str_eq(best, urls[i][more == (i == 0)], "%s", best);
		}
		scratch_text(st, "INSERT INTO hosts (host) VALUES ('http://www.a.example') RETURNING host");
		scratch_text(st, "INSERT OR REPLACE INTO host_counts (host_id, pages, drops, failures, skips, queued) SELECT id, 7, 0, 0, 0, 0 FROM hosts RETURNING pages");
	}
	store_close(st);
}

/* With a slash at the end or without: as most pages, whichever was met first. */
Test(ask, the_url_to_cite_ends_as_those_of_most_pages)
{
	static const char *const others[] = {"http://a.example/p", "http://a.example/q/", "http://a.example/r/"};
	const store_reason why = {.of = 1, .verdict = "duplicate", .filter = "cascade", .stage = "text", .score = 1, .evidence = "{}"};
	store *st = scratch_store();
	store_article page = article_of("http://a.example/x", "Rain.", "s"), other = article_of("http://a.example/x/", "Rain.", "s");
	char best[100] = "";

	cr_assert(store_put_page(st, 1, &page, NULL) == OK && store_put_drop(st, 2, &other, &why) == OK);
	for (uint64_t i = 0; i < 3; i++) {
		store_article more = article_of(others[i], "Snow.", "t");

		cr_assert(store_put_page(st, 3 + i, &more, NULL) == OK && store_ask_id(st, ASK_GROUP, 1, keep_best, best) == OK);
		cr_expect_str_eq(best, "http://a.example/x", "half of them have one");
	}
	page = article_of("http://a.example/s/", "Hail.", "u");
	cr_assert(store_put_page(st, 6, &page, NULL) == OK && store_ask_id(st, ASK_GROUP, 1, keep_best, best) == OK);
	cr_expect_str_eq(best, "http://a.example/x/");
	store_close(st);
}

/* A URL that was skipped for its canonical one names that. */
Test(ask, the_url_to_cite_is_the_canonical_one_of_a_skip)
{
	const store_reason why = {.of = 1, .verdict = "duplicate", .filter = "cascade", .stage = "text", .score = 1, .evidence = "{}"};
	store *st = scratch_store();
	store_article page = article_of("http://a.example/x", "Rain.", "s"), www = article_of("http://www.a.example/x", "Rain.", "s");
	char best[100] = "";

	cr_assert(store_put_page(st, 1, &page, NULL) == OK && store_put_drop(st, 2, &www, &why) == OK);
	cr_assert(store_ask_id(st, ASK_GROUP, 1, keep_best, best) == OK);
	cr_expect_str_eq(best, "http://a.example/x");
	scratch_text(st, "INSERT INTO skips (url, reason, kind, of_url) VALUES ('http://a.example/x?c=1', 'canonical', 'fetch', 'http://www.a.example/x') RETURNING url");
	cr_assert(store_ask_id(st, ASK_GROUP, 1, keep_best, best) == OK);
	cr_expect_str_eq(best, "http://www.a.example/x");
	store_close(st);
}

/* The URLs of a page, of its drops in their order, and the one to cite. A host for readers comes before a canonical URL, and no other site in
 * the place of one. */
Test(ask, the_url_to_cite_is_on_a_host_for_readers)
{
	static const struct {
		const char *urls[3], *best;
	} all[] = {{{"http://10.0.0.5/k?ref=1", "http://www.a.example/k", "http://10.0.0.5/k"}, "http://www.a.example/k"},
		   {{"http://staging.a.example/q", "http://a.example/about/q", "http://b.example/longer/q"}, "http://a.example/about/q"},
		   {{"http://127.0.0.1:80/m", "http://localhost:80/m", "http://localhost:80/m?b=1"}, "http://localhost:80/m"},
		   {{"http://a.example/x?b=1", "http://b.example/x", "http://10.0.0.5/x"}, "http://a.example/x?b=1"}};
	store *st = scratch_store();
	char best[100] = "";

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		const store_reason why = {.of = 3 * i + 1, .verdict = "duplicate", .filter = "cascade", .stage = "text", .score = 1, .evidence = "{}"};
		store_article x[3];

		for (size_t k = 0; k < 3; k++) {
			x[k] = article_of(all[i].urls[k], "Rain.", "s");
			x[k].canonical = i || k ? NULL : all[i].urls[2];
			cr_assert_eq(k ? store_put_drop(st, why.of + k, &x[k], &why) : store_put_page(st, why.of, &x[k], NULL), OK);
		}
		cr_assert(store_ask_id(st, ASK_GROUP, (int64_t)why.of, keep_best, best) == OK);
		cr_expect_str_eq(best, all[i].best);
	}
	store_close(st);
}

/* Rows as text: "a|b\n". */
static status write_rows(void *ctx, const store_value *row, size_t n)
{
	char *out = ctx;

	for (size_t i = 0; i < n; i++) {
		size_t len = strlen(out);

		if (row[i].type == STORE_INTEGER)
			snprintf(out + len, 2000 - len, "%lld|", (long long)row[i].integer);
		else
			snprintf(out + len, 2000 - len, "%s|", row[i].type == STORE_TEXT ? row[i].text : "-");
	}
	strcat(out, "\n");
	return OK;
}

static void put_redirect(store *st, const char *url, const char *to)
{
	cr_assert(store_add_url(st, &(store_sighting){.url = url, .host = "http://a"}, NULL, NULL) == OK);
	scratch_conclude(st, scratch_number(st, "SELECT max(id) FROM urls"), END_NONE,
			 (store_outcome){.result = RESULT_REDIRECT, .to_url = to, .http_status = 301});
}

static status write_end(void *ctx, const store_value *row, size_t n)
{
	size_t len = strlen(ctx);

	cr_expect_eq(n, 6);
	snprintf((char *)ctx + len, 2000 - len, "%s %s %s, ", row[0].text + strlen("http://a/"), row[4].text, row[5].text ? row[5].text : "-");
	return OK;
}

Test(ask, redirects_say_where_they_lead)
{
	static const char *const all[][2] = {{"http://a/1", "http://a/2"}, {"http://a/2", "http://a/gone"}, {"http://a/in", "http://a/round"},
					     {"http://a/round", "http://a/and"}, {"http://a/and", "http://a/round"}, {"http://a/self", "http://a/self"},
					     {"http://a/out", "http://b/"}};
	char out[2000] = "";
	store *st = scratch_store();

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		put_redirect(st, all[i][0], all[i][1]);
	cr_assert(store_add_url(st, &(store_sighting){.url = "http://a/gone", .host = "http://a"}, NULL, NULL) == OK);
	scratch_conclude(st, scratch_number(st, "SELECT max(id) FROM urls"), END_NONE, (store_outcome){.result = RESULT_FAILURE, .reason = "http 404"});
	cr_expect_eq(store_ask(st, ASK_REDIRECTS, write_end, out), OK);
	cr_expect_str_eq(out, "1 failure http 404, 2 failure http 404, and loop -, in loop -, out unknown -, round loop -, self loop -, ");
	store_close(st);
}

static status write_best(void *ctx, const store_value *row, size_t n)
{
	size_t len = strlen(ctx);

	cr_expect_eq(n, 6);
	snprintf((char *)ctx + len, 2000 - len, "%s %s, ", row[0].text + strlen("http://a/"), row[5].text ? row[5].text : "-");
	return OK;
}

/* A mark leads to a URL that was skipped for its canonical one, another to a redirect. */
Test(ask, the_url_to_cite_for_a_skip_is_found_behind_another_one)
{
	static const char *const skips[][2] = {{"http://a/1?utm_id=1", "http://a/1"}, {"http://a/2?utm_id=1", "http://a/2"},
					       {"http://a/2", "http://a/2/"}, {"http://a/3?utm_id=1", "http://a/3"}, {"http://a/4", "http://a/none"}};
	const char *const urls[] = {"http://a/1", "http://a/2/", "http://a/three"};
	char out[2000] = "";
	store *st = scratch_store();

	for (size_t i = 0; i < 3; i++) {
		store_article x = article_of(urls[i], "Rain.", "s");

		cr_assert(store_put_page(st, i + 1, &x, NULL) == OK);
	}
	for (size_t i = 0; i < sizeof skips / sizeof *skips; i++)
		cr_assert(store_put_skip(st, &(store_skip){.url = skips[i][0], .reason = "canonical", .kind = SKIP_FETCH, .count = 1, .of_url = skips[i][1]}) == OK);
	put_redirect(st, "http://a/3", "http://a/three");
	cr_expect_eq(store_ask(st, ASK_SKIPS, write_best, out), OK);
	cr_expect_str_eq(out, "1?utm_id=1 http://a/1, 2 http://a/2/, 2?utm_id=1 http://a/2/, 3?utm_id=1 http://a/three, 4 -, ");
	store_close(st);
}

Test(ask, causes_have_their_sums_and_an_example)
{
	const store_reason why = {.of = 1, .verdict = "duplicate", .filter = "cascade", .stage = "text", .score = 1, .evidence = "{}"};
	static const char *const urls[] = {"http://a/x?b=1", "http://a/x?b=2", "https://a/x"};
	store *st = scratch_store();
	store_article page = article_of("http://a/x", "Rain.", "s"), other = article_of("http://a/y?c=1&b=3", "Snow.", "s");
	char out[2000] = "", members[2000] = "";

	cr_assert(store_put_page(st, 1, &page, NULL) == OK && store_put_page(st, 9, &other, NULL) == OK);
	for (size_t i = 0; i < 3; i++) {
		store_article x = article_of(urls[i], "Rain.", "s");

		cr_assert(store_put_drop(st, i + 2, &x, &why) == OK);
	}
	cr_assert(store_put_skip(st, &(store_skip){.url = "http://a/x?utm_source=1", .reason = "tracking mark", .kind = SKIP_LINK, .count = 1, .of_url = "http://a/x"}) == OK);
	cr_assert(store_put_skip(st, &(store_skip){.url = "http://a/x?b=9", .reason = "repeats: ?b=", .kind = SKIP_FETCH, .count = 1, .of_url = "http://a/x"}) == OK);
	cr_assert(store_put_skip(st, &(store_skip){.url = "http://a/deep", .reason = "too deep", .kind = SKIP_LINK, .count = 1}) == OK);
	for (int i = 0; i < 2; i++)
		cr_assert(store_put_skip(st, &(store_skip){.url = i ? "http://a/old/1" : "http://a/old/2", .reason = "soft 404", .kind = SKIP_FETCH, .count = 1}) == OK);
	cr_expect_eq(store_ask(st, ASK_CAUSES, write_rows, out), OK);
	cr_expect_str_eq(out, "parameter b|2|-|10|1|the same page with and without it, or with another value|Link to the URL without it, and name that in <link rel=canonical>.|2|http://a/x?b=1|-|1|http://a/x|-|0|[{\"pattern\":\"http://a/*?b=*\",\"drops\":2}]|https://a/x|\n"
			      "soft 404|0|-|0|2|the host says the same, with status 200, to URLs that cannot exist: \"not found\" or \"log in\"|Answer with 404 or 410, "
			      "and redirect what has moved (301); answer with 401 or 403 what needs a login.|-|http://a/old/1|-|-|-|-|-|[{\"pattern\":\"http://a/old/*\",\"drops\":2}]|-|\n"
			      "https|1|-|5|0|by http and by https|Redirect http to https (301).|4|https://a/x|-|1|http://a/x|-|-|[{\"pattern\":\"http://a/*\",\"drops\":1}]|https://a/x|\n"
			      "tracking|0|-|0|1|the parameters say where a visitor comes from|Name the URL without them in <link rel=canonical>; links within the "
			      "site need none.|-|http://a/x?utm_source=1|-|-|http://a/x|-|-|[{\"pattern\":\"http://a/*?utm_source=*\",\"drops\":1}]|-|\n");
	for (size_t i = 0; i < 3; i++) { /* only the last two show that the parameter chooses */
		static const char *const kept[] = {"http://a/w?b=7", "http://a/z?b=1", "http://a/z?b=2"};
		store_article x = article_of(kept[i], "Hail.", "s");

		cr_expect(!strstr(out, "It chooses the content"), "%s", out);
		*out = '\0';
		cr_assert(store_put_page(st, i + 10, &x, NULL) == OK && store_ask(st, ASK_CAUSES, write_rows, out) == OK);
	}
	cr_expect(strstr(out, "|It chooses the content: 2 kept pages differ from others only in it"), "%s", out);
	cr_assert(store_add_url(st, &(store_sighting){.url = "http://a/x", .host = "http://a"}, NULL, NULL) == OK);
	cr_assert(store_put_rule(st, &(store_rule){.host_id = 1, .name = "b", .state = RULE_ACTIVE}) == OK);
	*out = '\0';
	cr_expect_eq(store_ask(st, ASK_CAUSES, write_rows, out), OK);
	cr_expect(strstr(out, "|Link to the URL without it, "), "what a rule skips does not choose the content: %s", out);
	cr_expect_eq(store_ask(st, ASK_MEMBERS, write_rows, members), OK);
	cr_expect_str_eq(members, "1|https://a/x|1|http://a/x|-|T|unique|-|https|-|5|\n1|https://a/x|4|https://a/x|-|T|duplicate|https|-|-|5|\n"
				  "1|https://a/x|2|http://a/x?b=1|-|T|duplicate|parameter b|parameter b|-|5|\n1|https://a/x|3|http://a/x?b=2|-|T|duplicate|parameter b|parameter b|-|5|\n");
	for (size_t i = 0; i < 4; i++) {
		static const char *const folders[] = {"http://a/d/x", "http://a/e/x", "http://a/f/x", "http://a/g/x"};
		store_article x = article_of(folders[i], "Rain.", "s");

		cr_assert(store_put_drop(st, i + 20, &x, &why) == OK);
	}
	*out = '\0';
	cr_expect_eq(store_ask(st, ASK_CAUSES, write_rows, out), OK);
	cr_expect(strstr(out, "\"http://a/e/*\",\"drops\":1},{\"pattern\":\"http://a/f/*\",\"drops\":1}]"), "three patterns: %s", out);
	store_close(st);
}

/* The first session is told by another drop; that its original is a list says nothing of it. */
Test(ask, the_example_of_a_cause_is_a_pair_that_says_it)
{
	static const char *const urls[] = {"http://a/y", "http://a/y?sid=1", "http://a/z?sid=1"};
	store_reason why = {.of = 1, .verdict = "contained", .filter = "cascade", .stage = "containment", .score = 1, .evidence = "{}"};
	store *st = scratch_store();
	store_article list = article_of("http://a/list", "Rain.", "s"), page = article_of("http://a/z", "Snow.", "s");
	char out[2000] = "";

	cr_assert(store_put_page(st, 1, &list, NULL) == OK && store_put_page(st, 2, &page, NULL) == OK);
	for (size_t i = 0; i < 3; i++) {
		store_article x = article_of(urls[i], "Rain.", "s");

		why.of = i < 2 ? 1 : 2;
		cr_assert(store_put_drop(st, i + 3, &x, &why) == OK);
	}
	cr_expect_eq(store_ask(st, ASK_CAUSES, write_rows, out), OK);
	cr_expect(strstr(out, "session|2|") && strstr(out, "|5|http://a/z?sid=1|-|2|http://a/z|"), "%s", out);
	store_close(st);
}

/* A group of thousands takes no time that grows with its square: the sums of a thousand are made in a moment, or this never ends. */
Test(ask, large_groups_are_summed_up)
{
	static const enum store_question questions[] = {ASK_CAUSES, ASK_GROUPS, ASK_MEMBERS};
	const store_reason why = {.of = 1, .verdict = "duplicate", .filter = "cascade", .stage = "text", .score = 1, .evidence = "{}"};
	store *st = scratch_store();
	store_article page = article_of("http://a/x?b=0", "Rain.", "s");
	int rows[3] = {0};

	cr_assert(store_put_page(st, 1, &page, NULL) == OK && store_begin(st) == OK);
	for (uint64_t i = 2; i <= 20000; i++) {
		char url[40];
		store_article x = article_of((snprintf(url, sizeof url, "http://a/x?b=%d", (int)i), url), "Rain.", "s");

		cr_assert(store_put_drop(st, i, &x, &why) == OK);
	}
	cr_assert(store_commit(st) == OK);
	for (int i = 0; i < 3; i++)
		cr_expect_eq(store_ask(st, questions[i], count_all, &rows[i]), OK);
	cr_expect(rows[0] == 1 && rows[1] == 1 && rows[2] == 20000, "%d %d %d", rows[0], rows[1], rows[2]);
	store_close(st);
}
