#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/plugin/ask.h"

static const char english[] = "Showers continued throughout the week. The dry period means it will be late.";
static const char chinese[] = "系统采用的特征码提取算法是基于语法获取特征的方法。这种方法将网页内容看成字符流。";

/* The codes: "eweek" "thedr" and 特征的方法 这种方法将. */
Test(feature_code, compares_ten_characters_around_the_first_stop)
{
	static const struct { const char *name, *old, *new; double lcs; enum firstprint_kind kind; const char *stage; } rows[] = {
		{ "the same", english, english, -1, FIRSTPRINT_DUPLICATE, "text" },
		{ "an ellipsis is a stop, too", english,
		  "SHOWERS continued, throughout the... week. \"The dry period\" means it will be early!", -1, FIRSTPRINT_UNIQUE, "feature-code" },
		{ "other case and marks", english,
		  "SHOWERS continued, throughout the \"week.\"\n\"THE dry period\" means it will be early!", 10, FIRSTPRINT_NEAR_DUPLICATE, "feature-code" },
		{ "other words elsewhere", english,
		  "Dryness persisted throughout that whole week. The drought means it will be early.", 10, FIRSTPRINT_NEAR_DUPLICATE, "feature-code" },
		{ "one letter in it", english,
		  "Showers continued throughout the weak. The dry period means it will be late.", 9, FIRSTPRINT_NEAR_DUPLICATE, "feature-code" },
		{ "a dot in a number", english,
		  "Showers of 3.5 mm went on for the week. The dry period means it will be late.", 10, FIRSTPRINT_NEAR_DUPLICATE, "feature-code" },
		{ "another stop before it", english,
		  "Showers came. They continued throughout the week. The dry period means delay.", -1, FIRSTPRINT_UNIQUE, "feature-code" },
		{ "a stop too near the beginning is passed over", english,
		  "Oh. Showers continued for about the week. The dry period means it will be late", 10, FIRSTPRINT_NEAR_DUPLICATE, "feature-code" },
		{ "another page", english, "Standard Oil plans to form a venture. It will manage their money.", -1, FIRSTPRINT_UNIQUE, "feature-code" },
		{ "no stop", english, "Showers continued throughout the week! The dry period means it will be late?", -1, FIRSTPRINT_UNIQUE, "no-stop" },
		{ "nothing after the only stop", english, "Showers continued throughout the week.", -1, FIRSTPRINT_UNIQUE, "no-stop" },
		{ "nothing", english, "", -1, FIRSTPRINT_UNIQUE, "no-stop" },
		{ "Chinese, one character left out (L-1)", chinese,
		  "系统采用的特征码提取算法是基于语法获取特征的办法。这种方法将网页内容看成字符流。", 9, FIRSTPRINT_NEAR_DUPLICATE, "feature-code" },
		{ "Chinese, two (L-2)", chinese,
		  "系统采用的特征码提取算法是基于语法获取特征的办法。这类方法将网页内容看成字符流。", 8, FIRSTPRINT_NEAR_DUPLICATE, "feature-code" },
		{ "Chinese, three", chinese,
		  "系统采用的特征码提取算法是基于语法获取特征的办法。这类算法将网页内容看成字符流。", -1, FIRSTPRINT_UNIQUE, "feature-code" },
		{ "Chinese, shifted by two", chinese,
		  "系统采用的特征码提取算法是基于语法获取特征的好方式法。这种方法将网页内容看成字符。", 8, FIRSTPRINT_NEAR_DUPLICATE, "feature-code" },
		{ "Chinese, ends alike", chinese,
		  "今天。系统采用的特征码提取算法是基于语法获取。这种方法将网页内容看成字符流，很好。", -1, FIRSTPRINT_UNIQUE, "feature-code" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		filter *f = open_filter("feature-code");
		firstprint_verdict v;

		remember_text(f, 3, rows[i].old);
		v = check_text(f, rows[i].new);
		cr_expect_eq(v.kind, rows[i].kind, "%s: %s", rows[i].name, filter_kind_text(v.kind));
		cr_expect_eq(v.of, v.kind == FIRSTPRINT_UNIQUE ? 0u : 3u, "%s", rows[i].name);
		cr_expect_str_eq(v.stage, rows[i].stage, "%s: %s", rows[i].name, v.stage);
		if (v.kind == FIRSTPRINT_NEAR_DUPLICATE) {
			cr_expect_eq(evidence(&v, "lcs"), rows[i].lcs, "%s: %g", rows[i].name, evidence(&v, "lcs"));
			cr_expect_eq(v.score, rows[i].lcs / 10, "%s", rows[i].name);
		}
		filter_close(f);
	}
}

/* A text of this many letters and digits. The first code is always the same. */
static const char *text_of_length(char *out, int length, char filler)
{
	size_t len = (size_t)sprintf(out, "Rain fell. Snows ");

	for (int n = 13; n < length; n++)
		out[len++] = filler;
	out[len] = '\0';
	return out;
}

/* Peng: a = 1.10. */
/* Peng et al., §2.2: "take L characters on both sides", and two codes are equal with "L − 1 or L − 2" in common: with 5 that is 3 of
 * 10. Guo et al., §II: the strings on each side have the length L / 2, and 8 of 10 it is. */
Test(feature_code, has_both_readings_of_l)
{
	static const char old[] = "一二三四五。六七八九十", three_alike[] = "一甲乙丙五。丁七戊己庚", eight_alike[] = "一二三四五。六七八甲乙";
	static const struct { const char *spec; bool three, eight; } rows[] = {
		{ "feature-code",       false, true },
		{ "feature-code:lcs=3", true, true },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		filter *f = open_filter(rows[i].spec);

		remember_text(f, 1, old);
		cr_expect_eq(check_text(f, three_alike).of == 1, rows[i].three, "%s", rows[i].spec);
		cr_expect_eq(check_text(f, eight_alike).of == 1, rows[i].eight, "%s", rows[i].spec);
		filter_close(f);
	}
}

Test(feature_code, keeps_pages_of_other_lengths)
{
	static const struct { const char *spec; int old, new; bool drops; } rows[] = {
		{ "feature-code", 100, 110, true },            { "feature-code", 100, 111, false },
		{ "feature-code", 110, 100, true },            { "feature-code", 111, 100, false },
		{ "feature-code", 1000, 1100, true },          { "feature-code", 1000, 1101, false },
		{ "feature-code:ratio=1.05", 100, 106, false },{ "feature-code:ratio=1.14", 100, 114, true },
		{ "feature-code:ratio=1", 100, 100, true },    { "feature-code:ratio=1", 100, 101, false },
		{ "feature-code:ratio=0", 20, 2000, true },    { "feature-code:ratio=off", 2000, 20, true },
		{ "feature-code:stops=all", 100, 110, true },  { "feature-code:stops=all", 100, 111, false },
	};
	char text[4096];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		filter *f = open_filter(rows[i].spec);
		firstprint_verdict v;

		remember_text(f, 3, text_of_length(text, rows[i].old, 'x'));
		v = check_text(f, text_of_length(text, rows[i].new, 'y'));
		cr_expect_eq(v.of, rows[i].drops ? 3u : 0u, "row %zu", i);
		cr_expect_str_eq(v.stage, rows[i].drops ? "feature-code" : "length", "row %zu", i);
		cr_expect_float_eq(evidence(&v, "length-ratio"),
				   rows[i].old > rows[i].new ? (double)rows[i].old / rows[i].new : (double)rows[i].new / rows[i].old, 1e-9);
		filter_close(f);
	}
}

