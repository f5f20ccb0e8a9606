#include "store/advice.h"
#include "store/cause.h"
#include "store/cause_pattern.h"
#include "store/decide.h"
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
	{"http://a.example/x/index.shtml", "http://a.example/x/", "slash"},
	{"http://a.example/x/index.content", "http://a.example/x/", "by text"},
	{"http://a.example/X", "http://a.example/x", "case"},
	{"http://b.example/x", "https://www.a.example/x/", "mirror"},
	{"http://b.example/x?sid=1", "http://a.example/x?sid=2", "mirror"},
	{"http://b.example/x?sid=1", "http://a.example/x?b=2", "another host"},
	{"http://b.example/y", "http://a.example/x", "another host"},
	{"http://b.example/Docs/X", "http://a.example/docs/x", "mirror"},
	{"http://a.example/x?pag=2", "http://a.example/x", "pagination"},
	{"http://a.example/s/m.html", "http://a.example/s/0.html", "by text"},
	{"http://a.example/m/0.html", "http://a.example/www/0.html", "mobile version"},
	{"http://a.example/x?sid=1", "http://a.example/x?sid=2", "session"},
	{"http://a.example/x?PHPSESSID=9af&p=1", "http://a.example/x?p=1", "session"},
	{"http://a.example/x;jsessionid=12", "http://a.example/x", "session"},
	{"http://a.example/x?assessment=1", "http://a.example/x", "parameter assessment"},
	{"http://a.example/x?utm_source=a&gclid=b", "http://a.example/x", "tracking"},
	{"http://a.example/x?_ga=2.1.3.4&_gl=1*abc", "http://a.example/x", "tracking"},
	{"http://a.example/x?hsCtaTracking=1", "http://a.example/x?gbraid=0AA", "tracking"},
	{"http://a.example/x?_gallery=2", "http://a.example/x", "parameter _gallery"},
	{"http://a.example/x?print=1", "http://a.example/x", "print version"},
	{"http://a.example/x?view=printer", "http://a.example/x", "print version"},
	{"http://a.example/druckversion/x", "http://a.example/x", "print version"},
	{"http://a.example/fingerprint/x", "http://a.example/x", "folder"},
	{"http://a.example/amp/x", "http://a.example/x", "AMP version"},
	{"http://a.example/x?amp=1", "http://a.example/x", "AMP version"},
	{"http://a.example/amp/bios/x", "http://a.example/team/x", "folder"}, /* two things differ */
	{"http://amp.a.example/x", "http://www.a.example/x", "AMP version"},
	{"http://a.example/m/x", "http://a.example/x", "mobile version"},
	{"http://a.example/m/", "http://a.example/", "mobile version"},
	{"http://m.a.example/x/", "https://www.a.example/x", "mobile version"},
	{"http://a.example/x?m=1", "http://a.example/x", "mobile version"},
	{"http://a.example/x?m=202311", "http://a.example/x", "parameter m"},
	{"http://m.example/x", "http://example/x", "mobile version"},
	{"http://a.example/x;jsessionid=12", "http://a.example/x/", "session"},
	{"http://a.example/X/", "http://a.example/x", "case"},
	{"http://a.example/x/feed/", "http://a.example/x/", "feed"},
	{"http://a.example/x?page=2", "http://a.example/x", "pagination"},
	{"http://a.example/x/page/2/", "http://a.example/x/", "pagination"},
	{"http://a.example/x/comment-page-2", "http://a.example/x", "pagination"},
	{"http://a.example/2024/", "http://a.example/2023/", "by text"}, /* numbers alone are no pages */
	{"http://a.example/x/page/2/", "http://a.example/x/?page=2", "spelling"},
	{"http://a.example/x/page/2/", "http://a.example/x/?page=3", "pagination"},
	{"http://a.example/x/page-2", "http://a.example/x/page/2", "spelling"},
	{"http://a.example/x/2/", "http://a.example/x/?paged=2", "by text"},
	{"http://a.example/x/page/2/", "http://a.example/x/2/", "spelling"},
	{"http://a.example/x?p=1&page=2", "http://a.example/x?p=1&pg=2", "spelling"},
	{"http://a.example/x?page=2", "http://a.example/x?page=3", "pagination"},
	{"http://a.example/2/page/2/", "http://a.example/2/", "pagination"},
	{"http://a.example/x?start=20", "http://a.example/x?page=20", "pagination"},
	{"http://a.example/x?page=a", "http://a.example/x", "parameter page"},
	{"http://a.example/x?id=1&b=2", "http://a.example/x?b=2&id=2", "parameter id"},
	{"http://a.example/x?a=1&b=2", "http://a.example/x?b=2&a=1", "spelling"},
	{"http://a.example/x?a=1&b=2", "https://a.example/x?b=2&a=1", "https"},
	{"http://a.example/x?a=1", "http://a.example/x?a=1&a=1", "spelling"},
	{"http://a.example/x?", "http://a.example/x", "spelling"},
	{"http://a.example/a%7Eb", "http://a.example/a~b", "spelling"},
	{"http://a.example/a%7eb?c=%5B", "http://a.example/a%7Eb?c=[", "spelling"},
	{"http://b.example/a%7Eb", "http://a.example/a~b", "mirror"},
	{"http://a.example/x%", "http://a.example/x%2", "by text"},
	{"http://A.example/x", "http://a.example/x", "case"},
	{"http://a.example/x.php", "http://a.example/x.html", "slash"},
	{"http://a.example/x.html", "http://a.example/x/", "slash"},
	{"http://a.example/x.html", "http://a.example/x.pdf", "by text"},
	{"http://a.example/x?feed=rss2", "http://a.example/x", "feed"},
	{"http://a.example/x?lang=en", "http://a.example/x?lang=de", "language"},
	{"http://en.a.example/x", "http://de.a.example/x", "language"},
	{"http://qa.a.example/x", "http://a.example/x", "mirror"},
	{"http://ab.example/x", "http://cd.example/x", "mirror"},
	{"http://a.example/x?a=1&b=2", "http://a.example/x", "parameters"},
	{"http://a.example/x?=1", "http://a.example/x", "parameters"},
	{"http://a.example/x?\n\x1b[1m=1", "http://a.example/x", "parameters"},
	{"http://a.example/3.1/x", "http://a.example/3.2/x", "version"},
	{"http://a.example/doc-14/c/x.html", "http://a.example/doc-15/c/x.html", "version"},
	{"http://a.example/product/123/details", "http://a.example/product/456/details", "folder"},
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
	const caused x = {.url = url, .of_url = of_url, .verdict = "duplicate", .filter = "cascade", .stage = "text", .text_bytes = 300};
	const char *is = cause_of(&x, buffer);

	return strcmp(is, "same text") == 0 ? "by text" : is;
}

