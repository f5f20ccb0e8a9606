#include "purify/prescan.h"

#include <criterion/criterion.h>
#include <string.h>

#include "purify/blocks.h"
#include "purify/tree.h"
#include "tests/cpu_limit.h"

static firstprint_span span(const char *text)
{
	return (firstprint_span){text, strlen(text)};
}

static prescan_result run(const char *html, arena *a)
{
	prescan_result r;

	cr_assert_eq(prescan(span(html), a, &r), OK);
	return r;
}

static const struct { const char *name, *html, *left; } cuts[] = {
	{ "nothing",                   "", "" },
	{ "text",                      "a < b && c > d", "a < b && c > d" },
	{ "comment",                   "a<!-- <p>b</p> -->c", "ac" },
	{ "comment with dashes",       "a<!-- b -- c --->d", "ad" },
	{ "empty comments",            "a<!-->b<!--->c<!---->d", "abcd" },
	{ "comment never closed",      "a<!-- b", "a" },
	{ "comment closed by --!>",    "a<!-- b --!>c", "ac" },
	{ "declarations",              "a<?php echo 1 ?>b<![CDATA[c]>d", "abd" },
	{ "doctype is kept",           "<!DOCTYPE html>a", "<!DOCTYPE html>a" },
	{ "script",                    "a<script src=x>if (a<b) '<p>'</script>b", "ab" },
	{ "script in capitals",        "a<SCRIPT>x</ScRiPt >b", "ab" },
	{ "script with </scripty",     "a<script>'</scripts>'</script>b", "ab" },
	{ "script never closed",       "a<script>b", "a" },
	{ "<script/> is not closed",   "a<script/>b</script>c", "ac" },
	{ "style, iframe, noembed, noframes",
	  "a<style>p{}</style>b<iframe src=y>x</iframe>c<noembed>x</noembed>d<noframes>x</noframes>e", "ab<iframe src=y></iframe>cde" },
	{ "svg",                       "a<svg viewBox='0 0 1 1'><path d='M0'/><text>x</text></svg>b", "ab" },
	{ "script in a comment in a script", "a<script><!-- <script>b</script> c --></script>d", "ad" },
	{ "and one that is not ended", "a<script><!-- <script>b</script> c</script>d", "ad" },
	{ "comment in a script, ended", "a<script><!--><script></script>b", "ab" },
	{ "comment in a script that has no script", "a<script><!-- b</script>c", "ac" },
	{ "iframe left open",          "a<iframe src=x>b", "a<iframe src=x>" },
	{ "links in an svg",           "a<svg><g><a href=x>b</a></g></svg>c", "a<svg><a href=x></a></svg>c" },
	{ "comments in an svg",        "a<svg><!-- </svg><a href=x> --><a href=y></a></svg>b", "a<svg><a href=y></a></svg>b" },
	{ "svg in svg",                "a<svg><svg></svg>x</svg>b", "ab" },
	{ "<svg/> is closed",          "a<svg/>b", "ab" },
	{ "'</svg>' in a value",       "a<svg><g t='</svg>'/>x</svg>b", "ab" },
	{ "svg never closed",          "a<svg><g>b", "a<svg><g>b" },
	{ "raw text written as empty", "a<script src='x'/>b<style/>c<title/>d<textarea />e", "abcde" },
	{ "empty and closed later",    "a<script src='x'/>b<script></script>c", "ac" },
	{ "<iframe/> with room",       "<!--56-->a<iframe src=x />b", "a<iframe src=x /></iframe>b" },
	{ "<iframe/> without room",    "<!--5-->a<iframe src=x />b", "ab" },
	{ "tags in <title> are text",  "<title>a <script>b</title>c", "<title>a <script>b</title>c" },
	{ "tags in <textarea> are text", "<textarea><!-- a </textarea>b", "<textarea><!-- a </textarea>b" },
	{ "'>' in quotes",             "<a href='x><script>' b=\"'>\">c</a>", "<a href='x><script>'>c</a>" },
	{ "tag without its end",       "a<b title='x", "a<b title='x" },
	{ "'<' at the end",            "a<", "a<" },
	{ "spans that say nothing",    "<p>a<span class=\"k\">b</span> <span id=\"x\" class=\"n\">c<span>d</span></span></p>", "<p>ab cd</p>" },
	{ "elements within a line",    "<p>a<b class=x>b</b><code><em>c</em></code><i data-x>d</i>", "<p>abcd" },
	{ "elements that are nested wrongly", "<p><i class=x>d<u>e</i></u><b>a<p>b</b>", "<p><i>d<u>e</i></u><b>a<p>b</b>" },
	{ "spans that may",            "<p><span class=k style='color:red' data-x>a</span><span class=\"k\" hidden>b</span><span style='DISPLAY:none'>c</span><span role=x>d</span>",
	  "<p>a<span hidden>b</span><span style='DISPLAY:none'>c</span><span role=x>d</span>" },
	{ "white space",               "<p> a \n\t b\n</p>\n  <pre>\n\n c</pre><title>  d</title>", "<p> a\nb\n</p>\n<pre>\nc</pre><title>  d</title>" },
	{ "classes that name a role",  "<p class=\"post-body\"><div class=\"x\" class='menu' id=y><li class='a&#98;'>", "<p class=\"post-body\"><div id=y><li class='a&#98;'>" },
	{ "attributes that nobody reads", "<div data-x=1 class=a title='b>'id=\"c\"style=\"color:red\"hidden><img src=x alt=\"y\"><a class=d href=x/ rel=e />f</a>",
	  "<div id=\"c\" hidden><img><a href=x/ rel=e>f</a>" },
	{ "attributes of these",       "<meta name=a content=b><html lang=en x><input type=hidden><math x=1><mi y=2>", "<meta name=a content=b><html lang=en x><input type=hidden><math x=1><mi y=2>" },
	{ "attributes without spaces", "<p id=\"a\"class=\"b\"role=\"c\">d", "<p id=\"a\" role=\"c\">d" },
	{ "spans in these",            "<p><span hidden>a<span class=\"k\">b</span></span>", "<p><span hidden>a<span>b</span></span>" },
	{ "spans in a table",          "<table><span>a</span><tr><span>b</span><td><span>c</span></td><span>d</span></table>",
	  "<table><span>a</span><tr><span>b</span><td>c</td><span>d</span></table>" },
	{ "spans under other rules",   "<p><select><p><span>a</span></select><p><span>b</span>", "<p><select><p><span>a</span></select><p>b" },
	{ "spans that part a reference or a tag", "<p>&<span>lt;</span> &am<span>p;</span> a<<span>b></span>",
	  "<p>&<span>lt;</span> &am<span>p;</span> a<<span>b></span>" },
	{ "spans of a mark",           "<p><a href=x><span>#</span>a<span>\u00b6</span></a>", "<p><a href=x><span>#</span>a<span>\u00b6</span></a>" },
	{ "a mark behind or before one", "<p><a href=x><b>a</b>#</a><p><a href=x>&para;<b>a</b></a>", "<p><a href=x><b>a</b>#</a><p><a href=x>&para;<b>a</b></a>" },
	{ "a mark outside of a link",  "<p><b>a</b>#<b>c</b>", "<p>a#<b>c</b>" },
	{ "a comment by </",           "<p>I </3 <b>you</b> </> a</<p x='>'>", "<p>I </3 <b>you</b> </> a</<p x='>'>" },
	{ "elements for a slot",       "<p><em slot=a>T</em><b>c</b>", "<p><em slot=a>T</em>c" },
	{ "two styles",                "<div style='color:red' style='display:none' x=1>a", "<div style='color:red' style='display:none'>a" },
	{ "a value without its end",   "<p>a <a href=/x title=\"y>", "<p>a <a href=/x title=\"y>" },
	{ "other rules within others", "<math></svg><select></select><mi x=1 /><p y=2><b>c</b></math><p y=3><b>d</b>", "<math></svg><select></select><mi x=1 /><p y=2><b>c</b></math><p>d" },
	{ "a label in a span",         "<p><span><label>a</label></span>", "<p><label>a</label>" },
	{ "a span without its end",    "<p><span class=\"a", "<p><span class=\"a" },
	{ "fourth <html> and <body>",
	  "<html><html a=1><html b=2><html c=3><body><body><body><body d=4>x", "<html><html a=1><html b=2><body><body><body>x" },
};

