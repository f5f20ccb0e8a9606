/* Pages with too many links, too much depth or the same text at too many URLs; and responses that are no pages. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/e2e/faults.h"

TestSuite(fault_page, .init = fault_open, .fini = fault_close);

enum { LINKS = 100000, LINKS_KEPT = 20000, DEPTH = 200000 };

static char *repeat(const char *head, const char *format, int n)
{
	char *text = malloc(strlen(head) + (size_t)n * (strlen(format) + 16) + 1), *at = text;

	at += sprintf(at, "%s", head);
	for (int i = 0; i < n; i++)
		at += sprintf(at, format, i);
	return text;
}

/* The processor's time for a crawl of one page. */
static long cpu_ms_of(hostile *h)
{
	fault_forget();
	cr_expect_eq(fault_crawl("--max-pages 1 %s", hostile_url(h, "/")), 0, "%s", harness_output());
	return harness_cpu_ms();
}

Test(fault_page, one_of_a_hundred_thousand_links_takes_no_longer_than_its_length_and_the_cut_is_noted)
{
	char *tenth = repeat("<p>A list", "<a href=/link/%d>x</a>\n", LINKS / 10), *text = repeat("<p>A list", "<a href=/link/%d>x</a>\n", LINKS);
	hostile_route few_routes[] = {{"/", hostile_html, tenth}, {0}}, routes[] = {{"/", hostile_html, text}, {0}};
	long few = cpu_ms_of(hostile_start(few_routes));
	hostile *h = hostile_start(routes);

	cr_expect_lt(cpu_ms_of(h), 30 * few, "%ld ms, %ld ms", few, harness_cpu_ms());
	cr_expect_lt(harness_peak_kb(), FAULT_PEAK_KB, "%ld", harness_peak_kb());
	cr_expect_eq(fault_number("SELECT count FROM skips WHERE reason = 'links past the cap'"), LINKS - LINKS_KEPT);
	cr_expect_str_eq(fault_text("SELECT url FROM skips WHERE reason = 'links past the cap'"), hostile_url(h, "/"));
	cr_expect_eq(fault_number("SELECT count(*) FROM urls WHERE url LIKE '%/link/%'"), LINKS_KEPT);
	free(tenth);
	free(text);
}

Test(fault_page, one_of_two_hundred_thousand_nested_divs_is_kept_as_text)
{
	char *tenth = repeat("<title>Deep</title>", "<div><!--%d-->", DEPTH / 10), *text = repeat("<title>Deep</title>", "<div><!--%d-->", DEPTH);
	hostile_route few_routes[] = {{"/", hostile_html, strcat(tenth, "<p>At the bottom")}, {0}};
	hostile_route routes[] = {{"/", hostile_html, strcat(text, "<p>At the bottom")}, {0}};
	long few = cpu_ms_of(hostile_start(few_routes)), many = cpu_ms_of(hostile_start(routes));

	cr_expect_lt(many, 30 * few, "%ld ms, %ld ms", few, many);
	cr_expect_lt(harness_peak_kb(), FAULT_PEAK_KB, "%ld", harness_peak_kb());
	cr_expect_str_eq(fault_text("SELECT degraded FROM pages"), "depth");
	cr_expect(strstr(fault_text("SELECT text FROM pages"), "At the bottom"));
	free(tenth);
	free(text);
}

Test(fault_page, a_fragment_hides_no_page_from_include)
{
	static const hostile_route routes[] = {
		{"/", hostile_html, "<p>Home <a href=page#a>1</a> <a href=page#b>2</a> <a href=page>3</a> <a href=other#page>4</a>"},
		{"/page", hostile_html, "<p>The page"},
		{"/other", hostile_html, "<p>Another"},
		{0},
	};
	hostile *h = hostile_start(routes);

	cr_expect_eq(fault_crawl("--include 'page$' %s", hostile_url(h, "/")), 0, "%s", harness_output());
	cr_expect_eq(hostile_hits(h, "/page*"), 1);
	cr_expect_str_eq(fault_end(hostile_url(h, "/page")), "page");
	cr_expect_str_eq(fault_end(hostile_url(h, "/other")), "skip: not included");
	cr_expect_eq(fault_number("SELECT count(*) FROM urls WHERE url LIKE '%#%'"), 0);
}

/* ── responses that are no pages ── */

