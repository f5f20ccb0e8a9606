#include "crawler/web/url_component.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static arena *memory;

static void make(void)
{
	memory = arena_new();
	cr_assert(memory != NULL);
}

static void drop(void)
{
	arena_free(memory);
}

TestSuite(url_component, .init = make, .fini = drop);

static struct {
	const char *url, *parts;
} cut[] = {
	{"http://a/", ""},
	{"http://a", ""},
	{"http://a/b/c.html", "/b /c.html "},
	{"http://a//b//", "/ /b / "},
	{"http://a/b?x=1&y&z=", "/b ?x=1 ?y= ?z= "},
	{"http://a?x=/b/", "?x=/b/ "},
	{"http://a/?&&x=1=2&", "?x=1=2 "},
};

Test(url_component, a_url_consists_of_segments_and_parameters)
{
	for (size_t i = 0; i < sizeof cut / sizeof *cut; i++) {
		char got[200] = "";
		const char *at = NULL;
		url_part p;

		while (url_part_next(cut[i].url, &at, &p))
			snprintf(got + strlen(got), sizeof got - strlen(got), "%s%.*s%s%.*s ", p.is_segment ? "/" : "?",
				 (int)p.name_len, p.name, p.is_segment ? "" : "=", (int)p.value_len, p.value);
		cr_expect_str_eq(got, cut[i].parts, "%s: %s", cut[i].url, got);
	}
}

static struct {
	const char *url;
	bool is_segment;
	const char *name, *plain;
} taken[] = {
	{"http://a/list?page=2&sort=date", false, "sort", "http://a/list?page=2"},
	{"http://a/list?sort=date&page=2", false, "sort", "http://a/list?page=2"},
	{"http://a/list?sort=date", false, "sort", "http://a/list"},
	{"http://a/list?sort=a&sort=b&c", false, "sort", "http://a/list?c"},
	{"http://a/list?sorted=1", false, "sort", "http://a/list?sorted=1"},
	{"http://a/print/7.html", true, "print", "http://a/7.html"},
	{"http://a/7/print", true, "print", "http://a/7"},
	{"http://a/7/print/", true, "print", "http://a/7/"},
	{"http://a/print", true, "print", "http://a/"},
	{"http://a/print?x=1", true, "print", "http://a/?x=1"},
	{"http://a/x//7", true, "", "http://a/x/7"},
	{"http://a/prints/7", true, "print", "http://a/prints/7"},
	{"http://print/7?print=1", true, "print", "http://print/7?print=1"},
};

Test(url_component, a_part_can_be_removed)
{
	for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
		url_part part = {.is_segment = taken[i].is_segment, .name = taken[i].name, .name_len = strlen(taken[i].name)};

		cr_expect_str_eq(url_without_part(taken[i].url, &part, memory), taken[i].plain, "%s", taken[i].url);
	}
}

static struct {
	const char *x, *y, *name; /* NULL: they do not differ by one part */
} pairs[] = {
	{"http://a/7?sid=1", "http://a/7?sid=2", "sid"},
	{"http://a/7?sid=1", "http://a/7", "sid"},
	{"http://a/7", "http://a/7?sid=1", "sid"},
	{"http://a/print/7", "http://a/7", "print"},
	{"http://a/7/", "http://a/7/print", "print"},
	{"http://a/x//7", "http://a/x/7", ""},
	{"http://a/v14/7", "http://a/v15/7", NULL},
	{"http://a/7?sid=1&x=1", "http://a/7?sid=2&x=2", NULL},
	{"http://a/7?sid=1", "http://a/8?sid=2", NULL},
	{"http://a/7", "http://b/7", NULL},
	{"http://a/7", "http://a/8", NULL},
};

Test(url_component, finds_the_one_part_by_which_two_urls_differ)
{
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		url_part p;
		bool differ = url_difference(pairs[i].x, pairs[i].y, memory, &p);

		cr_expect(differ == (pairs[i].name != NULL), "%s %s", pairs[i].x, pairs[i].y);
		if (differ && pairs[i].name)
			cr_expect(p.name_len == strlen(pairs[i].name) && memcmp(p.name, pairs[i].name, p.name_len) == 0, "%s",
				  pairs[i].x);
	}
}

Test(url_component, a_slash_at_the_end_makes_no_difference)
{
	cr_expect(url_same_place("http://a/7/", "http://a/7"));
	cr_expect(url_same_place("http://a/7/?x", "http://a/7?x"));
	cr_expect(!url_same_place("http://a/7?x", "http://a/7?y"));
	cr_expect(!url_same_place("http://a/7", "http://a/78"));
}
