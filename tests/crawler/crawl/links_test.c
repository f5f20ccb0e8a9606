#include "crawler/crawl/links.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static arena *memory, *scratch;

static void make(void)
{
	memory = arena_new();
	scratch = arena_new();
	cr_assert(memory && scratch);
}

static void drop(void)
{
	arena_free(memory);
	arena_free(scratch);
}

TestSuite(links, .init = make, .fini = drop);

static found_links links_in(purified p)
{
	found_links found = {.unreadable = 99};

	cr_assert(links_of(&p, "http://a/b/c", scratch, memory, &found) == OK);
	return found;
}

static void expect_links(const found_links *found, const char *const *urls, size_t n)
{
	cr_assert(found->len == n, "%zu links", found->len);
	for (size_t i = 0; i < n; i++)
		cr_expect_str_eq(found->items[i].url.url, urls[i], "%s", found->items[i].url.url);
}

Test(links, each_url_is_found_once_in_the_order_of_the_page)
{
	purify_link links[] = {{"z", false}, {"/y", true}, {"./z#part", false}, {"http://A:80/b/z", false}, {"?x", false}};
	static const char *const expected[] = {"http://a/b/z", "http://a/y", "http://a/b/c?x"};
	found_links found = links_in((purified){.links = links, .links_len = 5});

	expect_links(&found, expected, 3);
	cr_expect(found.unreadable == 0 && found.canonical == NULL);
	cr_expect(!found.items[0].nofollow && found.items[1].nofollow && !found.items[2].nofollow);
	cr_expect_str_eq(found.items[0].url.host, "http://a");
}

Test(links, parts_of_a_page_are_one_link)
{
	purify_link links[] = {{"x#one", true}, {"x#two", true}, {"x", true}, {"#here", false}, {"#there", false}, {"x?#", false}};
	static const char *const expected[] = {"http://a/b/x", "http://a/b/c", "http://a/b/x?"};
	found_links found = links_in((purified){.links = links, .links_len = 6});

	expect_links(&found, expected, 3);
	cr_expect(found.items[0].nofollow && !found.items[1].nofollow);
	cr_expect_str_eq(found.items[0].url.host, "http://a");
	cr_expect_str_eq(found.items[0].url.name, "a");
	cr_expect_str_eq(found.items[0].url.path, "/b/x");
}

/* Menus stand on a page twice. */
Test(links, a_reference_that_is_repeated_counts_as_the_first_did)
{
	purify_link links[] = {{"x", true}, {"http://", false}, {"mailto:me@a", false}, {"x", true}, {"http://", false},
			       {"mailto:me@a", false}, {"y", true}, {"y", false}};
	static const char *const expected[] = {"http://a/b/x", "http://a/b/y"};
	found_links found = links_in((purified){.links = links, .links_len = 8});

	expect_links(&found, expected, 2);
	cr_expect(found.unreadable == 2, "%zu", found.unreadable);
	cr_expect(found.items[0].nofollow && !found.items[1].nofollow);
}

Test(links, only_web_urls_are_returned_and_unreadable_ones_counted)
{
	purify_link links[] = {{"mailto:me@a", false}, {"javascript:x()", false}, {"http://a:99999/", false},
			       {"http://", false}, {"tel:1", false}, {"ok", false}};
	static const char *const expected[] = {"http://a/b/ok"};
	found_links found = links_in((purified){.links = links, .links_len = 6});

	expect_links(&found, expected, 1);
	cr_expect(found.unreadable == 2, "%zu", found.unreadable);
}

Test(links, a_base_is_used_if_it_is_valid)
{
	static const struct {
		const char *base, *expected;
	} rows[] = {
		{"http://other/x/", "http://other/x/p"}, {"/x/y", "http://a/x/p"}, {"../../", "http://a/p"},
		{"mailto:me@a", "http://a/b/p"}, {"http://", "http://a/b/p"}, {"", "http://a/b/p"}, {NULL, "http://a/b/p"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		purify_link link = {"p", false};
		found_links found = links_in((purified){.base = rows[i].base, .links = &link, .links_len = 1});

		expect_links(&found, &rows[i].expected, 1);
	}
}

Test(links, the_canonical_url_is_resolved_too)
{
	cr_expect_str_eq(links_in((purified){.canonical = "x#y"}).canonical->url, "http://a/b/x");
	cr_expect_str_eq(links_in((purified){.canonical = "x", .base = "http://o/"}).canonical->url, "http://o/x");
	cr_expect(links_in((purified){.canonical = "http://"}).canonical == NULL);
	cr_expect(links_in((purified){.canonical = "mailto:x"}).canonical == NULL);
}

Test(links, many_stay_distinct)
{
	enum { N = 5000 };
	purify_link *links = arena_zeros(memory, 2 * N, sizeof *links);
	found_links found;

	for (int i = 0; i < 2 * N; i++)
		links[i].href = arena_printf(memory, "/%d", i % N);
	found = links_in((purified){.links = links, .links_len = 2 * N});
	cr_assert(found.len == N, "%zu", found.len);
	cr_expect_str_eq(found.items[N - 1].url.url, "http://a/4999");
}

/* A long page has a link to each of its parts. */
Test(links, a_url_that_stands_there_often_takes_memory_once)
{
	enum { N = 5000 };
	purify_link *links = arena_zeros(memory, N, sizeof *links);
	size_t before;

	for (int i = 0; i < N; i++)
		links[i].href = arena_printf(memory, "/page#%d", i);
	before = arena_mark_of(memory).total;
	cr_expect_eq(links_in((purified){.links = links, .links_len = N}).len, 1u);
	cr_expect_lt(arena_mark_of(memory).total - before, 4096u);
}
