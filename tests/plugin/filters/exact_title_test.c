#include <criterion/criterion.h>

#include "plugin/filter.h"

static filter *open_filter(void)
{
	static const uint8_t zeros[FILTER_KEY_SIZE];
	filter *f = NULL;

	cr_assert_eq(filter_open("exact-title", zeros, &f, NULL), OK);
	return f;
}

static firstprint_page page_of(const char *title, uint8_t digest)
{
	return (firstprint_page){.url = "", .title = title, .lang = "", .text = {"Rain fell.", 10}, .digest = {digest}};
}

/* Judges the page, then remembers it as id, or forgets it as id below 0; 0: neither. */
static firstprint_verdict meet(filter *f, firstprint_page page, int id)
{
	arena *a = arena_new();
	firstprint_signature sig;
	firstprint_verdict v;

	cr_assert_eq(filter_sign(f, &page, a, &sig), OK);
	cr_assert_eq(filter_check(f, &sig, &v, NULL), OK);
	if (id > 0)
		cr_assert_eq(filter_remember(f, (uint64_t)id, &sig), OK);
	if (id < 0)
		cr_assert_eq(filter_forget(f, (uint64_t)-id, &sig), OK);
	arena_free(a);
	return v;
}

Test(exact_title, drops_the_same_title_and_never_an_empty_one)
{
	static const struct { const char *name, *title; bool drops; const char *stage; } rows[] = {
		{ "the same",       "Flood in the lower town",  true,  "title" },
		{ "one letter",     "Flood in the lower towns", false, "title" },
		{ "one case",       "flood in the lower town",  false, "title" },
		{ "none",           "",                         false, "too-short" },
	};
	filter *f = open_filter();

	meet(f, page_of("", 1), 1);
	meet(f, page_of("Flood in the lower town", 1), 3);
	meet(f, page_of("Flood in the lower town", 1), 5);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		firstprint_verdict v = meet(f, page_of(rows[i].title, 2), 0);

		cr_expect_eq(v.kind, rows[i].drops ? FIRSTPRINT_NEAR_DUPLICATE : FIRSTPRINT_UNIQUE, "%s", rows[i].name);
		cr_expect_eq(v.of, rows[i].drops ? 3u : 0u, "%s", rows[i].name);
		cr_expect_str_eq(v.stage, rows[i].stage, "%s", rows[i].name);
	}
	filter_close(f);
}

Test(exact_title, forgets)
{
	filter *f = open_filter();

	meet(f, page_of("Flood", 1), 1);
	meet(f, page_of("Flood", 1), -1);
	meet(f, page_of("", 1), -2);
	cr_expect_eq(meet(f, page_of("Flood", 1), 0).kind, FIRSTPRINT_UNIQUE);
	filter_close(f);
}

Test(exact_title, refuses_a_signature_of_a_wrong_length)
{
	static const uint8_t bytes[17];
	filter *f = open_filter();
	firstprint_verdict v;

	for (size_t len = 0; len <= sizeof bytes; len++) {
		firstprint_signature sig = {bytes, len};
		status expected = len == 0 || len == 16 ? OK : ERR_FORMAT;

		cr_expect_eq(filter_check(f, &sig, &v, NULL), expected, "check, %zu bytes", len);
		cr_expect_eq(filter_remember(f, 1, &sig), expected, "remember, %zu bytes", len);
		cr_expect_eq(filter_forget(f, 1, &sig), expected, "forget, %zu bytes", len);
	}
	filter_close(f);
}
