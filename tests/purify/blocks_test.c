#include "purify/blocks.h"

#include <criterion/criterion.h>
#include <string.h>

#include "purify/tree.h"

static blocks parse(const char *html, arena *a)
{
	GumboNode *root;
	facts f = {0};
	blocks b;

	cr_assert_eq(tree_parse((firstprint_span){html, strlen(html)}, NULL, a, &root), OK, "%s", html);
	cr_assert_eq(blocks_of(root, &f, a, &b), OK, "%s", html);
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
	{ "svg has no text",      "a<svg><text>b</text><title>c</title><a href=x><text>d</text></a></svg>e", "ae" },
	{ "noscript",             "a<noscript>b</noscript>c", "a|b|c" },
	{ "noscript with an image only", "a<noscript> <img src=x></noscript>c", "ac" },
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
	{ "white space in it",          "<title> Rain\n\t and  snow</title>", "Rain and snow" },
	{ "title of a picture",         "<svg><title>Logo</title></svg><h1>Flood</h1>", "Flood" },
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
