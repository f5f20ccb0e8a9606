#include "plugin/index/kmodes.h"

#include <criterion/criterion.h>


/* Representatives of page i: three words of its topic and one of its own. */
static size_t words_of(uint32_t i, uint32_t topics, uint32_t out[4])
{
	uint32_t topic = i % topics;

	out[0] = 10 * topic + 1;
	out[1] = 10 * topic + 2;
	out[2] = 10 * topic + 3;
	out[3] = 1000 + i;
	return 4;
}

static void add(kmodes *x, uint32_t i, uint32_t topics)
{
	uint32_t words[4];
	size_t n = words_of(i, topics, words);

	cr_assert(kmodes_add(x, i, words, n));
}

static int32_t nearest(const kmodes *x, const uint32_t *words, size_t n)
{
	int32_t cluster = 77;

	cr_assert(kmodes_nearest(x, words, n, &cluster));
	return cluster;
}

Test(kmodes, pages_of_a_topic_share_a_cluster)
{
	kmodes x = {.k = 4, .width = 4};

	for (uint32_t i = 0; i < 100; i++)
		add(&x, i, 4);
	for (uint32_t i = 0; i < 100; i++) {
		uint32_t words[4];

		cr_expect_eq(kmodes_cluster(&x, i), kmodes_cluster(&x, i % 4), "page %u", i);
		cr_expect_eq(nearest(&x, words, words_of(i, 4, words)), kmodes_cluster(&x, i));
	}
	cr_expect_neq(kmodes_cluster(&x, 0), kmodes_cluster(&x, 1));
	kmodes_free(&x);
}

Test(kmodes, of_two_clusters_that_are_as_near_it_is_the_lower)
{
	kmodes x = {.k = 4, .width = 4};
	uint32_t words[] = {1, 11}; /* one word of each of the first two topics */

	for (uint32_t i = 0; i < 100; i++)
		add(&x, i, 4);
	cr_expect_eq(nearest(&x, words, 2), kmodes_cluster(&x, 0) < kmodes_cluster(&x, 1) ? kmodes_cluster(&x, 0) : kmodes_cluster(&x, 1));
	kmodes_free(&x);
}

Test(kmodes, an_empty_collection_has_no_cluster)
{
	kmodes x = {.k = 3, .width = 4};
	uint32_t word = 5;

	cr_expect_eq(nearest(&x, &word, 1), KMODES_NONE);
	cr_expect_eq(kmodes_cluster(&x, 1), KMODES_NONE);
	kmodes_free(&x);
}

/* The first pages, and so the first modes, are all of one topic. The second computation, with twice the pages, corrects
 * that. */
Test(kmodes, modes_follow_the_collection)
{
	kmodes x = {.k = 2, .width = 4};
	uint32_t words[4] = {1, 2, 3, 5000}, other[4] = {71, 72, 73, 6000};

	add(&x, 0, 1);
	add(&x, 1, 1);
	for (uint32_t i = 2; i < 64; i++) {
		uint32_t w[4] = {71, 72, 73, 1000 + i};

		cr_assert(kmodes_add(&x, i, w, 4));
	}
	cr_expect_neq(nearest(&x, words, 4), nearest(&x, other, 4));
	kmodes_free(&x);
}

Test(kmodes, nothing_is_answered_between_a_removal_and_the_refresh)
{
	kmodes x = {.k = 2, .width = 4};
	uint32_t words[4];
	size_t n = words_of(1, 3, words);
	int32_t cluster;

	for (uint32_t i = 0; i < 9; i++)
		add(&x, i, 3);
	cr_expect(kmodes_refresh(&x));
	kmodes_remove(&x, 3);
	kmodes_remove(&x, 6);
	cr_expect_not(kmodes_nearest(&x, words, n, &cluster));
	cr_expect_not(kmodes_add(&x, 9, words, n));
	cr_assert(kmodes_refresh(&x));
	cr_expect(kmodes_nearest(&x, words, n, &cluster));
	kmodes_free(&x);
}

Test(kmodes, a_removed_page_leaves_no_trace)
{
	kmodes x = {.k = 3, .width = 4}, y = {.k = 3, .width = 4};

	for (uint32_t i = 0; i < 80; i++) {
		add(&x, i, 5);
		if (i == 40) {
			kmodes_remove(&x, 0);
			cr_assert(kmodes_refresh(&x));
		}
		if (i != 0)
			add(&y, i, 5);
	}
	for (uint32_t i = 1; i < 80; i++) {
		uint32_t words[4];
		size_t n = words_of(i, 5, words);

		cr_expect_eq(nearest(&x, words, n), nearest(&y, words, n));
		cr_expect_eq(kmodes_cluster(&x, i), kmodes_cluster(&y, i), "page %u", i);
	}
	kmodes_free(&x);
	kmodes_free(&y);
}
