#include "store/cause.h"
#include "tests/store/articles.h"
#include "tests/store/scratch.h"

static const struct row {
	const char *url, *of_url, *cause;
} rows[] = {
	{"http://a.example/x", "http://a.example/x", "same URL"},
	{"http://a.example/x", "https://a.example/x", "https"},
	{"https://www.a.example/x", "https://a.example/x", "www"},
	{"http://www.a.example/x", "https://a.example/x", "https"},
	{"http://a.example/x/", "http://a.example/x", "slash"},
	{"http://a.example/x/index.html", "http://a.example/x/", "slash"},
	{"http://a.example/X", "http://a.example/x", "case"},
	{"http://b.example/x", "https://www.a.example/x/", "mirror"},
	{"http://b.example/y", "http://a.example/x", "another host"},
	{"http://a.example/x?sid=1", "http://a.example/x?sid=2", "session"},
	{"http://a.example/x?PHPSESSID=9af&p=1", "http://a.example/x?p=1", "session"},
	{"http://a.example/x;jsessionid=12", "http://a.example/x", "session"},
	{"http://a.example/x?assessment=1", "http://a.example/x", "parameter assessment"},
	{"http://a.example/x?utm_source=a&gclid=b", "http://a.example/x", "tracking"},
	{"http://a.example/x?print=1", "http://a.example/x", "print version"},
	{"http://a.example/x?view=printer", "http://a.example/x", "print version"},
	{"http://a.example/druckversion/x", "http://a.example/x", "print version"},
	{"http://a.example/fingerprint/x", "http://a.example/x", "folder"},
	{"http://a.example/amp/x", "http://a.example/x", "AMP version"},
	{"http://a.example/x?amp=1", "http://a.example/x", "AMP version"},
	{"http://a.example/x/feed/", "http://a.example/x/", "feed"},
	{"http://a.example/x?page=2", "http://a.example/x", "pagination"},
	{"http://a.example/x/page/2/", "http://a.example/x/", "pagination"},
	{"http://a.example/x/comment-page-2", "http://a.example/x", "pagination"},
	{"http://a.example/2024/", "http://a.example/2023/", "by text"}, /* numbers alone are no pages */
	{"http://a.example/x?page=a", "http://a.example/x", "parameter page"},
	{"http://a.example/x?id=1&b=2", "http://a.example/x?b=2&id=2", "parameter id"},
	{"http://a.example/x?a=1&b=2", "http://a.example/x?b=2&a=1", "parameters"},
	{"http://a.example/x?a=1&b=2", "http://a.example/x", "parameters"},
	{"http://a.example/x?=1", "http://a.example/x", "parameters"},
	{"http://a.example/x?\n\x1b[1m=1", "http://a.example/x", "parameters"},
	{"http://a.example/3.1/x", "http://a.example/3.2/x", "version"},
	{"http://a.example/doc-14/c/x.html", "http://a.example/doc-15/c/x.html", "version"},
	{"http://a.example/latest/x", "http://a.example/v2.0/x", "version"},
	{"http://a.example/de/x", "http://a.example/x", "language"},
	{"http://a.example/de/x", "http://a.example/pt-br/x", "language"},
	{"http://a.example/news/x", "http://a.example/old/x", "folder"},
	{"http://a.example/news/x/index.html", "http://a.example/news/y/index.html", "by text"},
	{"http://a.example/x#a", "http://a.example/x#b", "same URL"},
	{"http://a.example/x", "no URL", "by text"},
	{"://", "http://", "by text"},
	{"", "http://a.example/", "by text"},
	{NULL, "http://a.example/", "by text"},
};

static const char *cause(const char *url, const char *of_url)
{
	static char buffer[CAUSE_TEXT];
	const caused x = {.url = url, .of_url = of_url, .verdict = "duplicate", .filter = "cascade", .stage = "text"};
	const char *is = cause_of(&x, buffer);

	return strcmp(is, "same text") == 0 ? "by text" : is;
}

