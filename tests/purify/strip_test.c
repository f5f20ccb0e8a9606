#include "purify/strip.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct { const char *name, *html, *text, *tags; } rows[] = {
	{ "nothing", "", "", "" },
	{ "block tags divide", "<p>a<p>b", "\na\nb", "" },
	{ "inline tags do not", "a<b>b</b> <a href='>'>c</a><img>d", "ab cd", "<a href='>'></a>" },
	{ "comments are removed", "a<!-- c -->d", "ad", "" },
	{ "'<' that begins no tag", "a < b <3", "a < b <3", "" },
	{ "tag without its end", "a<div class='x", "a\n", "" },
	{ "link without its end", "a<a href='x", "a", "" },
	{ "a doctype is not text", "<!doctype html>a<?xml?>b", "ab", "" },
	{ "the first title", "<title>One <b></title>a<title>two</title>b", "\na\nb", "<title>One <b></title>" },
	{ "what tells", "<html lang=en><base href=x><meta name=robots content=noindex><p class=y><A HREF=z>", "\n\n\n\n",
	  "<html lang=en><base href=x><meta name=robots content=noindex><A HREF=z></A>" },
};

static bool is(firstprint_span s, const char *wanted)
{
	return s.len == strlen(wanted) && memcmp(s.at, wanted, s.len) == 0;
}

Test(strip, divides_a_page_into_text_and_tags)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		arena *a = arena_new();
		stripped s;

		cr_assert_eq(strip_page((firstprint_span){rows[i].html, strlen(rows[i].html)}, a, &s), OK);
		cr_expect(is(s.text, rows[i].text), "%s: %.*s", rows[i].name, (int)s.text.len, s.text.at);
		cr_expect(is(s.tags, rows[i].tags), "%s: %.*s", rows[i].name, (int)s.tags.len, s.tags.at);
		arena_free(a);
	}
}

/* A page of a gigabyte may have nothing else. */
Test(strip, keeps_so_many_tags)
{
	enum { LINKS = 30000, MOST = 21000, LINK = sizeof "<a b>" - 1, KEPT = sizeof "<a b></a>" - 1 };
	arena *a = arena_new();
	char *html = arena_alloc(a, (size_t)LINKS * LINK);
	stripped s;

	for (size_t i = 0; i < LINKS; i++)
		memcpy(html + i * LINK, "<a b>", LINK);
	cr_assert_eq(strip_page((firstprint_span){html, (size_t)LINKS * LINK}, a, &s), OK);
	cr_expect_eq(s.tags.len, MOST * KEPT);
	arena_free(a);
}
