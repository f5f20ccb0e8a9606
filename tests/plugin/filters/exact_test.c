#include <criterion/criterion.h>
#include <string.h>

#include "tests/plugin/ask.h"

static firstprint_page page_of(const char *text, uint8_t digest)
{
	return (firstprint_page){.url = "", .title = "", .lang = "", .text = {text, strlen(text)}, .digest = {digest}};
}

Test(exact, drops_equal_texts_and_keeps_all_others)
{
	static const struct { const char *name, *text; bool drops; } rows[] = {
		{ "the same",           "Rain fell.\nSnow followed.", true },
		{ "one letter",         "Rain fell.\nSnow followed!", false },
		{ "one case",           "rain fell.\nSnow followed.", false },
		{ "other paragraphs",   "Rain fell. Snow followed.", false },
		{ "the beginning",      "Rain fell.", false },
		{ "nothing",            "", false },
	};
	filter *f = open_filter("exact");

	remember_page(f, 3, page_of("Rain fell.\nSnow followed.", 1));
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		firstprint_verdict v = check_page(f, page_of(rows[i].text, 2));

		cr_expect_eq(v.kind, rows[i].drops ? FIRSTPRINT_DUPLICATE : FIRSTPRINT_UNIQUE, "%s", rows[i].name);
		cr_expect_eq(v.of, rows[i].drops ? 3u : 0u, "%s", rows[i].name);
		cr_expect_eq(v.score, rows[i].drops, "%s", rows[i].name);
		cr_expect_str_eq(v.stage, "text", "%s", rows[i].name);
	}
	filter_close(f);
}

Test(exact, compares_pages_without_text_by_their_bytes)
{
	filter *f = open_filter("exact");

	remember_page(f, 1, page_of("", 1));
	cr_expect_eq(check_page(f, page_of("", 1)).of, 1u);
	cr_expect_eq(check_page(f, page_of("", 2)).of, 0u, "two empty pages are not one");
	filter_close(f);
}

Test(exact, names_the_first_of_several)
{
	filter *f = open_filter("exact");

	remember_page(f, 4, page_of("Rain fell.", 1));
	remember_page(f, 8, page_of("Rain fell.", 2));
	cr_expect_eq(check_page(f, page_of("Rain fell.", 3)).of, 4u);
	filter_close(f);
}

Test(exact, refuses_a_signature_of_a_wrong_length)
{
	static const uint8_t bytes[17];
	filter *f = open_filter("exact");
	firstprint_verdict v;

	for (size_t len = 1; len <= sizeof bytes; len++) { /* not 0: a page with nothing to compare */
		firstprint_signature sig = {bytes, len};
		status expected = len == 16 ? OK : ERR_FORMAT;

		cr_expect_eq(filter_check(f, &sig, &v, NULL), expected, "check, %zu bytes", len);
		cr_expect_eq(filter_add(f, 1, &sig), expected, "remember, %zu bytes", len);
		cr_expect_eq(filter_remove(f, 1), OK);
	}
	filter_close(f);
}

static void add_bytes(filter *f, uint64_t id, const char *digest)
{
	cr_assert_eq(filter_add(f, id, &(firstprint_signature){(const uint8_t *)digest, 16}), OK);
}

static uint64_t found(filter *f, const char *digest)
{
	firstprint_signature sig = {(const uint8_t *)digest, 16};
	firstprint_verdict v;

	cr_assert_eq(filter_check(f, &sig, &v, NULL), OK);
	return v.of;
}

/* Two digests that begin with the same four bytes may have one key. */
Test(exact, digests_are_compared_as_a_whole)
{
	static const _Alignas(8) char a[16] = "same, one", b[16] = "same, two";
	filter *f = open_filter("exact");

	add_bytes(f, 1, a);
	cr_expect_eq(found(f, b), 0u);
	add_bytes(f, 2, b);
	cr_expect_eq(found(f, b), 2u);
	forget_page(f, 1);
	cr_expect_eq(found(f, a), 0u);
	cr_expect_eq(found(f, b), 2u);
	filter_close(f);
}

Test(exact, the_oldest_page_that_is_left_is_named)
{
	static const _Alignas(8) char digest[16] = "fifteen letters";
	filter *f = open_filter("exact");

	for (uint64_t id = 3; id < 1203; id++) /* more than are compared */
		add_bytes(f, id, digest);
	for (uint64_t id = 3; id < 1203; id++) {
		cr_assert_eq(found(f, digest), id);
		forget_page(f, id);
	}
	cr_expect_eq(found(f, digest), 0u);
	filter_close(f);
}