#define OK_OF(type, body) "HTTP/1.1 200 OK\r\nContent-Type: " type "\r\n\r\n" body
#define OK_BARE(body) "HTTP/1.1 200 OK\r\n\r\n" body

static struct {
	const char *name, *answer, *end;
} kinds[] = {
	{"an image that says it is a page", OK_OF("text/html", "\x89PNG\r\n\x1a\n and so on"), "skip: content is png"},
	{"a PDF that says it is a page", OK_OF("text/html", "%PDF-1.4 and so on"), "skip: content is pdf"},
	{"an archive that says nothing", OK_BARE("PK\x03\x04 and so on"), "skip: content is zip"},
	{"a page that says it is an image", OK_OF("image/png", "<p>A page"), "skip: type image/png"},
	{"a page that says nothing", OK_BARE("<p>A page of few words"), "page"},
	{"a page whose type is nonsense", OK_OF(";;;", "<p>Rain fell on Tuesday"), "page"},
	{"no content", "HTTP/1.1 204 No Content\r\n\r\n", "skip: content is empty"},
	{"nothing", OK_OF("text/html", ""), "skip: content is empty"},
	{"nothing again", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "skip: content is empty"},
	{"brotli that says it is a page", OK_OF("text/html", "\x1b\x05\x1e\xf8\x8d\x94n\xde\x04\x45\x11\x89\xc1\x02"), "skip: content is binary"},
	{"nothing but U+FFFD", OK_OF("text/html; charset=utf-8", "<p>\xef\xbf\xbd\xef\xbf\xbd a \xef\xbf\xbd"), "skip: content is mostly U+FFFD"},
	{"the same as text", OK_OF("text/plain; charset=utf-8", "\xef\xbf\xbd\xef\xbf\xbd a \xef\xbf\xbd"), "skip: content is mostly U+FFFD"},
	{"white space", OK_OF("text/html", " \r\n\t "), "page"},
	{"tags alone", OK_OF("text/html", "<html><body><div></div></body></html>"), "page"},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static const char *const filters[] = {"cascade", "exact", "minhash", "sentence-hash", "spotsigs", "feature-code", "length-variable"};

/* To the default, all pages of a host that have no text are one. To the others, they are no duplicates of each other. */
static const char *end_of(size_t f, size_t i)
{
	return f == 0 && i == KINDS - 1 ? "drop" : kinds[i].end;
}

Test(fault_page, what_is_none_is_skipped_and_pages_without_text_are_judged)
{
	static hostile_route routes[KINDS + 1];
	static char paths[KINDS][16];
	char seeds[4096] = "";
	hostile *h = hostile_start(routes);

	for (size_t i = 0; i < KINDS; i++) {
		snprintf(paths[i], sizeof paths[i], "/kind/%zu", i);
		routes[i] = (hostile_route){paths[i], hostile_raw, kinds[i].answer};
		sprintf(seeds + strlen(seeds), " %s", hostile_url(h, paths[i]));
	}
	for (size_t f = 0; f < sizeof filters / sizeof *filters; f++) {
		fault_forget();
		cr_expect_eq(fault_crawl("--jobs 1 -f %s %s", filters[f], seeds), 0, "%s", harness_output());
		for (size_t i = 0; i < KINDS; i++)
			cr_expect_str_eq(fault_end(hostile_url(h, paths[i])), end_of(f, i), "%s, %s: %s", filters[f], kinds[i].name,
					 fault_end(hostile_url(h, paths[i])));
	}
}

/* ── one page at many URLs ── */

enum { SOFT = 300, REAL = 20, WORDS = 120 };

/* The response of many sites, with 200, to any URL that they do not have. It names the URL, but here without its
 * number, since for the default filter pages with different numbers are different. */
static bool soft_404(const hostile_call *c)
{
	const char *dash = strrchr(c->path, '-');
	int number = dash ? atoi(dash + 1) : 0;
	char text[2048];

	snprintf(text, sizeof text,
		 "<title>Page not found - Harbour News</title><h1>Page not found</h1><p>Sorry, the page story-%c%c you were looking for"
		 " could not be found on our site. It may have been moved, renamed or deleted, or you may have followed a link"
		 " that was wrong or has gone out of date since it was made.<p>Please check the address you typed for mistakes,"
		 " use the search box at the top of every page, or go back to the front page, where you will find the latest"
		 " stories from the harbour, the town and the islands, as well as the weather and the tides.",
		 'a' + number / 26, 'a' + number % 26);
	return hostile_html(&(hostile_call){.fd = c->fd, .text = text});
}

/* Words that no other page has. */
static bool real_page(const hostile_call *c)
{
	char text[8192];
	size_t len = (size_t)sprintf(text, "<title>Story</title><p>");
	int number = atoi(strrchr(c->path, '/') + 1);

	if (strstr(c->path, "nosuchpage"))
		return hostile_print(c->fd, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
	for (int i = 0; i < WORDS; i++)
		len += (size_t)sprintf(text + len, "w%cx%cy%cz ", 'a' + number, 'a' + i % 26, 'a' + i / 26);
	return hostile_html(&(hostile_call){.fd = c->fd, .text = text});
}

Test(fault_page, a_soft_404_everywhere_is_no_page_and_hides_no_real_page)
{
	char *soft = repeat("<p>Home", "<a href=/missing/story-%d>x</a>\n", SOFT);
	char *all = repeat(soft, "<a href=/real/%d>y</a>\n", REAL);
	hostile_route routes[] = {{"/", hostile_html, all}, {"/missing/*", soft_404, NULL}, {"/real/*", real_page, NULL}, {0}};
	hostile *h = hostile_start(routes);

	cr_expect_eq(fault_crawl("%s", hostile_url(h, "/")), 0, "%s", harness_output());
	cr_expect_eq(fault_number("SELECT count(*) FROM pages WHERE url LIKE '%/real/%'"), REAL);
	cr_expect_eq(fault_number("SELECT count(*) FROM pages"), REAL + 1);
	cr_expect_eq(fault_number("SELECT count(*) FROM drops"), 0);
	cr_expect_eq(fault_number("SELECT count(*) FROM skips WHERE reason = 'soft 404'"), SOFT);
	free(soft);
	free(all);
}

/* ── what owners ask of crawlers ── */

#define HEAD "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n"
#define META(name, content) HEAD "\r\n<meta name='" name "' content='" content "'><p>The rain"
#define TAG(value) HEAD "X-Robots-Tag: " value "\r\n\r\n<p>The rain"

static const struct {
	const char *path, *text, *end;
} wishes[] = {
	{"/us", META("firstprint", "noindex"), "skip: noindex"},
	{"/another", META("googlebot", "noindex"), "page"},
	{"/picture", META("robots", "max-image-preview: none"), "page"},
	{"/snippet", TAG("max-snippet:-1, noindex"), "skip: noindex"},
	{"/lines", TAG("otherbot: nofollow\r\nX-Robots-Tag: noindex"), "skip: noindex"},
	{"/past", TAG("unavailable_after: Friday, 25-Jun-10 15:00:00 PST"), "skip: noindex: unavailable_after"},
	{"/past-meta", META("robots", "unavailable_after: 2010-06-25T15:00:00+02:00"), "skip: noindex: unavailable_after"},
	{"/past-for-another", TAG("otherbot: unavailable_after: 25 Jun 2010 15:00:00 PST"), "page"},
	{"/future", TAG("unavailable_after: 25 Jun 2999 15:00:00 PST"), "page"},
	{"/no-date", META("robots", "unavailable_after: soon"), "page"},
	{"/past-text", "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nX-Robots-Tag: unavailable_after: 2010-06-25\r\n\r\nThe rain",
	 "skip: noindex: unavailable_after"},
};

Test(fault_page, one_whose_owner_does_not_want_it_stored_is_not)
{
	enum { WISHES = sizeof wishes / sizeof *wishes };
	static hostile_route routes[WISHES + 1];
	char seeds[2048] = "";
	hostile *h;

	for (size_t i = 0; i < WISHES; i++)
		routes[i] = (hostile_route){wishes[i].path, hostile_raw, wishes[i].text};
	h = hostile_start(routes);
	for (size_t i = 0; i < WISHES; i++)
		sprintf(seeds + strlen(seeds), " %s", hostile_url(h, wishes[i].path));
	fault_crawl("-f none %s", seeds);
	for (size_t i = 0; i < WISHES; i++)
		cr_expect_str_eq(fault_end(hostile_url(h, wishes[i].path)), wishes[i].end, "%s", wishes[i].path);
}
