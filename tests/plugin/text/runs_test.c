#include "plugin/text/runs.h"

#include <criterion/criterion.h>
#include <string.h>

#include "tests/random.h"

enum { CODE_MOST = 64 };

typedef struct code {
	uint32_t symbols[CODE_MOST];
	size_t len;
} code;

static code code_of(const char *letters)
{
	code c = {.len = strlen(letters)};

	for (size_t i = 0; i < c.len; i++)
		c.symbols[i] = (uint32_t)letters[i];
	return c;
}

static uint32_t common_of(const code *a, const code *b)
{
	uint32_t row[CODE_MOST + 1];

	return runs_longest_common(a->symbols, a->len, b->symbols, b->len, row);
}

/* The definition: the longest run that begins at some place of both. */
static uint32_t longest_by_definition(const code *a, const code *b)
{
	uint32_t longest = 0;

	for (size_t i = 0; i < a->len; i++)
		for (size_t j = 0; j < b->len; j++) {
			uint32_t n = 0;

			while (i + n < a->len && j + n < b->len && a->symbols[i + n] == b->symbols[j + n])
				n++;
			longest = n > longest ? n : longest;
		}
	return longest;
}

Test(runs, the_longest_common_one_is_measured)
{
	static const struct {
		const char *a, *b;
		uint32_t common;
	} rows[] = {{"abc", "xyz", 0}, {"abc", "abc", 3}, {"abc", "abcxyz", 3}, {"abc", "xyzabc", 3},    {"abcd", "abxcd", 2},
		    {"", "abc", 0},    {"aaaa", "aa", 2}, {"abab", "babab", 4}, {"xabcabcd", "abcd", 4}, {"a", "bcdefga", 1}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		code a = code_of(rows[i].a), b = code_of(rows[i].b);

		cr_expect_eq(common_of(&a, &b), rows[i].common, "%s, %s", rows[i].a, rows[i].b);
		cr_expect_eq(common_of(&b, &a), rows[i].common, "%s, %s", rows[i].b, rows[i].a);
	}
}

static code random_code(uint64_t *state, unsigned letters)
{
	code c = {.len = 1 + next_random(state) % CODE_MOST};

	for (size_t i = 0; i < c.len; i++)
		c.symbols[i] = (uint32_t)(next_random(state) % letters);
	return c;
}

/* Writes a run of b over some place of a. */
static void share(code *a, const code *b, uint64_t *state)
{
	size_t shorter = a->len < b->len ? a->len : b->len, n = next_random(state) % (shorter + 1);
	size_t to = next_random(state) % (a->len - n + 1), from = next_random(state) % (b->len - n + 1);

	memcpy(a->symbols + to, b->symbols + from, n * sizeof *a->symbols);
}

static bool share_a_key(const code *a, const code *b, size_t least)
{
	uint32_t of_a[CODE_MOST], of_b[CODE_MOST];
	size_t n = runs_keys(a->symbols, a->len, least, of_a), m = runs_keys(b->symbols, b->len, least, of_b);

	cr_assert(n <= a->len && m <= b->len);
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < m; j++)
			if (of_a[i] == of_b[j])
				return true;
	return false;
}

Test(runs, codes_with_a_common_run_of_the_least_length_share_a_key)
{
	static const unsigned alphabets[] = {1, 2, 5, 1000};
	uint64_t state = 1;
	int met[20] = {0};

	for (int round = 0; round < 40000; round++) {
		unsigned letters = alphabets[round % 4];
		code a = random_code(&state, letters), b = random_code(&state, letters);
		size_t least = 1 + next_random(&state) % 19;
		uint32_t common;

		share(&a, &b, &state);
		common = common_of(&a, &b);
		cr_assert_eq(common, longest_by_definition(&a, &b));
		if (common < least)
			continue;
		cr_assert(share_a_key(&a, &b, least), "round %d: %u in common, %zu needed", round, common, least);
		met[least]++;
	}
	for (size_t least = 1; least < 20; least++)
		cr_expect_gt(met[least], 100, "least %zu", least);
}

/* Two in ten symbols begin a key if the least run has twelve. */
Test(runs, keys_are_few)
{
	uint32_t symbols[4096], keys[4096];
	uint64_t state = 2;
	size_t n;

	for (size_t i = 0; i < 4096; i++)
		symbols[i] = (uint32_t)next_random(&state);
	n = runs_keys(symbols, 4096, 12, keys);
	cr_expect(n > 700 && n < 950, "%zu", n);
	cr_expect_eq(runs_keys(symbols, 3, 12, keys), 0u, "too short for a gram");
	cr_expect_eq(runs_keys(symbols, 5, 12, keys), 1u, "shorter than a window");
	cr_expect_eq(runs_keys(symbols, 0, 1, keys), 0u);
}