/* "Part 12 of it is told." and so on: each has a full stop and a code of its own. */
static const char *parts(char *out, int first, int last)
{
	out[0] = '\0';
	for (int i = first; i < last; i++)
		sprintf(out + strlen(out), "Chapter %03d now begins with the number %03d. ", i, i);
	return out;
}

Test(feature_code, with_all_stops_eight_tenths_of_the_codes_must_agree)
{
	static const struct { const char *spec; int old_first, old_last, first, last; bool drops; } rows[] = {
		{ "feature-code:stops=all,ratio=0", 0, 11, 2, 11, true },         /* 8 of 10 codes */
		{ "feature-code:stops=all,ratio=0", 0, 11, 3, 11, false },        /* 7 of 10 */
		{ "feature-code:stops=all,ratio=0", 2, 11, 0, 11, true },
		{ "feature-code:stops=all,ratio=0", 3, 11, 0, 11, false },
		{ "feature-code:stops=all,ratio=0,lcs=7", 0, 11, 3, 11, true },
		{ "feature-code:stops=all,ratio=0,lcs=10", 0, 11, 1, 11, false },
		{ "feature-code:stops=all,ratio=0", 0, 11, 40, 51, false },
		{ "feature-code:ratio=0", 0, 11, 0, 2, true },                    /* only the first stop */
	};
	char text[4096];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		filter *f = open_filter(rows[i].spec);

		remember_text(f, 3, parts(text, rows[i].old_first, rows[i].old_last));
		cr_expect_eq(check_text(f, parts(text, rows[i].first, rows[i].last)).of, rows[i].drops ? 3u : 0u, "row %zu", i);
		filter_close(f);
	}
}

/* A signature in the layout of feature_code.c, made by hand. */
struct fingerprint {
	uint8_t text[16];
	uint32_t length, items;
	uint32_t code[12];
};

