#include "plugin/index/candidates.h"

#include <criterion/criterion.h>

enum { ENTRIES = 3000 };

/* Key 1 is on all entries, key 2 on each tenth, key 3 on each hundredth. */
static candidates *fill(postings *x)
{
	candidates *c = candidates_new();

	for (uint32_t e = 0; e < ENTRIES; e++)
		cr_assert(postings_add(x, (uint64_t[]){1, 2, 3}, e % 100 == 0 ? 3 : e % 10 == 0 ? 2 : 1, e));
	return c;
}

static const uint64_t keys[] = {1, 2, 3, 9};

Test(candidates, the_best_come_first_and_all_hits_are_zero_again)
{
	static const candidate_limits limits = {.list = ENTRIES, .all = 3 * ENTRIES};
	struct candidate found[CANDIDATES_MAX];
	postings x = {0};
	candidates *c = fill(&x);

	for (int again = 0; again < 2; again++) {
		candidates_hit_lists(c, &x, keys, 4, &limits);
		cr_assert_eq(candidates_take(c, 2, 100, found), 100u);
		for (size_t i = 0; i < 100; i++) {
			cr_assert_eq(found[i].hits, i < 30 ? 3 : 2, "place %zu", i);
			cr_assert_eq(found[i].entry % (i < 30 ? 100 : 10), 0u);
		}
	}
	cr_expect_eq(found[0].entry, 2900u, "of equal ones, the newest of the shortest list first");
	candidates_hit_lists(c, &x, keys, 4, &limits);
	cr_expect_eq(candidates_take(c, 3, CANDIDATES_MAX, found), 30u);
	cr_expect_eq(candidates_take(c, 1, CANDIDATES_MAX, found), 0u);
	candidates_free(c);
	postings_free(&x);
}

/* 30 entries of key 3, then 270 of the 300 of key 2, none of key 1. */
Test(candidates, short_lists_are_read_first_and_of_long_ones_the_newest)
{
	static const candidate_limits all = {.list = ENTRIES, .all = 300}, each = {.list = 20, .all = ENTRIES};
	struct candidate found[CANDIDATES_MAX];
	postings x = {0};
	candidates *c = fill(&x);

	candidates_hit_lists(c, &x, keys, 4, &all);
	cr_expect_eq(candidates_take(c, 2, CANDIDATES_MAX, found), 27u);
	candidates_hit_lists(c, &x, keys, 4, &all);
	cr_expect_eq(candidates_take(c, 1, CANDIDATES_MAX, found), 273u);
	for (size_t i = 0; i < 273; i++)
		cr_assert(found[i].entry >= 300 || found[i].hits == 1);
	candidates_hit_lists(c, &x, keys, 4, &each);
	cr_expect_eq(candidates_take(c, 1, CANDIDATES_MAX, found), 56u, "20 of each list, four of them in two");
	candidates_free(c);
	postings_free(&x);
}

Test(candidates, hits_from_elsewhere_count_too)
{
	struct candidate found[4];
	candidates *c = candidates_new();

	candidates_hit(c, 4, 2);
	candidates_hit(c, 9, 1);
	candidates_hit(c, 9, 70000);
	cr_assert_eq(candidates_take(c, 2, 4, found), 2u);
	cr_expect(found[0].entry == 9 && found[0].hits == 70001);
	cr_expect(found[1].entry == 4 && found[1].hits == 2);
	candidates_free(c);
	candidates_free(NULL);
}

Test(candidates, of_a_list_the_oldest_can_be_read)
{
	static const candidate_limits oldest = {.list = 7, .all = ENTRIES, .oldest = true};
	struct candidate found[CANDIDATES_MAX];
	postings x = {0};
	candidates *c = fill(&x);

	cr_assert(candidates_hit_lists(c, &x, keys, 1, &oldest));
	cr_assert_eq(candidates_take(c, 1, CANDIDATES_MAX, found), 7u);
	for (uint32_t i = 0; i < 7; i++)
		cr_expect_eq(found[i].entry, i);
	candidates_free(c);
	postings_free(&x);
}

/* The table starts with room for 2,048 entries. */
Test(candidates, there_may_be_as_many_as_are_hit)
{
	enum { MANY = 100000 };
	struct candidate first;
	candidates *c = candidates_new();

	for (int again = 0; again < 2; again++) {
		for (uint32_t e = 0; e < MANY; e++)
			cr_assert(candidates_hit(c, e * 3, 1 + (e == 77777 || e == 88888)));
		cr_assert(candidates_hit(c, 5 * 3, 1));
		candidates_take_first(c, &first);
		cr_expect(first.entry == 15 && first.hits == 2, "of equal ones the oldest: %u", first.entry);
	}
	candidates_take_first(c, &first);
	cr_expect_eq(first.hits, 0u, "there is none");
	candidates_free(c);
}

static bool is_even(const void *ctx, uint32_t entry)
{
	(void)ctx;
	return entry % 2 == 0;
}

Test(candidates, pages_that_are_not_kept_leave_their_places_to_others)
{
	static const candidate_limits limits = {.list = ENTRIES, .all = 3 * ENTRIES};
	struct candidate found[CANDIDATES_MAX];
	postings x = {0};
	candidates *c = fill(&x);

	candidates_hit(c, 3, 9);
	candidates_hit_lists(c, &x, keys, 4, &limits);
	candidates_keep(c, is_even, NULL);
	cr_assert_eq(candidates_take(c, 1, 100, found), 100u);
	for (size_t i = 0; i < 100; i++)
		cr_assert_eq(found[i].entry % 2, 0u);
	candidates_hit(c, 3, 1);
	cr_assert_eq(candidates_take(c, 1, 100, found), 1u);
	cr_expect_eq(found[0].hits, 1u, "what was taken away is gone");
	candidates_free(c);
	postings_free(&x);
}
