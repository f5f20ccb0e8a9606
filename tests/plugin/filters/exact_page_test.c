#include <criterion/criterion.h>

#include "tests/plugin/ask.h"

static firstprint_page page_of(const char *title, uint8_t digest)
{
	return (firstprint_page){.url = "", .title = title, .lang = "", .text = {"Rain fell.", 10}, .digest = {digest}};
}

Test(exact_page, drops_equal_bytes_whatever_the_text_is)
{
	static const struct { const char *name, *title; uint8_t digest; bool drops; } rows[] = {
		{ "the same bytes",              "Flood", 1, true },
		{ "the same text, other bytes",  "Flood", 2, false },
	};
	filter *f = open_filter("exact-page");

	remember_page(f, 3, page_of("Flood", 1));
	remember_page(f, 5, page_of("Flood", 1));
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		firstprint_verdict v = check_page(f, page_of(rows[i].title, rows[i].digest));

		cr_expect_eq(v.kind, rows[i].drops ? FIRSTPRINT_DUPLICATE : FIRSTPRINT_UNIQUE, "%s", rows[i].name);
		cr_expect_eq(v.of, rows[i].drops ? 3u : 0u, "%s", rows[i].name);
		cr_expect_str_eq(v.stage, "bytes", "%s", rows[i].name);
	}
	filter_close(f);
}

Test(exact_page, forgets_a_page)
{
	filter *f = open_filter("exact-page");

	remember_page(f, 1, page_of("Flood", 1));
	forget_page(f, 1);
	cr_expect_eq(check_page(f, page_of("Flood", 1)).kind, FIRSTPRINT_UNIQUE);
	filter_close(f);
}
