#include "plugin/text/keywords.h"

#include <criterion/criterion.h>

#include "tests/random.h"

Test(simhash, of_no_keywords_is_zero)
{
	cr_expect_eq(simhash(NULL, 0), 0u);
}

Test(simhash, of_one_keyword_is_its_hash)
{
	static const uint64_t hashes[] = {1, 0x8000000000000000, 0xdeadbeefcafef00d, UINT64_MAX};

	for (size_t i = 0; i < sizeof hashes / sizeof *hashes; i++)
		cr_expect_eq(simhash(&(keyword){hashes[i], 5}, 1), hashes[i]);
}

/* Fig. 2 of the paper, computed by hand, bits 3 to 0:
 *	1100 × 3, 1010 × 2, 0001 × 1:  +3+2−1 = 4, +3−2−1 = 0, −3+2−1 = −2, −3−2+1 = −4;  only > 0 sets a bit */
Test(simhash, weighs_keywords_by_their_counts)
{
	static const struct { const char *name; keyword items[3]; size_t n; uint64_t fingerprint; } rows[] = {
		{ "sum, zero, negative", {{0xc, 3}, {0xa, 2}, {0x1, 1}}, 3, 0x8 },
		{ "a tie is no bit",     {{0x1, 4}, {0x2, 4}}, 2, 0 },
		{ "the heavier wins",    {{0x1, 5}, {0x2, 4}}, 2, 0x1 },
		{ "two against one",     {{0x3, 2}, {0x5, 2}, {0x8, 3}}, 3, 0x1 },
		{ "counts past 32 bits", {{0x1, UINT32_MAX}, {0x1, UINT32_MAX}, {0x2, UINT32_MAX}}, 3, 0x1 },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		cr_expect_eq(simhash(rows[i].items, rows[i].n), rows[i].fingerprint, "%s", rows[i].name);
}

/* As the equation in keywords.h has it. */
static uint64_t by_sums(const keyword *items, size_t n)
{
	uint64_t fingerprint = 0;

	for (int i = 0; i < 64; i++) {
		int64_t v = 0;

		for (size_t k = 0; k < n; k++)
			v += items[k].hash >> i & 1 ? items[k].count : -(int64_t)items[k].count;
		fingerprint |= (uint64_t)(v > 0) << i;
	}
	return fingerprint;
}

Test(simhash, is_the_sign_of_each_sum)
{
	keyword items[300];
	uint64_t state = 3;

	for (size_t n = 1; n <= 300; n++) {
		for (size_t k = 0; k < n; k++)
			items[k] = (keyword){next_random(&state), (uint32_t)(next_random(&state) % (n % 5 ? 9 : UINT32_MAX)) + 1};
		cr_assert_eq(simhash(items, n), by_sums(items, n), "%zu keywords", n);
	}
}

Test(simhash, does_not_depend_on_the_order_of_keywords)
{
	static const keyword one[] = {{0x123456789, 2}, {0xfedcba987, 3}, {0x55aa55aa55, 7}};
	static const keyword two[] = {{0x55aa55aa55, 7}, {0x123456789, 2}, {0xfedcba987, 3}};

	cr_expect_eq(simhash(one, 3), simhash(two, 3));
}

Test(simhash, distance_counts_differing_bits)
{
	cr_expect_eq(simhash_distance(0, 0), 0);
	cr_expect_eq(simhash_distance(0, UINT64_MAX), 64);
	cr_expect_eq(simhash_distance(0x8000000000000001, 0x1), 1);
}

/* 200 keywords with random hashes; the first `changed` of them are replaced by others. */
static uint64_t fingerprint_of_changed(int changed)
{
	keyword items[200];
	uint64_t z = 1;

	for (int i = 0; i < 200; i++) {
		z = z * 6364136223846793005 + 1442695040888963407;
		items[i] = (keyword){(z ^ z >> 29) * 0xbf58476d1ce4e5b9 ^ z >> 32, 1};
		if (i < changed)
			items[i].hash = ~items[i].hash * 0x9e3779b97f4a7c15;
	}
	return simhash(items, 200);
}

Test(simhash, moves_further_the_more_keywords_change)
{
	static const struct { const char *name; int changed, least, most; } rows[] = {
		{ "the same page",    0, 0, 0 },
		{ "one word in 200",  1, 0, 4 },
		{ "ten words in 200", 10, 1, 16 },
		{ "another page",     200, 20, 44 },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		int distance = simhash_distance(fingerprint_of_changed(0), fingerprint_of_changed(rows[i].changed));

		cr_expect(rows[i].least <= distance && distance <= rows[i].most, "%s: %d", rows[i].name, distance);
	}
}
