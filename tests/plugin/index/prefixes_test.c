#include "plugin/index/prefixes.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/random.h"

enum { MOST = 700 };

/* What the index should contain; sets[i] is that of entry i. */
typedef struct stock {
	size_t len;
	feature_set sets[MOST];
	bool gone[MOST];
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

static void add(postings *x, candidates *c, stock *all, double tau, feature_set s)
{
	cr_assert(candidates_reserve(c, (uint32_t)all->len + 1));
	cr_assert(prefixes_add(x, tau, &s, (uint32_t)all->len));
	all->sets[all->len++] = s;
}

static void empty(stock *all)
{
	for (size_t i = 0; i < all->len; i++)
		free((void *)(uintptr_t)all->sets[i].items);
	free(all);
}

/* Every stored set with a Jaccard similarity of tau is proposed. Returns how many there are. */
static size_t expect_no_miss(const postings *x, candidates *c, const stock *all, const feature_set *asked, double tau)
{
	struct candidate found[CANDIDATES_MAX];
	bool proposed[MOST] = {false};
	size_t n, matches = 0;

	n = prefixes_find(x, tau, asked, c, CANDIDATES_MAX, found);
	for (size_t i = 0; i < n; i++) {
		cr_assert_not(all->gone[found[i].entry]);
		proposed[found[i].entry] = true;
	}
	for (size_t i = 0; i < all->len; i++) {
		if (all->gone[i] || sets_compare(asked, &all->sets[i]).jaccard < tau)
			continue;
		cr_assert(proposed[i], "tau %g: set %zu of %u features for %u", tau, i, all->sets[i].size, asked->size);
		matches++;
	}
	return matches;
}

/* Adds sets of up to `sizes` features of eight families, then asks for similar ones. */
static size_t play(double tau, uint32_t sizes, size_t n, uint64_t seed)
{
	stock *all = calloc(1, sizeof *all);
	candidates *c = candidates_new(SETS_KEPT, CANDIDATES_READ_MAX);
	postings x = {0};
	uint64_t state = seed;
	size_t matches = 0;

	while (all->len < n)
		add(&x, c, all, tau,
		    random_set(1 + (uint32_t)(next_random(&state) % sizes), (uint32_t)(next_random(&state) % 8), &state));
	for (size_t round = 0; round < 3; round++) {
		for (int i = 0; i < 60; i++) {
			feature_set s = random_set(1 + (uint32_t)(next_random(&state) % sizes),
						   (uint32_t)(next_random(&state) % 8), &state);

			matches += expect_no_miss(&x, c, all, i % 4 ? &s : &all->sets[next_random(&state) % all->len], tau);
			free((void *)(uintptr_t)s.items);
		}
		for (size_t i = round; i < all->len; i += 4) { /* the next round is without these */
			prefixes_remove(&x, tau, &all->sets[i], (uint32_t)i);
			all->gone[i] = true;
		}
	}
	candidates_free(c);
	postings_free(&x);
	empty(all);
	return matches;
}

static const double taus[] = {0.1, 0.44, 0.5, 0.75, 0.9, 0.95, 1};

Test(prefixes, propose_what_a_scan_finds)
{
	static const uint32_t sizes[] = {3, 12, 60, 400};

	for (size_t t = 0; t < sizeof taus / sizeof *taus; t++)
		for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
			cr_expect_gt(play(taus[t], sizes[s], MOST, t * 10 + s), 0u,
				     "tau %g, sizes to %u: the questions tell something", taus[t], sizes[s]);
}

/* Sizes on both sides of those where sampling begins, and where the sample is halved. */
Test(prefixes, propose_what_a_scan_finds_among_sampled_sets)
{
	for (size_t t = 0; t < sizeof taus / sizeof *taus; t++)
		cr_expect_gt(play(taus[t], 5 * SETS_WHOLE, 60, 77 + t), 0u, "tau %g", taus[t]);
}

/* A set of 1,000 features is in as many lists as one of 100: 14 / tau. */
Test(prefixes, index_few_features_of_a_large_set)
{
	static const struct {
		uint32_t size;
		double tau;
		size_t lists;
	} rows[] = {{1000, 0.44, 32}, {100, 0.44, 32}, {20, 0.44, 12}, {1, 0.44, 1},
		    {100, 1, 1},      {1000, 0.9, 16}, {50, 0.01, 50}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		uint64_t state = i;
		feature_set s;
		postings x = {0};
		uint32_t *items = malloc(rows[i].size * sizeof *items);

		for (uint32_t k = 0; k < rows[i].size; k++)
			items[k] = (uint32_t)next_random(&state);
		s = sets_make(items, rows[i].size);
		cr_assert(prefixes_add(&x, rows[i].tau, &s, 0));
		cr_expect_eq(x.keys.keys, rows[i].lists, "%u features, tau %g", rows[i].size, rows[i].tau);
		prefixes_remove(&x, rows[i].tau, &s, 0);
		cr_expect_eq(x.keys.keys, 0u);
		postings_free(&x);
		free(items);
	}
}
