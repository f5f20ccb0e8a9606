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

static firstprint_span make(const char *text)
{
	positions at;
	firstprint_span bytes;
	tokens t;

	cr_assert_eq(tokens_of((firstprint_span){text, strlen(text)}, &key, a, &t), OK);
	cr_assert_eq(sketch_make(&t, &key, a, &bytes, &at), OK);
	return bytes;
}

static sketch sketch_of(const char *text)
{
	firstprint_span bytes = make(text);
	sketch s;

	cr_assert_eq(sketch_read(bytes, &s), bytes.len);
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

static const char *joined(const char *x, const char *y)
{
	return arena_printf(a, "%s%s", x, y);
}

/* All shingles of a text are in a longer one, whatever else that says, and in which script. */
Test(sketch, a_paragraph_in_another_script_changes_no_other_shingle)
{
	static const char *const others[] = {"日本の首都は東京であり人口は約千四百万人です", "The river rose again."};
	static const char *const texts[] = {"A lamp was lit on the cape by the keeper, who had waited", "中文的文章在这里写着很多的字所以它是一个例子"};

	for (size_t i = 0; i < 4; i++) {
		sketch own = sketch_of(texts[i / 2]), with = sketch_of(arena_printf(a, "%s\n%s", texts[i / 2], others[i % 2]));
		sketch_likeness like = sketch_compare(&own, &with);

		cr_expect_eq(like.contained, 1, "%zu: %f", i, like.contained);
		cr_expect(like.contains < 1, "%zu", i);
	}
}

Test(sketch, short_texts_are_compared_exactly)
{
	sketch x = sketch_of(row(0, 100)), y = sketch_of(row(50, 150));
	sketch_likeness l = sketch_compare(&x, &y);

	cr_expect_eq(x.distinct, 98);
	cr_expect_float_eq(l.resemblance, 48.0 / 148, 1e-9);
	cr_expect_float_eq(l.contained, 48.0 / 98, 1e-9);
	cr_expect(l.contained_least == l.contained && l.contains_least == l.contains, "no sample");
}

/* A sample gives estimates that are good to a few hundredths; the limits here are wider. */
Test(sketch, long_texts_are_estimated)
{
	sketch whole = sketch_of(row(0, 8000)), half = sketch_of(row(0, 4000)), other = sketch_of(row(9000, 12000));
	sketch_likeness l = sketch_compare(&half, &whole);

	cr_expect_float_eq(l.resemblance, 0.5, 0.15);
	cr_expect_eq(l.contained, 1);
	cr_expect_float_eq(l.contains, 0.5, 0.15);
	cr_expect_eq(sketch_compare(&whole, &other).resemblance, 0);
}

Test(sketch, a_long_text_has_a_larger_sample_so_that_a_short_one_is_seen_in_it)
{
	sketch whole = sketch_of(row(0, 6400)), part = sketch_of(row(3000, 3200));
	sketch_likeness l = sketch_compare(&part, &whole);

	cr_expect_gt(l.sampled, 8);
	cr_expect_eq(l.contained, 1);
}

/* Of n shingles that are all shared, n / (n + 4). */
Test(sketch, a_small_sample_is_little_sure)
{
	sketch whole = sketch_of(row(0, 17500)), part = sketch_of(row(15000, 15100)), large = sketch_of(row(15000, 16000));
	sketch_likeness few = sketch_compare(&part, &whole), many = sketch_compare(&large, &whole);

	cr_expect_eq(few.contained, 1);
	cr_expect_float_eq(few.contained_least, few.sampled / (few.sampled + 4.0), 1e-9);
	cr_expect(few.sampled >= 5 && few.sampled <= 60, "%u of 98", few.sampled);
	cr_expect_gt(many.contained_least, 0.9);
	cr_expect_lt(few.contains_least, few.contains);
}

Test(sketch, is_bounded_whatever_the_text)
{
	char *text = arena_zeros(a, 40000, 12), *at = text;

	for (int i = 0; i < 30000; i++)
		at += sprintf(at, "%d Nx%c%c%c ", i, 'a' + i % 26, 'a' + i / 26 % 26, 'a' + i / 676 % 26);
	cr_expect_leq(make(text).len, SKETCH_BYTES_MOST);
}

/* Words that are replaced here and there are no text of its own; a new paragraph is. */
Test(sketch, tells_new_paragraphs_from_edited_words)
{
	const char *text = row(0, 300);
	char *edited = arena_text(a, text, strlen(text));
	sketch old = sketch_of(text), new, more;

	for (size_t i = 0; i < 300; i += 12)
		edited[i * 5 + 1] = 'z';
	new = sketch_of(edited);
	more = sketch_of(joined(text, row(1000, 1150)));
	cr_expect_lt(sketch_compare(&new, &old).contained, 0.8);
	cr_expect_lt(sketch_novelty(&new, &old), 0.1);
	cr_expect_float_eq(sketch_novelty(&more, &old), 1.0 / 3, 0.05);
	cr_expect_eq(sketch_novelty(&old, &more), 0);
}

Test(sketch, what_is_the_sites_own_does_not_count)
{
	const char *shell = row(0, 100);
	firstprint_span bytes = make(joined(shell, row(200, 300)));
	sketch x, y = sketch_of(joined(shell, row(400, 500)));
	uint64_t own[SKETCH_MAX];

	cr_assert(sketch_read(bytes, &x));
	cr_expect_gt(sketch_compare(&x, &y).resemblance, 0.3);
	for (size_t i = 0; i < x.shingles_len; i++)
		if (sketch_section(&x, i) < SKETCH_SECTIONS / 2 + 1)
			sketch_mark_site((char *)bytes.at, i);
	cr_assert(sketch_read(bytes, &x));
	cr_expect_eq(sketch_own(&x, x.own_len, 0, own), x.own_len);
	cr_expect_eq(sketch_own(&x, 3, 0, own), 3u, "the lowest");
	cr_expect_eq(sketch_own(&x, 3, (uint32_t)own[2] + 1, own), 3u);
	cr_expect_gt(sketch_own(&x, 3, UINT32_MAX / 2, own), 20u, "and those below the bound");
	cr_expect_lt(x.own_len, 100);
	cr_expect_eq(sketch_compare(&x, &y).resemblance, 0, "neither on this page");
	cr_expect_eq(sketch_compare(&y, &x).resemblance, 0, "nor on the other");
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
	uint32_t words[8] = {5, 9, 9, 2 | 2 << 16};
	sketch s;

	cr_expect_eq(sketch_read((firstprint_span){(const char *)words, 8}, &s), 0);
	cr_expect_eq(sketch_read((firstprint_span){(const char *)words, 20}, &s), 0, "too short for two");
	cr_expect_eq(sketch_read((firstprint_span){(const char *)words, 32}, &s), 28);
	words[3] = 2 | 3 << 16;
	cr_expect_eq(sketch_read((firstprint_span){(const char *)words, 32}, &s), 0, "more are its own than there are");
}