Test(cause, is_what_differs_between_the_urls)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		cr_expect_str_eq(cause(rows[i].url, rows[i].of_url), rows[i].cause, "%s beside %s: %s, not %s", rows[i].url,
				 rows[i].of_url, cause(rows[i].url, rows[i].of_url), rows[i].cause);
}

/* The plainer one is first. */
Test(cause, of_two_forms_the_plainer_one_is_told)
{
	static const char *const all[][2] = {
		{"http://a.example/x?long=1", "http://m.a.example/x"}, {"http://a/x?b=1", "http://amp.a/"}, {"http://a/long", "http://a/amp/x"},
		{"http://a/longer", "http://a/x/print/"}, {"http://a/x?b=1", "http://a/mobile/x"}, {"http://a/fingerprint", "http://a/print"},
		{"https://a/x?b=1", "http://a/x"}, {"http://m.a.b.c/x?long=1", "https://test.b.c/x"}, {"http://a.b.c/x?b=1", "http://b.c:80/x"},
		{"http://localhost:80/x?b=1", "http://10.0.0.5:80/x"}, {"http://staging2.b.c/x?b=1", "http://[::1]/x"}, {"http://www.a.b/x?b=1", "http://www.dev.a.b/"},
		{"http://dev.to/x", "http://qa.b.c/x"}, {"http://a/long", "http://a/?x"}, {"http://a/long", "http://a/X"}, {"http://a/x", "http://a/xy"}};
	char x[CAUSE_TEXT], y[CAUSE_TEXT];

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		cr_expect_lt(strcmp(cause_plain(all[i][0], x), cause_plain(all[i][1], y)), 0, "%s and %s", all[i][0], all[i][1]);
	cr_expect_str_eq(cause_plain("http://a/x/", x), cause_plain("http://a/x", y));
}

