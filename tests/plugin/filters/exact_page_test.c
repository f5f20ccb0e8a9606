#include <criterion/criterion.h>

#include "plugin/filter.h"

static filter *open_filter(void)
{
	static const uint8_t zeros[FILTER_KEY_SIZE];
	filter *f = NULL;

	cr_assert_eq(filter_open("exact-page", zeros, &f, NULL), OK);
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

Test(exact_page, drops_the_same_bytes_whatever_the_text_says)
{
	static const struct { const char *name, *title; uint8_t digest; bool drops; } rows[] = {
		{ "the same bytes",              "Flood", 1, true },
		{ "the same text, other bytes",  "Flood", 2, false },
	};
	filter *f = open_filter();

	meet(f, page_of("Flood", 1), 3);
	meet(f, page_of("Flood", 1), 5);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		firstprint_verdict v = meet(f, page_of(rows[i].title, rows[i].digest), 0);

		cr_expect_eq(v.kind, rows[i].drops ? FIRSTPRINT_DUPLICATE : FIRSTPRINT_UNIQUE, "%s", rows[i].name);
		cr_expect_eq(v.of, rows[i].drops ? 3u : 0u, "%s", rows[i].name);
		cr_expect_str_eq(v.stage, "bytes", "%s", rows[i].name);
	}
	filter_close(f);
}

Test(exact_page, forgets)
{
	filter *f = open_filter();

	meet(f, page_of("Flood", 1), 1);
	meet(f, page_of("Flood", 1), -1);
	cr_expect_eq(meet(f, page_of("Flood", 1), 0).kind, FIRSTPRINT_UNIQUE);
	filter_close(f);
}
