#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "base/digest.h"
#include "tests/plugin/ask.h"
#include "tests/plugin/text_page.h"

static firstprint_verdict judge(filter *f, const char *text, uint64_t remember_as, arena *a)
{
	firstprint_page page = {.url = "", .title = "", .lang = "en"};
	firstprint_signature sig;
	firstprint_verdict v = {0};

	page_of_text(text, a, &page);
	digest_of(text, strlen(text), page.digest);
	cr_assert_eq(filter_sign(f, &page, a, &sig), OK);
	cr_assert_eq(filter_check(f, &sig, &v, NULL), OK);
	if (remember_as)
		cr_assert_eq(filter_add(f, remember_as, &sig), OK);
	return v;
}

/* Words from `from` to `to`, all different. */
static const char *row(int from, int to, arena *a)
{
	char *text = arena_zeros(a, (size_t)(to - from + 1), 12), *at = text;

	for (int i = from; i < to; i++)
		at += sprintf(at, "w%c%c%c ", 'a' + i / 676 % 26, 'a' + i / 26 % 26, 'a' + i % 26);
	return text;
}

/* 1,000 words, compared with texts that have the given part of them; the estimate is within 0.1 of the true resemblance. */
static struct {
	int from, to;
	double resemblance;
	bool found;
} rows[] = {
	{0, 1000, 1, true}, {20, 1020, 0.96, true}, {100, 1100, 0.82, true}, {200, 1200, 0.67, true},
	{500, 1500, 0.33, false}, {2000, 3000, 0, false},
};

Test(minhash, estimates_resemblance_and_drops_from_tau_on)
{
	filter *f = open_filter("minhash");
	arena *a = arena_new();

	judge(f, row(0, 1000, a), 3, a);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		firstprint_verdict v = judge(f, row(rows[i].from, rows[i].to, a), 0, a);

		cr_expect_eq(v.of, rows[i].found ? 3 : 0, "row %zu", i);
		if (rows[i].found)
			cr_expect_float_eq(v.score, rows[i].resemblance, 0.1, "row %zu: %f", i, v.score);
	}
	arena_free(a);
	filter_close(f);
}

Test(minhash, a_page_without_shingles_is_only_an_exact_duplicate)
{
	filter *f = open_filter("minhash");
	arena *a = arena_new();

	judge(f, "one two", 1, a);
	judge(f, "three", 2, a);
	cr_expect_str_eq(judge(f, "four", 0, a).stage, "too-short");
	cr_expect_eq(judge(f, "one two", 0, a).of, 1);
	arena_free(a);
	filter_close(f);
}

Test(minhash, too_many_hashes_are_refused)
{
	static const uint8_t zeros[FILTER_KEY_SIZE];
	complaint why = {""};
	filter *f = NULL;

	cr_expect_eq(filter_open("minhash:bands=1024,rows=17", zeros, &f, &why), ERR_USAGE);
	cr_expect(strstr(why.text, "minhash"), "%s", why.text);
}
