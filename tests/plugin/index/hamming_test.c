#include "plugin/index/hamming.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/random.h"

/* What the index should contain, in plain arrays. Fingerprint 0 is not special. */
typedef struct entries {
	uint32_t len, room;
	uint64_t *fingerprints;
	uint32_t *counts;
	bool *gone;
} entries;

static entries new_entries(uint32_t room)
{
	return (entries){0, room, calloc(room, sizeof(uint64_t)), calloc(room, sizeof(uint32_t)), calloc(room, sizeof(bool))};
}

static void free_entries(entries *all)
{
	free(all->fingerprints);
	free(all->counts);
	free(all->gone);
}

static uint64_t flip(uint64_t fingerprint, int bits, uint64_t *state)
{
	uint64_t mask = 0;

	while (__builtin_popcountll(mask) < bits)
		mask |= (uint64_t)1 << next_random(state) % 64;
	return fingerprint ^ mask;
}

static void add(hamming_index *x, entries *all, uint64_t fingerprint, uint32_t count)
{
	all->fingerprints[all->len] = fingerprint;
	all->counts[all->len] = count;
	cr_assert(hamming_add(x, all->len++, fingerprint, count));
}

static void forget(hamming_index *x, entries *all, uint32_t entry)
{
	hamming_remove(x, entry);
	all->gone[entry] = true;
}

static uint32_t gap(uint32_t a, uint32_t b)
{
	return a > b ? a - b : b - a;
}

static int by_entry(const void *a, const void *b)
{
	uint32_t x = ((const hamming_match *)a)->entry, y = ((const hamming_match *)b)->entry;

	return (x < y) - (x > y);
}

/* The index against a scan of all entries, the newest first. Returns how many were found. */
static size_t expect_as_scan(const hamming_index *x, const entries *all, uint64_t fingerprint, uint32_t count)
{
	hamming_match found[HAMMING_MOST];
	size_t n = hamming_find(x, fingerprint, count, found), at = 0;

	qsort(found, n, sizeof *found, by_entry);
	for (uint32_t e = all->len; e-- > 0 && at < HAMMING_MOST;) {
		int distance = __builtin_popcountll(all->fingerprints[e] ^ fingerprint);

		if (all->gone[e] || distance > x->bits || gap(all->counts[e], count) > x->window)
			continue;
		cr_assert(at < n && found[at].entry == e, "bits %d, window %u: entry %u is missing", x->bits, x->window, e);
		cr_assert(found[at].distance == distance && found[at].count == all->counts[e]);
		at++;
	}
	cr_assert_eq(at, n, "bits %d, window %u: %zu, should be %zu", x->bits, x->window, n, at);
	return n;
}

static uint64_t any_of(const entries *all, uint64_t *state)
{
	return all->fingerprints[next_random(state) % all->len];
}

/* Fingerprints in groups that are near to each other, so that there is something to find. */
static uint64_t grouped(const entries *all, uint64_t *state)
{
	return all->len && next_random(state) % 10 ? flip(any_of(all, state), (int)(next_random(state) % 4), state)
						   : next_random(state);
}

/* Many equal halves, and many equal fingerprints. */
static uint64_t skewed(const entries *all, uint64_t *state)
{
	static const uint64_t masks[] = {0xffff, 0xffffffff00000000, 0x0f0000000f, 0x7};

	return next_random(state) & masks[(all->len >> 4) % 4];
}

static const struct setting {
	int bits;
	uint32_t window;
} settings[] = {{0, 0}, {0, 5}, {1, 1}, {2, 0}, {3, 1},  {3, 0},  {3, 40}, {3, UINT32_MAX}, {4, 2},          {5, 1},
		{6, 1}, {7, 3}, {8, 1}, {9, 2}, {10, 1}, {11, 1}, {12, 1}, {20, 1},         {64, UINT32_MAX}};

/* Adds n entries, removes every third of those before at random, and asks for what is near to them. */
static void play(const struct setting *s, uint64_t (*draw)(const entries *, uint64_t *), uint32_t n, int questions)
{
	entries all = new_entries(n);
	uint64_t state = n;
	hamming_index x;
	size_t found = 0;

	hamming_open(&x, s->bits, s->window);
	while (all.len < n) {
		add(&x, &all, draw(&all, &state), (uint32_t)(next_random(&state) % 60));
		if (all.len % 3 == 0)
			forget(&x, &all, (uint32_t)(next_random(&state) % all.len));
	}
	for (int i = 0; i < questions; i++) {
		uint32_t of = (uint32_t)(next_random(&state) % n), count = (uint32_t)(next_random(&state) % 60);

		found += expect_as_scan(&x, &all, flip(all.fingerprints[of], i % 5, &state), i % 2 ? count : all.counts[of]);
	}
	cr_expect_gt(found, 0u, "bits %d, window %u: the questions tell something", s->bits, s->window);
	hamming_free(&x);
	free_entries(&all);
}

Test(hamming, finds_exactly_what_a_scan_finds)
{
	for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
		play(&settings[i], grouped, 31, 50);
		play(&settings[i], grouped, 5000, 60);
		play(&settings[i], skewed, 3000, 40);
	}
}

/* So many that even the plans with hundreds of lookups do not scan. */
Test(hamming, finds_exactly_what_a_scan_finds_among_very_many, .timeout = 1200)
{
	static const struct setting some[] = {{3, 1}, {3, 7}, {4, 1}, {6, 1}, {8, 2}, {11, 1}};

	for (size_t i = 0; i < sizeof some / sizeof *some; i++)
		play(&some[i], grouped, 120000, 40);
	play(&some[0], skewed, 120000, 40);
}