static struct fingerprint random_fingerprint(uint32_t id, uint32_t *state, int letters, uint32_t items)
{
	struct fingerprint p = {.items = items};

	memcpy(p.text, &id, sizeof id);
	p.length = 100 + (*state >> 28);
	for (uint32_t i = 0; i < items; i++) {
		*state = *state * 1664525 + 1013904223;
		p.code[i] = 'a' + (*state >> 16) % (unsigned)letters;
	}
	return p;
}

static firstprint_signature bytes_of(const struct fingerprint *p)
{
	return (firstprint_signature){(const uint8_t *)p, 24 + 4 * p->items};
}

/* The recursion as in textbooks. */
static unsigned lcs_of(const uint32_t *a, size_t n, const uint32_t *b, size_t m)
{
	unsigned table[13][13] = {{0}};

	for (size_t i = 1; i <= n; i++)
		for (size_t j = 1; j <= m; j++) {
			unsigned up = table[i - 1][j], left = table[i][j - 1];

			table[i][j] = a[i - 1] == b[j - 1] ? table[i - 1][j - 1] + 1 : up > left ? up : left;
		}
	return table[n][m];
}

static uint64_t brute_force(const struct fingerprint *pages, uint64_t n, const struct fingerprint *asked, unsigned least,
			    double ratio, unsigned *common)
{
	uint64_t best = 0;

	*common = 0;
	for (uint64_t id = 1; id <= n; id++) {
		const struct fingerprint *p = &pages[id];
		unsigned lcs = lcs_of(p->code, p->items, asked->code, asked->items);
		double lengths = p->length > asked->length ? (double)p->length / asked->length : (double)asked->length / p->length;

		if (p->items && lcs >= least && lcs > *common && (ratio == 0 || lengths <= ratio)) {
			best = id;
			*common = lcs;
		}
	}
	return best;
}

Test(feature_code, its_index_finds_what_a_comparison_with_every_page_finds)
{
	static const struct { const char *spec; unsigned side, lcs; double ratio; int letters; } rows[] = {
		{ "feature-code", 5, 8, 1.10, 3 },           { "feature-code:ratio=0", 5, 8, 0, 6 },
		{ "feature-code:lcs=10", 5, 10, 1.10, 2 },   { "feature-code:lcs=9,ratio=0", 5, 9, 0, 3 },
		{ "feature-code:lcs=5,ratio=0", 5, 5, 0, 20 }, { "feature-code:side=6,lcs=6", 6, 6, 1.10, 12 },
		{ "feature-code:side=3,lcs=4", 3, 4, 1.10, 5 }, { "feature-code:side=1,lcs=1", 1, 1, 1.10, 50 },
	};
	enum { PAGES = 300 };
	static struct fingerprint pages[PAGES + 1];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		filter *f = open_filter(rows[i].spec);
		uint32_t state = (uint32_t)i + 1;
		int met = 0;

		for (uint32_t id = 1; id <= PAGES; id++) {
			struct fingerprint asked = random_fingerprint(id, &state, rows[i].letters, 2 * rows[i].side);
			firstprint_signature sig = bytes_of(&asked);
			firstprint_verdict v;
			unsigned common;
			uint64_t of = brute_force(pages, id - 1, &asked, rows[i].lcs, rows[i].ratio, &common);

			cr_assert_eq(filter_check(f, &sig, &v, NULL), OK);
			cr_assert_eq(v.of, of, "%s, page %u: %u, not %u", rows[i].spec, id, (unsigned)v.of, (unsigned)of);
			cr_assert(!of || v.score == (double)common / (2 * rows[i].side));
			met += of != 0;
			pages[id] = asked;
			cr_assert_eq(filter_add(f, id, &sig), OK);
		}
		cr_expect(met > 10 && met < PAGES, "%s: %d: the questions tell something", rows[i].spec, met);
		filter_close(f);
	}
}

Test(feature_code, names_the_nearest_code_then_the_oldest_page)
{
	filter *f = open_filter("feature-code");
	char text[512];

	strcpy(text, english);
	memcpy(strstr(text, "late"), "soon", 4);
	remember_text(f, 2, "Showers continued throughout the weak. The dry period means it will be late.");
	cr_expect_eq(check_text(f, text).of, 2u);
	remember_text(f, 4, english);
	remember_text(f, 6, "Showers continued throughout the week. The dry period means it shall be.");
	cr_expect_eq(check_text(f, text).of, 4u);
	filter_close(f);
}

