#include "plugin/index/neighbours.h"

#include <criterion/criterion.h>

#include "tests/plugin/index/kept.h"

enum { PAGES = 3000, TOPICS = 9, CLUSTERS = 6, WIDTH = 3, BITS = 6, WINDOW = 2 };

/* Page i: words of its topic, and a fingerprint that is near to many others. */
static neighbour page_of(uint32_t i)
{
	uint32_t topic = i % TOPICS, words[WIDTH] = {10 * topic + 1, 10 * topic + 2, 1000 + i % 50};
	uint64_t mixed = (uint64_t)i * 0x9e3779b97f4a7c15u;

	return (neighbour){mixed >> 56, (uint32_t)(mixed >> 32) % 5, kept(words, sizeof words), WIDTH};
}

static bool is_near(const neighbour *a, const neighbour *b)
{
	uint32_t gap = a->count > b->count ? a->count - b->count : b->count - a->count;

	return __builtin_popcountll(a->fingerprint ^ b->fingerprint) <= BITS && gap <= WINDOW;
}

static int ascending(const void *a, const void *b)
{
	return (((const hamming_match *)a)->entry > ((const hamming_match *)b)->entry) -
	       (((const hamming_match *)a)->entry < ((const hamming_match *)b)->entry);
}

/* The answer must be all near pages of the cluster, or the newest HAMMING_MOST of them. */
static void expect_as_a_scan(const neighbours *x, const neighbour *all, const bool *there, const neighbour *page)
{
	hamming_match found[HAMMING_MOST];
	int32_t cluster;
	size_t n, expected = 0;

	cr_assert(neighbours_cluster(x, page, &cluster));
	n = neighbours_find(x, page, cluster, found);
	qsort(found, n, sizeof *found, ascending);
	for (uint32_t e = PAGES; e-- > 0 && expected < HAMMING_MOST;) {
		if (!there[e] || !is_near(&all[e], page) || !neighbours_in_cluster(x, e, cluster))
			continue;
		expected++;
		cr_assert_leq(expected, n);
		cr_assert_eq(found[n - expected].entry, e);
		cr_assert_eq(found[n - expected].count, all[e].count);
		cr_assert_eq(found[n - expected].distance, __builtin_popcountll(all[e].fingerprint ^ page->fingerprint));
	}
	cr_assert_eq(n, expected);
}

static void expect_scans(uint32_t clusters)
{
	static neighbour all[PAGES];
	static bool there[PAGES];
	neighbours x;

	neighbours_open(&x, BITS, WINDOW, clusters, WIDTH);
	for (uint32_t e = 0; e < PAGES; e++) {
		all[e] = page_of(e);
		if (e)
			expect_as_a_scan(&x, all, there, &all[e]);
		cr_assert(neighbours_add(&x, e, &all[e]));
		there[e] = true;
		if (e % 500 != 499)
			continue;
		for (uint32_t gone = e - 3; gone < e; gone++) {
			neighbours_remove(&x, gone);
			there[gone] = false;
		}
		cr_assert(neighbours_refresh(&x));
	}
	neighbours_free(&x);
}

Test(neighbours, in_a_cluster_are_all_its_near_pages)
{
	expect_scans(CLUSTERS);
}

Test(neighbours, without_clusters_are_all_near_pages)
{
	expect_scans(0);
}

Test(neighbours, nothing_is_answered_between_a_removal_and_the_refresh)
{
	neighbour page = page_of(1);
	int32_t cluster;
	neighbours x;

	neighbours_open(&x, BITS, WINDOW, CLUSTERS, WIDTH);
	cr_assert(neighbours_add(&x, 0, &page));
	cr_expect(neighbours_cluster(&x, &page, &cluster));
	neighbours_remove(&x, 0);
	cr_expect_not(neighbours_cluster(&x, &page, &cluster));
	cr_assert(neighbours_refresh(&x));
	cr_expect(neighbours_cluster(&x, &page, &cluster));
	cr_expect_eq(cluster, KMODES_NONE);
	neighbours_free(&x);
}
