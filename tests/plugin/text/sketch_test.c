#include "plugin/text/sketch.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static arena *a;
static feature_key key;

static void init(void)
{
	static const uint8_t zeros[16];

	a = arena_new();
	feature_key_init(&key, zeros);
}

static void fini(void)
{
	arena_free(a);
}

TestSuite(sketch, .init = init, .fini = fini);

static sketch sketch_of(const char *text)
{
	firstprint_span bytes;
	sketch s;

	cr_assert_eq(sketch_make((firstprint_span){text, strlen(text)}, &key, a, &bytes), OK);
	cr_assert(sketch_read(bytes, &s));
	return s;
}

/* Words from `from` to `to`, all different. */
static const char *row(int from, int to)
{
	char *text = arena_zeros(a, (size_t)(to - from + 1), 12), *at = text;

	for (int i = from; i < to; i++)
		at += sprintf(at, "w%c%c%c ", 'a' + i / 676 % 26, 'a' + i / 26 % 26, 'a' + i % 26);
	return text;
}

Test(sketch, short_texts_are_compared_exactly)
{
	sketch x = sketch_of(row(0, 100)), y = sketch_of(row(50, 150));
	sketch_likeness l = sketch_compare(&x, &y);

	cr_expect_eq(x.distinct, 98);
	cr_expect_float_eq(l.resemblance, 48.0 / 148, 1e-9);
	cr_expect_float_eq(l.contained, 48.0 / 98, 1e-9);
	cr_expect_float_eq(l.shared, 48, 1e-9);
}

/* A sample of SKETCH_SHINGLES gives estimates that are good to a few hundredths; the limits here are wider. */
Test(sketch, long_texts_are_estimated)
{
	sketch whole = sketch_of(row(0, 8000)), half = sketch_of(row(0, 4000)), other = sketch_of(row(9000, 12000));
	sketch_likeness l = sketch_compare(&half, &whole);

	cr_expect_float_eq(l.resemblance, 0.5, 0.15);
	cr_expect_eq(l.contained, 1);
	cr_expect_float_eq(l.contains, 0.5, 0.15);
	cr_expect_float_eq(l.shared, 4000, 800);
	cr_expect_eq(sketch_compare(&whole, &other).resemblance, 0);
}

Test(sketch, is_bounded_whatever_the_text)
{
	char *text = arena_zeros(a, 40000, 12), *at = text;
	firstprint_span bytes;

	for (int i = 0; i < 30000; i++)
		at += sprintf(at, "%d Nx%c%c%c ", i, 'a' + i % 26, 'a' + i / 26 % 26, 'a' + i / 676 % 26);
	cr_assert_eq(sketch_make((firstprint_span){text, strlen(text)}, &key, a, &bytes), OK);
	cr_expect_leq(bytes.len, 12 + 4 * (SKETCH_SHINGLES + SKETCH_NUMBERS + SKETCH_NAMES));
}

#define REPORT(rate, town) "The central bank in " town " set its rate to " rate " percent after a meeting on Monday."

Test(sketch, numbers_in_the_same_places_agree_or_differ)
{
	sketch x = sketch_of(REPORT("4.25", "Oslo")), twin = sketch_of(REPORT("5.75", "Oslo")), same = sketch_of(REPORT("4.25", "Bern"));

	cr_expect_eq(sketch_numbers(&x, &twin).differ, 1);
	cr_expect_eq(sketch_numbers(&x, &twin).agree, 0);
	cr_expect_eq(sketch_numbers(&x, &same).agree, 1);
	cr_expect_geq(sketch_names(&x, &same).differ, 1);
	cr_expect_eq(sketch_names(&x, &twin).differ, 0);
}

Test(sketch, chinese_is_counted_in_characters)
{
	sketch x = sketch_of("昨天夜里北角的老灯塔在熄灭十一年之后重新亮起"), y = sketch_of("昨天夜里，北角的老灯塔，在熄灭十一年之后重新亮起！");

	cr_expect_eq(x.length, 22);
	cr_expect_eq(x.distinct, 19);
	cr_expect_eq(sketch_compare(&x, &y).resemblance, 1, "punctuation does not count");
}

Test(sketch, bytes_that_are_not_a_sketch_are_refused)
{
	uint32_t words[8] = {5, 9, 0x01020003};
	sketch s;

	cr_expect_not(sketch_read((firstprint_span){(const char *)words, 8}, &s));
	cr_expect_not(sketch_read((firstprint_span){(const char *)words, 13}, &s));
	cr_expect_not(sketch_read((firstprint_span){(const char *)words, 32}, &s), "lengths do not add up");
	words[2] = 0x01020002;
	cr_expect(sketch_read((firstprint_span){(const char *)words, 32}, &s));
}
