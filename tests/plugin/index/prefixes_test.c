#include "plugin/index/partitions.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 700 };

/* What the index should contain; the id of sets[i] is i + 1. */
typedef struct stock {
	size_t len;
	feature_set sets[MOST];
	bool gone[MOST];
} stock;

static uint32_t next_random(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15; /* splitmix64 */

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return (uint32_t)(z ^ z >> 31);
}

/* A set of about n features: most are consecutive ones of its family, some are common to all sets, some are its own. So
 * families overlap, and sets of one family differ in size. */
static feature_set random_set(uint32_t n, uint32_t family, uint64_t *state)
{
	uint32_t *items = malloc((n + 1) * sizeof *items);

	for (uint32_t i = 0; i < n; i++) {
		uint32_t draw = next_random(state) % 10;
		uint64_t at = draw == 0 ? next_random(state) : draw == 1 ? next_random(state) % 50 : family * 100000 + i;

		items[i] = next_random(&at);
	}
	return sets_make(items, n);
}

static void add(partition_index *x, stock *all, feature_set s)
{
	all->sets[all->len] = s;
	cr_assert(partitions_add(x, all->len + 1, (uint32_t)all->len * 3, &s));
	all->len++;
}

static void empty(stock *all)
{
	for (size_t i = 0; i < all->len; i++)
		free((void *)(uintptr_t)all->sets[i].items);
	free(all);
}

typedef struct seen {
	const stock *all;
	const feature_set *asked;
	size_t len;
	unsigned char times[MOST + 1];
} seen;

static void note(void *ctx, const partition_match *m)
{
	seen *s = ctx;
	const feature_set *stored = &s->all->sets[m->id - 1];

	s->times[m->id]++;
	s->len++;
	cr_assert(m->tag == (m->id - 1) * 3 && m->size == stored->size);
	cr_assert(m->like.jaccard == sets_compare(s->asked, stored).jaccard);
}

/* Compares the index with a scan of all stored sets. Returns how many match. */
static size_t expect_as_scan(partition_index *x, const stock *all, const feature_set *asked, double tau)
{
	seen s = {.all = all, .asked = asked};

	partitions_each(x, asked, note, &s);
	for (size_t i = 0; i < all->len; i++) {
		const feature_set *b = &all->sets[i];
		bool match = !all->gone[i] && sets_sizes_reach(asked->size, b->size, tau) &&
			     sets_compare(asked, b).jaccard >= tau;

		cr_assert_eq(s.times[i + 1], match, "set %zu, tau %g: %d times, sizes %u and %u", i, tau, s.times[i + 1],
			     asked->size, b->size);
	}
	return s.len;
}

static const double taus[] = {0.01, 0.1, 0.44, 0.5, 0.75, 0.9, 0.95, 1};

/* Adds sets of up to `sizes` features of eight families, then queries similar ones. */
static size_t try(double tau, uint32_t sizes, size_t n, uint64_t seed)
{
	stock *all = calloc(1, sizeof *all);
	partition_index x;
	uint64_t state = seed;
	size_t matches = 0;

	partitions_open(&x, tau);
	while (all->len < n)
		add(&x, all, random_set(1 + next_random(&state) % sizes, next_random(&state) % 8, &state));
	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < 60; i++) {
			feature_set s = random_set(1 + next_random(&state) % sizes, next_random(&state) % 8, &state);

			matches += expect_as_scan(&x, all, i % 4 ? &s : &all->sets[next_random(&state) % all->len], tau);
			free((void *)(uintptr_t)s.items);
		}
		for (size_t i = (size_t)round; i < all->len; i += 4) { /* the next round is without these */
			partitions_remove(&x, i + 1);
			all->gone[i] = true;
		}
	}
	partitions_free(&x);
	empty(all);
	return matches;
}

