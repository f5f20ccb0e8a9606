#include "plugin/index/buckets.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "tests/random.h"

enum { KEYS = 200000, ABSENT = 77 };

/* Keys with few different bits, as halves of fingerprints and lowest hashes have: key number i. */
static uint32_t key_number(uint32_t i, unsigned shift)
{
	return i << shift;
}

static void expect_all(const buckets *x, const bool *there, unsigned shift)
{
	uint64_t *keys = malloc(KEYS * sizeof *keys);
	uint32_t *values = malloc(KEYS * sizeof *values);

	for (uint32_t i = 0; i < KEYS; i++)
		keys[i] = key_number(i, shift);
	buckets_find_all(x, keys, KEYS, ABSENT, values);
	for (uint32_t i = 0; i < KEYS; i++) {
		const uint32_t *one = buckets_find(x, (uint32_t)keys[i]);

		cr_assert_eq(values[i], there[i] ? i + 100 : ABSENT, "key %u", i);
		cr_assert_eq(one != NULL, there[i]);
		cr_assert(!one || *one == i + 100);
	}
	free(keys);
	free(values);
}

/* No step may touch more than a few lines, so the table is never hashed again as a whole. */
static void play(uint64_t expected, unsigned shift, unsigned grow, size_t steps)
{
	enum { TOUCHED_MOST = 400 };
	bool *there = calloc(KEYS, sizeof *there);
	uint64_t state = shift, most = 0;
	buckets x = {0};

	if (expected)
		buckets_expect(&x, expected);
	for (size_t i = 0; i < steps; i++) {
		uint32_t n = (uint32_t)(next_random(&state) % KEYS);
		uint64_t before = x.touched;

		if (next_random(&state) % 100 < grow && !there[n]) {
			cr_assert(buckets_add(&x, key_number(n, shift), n + 100));
			there[n] = true;
		} else if (there[n] || i % 2) {
			buckets_remove(&x, key_number(n, shift));
			there[n] = false;
		}
		most = x.touched - before > most ? x.touched - before : most;
	}
	cr_expect_leq(most, TOUCHED_MOST);
	expect_all(&x, there, shift);
	buckets_free(&x);
	free(there);
}

Test(buckets, have_what_was_added_and_not_removed)
{
	play(0, 0, 100, 2 * KEYS);
	play(0, 14, 70, 4 * KEYS);
	play(0, 3, 45, 2 * KEYS);
}

Test(buckets, hold_more_and_fewer_keys_than_were_expected)
{
	static const uint64_t expected[] = {1, 5, 6, 1000, 23000, KEYS, 3 * KEYS};

	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
		play(expected[i], 14, 70, 2 * KEYS);
}

Test(buckets, of_the_size_that_was_expected_do_not_grow)
{
	buckets x = {0};
	uint32_t len;

	buckets_expect(&x, KEYS);
	len = x.len;
	cr_assert_gt(len, KEYS / 8);
	for (uint32_t i = 0; i < KEYS; i++)
		cr_assert(buckets_add(&x, i, i));
	cr_expect_eq(x.len, len);
	buckets_expect(&x, 100 * KEYS);
	cr_expect_eq(x.len, len, "only an empty table is made larger");
	buckets_free(&x);
}

Test(buckets, nothing_is_made_for_more_keys_than_there_can_be)
{
	buckets x = {0};

	buckets_expect(&x, UINT64_MAX);
	cr_expect_eq(buckets_memory(&x), 0u);
	cr_assert(buckets_add(&x, 1, 2));
	cr_expect_eq(*buckets_find(&x, 1), 2u);
	buckets_free(&x);
}

Test(buckets, take_twelve_bytes_a_key_and_the_memory_of_removed_keys_is_used_again)
{
	buckets x = {0};
	size_t full;

	for (uint32_t i = 0; i < KEYS; i++)
		cr_assert(buckets_add(&x, i, i));
	full = buckets_memory(&x);
	cr_expect_leq(full, (size_t)KEYS * 13, "%zu bytes a key", full / KEYS);
	for (uint32_t i = 0; i < KEYS; i++)
		buckets_remove(&x, i);
	cr_expect_eq(x.keys, 0u);
	for (uint32_t i = 0; i < KEYS; i++)
		cr_assert(buckets_add(&x, i + KEYS, i));
	cr_expect_leq(buckets_memory(&x), full + full / 20);
	buckets_free(&x);
}

Test(buckets, an_empty_table_has_nothing)
{
	uint64_t keys[] = {0, 1, UINT32_MAX};
	uint32_t values[3];
	buckets x = {0};

	buckets_find_all(&x, keys, 3, ABSENT, values);
	cr_expect(values[0] == ABSENT && values[1] == ABSENT && values[2] == ABSENT);
	cr_expect_null(buckets_find(&x, 0));
	buckets_remove(&x, 0);
	cr_expect_eq(buckets_memory(&x), 0u);
	buckets_free(&x);
}
