#include "plugin/text/sets.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/sorted.h"
#include "tests/random.h"

enum { MOST = 700 };

/* Stored sets. */
typedef struct stock {
	size_t len;
	feature_set sets[MOST];
} stock;

/* A set of about n features: most are consecutive ones of its family, some are common to all sets, some are its own. So
 * families overlap, and sets of one family differ in size. */
static feature_set random_set(uint32_t n, uint32_t family, uint64_t *state)
{
	uint32_t *items = malloc((n + 1) * sizeof *items);

	for (uint32_t i = 0; i < n; i++) {
		uint64_t draw = next_random(state) % 10;
		uint64_t at = draw == 0   ? next_random(state)
			      : draw == 1 ? next_random(state) % 50
					  : (uint64_t)family * 100000 + i;

		items[i] = (uint32_t)next_random(&at);
	}
	return sets_make(items, n);
}

static void empty(stock *all)
{
	for (size_t i = 0; i < all->len; i++)
		free((void *)(uintptr_t)all->sets[i].items);
	free(all);
}

/* How many of the features that b is stored under are looked up for a. */
static uint32_t hits(const feature_set *a, const feature_set *b, double tau)
{
	return (uint32_t)sorted_shared_u32(a->items, prefix_of(a, tau).asked, b->items, prefix_of(b, tau).stored);
}

/* Every stored set with a Jaccard similarity of tau is found. Returns how many there are. */
static size_t expect_no_miss(const stock *all, const feature_set *asked, double tau)
{
	size_t matches = 0;

	for (size_t i = 0; i < all->len; i++) {
		if (sets_compare(asked, &all->sets[i]).jaccard < tau)
			continue;
		cr_assert(hits(asked, &all->sets[i], tau) >= prefix_of(asked, tau).hits,
			  "tau %g: set %zu of %u features for %u", tau, i, all->sets[i].size, asked->size);
		matches++;
	}
	return matches;
}

/* Makes sets of up to `sizes` features of eight families, then asks for similar ones. */
static size_t play(double tau, uint32_t sizes, size_t n, uint64_t seed)
{
	stock *all = calloc(1, sizeof *all);
	uint64_t state = seed;
	size_t matches = 0;

	while (all->len < n)
		all->sets[all->len++] = random_set(1 + (uint32_t)(next_random(&state) % sizes), (uint32_t)(next_random(&state) % 8), &state);
	for (int i = 0; i < 180; i++) {
		feature_set s = random_set(1 + (uint32_t)(next_random(&state) % sizes), (uint32_t)(next_random(&state) % 8), &state);

		matches += expect_no_miss(all, i % 4 ? &s : &all->sets[next_random(&state) % all->len], tau);
		free((void *)(uintptr_t)s.items);
	}
	empty(all);
	return matches;
}

static const double taus[] = {0.1, 0.44, 0.5, 0.75, 0.9, 0.95, 1};

Test(prefixes, find_what_a_scan_finds)
{
	static const uint32_t sizes[] = {3, 12, 60, 400};

	for (size_t t = 0; t < sizeof taus / sizeof *taus; t++)
		for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
			cr_expect_gt(play(taus[t], sizes[s], MOST, t * 10 + s), 0u,
				     "tau %g, sizes to %u: the questions tell something", taus[t], sizes[s]);
}

/* Sizes on both sides of those where sampling begins, and where the sample is halved. */
Test(prefixes, find_what_a_scan_finds_among_sampled_sets)
{
	for (size_t t = 0; t < sizeof taus / sizeof *taus; t++)
		cr_expect_gt(play(taus[t], 5 * SETS_WHOLE, 60, 77 + t), 0u, "tau %g", taus[t]);
}

/* A set of 1,000 features is in as many lists as one of 100: 14 / tau. */
Test(prefixes, few_features_of_a_large_set_are_stored)
{
	static const struct {
		uint32_t size;
		double tau;
		uint32_t lists;
	} rows[] = {{1000, 0.44, 32}, {100, 0.44, 32}, {20, 0.44, 12}, {1, 0.44, 1},
		    {100, 1, 1},      {1000, 0.9, 16}, {50, 0.01, 50}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		uint64_t state = i;
		feature_set s;
		uint32_t *items = malloc(rows[i].size * sizeof *items);

		for (uint32_t k = 0; k < rows[i].size; k++)
			items[k] = (uint32_t)next_random(&state);
		s = sets_make(items, rows[i].size);
		cr_expect_eq(prefix_of(&s, rows[i].tau).stored, rows[i].lists, "%u features, tau %g", rows[i].size, rows[i].tau);
		free(items);
	}
}