Test(feature_code, forgets_a_page_and_only_that_one)
{
	static const char *specs[] = { "feature-code", "feature-code:stops=all" };
	char text[4096], near[4096];

	for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
		filter *f = open_filter(specs[i]);
		size_t held;

		parts(text, 0, 20);
		parts(near, 0, 20);
		memcpy(near, "CHAPTER", 7);
		remember_text(f, 1, text);
		held = filter_memory(f);
		remember_text(f, 2, strcat(text, "The end"));
		cr_expect_geq(filter_memory(f), held);
		cr_expect_eq(check_text(f, near).of, 1u, "%s", specs[i]);
		cr_assert_eq(filter_remove(f, 9), OK, "an unknown id has no effect");
		cr_expect_eq(check_text(f, near).of, 1u, "%s", specs[i]);
		cr_assert_eq(filter_remove(f, 1), OK);
		cr_assert_eq(filter_remove(f, 1), OK);
		cr_expect_eq(check_text(f, near).of, 2u, "%s", specs[i]);
		cr_expect_eq(check_text(f, parts(text, 0, 20)).kind, FIRSTPRINT_NEAR_DUPLICATE, "its text is forgotten too");
		filter_close(f);
	}
}

Test(feature_code, a_text_without_a_stop_is_still_a_duplicate_of_itself)
{
	filter *f = open_filter("feature-code");

	remember_text(f, 5, "Not a stop in here");
	cr_expect_eq(check_text(f, "Not a stop in here").kind, FIRSTPRINT_DUPLICATE);
	cr_expect_eq(check_text(f, "Not a stop in here!").kind, FIRSTPRINT_UNIQUE);
	filter_close(f);
}

Test(feature_code, refuses_signatures_it_did_not_make)
{
	static const char *specs[] = { "feature-code", "feature-code:stops=all" };
	char text[4096];

	for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
		filter *f = open_filter(specs[i]);
		arena *a = arena_new();
		firstprint_signature good = sign_page(f, page_with(parts(text, 0, 5)), a), bad;
		uint8_t *bytes = calloc(1, good.len + 8);
		firstprint_verdict v;

		memcpy(bytes, good.bytes, good.len);
		for (size_t len = 0; len <= good.len + 8; len++) {
			bad = (firstprint_signature){bytes, len};
			cr_expect_eq(filter_check(f, &bad, &v, NULL), len == good.len ? OK : ERR_FORMAT, "%s, %zu bytes", specs[i], len);
			cr_expect_eq(filter_add(f, 1, &bad), len == good.len ? OK : ERR_FORMAT, "%s, %zu bytes", specs[i], len);
			forget_page(f, 1);
		}
		bytes[20] = i == 0 ? 12 : bytes[20]; /* a code of another length */
		memcpy(bytes + 24, bytes + 32, 8);   /* not ascending */
		bad = (firstprint_signature){bytes, i == 0 ? 24 + 48 : good.len};
		cr_expect_eq(filter_check(f, &bad, &v, NULL), ERR_FORMAT, "%s", specs[i]);
		bytes[23] = 0xff; /* very many */
		cr_expect_eq(filter_check(f, &bad, &v, NULL), ERR_FORMAT, "%s", specs[i]);
		free(bytes);
		arena_free(a);
		filter_close(f);
	}
}

Test(feature_code, refuses_options_that_exclude_each_other)
{
	static const uint8_t zeros[FILTER_KEY_SIZE];
	static const char *specs[] = { "feature-code:lcs=11", "feature-code:side=3", "feature-code:ratio=0.5", "feature-code:side=7" };
	filter *f = NULL;

	for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
		cr_expect_eq(filter_open(specs[i], zeros, &f, NULL), ERR_USAGE, "%s", specs[i]);
}

Test(feature_code, replaying_the_kept_signatures_gives_the_same_verdicts)
{
	filter *before = open_filter("feature-code"), *after = open_filter("feature-code");
	uint32_t state = 5;
	int drops = 0;

	for (uint32_t id = 1; id <= 500; id++) {
		struct fingerprint p = random_fingerprint(id, &state, 6, 10);
		firstprint_signature sig = bytes_of(&p);

		cr_assert_eq(filter_add(before, id, &sig), OK);
		cr_assert_eq(id % 5 ? filter_add(after, id, &sig) : filter_remove(before, id), OK);
	}
	for (uint32_t n = 1; n <= 500; n++) {
		struct fingerprint p = random_fingerprint(n % 2 ? n : 1000 + n, &state, 6, 10);
		firstprint_signature sig = bytes_of(&p);
		firstprint_verdict one, two;

		cr_assert_eq(filter_check(before, &sig, &one, NULL), OK);
		cr_assert_eq(filter_check(after, &sig, &two, NULL), OK);
		cr_assert(one.kind == two.kind && one.of == two.of && one.score == two.score, "question %u", n);
		drops += filter_kind_drops(one.kind);
	}
	cr_expect(drops > 50 && drops < 500, "%d of 500: the questions tell something", drops);
	filter_close(before);
	filter_close(after);
}
