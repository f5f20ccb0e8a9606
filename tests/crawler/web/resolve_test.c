#include "crawler/web/resolve.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* Bases in one folder, and in others; references that depend on the page, on the folder, and on nothing. */
static const char *const bases[] = {"http://a.example/x/y.html", "http://a.example/x/z.html?q=/1/2", "http://a.example/x/",
				    "http://a.example/",	 "https://a.example/x/y.html",	     "http://b.example:81/x/y.html"};
static const char *const references[] = {
	"",	    "?p=2",	"#top",	     " ?p=2",	"\t?p=2",     "http:?p=2", "http:w.html", "https:w.html", "w.html", "./w.html",
	"../w.html", "/w.html", "//c.example", "\\w.html", "w\n.html", "h\nttp:?p", "w.html?u=http://c.example/", "..",  ".", ";v=1",
	"http://c.example/%7ew", "HTTP://c.example/w", "mailto:me@c.example", "javascript:go()", "http://", "http://[", "w w.html", "./?p=2",
	"//c.example:81/w",	  "//[::1]:8/w", "\\\\c.example\\w", "%2e%2e/w", "a/%2E./w", "x#a:b", "x?a:b", "https://c.example", "http:///w"};

enum { BASES = sizeof bases / sizeof *bases, REFERENCES = sizeof references / sizeof *references };

static void same_as_parsed(const char *reference, const char *base, arena *a)
{
	url_parts parsed, resolved;
	status want = url_parse(reference, base, a, &parsed), got = resolve(reference, base, a, a, &resolved);

	cr_assert_eq(got, want, "'%s' on %s: %d, not %d", reference, base, got, want);
	if (want)
		return;
	cr_expect_str_eq(resolved.url, parsed.url, "'%s' on %s", reference, base);
	cr_expect_str_eq(resolved.host, parsed.host);
	cr_expect_str_eq(resolved.name, parsed.name);
	cr_expect_str_eq(resolved.path, parsed.path);
}

Test(resolve, says_what_parsing_says_however_often_and_on_whatever_page_it_is_asked)
{
	arena *a = arena_new();

	for (unsigned round = 0; round < 3; round++)
		for (unsigned r = 0; r < REFERENCES; r++)
			for (unsigned b = 0; b < BASES; b++)
				same_as_parsed(references[r], bases[(b + round) % BASES], a);
	arena_free(a);
}

Test(resolve, more_references_than_are_remembered_and_longer_ones)
{
	char reference[600];
	arena *a = arena_new();

	for (unsigned round = 0; round < 2; round++)
		for (unsigned i = 0; i < 5000; i++) {
			snprintf(reference, sizeof reference, "page-%u/%0*u.html", i, (int)(i % 400), i);
			same_as_parsed(reference, bases[i % BASES], a);
			if (i % 100 == 0)
				arena_reset(a);
		}
	arena_free(a);
}
