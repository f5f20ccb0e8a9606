#include "purify/facts.h"

#include <criterion/criterion.h>
#include <string.h>

#include "purify/blocks.h"
#include "purify/prescan.h"
#include "purify/tree.h"

/* As purify does: what prescan removes is not read. */
static facts read(const char *html, arena *a)
{
	prescan_result scan;
	GumboNode *root;
	facts f = {0};
	blocks b;

	cr_assert_eq(prescan((firstprint_span){html, strlen(html)}, a, &scan), OK);
	cr_assert_eq(tree_parse(scan.html, NULL, a, &root), OK, "%s", html);
	cr_assert_eq(blocks_of(root, &f, a, &b), OK, "%s", html);
	return f;
}

static const struct { const char *name, *html, *links; } linked[] = {
	{ "none",              "<a name=x>a</a><a>b</a>", "" },
	{ "order of the page", "<a href=1>a</a><p><a href=2>b</a><map><area href=3></map>", "1 2 3 " },
	{ "menu and footer",   "<nav><a href=1>a</a></nav><footer><a href=2>b</a></footer>", "1 2 " },
	{ "white space",       "<a href=' \n1\t'>a</a>", "1 " },
	{ "references",        "<a href='?a=1&amp;b=2'>a</a>", "?a=1&b=2 " },
	{ "nofollow",          "<a href=1 rel=nofollow>a</a><a href=2 rel='noopener NOFOLLOW'>b</a>", "1! 2! " },
	{ "not nofollow",      "<a href=1 rel=nofollows>a</a><a href=2 rel=noopener>b</a>", "1 2 " },
	{ "frames",            "<frameset><frame src=1><frame src=2></frameset>", "1 2 " },
	{ "iframe",            "<iframe src=1>x</iframe><a href=2>b</a><iframe src=3>", "1 2 3 " },
	{ "rel=next and so on", "<link rel=next href=1><link rel=prev href=2><link rel=alternate hreflang=de href=3><link rel=canonical href=4>", "1 2 3 " },
	{ "feeds and style sheets", "<link rel=alternate type=application/rss+xml href=1><link rel='alternate stylesheet' href=2>"
	  "<link rel=alternate type=text/html href=3><link rel=stylesheet href=4>", "3 " },
	{ "svg",               "<svg><a href=1><text>x</text></a><g><a xlink:href=2></a></g></svg><a href=3>b</a>", "1 2 3 " },
	{ "svg in a link",     "<a href=1><svg><a href=2></a></svg>b</a><a href=3>c</a>", "1 2 3 " },
	{ "svg left open",     "<svg><a href=1></a><a xlink:href=2></a>", "1 2 " },
	{ "what has no text",  "<button><a href=1>a</a></button><video><a href=2>b</a></video><object><a href=3>c</a></object>", "1 2 3 " },
	{ "a template in one", "<video><template><a href=1>a</a></template></video><a href=2>b</a>", "2 " },
	{ "noscript",          "<noscript><a href=1>a</a></noscript><a href=2>b</a>", "1 2 " },
	{ "meta refresh",      "<meta http-equiv=refresh content='0; url=1'><meta http-equiv=Refresh content=\"5;URL='2 3'x\">", "1 2 3 " },
	{ "meta refresh, as browsers take it", "<meta http-equiv=refresh content='0,1'><meta http-equiv=refresh content=' .5 url = 2'>"
	  "<meta http-equiv=refresh content='1; \"3'>", "1 2 3 " },
	{ "meta refresh without a URL", "<meta http-equiv=refresh content=5><meta http-equiv=refresh content='5;'><meta http-equiv=refresh content='url=1'>"
	  "<meta http-equiv=refresh content='5x;url=1'><meta http-equiv=refresh>", "" },
	{ "skipped elements",  "<template><a href=1>a</a></template><a href=2>b</a>", "2 " },
};

Test(facts, collects_the_links_of_the_whole_page)
{
	for (size_t i = 0; i < sizeof linked / sizeof *linked; i++) {
		arena *a = arena_new();
		facts f = read(linked[i].html, a);
		const char *line = "";

		for (size_t k = 0; k < f.links_len; k++)
			line = arena_printf(a, "%s%s%s ", line, f.links[k].href, f.links[k].nofollow ? "!" : "");
		cr_expect_str_eq(line, linked[i].links, "%s: %s", linked[i].name, line);
		arena_free(a);
	}
}