Test(prescan, removes_what_no_reader_sees_and_nothing_else)
{
	for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
		arena *a = arena_new();
		firstprint_span left = run(cuts[i].html, a).html;

		cr_expect(left.len == strlen(cuts[i].left) && memcmp(left.at, cuts[i].left, left.len) == 0, "%s: %.*s",
			  cuts[i].name, (int)left.len, left.at);
		arena_free(a);
	}
}

static const struct { const char *name, *html; size_t depth, attributes; } counted[] = {
	{ "nothing",              "text", 0, 0 },
	{ "nested",               "<div><div><b>x</b></div></div><i>y</i>", 2, 0 },
	{ "side by side",         "<div></div><div></div><div></div>", 1, 0 },
	{ "closed by HTML itself", "<p><p><li><td><br><img><a><a><div>", 1, 0 },
	{ "formatting is counted apart", "<b><i><div><font>", 1, 0 },
	{ "links in an svg",      "<svg><a><a><a></svg>", 4, 0 },
	{ "empty links in an svg", "<svg><a href=x /><a href=y /><g x y z /></svg>", 1, 1 },
	{ "attributes of an iframe", "<iframe a b c></iframe>", 0, 3 },
	{ "more closed than opened", "</div></div></div><div><div>", 2, 0 },
	{ "attributes",           "<a href=x title='a b' hidden>", 0, 3 },
	{ "the most of one tag",  "<a x y><b z>", 0, 2 },
	{ "values without quotes", "<a href=/x/y?a=b c = d>", 0, 2 },
	{ "slashes separate them", "<a/b/c/>", 0, 2 },
	{ "not in what is removed", "<script a b c d><div><div></script><svg><g><g></g></g></svg>", 0, 0 },
	{ "tags in a title",      "<title><div><div><div x y z></title>", 1, 0 },
};