Test(cause, is_what_differs_between_the_urls)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		cr_expect_str_eq(cause(rows[i].url, rows[i].of_url), rows[i].cause, "%s beside %s: %s, not %s", rows[i].url,
				 rows[i].of_url, cause(rows[i].url, rows[i].of_url), rows[i].cause);
}

Test(cause, does_not_depend_on_which_of_the_two_was_met_first)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		cr_expect_str_eq(cause(rows[i].of_url, rows[i].url), rows[i].cause, "%s beside %s", rows[i].of_url, rows[i].url);
}

Test(cause, without_urls_is_how_the_texts_differ)
{
	static const struct {
		caused x;
		const char *cause;
	} all[] = {
		{{NULL, NULL, "duplicate", "cascade", "text", true}, "same text"},
		{{NULL, NULL, "near-duplicate", "cascade", "resemblance", false}, "edited"},
		{{NULL, NULL, "near-duplicate", "cascade", "resemblance", true}, "list"},
		{{NULL, NULL, "contained", "cascade", "containment", false}, "excerpt"},
		{{NULL, NULL, "duplicate", "cascade", "no-content", false}, "no content"},
		{{"http://a/x?b=1", "http://a/x", "duplicate", "decision", "drop", false}, "by hand"},
		{{"http://a/x?b=1", "http://a/x", "duplicate", "decision", "canonical", false}, "canonical"},
		{{"http://a/x?b=1", "http://a/x", "duplicate", "decision", "prefer", false}, "parameter b"},
		{{"http://a/x?b=1", "http://a/x", "duplicate", "warc", "revisit", false}, "revisit"},
	};
	char buffer[CAUSE_TEXT];

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		cr_expect_str_eq(cause_of(&all[i].x, buffer), all[i].cause);
}

Test(cause, of_long_urls_is_bounded)
{
	char many[9000] = "http://a.example/?", deep[9000] = "http://a.example", name[200] = "http://a.example/?";

	for (int i = 0; i < 2000; i++) {
		strcat(many, "a=1&");
		strcat(deep, "/ab");
	}
	memset(name + strlen(name), 'n', 100);
	strcat(name, "=1");
	cr_expect_str_eq(cause(many, "http://a.example/"), "parameters");
	cr_expect_str_eq(cause(deep, "http://a.example/ab"), "by text");
	cr_expect_str_eq(cause(name, "http://a.example/"), "parameters");
}

TestSuite(causes, .init = scratch_make, .fini = scratch_remove);

/* Stores two pages, and a drop of the first at http://a/x?sid=1. */
static store *store_with_drop(store_reason *why)
{
	store *st = scratch_store();
	store_article x = article_of("http://a/x", "Rain.", "s"), y = article_of("http://b/x?sid=1", "Snow.", "s"),
		      z = article_of("http://a/x?sid=1", "Rain.", "s");

	*why = (store_reason){.of = 1, .verdict = "duplicate", .filter = "cascade", .stage = "text", .score = 1, .evidence = "{}"};
	cr_assert(store_put_page(st, 1, &x, NULL) == OK && store_put_page(st, 2, &y, NULL) == OK && store_put_drop(st, 3, &z, why) == OK);
	return st;
}

Test(causes, a_drop_has_one_and_gets_another_with_another_original)
{
	store_reason why;
	store *st = store_with_drop(&why);

	cr_expect_str_eq(scratch_text(st, "SELECT cause FROM drops WHERE id = 3"), "session");
	why.of = 2;
	cr_expect_eq(store_move_drop(st, 3, &why), OK);
	cr_expect_str_eq(scratch_text(st, "SELECT cause FROM drops WHERE id = 3"), "mirror");
	store_close(st);
}

Test(causes, a_page_that_becomes_a_drop_has_one)
{
	store_reason why;
	store *st = store_with_drop(&why);

	cr_expect_eq(store_demote_page(st, 2, &why), OK);
	cr_expect_str_eq(scratch_text(st, "SELECT cause FROM drops WHERE id = 2"), "another host");
	store_close(st);
}
