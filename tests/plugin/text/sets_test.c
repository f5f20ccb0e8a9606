#include "plugin/text/sets.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "tests/random.h"

Test(sets, are_sorted_and_hold_each_feature_once)
{
	uint32_t items[] = {7, 3, 7, 0, 3, 9, UINT32_MAX};
	feature_set s = sets_make(items, 7);
	static const uint32_t expected[] = {0, 3, 7, 9, UINT32_MAX};

	cr_assert(s.size == 5 && s.len == 5);
	for (size_t i = 0; i < 5; i++)
		cr_expect_eq(s.items[i], expected[i]);
	cr_expect(sets_valid(&s));
	s = sets_make(NULL, 0);
	cr_expect(s.size == 0 && s.len == 0 && sets_valid(&s));
}

Test(sets, jaccard_is_shared_divided_by_united)
{
	static const struct { const char *name; uint32_t a[4], b[4], a_len, b_len; double jaccard; } rows[] = {
		{ "equal",        {1, 2, 3}, {1, 2, 3},    3, 3, 1 },
		{ "apart",        {1, 2, 3}, {4, 5},       3, 2, 0 },
		{ "half",         {1, 2, 3}, {2, 3, 4},    3, 3, 0.5 },
		{ "inside",       {1, 2},    {1, 2, 3, 4}, 2, 4, 0.5 },
		{ "one empty",    {1, 2},    {0},          2, 0, 0 },
		{ "both empty",   {0},       {0},          0, 0, 0 },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		feature_set a = {rows[i].a_len, rows[i].a_len, rows[i].a}, b = {rows[i].b_len, rows[i].b_len, rows[i].b};

		cr_expect_eq(sets_compare(&a, &b).jaccard, rows[i].jaccard, "%s", rows[i].name);
		cr_expect_eq(sets_compare(&b, &a).jaccard, rows[i].jaccard, "%s, the other way", rows[i].name);
	}
}

Test(sets, large_ones_are_sampled_and_keep_their_size)
{
	static const uint32_t sizes[] = {1, SETS_WHOLE, SETS_WHOLE + 1, 10000, 100000};

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		uint32_t *items = malloc(sizes[i] * sizeof *items);
		uint64_t state = i;
		feature_set s;

		for (uint32_t k = 0; k < sizes[i]; k++)
			items[k] = (uint32_t)next_random(&state);
		s = sets_make(items, sizes[i]);
		cr_expect(s.size + 10 > sizes[i] && s.size <= sizes[i]);
		cr_expect(sizes[i] <= SETS_WHOLE ? s.len == s.size : s.len > SETS_WHOLE / 2 - 200 && s.len < SETS_WHOLE + 200,
			  "%u of %u", s.len, s.size);
		cr_expect(sets_valid(&s));
		free(items);
	}
}

/* A set inside another one that is half as large again: 2/3, whether they are whole or sampled at different levels. */
Test(sets, the_similarity_of_samples_is_near_that_of_whole_sets)
{
	static const uint32_t sizes[] = {1500, 1900, 5000, 60000};

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		uint32_t n = sizes[i], longer = n + n / 2, *a = malloc(n * sizeof *a), *b = malloc(longer * sizeof *b);
		uint64_t state = i;
		feature_set x, y;
		double j;

		for (uint32_t k = 0; k < longer; k++)
			b[k] = (uint32_t)next_random(&state);
		for (uint32_t k = 0; k < n; k++)
			a[k] = b[k];
		x = sets_make(a, n);
		y = sets_make(b, longer);
		j = sets_compare(&x, &y).jaccard;
		cr_expect(j > 0.62 && j < 0.72, "%u: %f", n, j);
		free(a);
		free(b);
	}
}

Test(sets, malformed_ones_are_refused)
{
	static uint32_t many[SETS_KEPT];
	static const uint32_t twice[] = {1, 1}, falling[] = {2, 1}, fine[] = {1, 2};
	const struct { const char *name; feature_set set; } rows[] = {
		{ "an item twice",           {2, 2, twice} },
		{ "items fall",              {2, 2, falling} },
		{ "more kept than there are", {1, 2, fine} },
		{ "a small set with gaps",   {3, 2, fine} },
		{ "larger than any",         {SETS_SIZE_MAX + 1u, 2, fine} },
		{ "items past the sample",   {100000, SETS_KEPT, many} },
	};

	for (uint32_t i = 0; i < SETS_KEPT; i++)
		many[i] = i << 20 | 0xfff;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		cr_expect_not(sets_valid(&rows[i].set), "%s", rows[i].name);
}
