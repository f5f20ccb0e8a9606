#include "plugin/index/postings.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/random.h"

/* The posting list of key, newest entry first, as letters: entry 0 is 'a'. */
static const char *under(const postings *x, uint64_t key, char out[64])
{
	const uint32_t *entries;
	posting_list list;
	posting_walk w;
	size_t at = 0, n;

	postings_find(x, &key, 1, &list);
	for (postings_walk(x, list, true, &w); posting_walk_next(&w, &entries, &n);)
		while (n--)
			out[at++] = (char)('a' + entries[n]);
	out[at] = '\0';
	cr_assert_eq(posting_list_len(x, list), at);
	return out;
}

static void add(postings *x, uint32_t a, uint32_t b, uint32_t entry)
{
	cr_assert(postings_add(x, (uint64_t[]){a, b}, 2, entry));
}

static void take(postings *x, uint32_t a, uint32_t b, uint32_t entry)
{
	postings_remove(x, (uint64_t[]){a, b}, 2, entry);
}

Test(postings, come_newest_first)
{
	postings x = {0};
	char text[64];

	for (uint32_t e = 0; e < 20; e++)
		add(&x, 7, 100 + e, e);
	cr_expect_str_eq(under(&x, 7, text), "tsrqponmlkjihgfedcba");
	cr_expect_str_eq(under(&x, 103, text), "d");
	cr_expect_str_eq(under(&x, 8, text), "");
	postings_free(&x);
}

/* After a rollback the numbers of the last entries are used again. */
Test(postings, the_number_of_a_removed_entry_can_be_used_again)
{
	postings x = {0};
	char text[64];

	for (uint32_t e = 0; e < 3; e++)
		add(&x, 7, 9, e);
	take(&x, 7, 9, 2);
	take(&x, 7, 9, 1);
	for (uint32_t e = 1; e < 4; e++)
		add(&x, 7, 8, e);
	cr_expect_str_eq(under(&x, 7, text), "dcba");
	cr_expect_str_eq(under(&x, 9, text), "a");
	for (uint32_t e = 3; e > 0; e--)
		take(&x, 7, 8, e);
	cr_expect_str_eq(under(&x, 7, text), "a");
	cr_expect_str_eq(under(&x, 8, text), "");
	take(&x, 7, 9, 0);
	take(&x, 7, 9, 0);
	cr_expect_str_eq(under(&x, 7, text), "");
	cr_expect_eq(x.keys.keys, 0u);
	postings_free(&x);
}

Test(postings, a_key_that_comes_twice_counts_once)
{
	postings x = {0};
	char text[64];

	add(&x, 7, 7, 0);
	add(&x, 7, 7, 1);
	add(&x, 7, 7, 2);
	cr_expect_str_eq(under(&x, 7, text), "cba");
	take(&x, 7, 7, 1);
	cr_expect_str_eq(under(&x, 7, text), "ca");
	postings_free(&x);
}

/* The same keys, added one by one and in a load that expected so many. */
static void check_load(uint64_t expected)
{
	enum { ENTRIES = 3000, KEYS = 700 };
	postings one = {0}, many = {0};
	uint64_t keys[5], seed = 1;

	postings_begin_load(&many, expected);
	for (uint32_t e = 0; e < ENTRIES; e++) {
		for (size_t i = 0; i < 5; i++)
			keys[i] = next_random(&seed) % KEYS;
		cr_assert(postings_add(&one, keys, 5, e));
		cr_assert(postings_add(&many, keys, 5, e));
	}
	cr_assert(postings_end_load(&many));
	for (uint64_t key = 0; key <= KEYS; key++) {
		const uint32_t *a, *b;
		posting_list la, lb;
		posting_walk wa, wb;
		size_t n, m;

		postings_find(&one, &key, 1, &la);
		postings_find(&many, &key, 1, &lb);
		postings_walk(&one, la, false, &wa);
		postings_walk(&many, lb, false, &wb);
		cr_assert_eq(posting_list_len(&one, la), posting_list_len(&many, lb), "%llu expected, key %d", (unsigned long long)expected, (int)key);
		while (posting_walk_next(&wa, &a, &n) && posting_walk_next(&wb, &b, &m))
			cr_assert(n == m && memcmp(a, b, n * sizeof *a) == 0, "%llu expected, key %d", (unsigned long long)expected, (int)key);
	}
	cr_expect(postings_end_load(&many), "without a load");
	postings_free(&one);
	postings_free(&many);
}

Test(postings, of_a_load_are_the_same)
{
	static const uint64_t expected[] = {0, 1, 64, 15000, UINT64_MAX};

	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
		check_load(expected[i]);
}

/* 100,000 entries with three keys each: one that all have, one of 300, and one of their own. Random ones are removed. */
Test(postings, are_what_a_scan_finds_and_no_change_touches_many_lines)
{
	enum { ENTRIES = 100000, TOUCHED_MOST = 600 };
	bool *gone = calloc(ENTRIES, sizeof *gone);
	uint64_t state = 9;
	postings x = {0};

	for (uint32_t e = 0; e < ENTRIES; e++) {
		uint64_t before = postings_touched(&x);
		uint32_t out = (uint32_t)(next_random(&state) % (e + 1));

		cr_assert(postings_add(&x, (uint64_t[]){1, 2 + e % 300, 1000 + e}, 3, e));
		cr_assert_leq(postings_touched(&x) - before, TOUCHED_MOST);
		before = postings_touched(&x);
		if (e % 3 == 0 && !gone[out]) {
			postings_remove(&x, (uint64_t[]){1, 2 + out % 300, 1000 + out}, 3, out);
			gone[out] = true;
		}
		cr_assert_leq(postings_touched(&x) - before, TOUCHED_MOST);
	}
	for (uint64_t key = 1; key <= 301; key++) {
		const uint32_t *entries;
		posting_list list;
		posting_walk w;
		uint32_t at = 0;
		size_t n;

		postings_find(&x, &key, 1, &list);
		for (postings_walk(&x, list, false, &w); posting_walk_next(&w, &entries, &n);)
			for (size_t i = 0; i < n; i++) {
				while (gone[at] || (key > 1 && 2 + at % 300 != key))
					at++;
				cr_assert_eq(entries[i], at++);
			}
		while (at < ENTRIES && (gone[at] || (key > 1 && 2 + at % 300 != key)))
			at++;
		cr_assert_eq(at, ENTRIES, "key %u ends too early", (unsigned)key);
	}
	postings_free(&x);
	free(gone);
}