Test(cause, a_plainer_url_stands_for_another)
{
	static const struct { const char *url, *other; bool stands; } all[] = {
		{"http://a/x", "http://a/x?ref=1", true},       {"https://a/x", "http://a/x", true},         {"http://b/x", "http://a/x", false},
		{"http://b/x", "http://b:8080/x", true},        {"http://a/news/x", "http://a/old/news/x", true}, {"http://a/old/news/x", "http://a/news/x", false},
		{"http://a/x", "http://a/x?page=1", true},      {"http://a/x?page=1", "http://a/x", false},  {"http://a/x", "http://a/x?page=2", false},
		{"http://a/x?b=1", "http://a/old/x", false},    {"http://a/v1/x", "http://a/v2/x", false},   {"http://a/x", "http://b/old/x", false}};
	char buffer[CAUSE_TEXT];

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		cr_expect_eq(cause_stands(all[i].url, all[i].other, buffer) != NULL, all[i].stands, "%s for %s", all[i].url, all[i].other);
}

Test(cause, does_not_depend_on_which_of_the_two_was_met_first)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		cr_expect_str_eq(cause(rows[i].of_url, rows[i].url), rows[i].cause, "%s beside %s: %s", rows[i].of_url, rows[i].url,
				 cause(rows[i].of_url, rows[i].url));
}