Test(prescan, counts_open_elements_and_attributes)
{
	for (size_t i = 0; i < sizeof counted / sizeof *counted; i++) {
		arena *a = arena_new();
		prescan_result r = run(counted[i].html, a);

		cr_expect_eq(r.depth, counted[i].depth, "%s: depth %zu", counted[i].name, r.depth);
		cr_expect_eq(r.attributes, counted[i].attributes, "%s: %zu attributes", counted[i].name, r.attributes);
		arena_free(a);
	}
}

/* What gumbo reads from html, block by block, and its element's role if `roles`. prescanned: from what prescan leaves of it. */
static const char *read_by_gumbo(const char *html, bool prescanned, bool roles, arena *a)
{
	firstprint_span markup = prescanned ? run(html, a).html : span(html);
	const char *text = "";
	GumboNode *root;
	facts f = {0};
	blocks b;

	cr_assert_eq(tree_parse(markup, NULL, a, &root), OK);
	cr_assert_eq(blocks_of(root, &f, a, &b), OK);
	for (size_t i = 0; i < b.len; i++) {
		const element *e = &b.elements[b.items[i].element];

		text = arena_printf(a, "%s%.*s|", text, (int)b.items[i].text.len, b.items[i].text.at);
		if (roles)
			text = arena_printf(a, "%s%d,%u|", text, e->weight, e->marks);
	}
	return arena_printf(a, "%s title: %s", text, b.title ? b.title : "");
}

