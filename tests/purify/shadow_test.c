/* What a browser shows: declarative shadow roots, readings beside characters, XHTML. */
#include "purify/shadow.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "purify/purify.h"
#include "purify/xhtml.h"

#define S1 "The rain fell all night on the old town, and in the morning the streets were rivers, and the squares were lakes."
#define S2 "Nobody could say where the market had been, though the bells of the church, as every day, rang for its opening."
#define OPEN "<template shadowrootmode=open>"

static const struct {
	const char *name, *html, *visible;
	const char *type; /* NULL: text/html */
} rows[] = {
	{"a shadow root", "<my-page>" OPEN "<p>" S1 "</p></template></my-page>", S1, NULL},
	{"closed, in capitals", "<DIV><TEMPLATE ShadowRootMode=CLOSED><p>" S1 "</TEMPLATE></DIV>", S1, NULL},
	{"another template is not shown", "<div><template><p>" S2 "</template></div><p>" S1, S1, NULL},
	{"an unknown mode", "<div><template shadowrootmode=x><p>" S2 "</template></div><p>" S1, S1, NULL},
	{"no host of one", "<ul><template shadowrootmode=open><p>" S2 "</template></ul><p>" S1, S1, NULL},
	{"the first of two", "<div>" OPEN "<p>" S1 "</template>" OPEN "<p>" S2 "</template></div>", S1, NULL},
	{"children without a slot are not shown", "<div>" OPEN "<p>" S1 "</template><p>" S2 "</p></div>", S1, NULL},
	{"children go into the slot", "<div><p>" S2 "</p>" OPEN "<p>" S1 "</p><slot>nothing here</slot></template></div>",
	 S1 "\n" S2, NULL},
	{"a slot keeps its own without them", "<div>" OPEN "<slot><p>" S1 "</p></slot></template></div>", S1, NULL},
	{"slots by name",
	 "<div><p>" S2 "</p><p slot=head>" S1 "</p><p slot=none>lost</p>" OPEN
	 "<slot name=head></slot><slot></slot><slot></slot></template></div>",
	 S1 "\n" S2, NULL},
	{"one in the other", "<a-b>" OPEN "<main><c-d>" OPEN "<p>" S1 "</template></c-d></main></template></a-b>", S1, NULL},
	{"a slot in the children of another",
	 "<a-b><p>" S1 "</p>" OPEN "<c-d>" OPEN "<slot></slot></template><slot></slot></c-d></template></a-b>", S1, NULL},
	{"readings", "<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rtc><rt>じ</rt></rtc></ruby>です。", "漢字です。", NULL},
	{"XHTML: empty elements", "<p>" S1 "</p><script src='x'/><title/><p>" S2 "</p>", S1 "\n" S2, "application/xhtml+xml"},
	{"XHTML: a CDATA section", "<p><![CDATA[a < b & c <p>]]> d</p>", "a < b & c <p> d",
	 "application/xhtml+xml; charset=utf-8"},
	{"HTML has none", "<p>a <![CDATA[b]]>c</p><div/><p>d", "a c\nd", NULL},
};

Test(shadow, what_a_browser_shows_is_read)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		arena *a = arena_new();
		purify_input in = {.bytes = rows[i].html,
				   .len = strlen(rows[i].html),
				   .content_type = rows[i].type ? rows[i].type : "text/html; charset=utf-8"};
		purified p;

		cr_assert_eq(purify(&in, a, a, &p), OK);
		cr_expect_str_eq(arena_text(a, p.page.visible.at, p.page.visible.len), rows[i].visible, "%s", rows[i].name);
		arena_free(a);
	}
}

Test(shadow, links_in_it_are_links)
{
	static const char html[] =
		"<my-page>" OPEN
		"<a href=/in>in</a><slot></slot></template><a href=/slotted>x</a></my-page><template><a href=/no>no</a></template>";
	arena *a = arena_new();
	purify_input in = {.bytes = html, .len = sizeof html - 1};
	purified p;

	cr_assert_eq(purify(&in, a, a, &p), OK);
	cr_assert_eq(p.links_len, 2);
	cr_expect_str_eq(p.links[0].href, "/in");
	cr_expect_str_eq(p.links[1].href, "/slotted");
	arena_free(a);
}

Test(shadow, many_roots_and_slots_take_no_more_than_their_length)
{
	enum { N = 20000 };
	static const char host[] = "<b-c>" OPEN "<slot></slot></template>x</b-c><slot></slot>";
	char *html = malloc(N * sizeof host + 100), *at = html;
	arena *a = arena_new();
	purify_input in = {.bytes = html};
	purified p;

	at += sprintf(at, "<my-page>" OPEN);
	for (int i = 0; i < N; i++)
		at += sprintf(at, "%s", host);
	at += sprintf(at, "</template>y</my-page>");
	in.len = (size_t)(at - html);
	cr_assert_eq(purify(&in, a, a, &p), OK);
	cr_expect_null(p.degraded);
	arena_free(a);
	free(html);
}

Test(xhtml, is_told_by_its_type)
{
	cr_expect(xhtml_is("application/xhtml+xml") && xhtml_is("Application/XHTML+XML; charset=x"));
	cr_expect(!xhtml_is("text/html") && !xhtml_is("") && !xhtml_is(NULL));
}

Test(xhtml, what_has_no_end_goes_to_the_end)
{
	static const char *const rows[][2] = {{"a<![CDATA[b<c", "ab&lt;c"},
					      {"<p", "<p"},
					      {"a<p/", "a<p/"},
					      {"<br/><p/>", "<br/><p></p>"},
					      {"<!-- a/> --><i x='/>'/>", "<!-- a/> --><i x='/>'></i>"},
					      {"<?x />?>a < b", "<?x />?>a < b"},
					      {"", ""}};
	arena *a = arena_new();

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		firstprint_span out;

		cr_assert_eq(xhtml_as_html((firstprint_span){rows[i][0], strlen(rows[i][0])}, a, &out), OK);
		cr_expect_str_eq(out.at, rows[i][1]);
	}
	arena_free(a);
}