Test(facts, counts_links_beyond_the_bound)
{
	enum { OVER = 7 };
	arena *a = arena_new();
	char *html = arena_alloc(a, (PURIFY_LINKS_MOST + OVER) * 20), *at = html;
	facts f;

	for (int i = 0; i < PURIFY_LINKS_MOST + OVER; i++)
		at = stpcpy(at, "<a href=x>y</a>");
	f = read(html, a);
	cr_expect_eq(f.links_len, (size_t)PURIFY_LINKS_MOST);
	cr_expect_eq(f.links_cut, (size_t)OVER);
	arena_free(a);
}

Test(facts, takes_the_first_base_and_canonical_and_both_languages)
{
	arena *a = arena_new();
	facts f = read("<html lang=' en '><base target=x><base href=' /a '><base href=/b><link rel=stylesheet href=s>"
			 "<link rel='alternate Canonical' href=/c><link rel=canonical href=/d>"
			 "<meta http-equiv=content-language content=de>", a);

	cr_expect_str_eq(f.base, "/a");
	cr_expect_str_eq(f.canonical, "/c");
	cr_expect_str_eq(f.lang, "en");
	cr_expect_str_eq(f.meta_lang, "de");
	arena_free(a);
}

Test(facts, reads_noindex_and_nofollow_from_meta_robots)
{
	static const struct { const char *html; bool noindex, nofollow; } rows[] = {
		{ "", false, false },
		{ "<meta name=robots content=noindex>", true, false },
		{ "<meta name=ROBOTS content='NoIndex, NoFollow'>", true, true },
		{ "<meta name=robots content='index,nofollow'>", false, true },
		{ "<meta name=robots content=none>", true, true },
		{ "<meta name=robots content='index, follow'>", false, false },
		{ "<meta name=robots content=noindexes>", false, false },
		{ "<meta name=description content=noindex>", false, false },
		{ "<meta name=robots content=noindex><meta name=robots content=nofollow>", true, true },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		arena *a = arena_new();
		facts f = read(rows[i].html, a);

		cr_expect(f.robots.noindex == rows[i].noindex && f.robots.nofollow == rows[i].nofollow, "%s", rows[i].html);
		arena_free(a);
	}
}


/* ── canonical URLs and Link headers ── */

Test(facts, a_canonical_url_counts_in_the_head)
{
	static const char *const rows[][2] = {
		{"<link rel=canonical href=1><link rel=canonical href=2><p>a", "1"},
		{"<head><link rel=canonical href=' 1 '></head><body><link rel=canonical href=2>", "1"},
		{"<body><link rel=canonical href=1>", ""},
		{"<p>a comment <link rel=canonical href=1>", ""},
		{"<link rel='Shortlink CANONICAL' href=1>", "1"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		arena *a = arena_new();
		facts f = read(rows[i][0], a);

		cr_expect_str_eq(f.canonical ? f.canonical : "", rows[i][1], "%s", rows[i][0]);
		arena_free(a);
	}
}

Test(facts, link_headers_are_read_as_elements_are)
{
	static const struct { const char *value, *canonical, *links; } rows[] = {
		{"<1>; rel=canonical", "1", ""},
		{"<1>; rel=\"canonical\"", "1", ""},
		{"<1> ;  REL = \"next canonical\" ; title=x", "1", "1 "},
		{"<a.css>; rel=preload; as=style, <1>; rel=next, <2>; rel=\"alternate\"; hreflang=de", "", "1 2 "},
		{"<1,2>; title=\"a, <b>; rel=next\"; rel=prev", "", "1,2 "},
		{"<1>; rel=alternate; type=\"application/rss+xml\", <2>; rel=alternate; type=text/html", "", "2 "},
		{"<1>", "", ""},
		{"<1", "", ""},
		{"1; rel=next", "", ""},
		{"<1>; rel", "", ""},
		{"<1>; rel=", "", ""},
		{"<1>; rel=\"next", "", "1 "},
		{"", "", ""},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		arena *a = arena_new();
		facts f = {0};
		const char *line = "";

		facts_add_link_header(&f, rows[i].value, a);
		for (size_t k = 0; k < f.links_len; k++)
			line = arena_printf(a, "%s%s ", line, f.links[k].href);
		cr_expect_str_eq(line, rows[i].links, "%s: %s", rows[i].value, line);
		cr_expect_str_eq(f.canonical ? f.canonical : "", rows[i].canonical, "%s", rows[i].value);
		arena_free(a);
	}
	facts_add_link_header(&(facts){0}, NULL, NULL);
}