Test(prescan, replaces_numeric_references_beyond_unicode)
{
	static const struct { const char *name, *html, *text; } rows[] = {
		{ "one too many",          "<p>a&#1114112;b", "a\xef\xbf\xbd" "b" },
		{ "hexadecimal",           "<p>a&#x110000;b", "a\xef\xbf\xbd" "b" },
		{ "capital x",             "<p>a&#XFFFFFFFF;b", "a\xef\xbf\xbd" "b" },
		{ "overflows 32 bits",     "<p>a&#4294967361;b", "a\xef\xbf\xbd" "b" },
		{ "overflows 64 bits",     "<p>a&#x1000000000000000041;b", "a\xef\xbf\xbd" "b" },
		{ "without a semicolon",   "<p>a&#99999999999 b", "a\xef\xbf\xbd b" },
		{ "at the end of the page", "<p>a&#1114112", "a\xef\xbf\xbd" },
		{ "the last code point",   "<p>a&#1114109;b", "a\xf4\x8f\xbf\xbd" "b" },
		{ "behind a lone '&'",     "<p>a&&#4294967294;b", "a&\xef\xbf\xbd" "b" },
		{ "leading zeros",         "<p>a&#0000000000000065;b", "aAb" },
		{ "letters",               "<p>&#65;&#x42;&amp;&#67;", "AB&C" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		arena *a = arena_new();
		const char *expected = arena_printf(a, "%s| title: ", rows[i].text);
		const char *got = read_by_gumbo(rows[i].html, true, false, a);

		cr_expect_str_eq(got, expected, "%s: %s", rows[i].name, got);
		arena_free(a);
	}
}

static const char *const tokens[] = {
	"text ", "text \n\t ", "<p>", "</p>", "<b>", "</b>", "<i id='>'>", "</i>", "<div class=\"<p>\">", "</div>", "<!-- <p>gone -->",
	"<script>x='</p>'</script>", "<style>p > a {}</style>", "<script><!-- <script>x</script>y--></script>", "<script><!--", "-->", "</script>",
	"<svg><g><path d='M0 0'/></g></svg>", "<a href=x>", "</a>",
	"<table>", "<tr>", "<td>", "</table>", "<ul>", "<li>", "</ul>", "<br>", "&amp;", "&#65;", "&lt;p&gt;", "<title>t<b></title>",
	"< no tag ", "<h1>", "</h1>", "<select><option>", "</select>", "<textarea>a<p></textarea>", "<>", "<body>", "<html>",
	"</body>", "<img alt='a > b'>", "<p title=a/b>", "<input/>", "中文",
	"<span class=\"k\">", "<span>", "</span>", "<span id=\"a\" class=\"b>c\">", "<span hidden>", "<span role=\"navigation\">", "<code>", "</code>", "<em hidden>", "</em>", "<div hidden class=\"a\"data-x>", "<p data-y='>' aria-hidden=true>", "<span style=\"x:y;display:none\">", "<a href=a/ title=b>", "</3", "<b slot=x>", "<div style='a' style='display:none'>", "<strike>", "</strike>", "<label>", "<kbd class=k>", "</kbd>", "<my-el>", "</my-el>", "<button>", "</button>", "<pre>", "</pre>",
	"<div class=\"x sidebar\">", "<section class=b class=comments>", "<div CLASS=comments class=b>", "<li class='side&#98;ar'>", "<p class=post-body>",
	"lt;", "am", "p;", "<caption>", "</tr>", "</td>", "<colgroup>", "<template>", "</template>", "<frameset>",
};

/* gumbo reads the same page with prescan and without it, in whatever order the parts come. */
Test(prescan, does_not_change_what_gumbo_reads)
{
	uint32_t state = 1;

	for (int page = 0; page < 4000; page++) {
		arena *a = arena_new();
		const char *html = "<!doctype html><title>head</title><body>", *with, *without;

		for (int i = 0; i < 25; i++) {
			state = state * 1664525 + 1013904223;
			html = arena_printf(a, "%s%s", html, tokens[(state >> 16) % (sizeof tokens / sizeof *tokens)]);
		}
		with = read_by_gumbo(html, true, true, a);
		without = read_by_gumbo(html, false, true, a);
		cr_assert_str_eq(with, without, "page %d: %s\n%s\n%s", page, html, with, without);
		arena_free(a);
	}
}

/* The end of each is searched for up to the end of the page. Without a bound on that, this takes a minute. */
Test(prescan, many_unclosed_svgs_take_linear_time)
{
	enum { SVGS = 300000 };
	arena *a = arena_new();
	char *html = arena_alloc(a, SVGS * 5 + 1), *at = html;

	cpu_limit_s(20);
	for (int i = 0; i < SVGS; i++)
		at = stpcpy(at, "<svg>");
	cr_expect_gt(run(html, a).depth, PRESCAN_DEPTH_MOST);
	arena_free(a);
}
