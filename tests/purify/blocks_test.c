#include "purify/blocks.h"

#include <criterion/criterion.h>
#include <string.h>

#include "purify/tree.h"

static blocks parse(const char *html, arena *a)
{
	GumboNode *root;
	blocks b;

	cr_assert_eq(tree_parse((firstprint_span){html, strlen(html)}, NULL, a, &root), OK, "%s", html);
	cr_assert_eq(blocks_of(root, a, &b), OK, "%s", html);
	return b;
}

static const struct { const char *name, *html, *blocks; } cuts[] = {
	{ "nothing",               "", "" },
	{ "only white space",      "<p> \n <div>\t</div>", "" },
	{ "block elements end one", "a<p>b<div>c</div>d", "a|b|c|d" },
	{ "inline elements do not", "a<b>b<i>c</i></b><a>d</a><unknown>e</unknown>", "abcde" },
	{ "br ends one",           "a<br>b<br/><br>c", "a|b|c" },
	{ "hidden span ends one",  "a<span hidden>b</span>c", "a|b|c" },
	{ "skipped elements",      "a<script>b</script><style>c</style><textarea>d</textarea><template>e</template>f", "af" },
	{ "anchor marks",          "<h2>a<a href=#a>¶</a></h2><h2>b<a href=#b>#</a></h2><h2>c #</h2>", "a|b|c #" },
	{ "nested wrongly",        "<p>a<b>b<div>c</b>d</div>e", "ab|cd|e" },
	{ "text between table tags", "<table>a<tr><td>b</table>c", "a|b|c" },
};

Test(blocks, end_wherever_a_reader_sees_a_break)
{
	for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
		arena *a = arena_new();
		blocks b = parse(cuts[i].html, a);
		const char *line = "";

		for (size_t k = 0; k < b.len; k++)
			line = arena_printf(a, "%s%s%.*s", line, k ? "|" : "", (int)b.items[k].text.len, b.items[k].text.at);
		cr_expect_str_eq(line, cuts[i].blocks, "%s: %s", cuts[i].name, line);
		arena_free(a);
	}
}

static const struct { const char *name, *html, *title; } titles[] = {
	{ "none",                      "<p>a", NULL },
	{ "title",                     "<title> Rain </title><h1>Flood</h1>", "Rain" },
	{ "first of two titles",       "<title>Rain</title><title>Flood</title>", "Rain" },
	{ "empty title, then og:title", "<title></title><meta property=og:title content=' Snow '><h1>Flood</h1>", "Snow" },
	{ "blank title, then h1",      "<title> </title><h1>Flood</h1>", "Flood" },
	{ "h1 with markup",            "<h1>The <b>flood</b></h1><p>a", "The flood" },
	{ "first h1 of two",           "<p>a<h1>Rain</h1><h1>Flood</h1>", "Rain" },
	{ "h1 without text",           "<h1><img src=logo></h1><p>Body text", NULL },
};

Test(blocks, title_comes_from_title_og_title_or_h1)
{
	for (size_t i = 0; i < sizeof titles / sizeof *titles; i++) {
		arena *a = arena_new();
		const char *title = parse(titles[i].html, a).title;

		cr_expect_str_eq(title && *title ? title : "(none)", titles[i].title ? titles[i].title : "(none)", "%s", titles[i].name);
		arena_free(a);
	}
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
	{ "skipped elements",  "<template><a href=1>a</a></template><a href=2>b</a>", "2 " },
};

Test(blocks, collects_the_links_of_the_whole_page)
{
	for (size_t i = 0; i < sizeof linked / sizeof *linked; i++) {
		arena *a = arena_new();
		blocks b = parse(linked[i].html, a);
		const char *line = "";

		for (size_t k = 0; k < b.links_len; k++)
			line = arena_printf(a, "%s%s%s ", line, b.links[k].href, b.links[k].nofollow ? "!" : "");
		cr_expect_str_eq(line, linked[i].links, "%s: %s", linked[i].name, line);
		arena_free(a);
	}
}

Test(blocks, counts_links_beyond_the_bound)
{
	enum { OVER = 7 };
	arena *a = arena_new();
	char *html = arena_alloc(a, (PURIFY_LINKS_MOST + OVER) * 20), *at = html;
	blocks b;

	for (int i = 0; i < PURIFY_LINKS_MOST + OVER; i++)
		at = stpcpy(at, "<a href=x>y</a>");
	b = parse(html, a);
	cr_expect_eq(b.links_len, (size_t)PURIFY_LINKS_MOST);
	cr_expect_eq(b.links_cut, (size_t)OVER);
	arena_free(a);
}

Test(blocks, takes_the_first_base_and_canonical_and_both_languages)
{
	arena *a = arena_new();
	blocks b = parse("<html lang=' en '><base target=x><base href=' /a '><base href=/b><link rel=stylesheet href=s>"
			 "<link rel='alternate Canonical' href=/c><link rel=canonical href=/d>"
			 "<meta http-equiv=content-language content=de>", a);

	cr_expect_str_eq(b.base, "/a");
	cr_expect_str_eq(b.canonical, "/c");
	cr_expect_str_eq(b.lang, "en");
	cr_expect_str_eq(b.meta_lang, "de");
	arena_free(a);
}

Test(blocks, reads_noindex_and_nofollow_from_meta_robots)
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
		blocks b = parse(rows[i].html, a);

		cr_expect(b.noindex == rows[i].noindex && b.nofollow == rows[i].nofollow, "%s", rows[i].html);
		arena_free(a);
	}
}

Test(blocks, of_an_element_are_a_range_and_sums_are_cumulative)
{
	arena *a = arena_new();
	blocks b = parse("<div><p>one<p><a href=x>two</a></div><div>three</div>", a);

	cr_assert_eq(b.len, (size_t)3);
	cr_expect_eq(b.items[2].text_sum, (size_t)11);
	cr_expect_eq(b.items[2].link_sum, (size_t)3);
	cr_expect_eq(b.items[1].link_len, 3u);
	for (size_t e = 0; e < b.elements_len; e++) {
		const element *x = &b.elements[e];
		const element *up = x->parent >= 0 ? &b.elements[x->parent] : x;

		cr_expect(up->first_block <= x->first_block && x->first_block <= x->end_block && x->end_block <= up->end_block,
			  "element %zu", e);
	}
	cr_expect(b.elements[0].parent == -1 && b.elements[0].first_block == 0 && b.elements[0].end_block == 3);
	arena_free(a);
}