Test(cause, without_urls_is_how_the_texts_differ)
{
	static const struct {
		caused x;
		const char *cause;
	} all[] = {
		{{NULL, NULL, NULL, "duplicate", "cascade", "text", false, 300, false}, "same text"},
		{{NULL, NULL, NULL, "duplicate", "cascade", "text", true, 300, false}, "list"},
		{{"http://a/x/y", "http://a/z/y", NULL, "duplicate", "cascade", "text", true, 300, false}, "list"},
		{{"http://a/mirror/x/y", "http://a/x/y", NULL, "duplicate", "cascade", "text", true, 300, false}, "folder"},
		{{"http://a/x/page/2", "http://a/x", NULL, "duplicate", "cascade", "text", true, 300, false}, "pagination"},
		{{"http://a/v2/x", "http://a/v1/x", NULL, "duplicate", "cascade", "text", true, 300, false}, "version"},
		{{"http://a/x?b=1", "http://a/list", "parameter b", "contained", "cascade", "containment", false, 300, false}, "parameter b"},
		{{"http://a/x?b=1", "http://a/list", "session", "contained", "cascade", "containment", false, 300, false}, "session"},
		{{NULL, NULL, NULL, "near-duplicate", "cascade", "resemblance", false, 300, false}, "edited"},
		{{NULL, NULL, NULL, "near-duplicate", "cascade", "resemblance", true, 300, false}, "list"},
		{{"http://b/k/3", "http://a/m/1", NULL, "duplicate", "cascade", "text", true, 300, false}, "another host"},
		{{"http://b/k/3", "http://a/m/1", NULL, "contained", "cascade", "containment", true, 300, false}, "excerpt"},
		{{NULL, NULL, NULL, "contained", "cascade", "containment", false, 300, false}, "excerpt"},
		{{"http://a/teaser/x", "http://a/x", NULL, "contained", "cascade", "containment", false, 300, false}, "excerpt"},
		{{"http://b/y", "http://a/x", NULL, "contained", "cascade", "containment", false, 300, false}, "excerpt"},
		{{"http://a/v2/x", "http://a/v1/x", NULL, "contained", "cascade", "containment", false, 300, false}, "version"},
		{{NULL, NULL, NULL, "duplicate", "cascade", "no-content", false, 300, false}, "no content"},
		{{"http://a/x?b=1", "http://a/x", NULL, "near-duplicate", "decision", "drop", false, 300, false}, "parameter b"},
		{{"http://b/y", "http://a/x", NULL, "near-duplicate", "decision", "drop", false, 300, false}, "by hand"},
		{{"http://a/x", "http://a/y", NULL, CAUSE_MOVED, "cascade", "text", false, 300, false}, "by hand"},
		{{"http://a/print/x", "http://a/x", NULL, CAUSE_MOVED, "cascade", "text", false, 300, false}, "print version"},
		{{"http://a/x", "http://a/y", NULL, "near-duplicate", "decision", "drop", false, 30, false}, "by hand"},
		{{"http://a/my/x", "http://a/my/y", NULL, "duplicate", "cascade", "text", false, 38, false}, "no content"},
		{{"http://a/x?b=1", "http://a/x", NULL, "duplicate", "cascade", "text", false, 38, false}, "parameter b"},
		{{"http://a/x?b=1", "http://a/x", NULL, "duplicate", "cascade", "no-content", false, 300, false}, "no content"},
		{{"http://a/x?b=1", "http://a/x?b=1", "parameter b", "duplicate", "cascade", "text", false, 300, false}, "same URL"},
		{{"http://a/x?sid=1", "http://a/x", NULL, "duplicate", "cascade", "no-content", false, 300, false}, "session"},
		{{"http://a/x?b=1&page=2", "http://a/x?b=1", "parameters", "duplicate", "cascade", "text", false, 300, false}, "pagination"},
		{{NULL, NULL, NULL, "duplicate", "cascade", "text", false, 38, false}, "same text"},
		{{"http://a/x?b=1", "http://a/x", NULL, "duplicate", "decision", "canonical", false, 300, false}, "canonical"},
		{{"http://a/print/x", "http://a/x", NULL, "near-duplicate", "cascade", "resemblance", false, 300, true}, "canonical"},
		{{"http://a/x?b=1", "http://a/x", NULL, "duplicate", "decision", "prefer", false, 300, false}, "parameter b"},
		{{"http://a/x?b=1", "http://a/x", NULL, "duplicate", "warc", "revisit", false, 300, false}, "revisit"},
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

Test(cause, of_urls_that_were_not_fetched_is_in_the_reason)
{
	static const char *const all[][2] = {{"tracking mark", "tracking"},     {"session id", "session"},       {"repeats: ?sid=", "session"},
					     {"repeats: ?from=", "parameter from"}, {"repeats: ?print=", "print version"}, {"repeats: /print/", "print version"},
					     {"repeats: /amp/", "AMP version"}, {"repeats: /index.html/", "slash"}, {"repeats: /old/", "folder"},
					     {"canonical", "canonical"}, {"soft 404", "soft 404"}};
	static const char *const others[] = {"", "links of a soft 404", "repeats: ", "repeats: ?", "too deep", "robots.txt", "media", "sort order"};
	char buffer[CAUSE_TEXT];

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		cr_expect_str_eq(cause_of_skip(all[i][0], buffer), all[i][1], "%s", all[i][0]);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		cr_expect_null(cause_of_skip(others[i], buffer), "%s", others[i]);
}

Test(cause, every_one_has_a_meaning_and_an_advice)
{
	char buffer[ADVICE_TEXT];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *is = strcmp(rows[i].cause, "by text") == 0 ? "edited" : rows[i].cause;

		cr_expect(*advice_means(is) && *advice_for(is, 1, 0, buffer), "%s", is);
	}
	cr_expect_str_eq(advice_for("parameter id", 20, 30, buffer), "It chooses the content: 30 kept pages differ from others only in it. Link without it where it changes nothing.");
	cr_expect_str_eq(advice_for("parameter id", 20, 1, buffer), "Link to the URL without it, and name that in <link rel=canonical>.");
	cr_expect(strstr(advice_for("parameter id", 20, 2, buffer), "It chooses the content"), "a tenth is enough");
	cr_expect_str_eq(advice_means("of another program"), "");
}

/* The host, the first folder, and what the cause is about, in whichever of the two URLs it is. */
Test(cause, is_where_a_pattern_says)
{
	static const char *const all[][4] = {
		{"http://a/guide/3.html?print=1", "http://a/guide/3.html", "print version", "http://a/guide/*?print=*"},
		{"http://a/guide/3.html", "http://a/guide/3.html?print=1", "print version", "http://a/guide/*?print=*"},
		{"http://a/guide/3?view=print&x=1", "http://a/guide/3?x=1", "print version", "http://a/guide/*?view=print"},
		{"http://a/print/en/3", "http://a/en/3", "print version", "http://a/print/*"},
		{"http://a/en/3", "http://a/print/en/3", "print version", "http://a/print/*"},
		{"http://a/x-print.html", "http://a/x.html", "print version", "http://a/*print.html"},
		{"http://m.a/guide/3", "http://a/guide/3", "mobile version", "http://m.a/guide/*"},
		{"http://a/list/page/2/", "http://a/list/", "pagination", "http://a/list/page/*"},
		{"http://a/list/page-2", "http://a/list", "pagination", "http://a/list/page-*"},
		{"http://a/list?page=2", "http://a/list", "pagination", "http://a/*?page=*"},
		{"http://a/x?sid=1&b=2", "http://a/x?b=2", "session", "http://a/*?sid=*"},
		{"http://a/x;jsessionid=12", "http://a/x", "session", "http://a/*;jsessionid=*"},
		{"http://a/s/x?b=2", "http://a/s/x?b=3", "parameter b", "http://a/s/*?b=*"},
		{"http://a/x?a=1&b=2&c=3", "http://a/x?c=3", "parameters", "http://a/*?a=*&b=*"},
		{"http://www.a/s/x", "http://a/s/x", "www", "http://www.a/*"},
		{"https://a/s/x", "http://a/s/x", "https", "http://a/*"},
		{"http://b/s/x", "http://a/y", "another host", "http://b/*"},
		{"http://a/s/x", "http://a/s/x/", "slash", "http://a/s/*"},
		{"http://a/s/x/", "http://a/s/x", "slash", "http://a/s/*/"},
		{"http://a/s/", "http://a/s/index.html", "slash", "http://a/s/index.html"},
		{"http://a/s/x.php", "http://a/s/x", "slash", "http://a/s/*.php"},
		{"http://a/s/index.html", "http://a/s/", "slash", "http://a/s/index.html"},
		{"http://a/Guide/x", "http://a/guide/x", "case", "http://a/Guide/*"},
		{"http://a/docs/3.1/c/x", "http://a/docs/3.2/c/x", "version", "http://a/docs/3.1/*"},
		{"http://a/x", "http://a/archive/x", "folder", "http://a/archive/*"},
		{"http://a/2024/05/x", "http://a/x", "folder", "http://a/*"},
		{"http://a/de/x", "http://a/list", "language", "http://a/de/*"},
		{"http://a/s/x", NULL, NULL, "http://a/s/*"},
		{"http://a/", NULL, "", "http://a/"},
	};
	char out[CAUSE_PATTERN], many[9000] = "http://a/";

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		cr_expect_str_eq(cause_pattern(all[i][0], all[i][1], all[i][2], out), all[i][3], "%s", all[i][0]);
	memset(many + strlen(many), 'a', 400);
	strcat(many, "/x");
	cr_expect_null(cause_pattern(many, NULL, NULL, out));
	cr_expect_null(cause_pattern("http://a/\x1b[1m/x", NULL, NULL, out));
	cr_expect_null(cause_pattern("a", NULL, NULL, out));
	cr_expect_null(cause_pattern(NULL, NULL, NULL, out));
}

TestSuite(causes, .init = scratch_make, .fini = scratch_remove);

static const store_reason duplicate = {.of = 1, .verdict = "duplicate", .filter = "cascade", .stage = "text", .score = 1, .evidence = "{}"},
			  contained = {.of = 1, .verdict = "contained", .filter = "cascade", .stage = "containment", .score = 1, .evidence = "{}"};

/* Stores two pages, and a drop of the first at http://a/x?sid=1. */
static store *store_with_drop(store_reason *why)
{
	store *st = scratch_store();
	store_article x = article_of("http://a/x", "Rain.", "s"), y = article_of("http://b/x?sid=1", "Snow.", "s"),
		      z = article_of("http://a/x?sid=1", "Rain.", "s");

	*why = duplicate;
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

/* A list has taken the article: its forms are told by the plain one among the drops, which is not called one itself. */
Test(causes, forms_of_one_url_are_told_from_each_other)
{
	static const char *const urls[][2] = {{"http://a/y", "excerpt"}, {"http://a/y?sid=1", "session"}, {"http://a/Y", "case"}, {"http://a/zz", "excerpt"}};
	store *st = scratch_store();
	store_article list = article_of("http://a/list/", "Rain.", "s");

	cr_assert(store_put_page(st, 1, &list, NULL) == OK);
	for (size_t i = 0; i < 4; i++) {
		store_article x = article_of(urls[i][0], "Rain.", "s");

		cr_assert(store_put_drop(st, i + 2, &x, &contained) == OK);
		cr_expect_str_eq(scratch_text(st, "SELECT cause FROM drops ORDER BY id DESC LIMIT 1"), urls[i][1], "%s", urls[i][0]);
	}
	cr_expect_eq(store_move_drop(st, 2, &contained), OK);
	cr_expect_str_eq(scratch_text(st, "SELECT cause FROM drops WHERE id = 2"), "excerpt", "the plain one stays so");
	store_close(st);
}

/* Stores page 1 at a URL, and drops 2 to n + 1 of it. */
static store *store_of(const char *page_url, const store_reason *why, const char *const *urls, size_t n)
{
	store *st = scratch_store();
	store_article page = article_of(page_url, "Rain.", "s");

	cr_assert(store_put_page(st, 1, &page, NULL) == OK);
	for (size_t i = 0; i < n; i++) {
		store_article x = article_of(urls[i], "Rain.", "s");

		cr_assert(store_put_drop(st, i + 2, &x, why) == OK);
	}
	return st;
}

/* Returns the causes of all drops. */
static const char *causes_of(store *st)
{
	return scratch_text(st, "SELECT group_concat(cause, ', ') FROM (SELECT cause FROM drops ORDER BY id)");
}

/* Moves n drops from the second on, so that their causes are told anew. */
static void move_drops(store *st, const store_reason *why, size_t n)
{
	for (size_t i = 0; i < n; i++)
		cr_expect_eq(store_move_drop(st, i + 2, why), OK);
}

/* A copy in another folder is none for printers because another drop of the page is, whichever came first. */
Test(causes, of_a_copy_is_not_that_of_another_copy)
{
	static const char *const urls[] = {"http://a/print/x", "http://a/mirror/x", "http://a/m/x", "http://a/backup/x"};
	store *st = store_of("http://a/x", &duplicate, urls, 4);

	move_drops(st, &duplicate, 4);
	cr_expect_str_eq(causes_of(st), "print version, folder, mobile version, folder");
	store_close(st);
}

/* The print version was met first, or is what is left: only the plain page and what has such a mark are told from it by that. */
Test(causes, of_copies_of_a_print_version_are_told_by_the_plain_page)
{
	static const char *const urls[] = {"http://a/guide/x", "http://a/amp/x", "http://a/mirror/guide/x", "http://m.a/guide/x", "http://a/guide/x?print=1&from=2"};
	store *st = store_of("http://a/print/x", &duplicate, urls, 5);

	for (int again = 0; again < 2; again++) {
		cr_expect_str_eq(causes_of(st), "print version, AMP version, folder, mobile version, parameters");
		move_drops(st, &duplicate, 5);
	}
	store_close(st);
}

/* The copy for other readers was met first; the others are told by the plain page, once that is there. */
Test(causes, of_forms_of_a_plain_page_are_not_that_of_its_copy)
{
	static const char *const urls[] = {"http://a/x/?replytocom=1", "http://a/x/", "http://a/x/?replytocom=2", "http://a/X/"};
	store *st = store_of("http://a/x/amp", &duplicate, urls, 4);

	cr_expect_str_eq(causes_of(st), "parameter replytocom, AMP version, parameter replytocom, case");
	store_close(st);
}

/* The group has a clean URL, met second: what is compared with it says nothing of the page's parameter. */
Test(causes, are_told_by_the_clean_url_of_the_group)
{
	static const char *const urls[] = {"http://a/x?page=1", "http://a/x", "http://a/print/x"};
	store *st = store_of("http://a/x?size=2", &duplicate, urls, 3);

	cr_expect_str_eq(causes_of(st), "pagination, parameter size, print version");
	store_close(st);
}

/* Whatever is met first, each cause is there as often as URLs have it: the plainest form stands for the page's own. */
Test(causes, are_those_of_the_urls_that_are_not_plain)
{
	static const char *const urls[] = {"http://a/x", "https://a/x", "https://www.a/x/", "https://www.a/x/?sid=1"};
	store *st = store_of("http://a/x?ref=1", &duplicate, urls, 4);

	cr_expect_str_eq(causes_of(st), "https, parameter ref, www, session");
	store_close(st);
}

/* The first copies are forms of the original, and told by it. The others are parts of it, and told by the plain one among them. */
Test(causes, are_the_same_whenever_they_are_told)
{
	static const char *const urls[] = {"http://a/x", "http://a/x.html", "http://a/y/s?sid=1", "http://a/y/s", "http://a/y/s?sid=2"};
	store *st = store_of("http://www.a/x.html", &contained, urls, 5);

	for (int again = 0; again < 2; again++) {
		cr_expect_str_eq(causes_of(st), "www, slash, session, excerpt, session");
		move_drops(st, &contained, 5);
	}
	store_close(st);
}

/* A person makes the plain page a part of a list, and takes that back. */
Test(causes, are_told_again_when_what_told_them_moves)
{
	store_reason why = duplicate;
	store *st = scratch_store();
	store_article list = article_of("http://a/list/", "Rain. Snow.", "s"), page = article_of("http://a/y", "Rain.", "s"),
		      copy = article_of("http://a/y?sid=1", "Rain.", "s");
	complaint no = {""};

	why.of = 2;
	cr_assert(store_put_page(st, 1, &list, NULL) == OK && store_put_page(st, 2, &page, NULL) == OK &&
		  store_put_drop(st, 3, &copy, &why) == OK);
	cr_assert_eq(store_drop(st, 2, 1, &no), OK);
	cr_expect_str_eq(scratch_text(st, "SELECT cause FROM drops WHERE id = 3 AND of = 1"), "session");
	cr_assert_eq(store_undo(st, 2, &no), OK);
	cr_expect_str_eq(scratch_text(st, "SELECT cause FROM drops WHERE id = 3 AND of = 1"), "no content");
	store_close(st);
}

/* The form without a slash is gone after a refresh, and what is left is a part of the list. */
Test(causes, are_not_those_of_copies_that_are_gone)
{
	static const char *const urls[] = {"http://a/y", "http://a/y/"};
	store *st = store_of("http://a/list/", &contained, urls, 2);

	cr_expect_str_eq(scratch_text(st, "SELECT cause FROM drops WHERE id = 3"), "slash");
	cr_assert(store_retire(st, 2, "redirect") == OK && store_tell_causes(st) == OK);
	cr_expect_str_eq(scratch_text(st, "SELECT cause FROM drops WHERE id = 3"), "excerpt");
	store_close(st);
}

Test(causes, a_page_that_becomes_a_drop_has_one)
{
	store_reason why;
	store *st = store_with_drop(&why);

	cr_expect_eq(store_demote_page(st, 2, &why), OK);
	cr_expect_str_eq(scratch_text(st, "SELECT cause FROM drops WHERE id = 2"), "mirror");
	store_close(st);
}
