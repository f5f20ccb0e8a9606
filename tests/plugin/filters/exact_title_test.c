#include <criterion/criterion.h>

#include "tests/plugin/ask.h"

static firstprint_page page_of(const char *title, uint8_t digest)
{
	return (firstprint_page){.url = "", .title = title, .lang = "", .text = {"Rain fell.", 10}, .digest = {digest}};
}

Test(exact_title, drops_equal_titles_but_never_an_empty_one)
{
	static const struct { const char *name, *title; bool drops; const char *stage; } rows[] = {
		{ "the same",       "Flood in the lower town",  true,  "title" },
		{ "one letter",     "Flood in the lower towns", false, "title" },
		{ "one case",       "flood in the lower town",  false, "title" },
		{ "none",           "",                         false, "too-short" },
	};
	filter *f = open_filter("exact-title");

	remember_page(f, 1, page_of("", 1));
	remember_page(f, 3, page_of("Flood in the lower town", 1));
	remember_page(f, 5, page_of("Flood in the lower town", 1));
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		firstprint_verdict v = check_page(f, page_of(rows[i].title, 2));

		cr_expect_eq(v.kind, rows[i].drops ? FIRSTPRINT_NEAR_DUPLICATE : FIRSTPRINT_UNIQUE, "%s", rows[i].name);
		cr_expect_eq(v.of, rows[i].drops ? 3u : 0u, "%s", rows[i].name);
		cr_expect_str_eq(v.stage, rows[i].stage, "%s", rows[i].name);
	}
	filter_close(f);
}

Test(exact_title, forgets_a_page)
{
	filter *f = open_filter("exact-title");

	remember_page(f, 1, page_of("Flood", 1));
	forget_page(f, 1);
	forget_page(f, 2);
	cr_expect_eq(check_page(f, page_of("Flood", 1)).kind, FIRSTPRINT_UNIQUE);
	filter_close(f);
}

Test(exact_title, refuses_a_signature_of_a_wrong_length)
{
	static const uint8_t bytes[17];
	filter *f = open_filter("exact-title");
	firstprint_verdict v;

	for (size_t len = 0; len <= sizeof bytes; len++) {
		firstprint_signature sig = {bytes, len};
		status expected = len == 0 || len == 16 ? OK : ERR_FORMAT;

		cr_expect_eq(filter_check(f, &sig, &v, NULL), expected, "check, %zu bytes", len);
		cr_expect_eq(filter_add(f, 1, &sig), expected, "remember, %zu bytes", len);
		cr_expect_eq(filter_remove(f, 1), OK);
	}
	filter_close(f);
}