Test(partitions, find_exactly_what_a_scan_finds)
{
	static const uint32_t sizes[] = {3, 12, 60, 400};

	for (size_t t = 0; t < sizeof taus / sizeof *taus; t++)
		for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
			size_t matches = try(taus[t], sizes[s], MOST, t * 10 + s);

			cr_expect(matches > 0, "tau %g, sizes to %u: the questions tell something", taus[t], sizes[s]);
		}
}

/* Sizes on both sides of those where sampling begins, and where the sample is halved. */
Test(partitions, find_exactly_what_a_scan_finds_among_sampled_sets)
{
	for (size_t t = 0; t < sizeof taus / sizeof *taus; t++)
		cr_expect(try(taus[t], 5 * SETS_WHOLE, 60, 77 + t) > 0, "tau %g", taus[t]);
}

static void keep_first(void *ctx, const partition_match *m)
{
	*(partition_match *)ctx = *m;
}

/* Set n has the features 1 … n: with τ = 0.5, sizes from half to twice match. */
Test(partitions, reach_from_tau_times_the_size_to_the_size_divided_by_tau)
{
	uint32_t items[128];
	partition_index x;

	for (uint32_t i = 0; i < 128; i++)
		items[i] = i;
	for (uint32_t stored = 1; stored <= 128; stored++) {
		partitions_open(&x, 0.5);
		cr_assert(partitions_add(&x, 1, 0, &(feature_set){stored, stored, items}));
		for (uint32_t asked = 1; asked <= 128; asked++) {
			partition_match m = {0};

			partitions_each(&x, &(feature_set){asked, asked, items}, keep_first, &m);
			cr_expect_eq(m.id == 1, asked * 2 >= stored && stored * 2 >= asked, "%u asks for %u", asked, stored);
		}
		partitions_free(&x);
	}
}

Test(partitions, cover_every_size_without_gaps)
{
	for (size_t t = 0; t < sizeof taus / sizeof *taus; t++) {
		partition_index x;

		partitions_open(&x, taus[t]);
		cr_expect(x.count > 1 && x.count < PARTITIONS_MAX, "tau %g: %u", taus[t], x.count);
		for (uint32_t i = 1; i < x.count; i++) {
			cr_expect_gt(x.ends[i], x.ends[i - 1]);
			cr_expect_eq(sets_level(x.ends[i - 1] + 1), sets_level(x.ends[i]), "one level in a partition");
		}
		cr_expect_eq(x.ends[x.count - 1], (uint32_t)SETS_SIZE_MAX);
	}
}

Test(partitions, an_empty_index_and_an_empty_set_find_nothing)
{
	static const uint32_t items[] = {1, 2};
	partition_index x = {0};
	partition_match m = {0};
	feature_set nothing = {0, 0, items}, some = {2, 2, items};

	cr_expect_eq(partitions_memory(&x), (size_t)0);
	partitions_open(&x, 0.5);
	partitions_each(&x, &some, keep_first, &m);
	partitions_remove(&x, 1);
	cr_assert(partitions_add(&x, 4, 0, &some));
	cr_expect_gt(partitions_memory(&x), (size_t)0);
	partitions_remove(&x, 3);
	partitions_each(&x, &nothing, keep_first, &m);
	cr_expect_eq(m.id, 0u);
	partitions_each(&x, &some, keep_first, &m);
	cr_expect_eq(m.id, 4u);
	partitions_free(&x);
}

/* A page whose transaction failed is removed at once, and its id may be used again. */
Test(partitions, the_last_id_may_be_removed_and_used_again)
{
	static const uint32_t items[] = {1, 2};
	feature_set set = {2, 2, items};
	partition_index x;

	partitions_open(&x, 0.5);
	cr_assert(partitions_add(&x, 1, 0, &set));
	partitions_remove(&x, 1);
	cr_assert(partitions_add(&x, 1, 7, &set));
	for (int round = 0; round < 2; round++) {
		partition_match m = {0};

		partitions_each(&x, &set, keep_first, &m);
		cr_expect(round ? m.id == 0 : m.id == 1 && m.tag == 7);
		partitions_remove(&x, 1);
	}
	partitions_free(&x);
}