Test(hamming, finds_a_planted_neighbour_up_to_the_bound_and_not_past_it)
{
	enum { OTHERS = 5000 };
	uint64_t state = 3, fingerprint = 0x0123456789abcdef;

	for (int bits = 0; bits <= 8; bits++) {
		hamming_match found[HAMMING_MOST];
		hamming_index x;

		hamming_open(&x, bits, 0);
		for (uint32_t e = 0; e < OTHERS; e++)
			cr_assert(hamming_add(&x, e, next_random(&state), 10));
		cr_assert(hamming_add(&x, OTHERS, fingerprint, 10));
		for (int distance = 0; distance <= bits + 1; distance++)
			for (int i = 0; i < 50; i++) {
				size_t n = hamming_find(&x, flip(fingerprint, distance, &state), 10, found);

				cr_assert_eq(n, distance <= bits, "%d in %d", distance, bits);
				cr_assert(!n || (found[0].entry == OTHERS && found[0].distance == distance));
			}
		hamming_free(&x);
	}
}

/* With equal fingerprints, an answer has the newest; and neither a change nor a question reads all of them. */
Test(hamming, of_very_many_equal_ones_the_newest_are_found)
{
	enum { EQUAL = 200000, TOUCHED_MOST = 200 };
	hamming_match found[HAMMING_MOST];
	uint64_t state = 1;
	hamming_index x;

	hamming_open(&x, 3, 1);
	for (uint32_t e = 0; e < EQUAL; e++)
		cr_assert(hamming_add(&x, e, 42, 7));
	for (int round = 0; round < 100; round++) {
		uint64_t before = postings_touched(&x.blocks[0]);

		hamming_remove(&x, (uint32_t)(next_random(&state) % (EQUAL - 1)));
		cr_assert_leq(postings_touched(&x.blocks[0]) - before, TOUCHED_MOST);
	}
	cr_assert_eq(hamming_find(&x, 43, 6, found), (size_t)HAMMING_MOST);
	qsort(found, HAMMING_MOST, sizeof *found, by_entry);
	cr_expect_eq(found[0].entry, EQUAL - 1u);
	cr_expect_geq(found[HAMMING_MOST - 1].entry, EQUAL - HAMMING_MOST - 100u);
	hamming_free(&x);
}

Test(hamming, the_number_of_a_removed_entry_can_be_used_again)
{
	hamming_match found[HAMMING_MOST];
	hamming_index x;

	hamming_open(&x, 3, 1);
	hamming_remove(&x, 0);
	cr_assert(hamming_add(&x, 0, 42, 1));
	hamming_remove(&x, 0);
	hamming_remove(&x, 0);
	cr_expect_eq(hamming_find(&x, 42, 1, found), 0u);
	cr_assert(hamming_add(&x, 0, ~UINT64_C(42), 1));
	cr_expect_eq(hamming_find(&x, 42, 1, found), 0u);
	cr_expect_eq(hamming_find(&x, ~UINT64_C(42), 2, found), 1u);
	hamming_free(&x);
}

/* Entries of which some are in no index: pages that are too short, say. */
Test(hamming, entries_may_be_left_out)
{
	hamming_match found[HAMMING_MOST];
	hamming_index x;

	hamming_open(&x, 3, 1);
	cr_assert(hamming_add(&x, 3, 0, 1));
	cr_assert(hamming_add(&x, 900, 0, 1));
	cr_assert_eq(hamming_find(&x, 0, 1, found), 2u);
	hamming_remove(&x, 500);
	cr_expect_eq(hamming_find(&x, 1, 0, found), 2u);
	hamming_free(&x);
}

static hamming_plan plan_for(int bits, uint32_t window)
{
	hamming_index x;

	hamming_open(&x, bits, window);
	return x.plan;
}

Test(hamming, a_plan_covers_the_bits_and_the_fingerprint)
{
	for (int bits = 0; bits <= 64; bits++) {
		hamming_plan p = plan_for(bits, 1);
		unsigned width = 0;
		int covered = -1; /* so many bits can differ without a block within its radius */
		uint32_t lookups = 0;

		for (unsigned i = 0; i < p.blocks; i++) {
			width += p.widths[i];
			covered += p.radii[i] + 1;
			for (uint32_t r = 0, term = 1; (int)r <= p.radii[i]; term = term * (p.widths[i] - r) / (r + 1), r++)
				lookups += term;
		}
		cr_expect(p.blocks == 0 || (width == 64 && covered == bits), "bits %d", bits);
		cr_expect_eq(p.lookups, lookups, "bits %d", bits);
	}
	cr_expect_eq(plan_for(3, 1).blocks, 2u);
	cr_expect_eq(plan_for(12, 1).blocks, 0u);
	cr_expect_eq(plan_for(3, UINT32_MAX).cell, 0u);
}

Test(hamming, an_empty_index_finds_nothing_and_takes_no_memory)
{
	hamming_match found[HAMMING_MOST];
	hamming_index x;

	hamming_open(&x, 64, UINT32_MAX);
	cr_expect_eq(hamming_find(&x, 0, 0, found), 0u);
	cr_expect_eq(hamming_memory(&x), (size_t)0);
	hamming_free(&x);
}
