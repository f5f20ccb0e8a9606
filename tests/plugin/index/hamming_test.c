#include "plugin/index/hamming.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 6000 };

/* What the index should contain, in plain arrays; the id of entry i is i + 1. Fingerprint 0 is not special. */
typedef struct entries {
	size_t len;
	uint64_t fingerprints[MOST];
	uint32_t counts[MOST];
	bool gone[MOST];
} entries;

/* What a query visited, by id. */
typedef struct seen {
	size_t len;
	unsigned char times[MOST + 1];
	int distances[MOST + 1];
	uint32_t counts[MOST + 1];
} seen;

static uint64_t next_random(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15; /* splitmix64 */

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
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
	cr_assert(hamming_add(x, ++all->len, fingerprint, count));
}

static uint32_t gap(uint32_t a, uint32_t b)
{
	return a > b ? a - b : b - a;
}

static bool is_match(const entries *all, size_t i, uint64_t fingerprint, uint32_t count, int bits, uint32_t counts)
{
	return !all->gone[i] && __builtin_popcountll(all->fingerprints[i] ^ fingerprint) <= bits &&
	       gap(all->counts[i], count) <= counts;
}

static void note(void *ctx, const hamming_match *m)
{
	seen *s = ctx;

	s->len++;
	s->times[m->id]++;
	s->distances[m->id] = m->distance;
	s->counts[m->id] = m->count;
}

static seen find(const hamming_index *x, uint64_t fingerprint, uint32_t count, int bits, uint32_t counts)
{
	seen s = {0};

	hamming_each(x, fingerprint, count, bits, counts, note, &s);
	return s;
}

/* The index against a scan of all entries. */
static void expect_as_scan(const hamming_index *x, const entries *all, uint64_t fingerprint, uint32_t count, int bits,
			   uint32_t counts)
{
	seen s = find(x, fingerprint, count, bits, counts);

	for (size_t i = 0; i < all->len; i++) {
		bool match = is_match(all, i, fingerprint, count, bits, counts);
		int distance = __builtin_popcountll(all->fingerprints[i] ^ fingerprint);

		cr_assert_eq(s.times[i + 1], match, "entry %zu, bits %d: %d times", i, bits, s.times[i + 1]);
		if (match)
			cr_assert(s.distances[i + 1] == distance && s.counts[i + 1] == all->counts[i], "entry %zu", i);
	}
}

/* Adds groups of fingerprints that are near to each other, so that there is something to find. */
static void fill(hamming_index *x, entries *all, size_t n, uint64_t *state)
{
	while (all->len < n) {
		uint64_t centre = next_random(state);

		for (int i = 0; i < 10 && all->len < n; i++)
			add(x, all, flip(centre, (int)(next_random(state) % 10), state), (uint32_t)(next_random(state) % 20));
	}
}

static void expect_as_scan_everywhere(const hamming_index *x, const entries *all, uint64_t *state)
{
	static const uint32_t windows[] = {0, 1, 5, UINT32_MAX};

	for (int bits = 0; bits <= 8; bits++)
		for (size_t w = 0; w < 4; w++)
			for (int i = 0; i < 10; i++) {
				uint64_t near = flip(all->fingerprints[next_random(state) % all->len], i % 6, state);

				expect_as_scan(x, all, near, (uint32_t)(next_random(state) % 20), bits, windows[w]);
			}
}

static const size_t sizes[] = {1, 31, 33, 500, 5000};

Test(hamming, finds_exactly_what_a_scan_finds)
{
	entries *all = malloc(sizeof *all);

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		hamming_index x = {0};
		uint64_t state = i;

		memset(all, 0, sizeof *all);
		fill(&x, all, sizes[i], &state);
		expect_as_scan_everywhere(&x, all, &state);
		hamming_free(&x);
	}
	free(all);
}

/* Many equal halves: all entries are in few buckets of one table or of both. */
Test(hamming, finds_exactly_what_a_scan_finds_in_skewed_data)
{
	static const uint64_t masks[] = {0xffffffff, 0xffffffff00000000, 0x0f0000000f, 0x7};
	entries *all = malloc(sizeof *all);

	for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
		hamming_index x = {0};
		uint64_t state = i;

		memset(all, 0, sizeof *all);
		while (all->len < 2000)
			add(&x, all, next_random(&state) & masks[i], (uint32_t)(next_random(&state) % 20));
		expect_as_scan_everywhere(&x, all, &state);
		hamming_free(&x);
	}
	free(all);
}

Test(hamming, finds_exactly_what_a_scan_finds_after_removals)
{
	entries *all = calloc(1, sizeof *all);
	hamming_index x = {0};
	uint64_t state = 7;

	fill(&x, all, 3000, &state);
	for (size_t i = 0; i < all->len; i += 2) {
		cr_assert(hamming_remove(&x, i + 1, all->fingerprints[i]));
		all->gone[i] = true;
	}
	fill(&x, all, MOST, &state); /* the tables go on growing */
	expect_as_scan_everywhere(&x, all, &state);
	hamming_free(&x);
	free(all);
}

Test(hamming, finds_a_planted_neighbour_up_to_the_bound_and_not_past_it)
{
	entries *all = calloc(1, sizeof *all);
	hamming_index x = {0};
	uint64_t state = 3, fingerprint = 0x0123456789abcdef;

	while (all->len < 5000)
		add(&x, all, next_random(&state), 10);
	cr_assert(hamming_add(&x, MOST, fingerprint, 10));
	for (int bits = 0; bits <= 8; bits++)
		for (int distance = 0; distance <= bits + 1; distance++)
			for (int i = 0; i < 50; i++) {
				seen s = find(&x, flip(fingerprint, distance, &state), 10, bits, 0);

				cr_assert_eq(s.times[MOST], distance <= bits, "%d in %d", distance, bits);
				if (distance <= bits)
					cr_assert_eq(s.distances[MOST], distance);
			}
	hamming_free(&x);
	free(all);
}

Test(hamming, keeps_equal_fingerprints_apart)
{
	hamming_index x = {0};
	seen s;

	for (uint64_t id = 1; id <= 100; id++)
		cr_assert(hamming_add(&x, id, 42, (uint32_t)id));
	s = find(&x, 42, 57, 0, 0);
	cr_expect(s.len == 1 && s.times[57] == 1);
	cr_assert(hamming_remove(&x, 57, 42));
	cr_expect_eq(find(&x, 42, 57, 0, 0).len, 0u);
	s = find(&x, 42, 57, 0, 1);
	cr_expect(s.len == 2 && s.times[56] == 1 && s.times[58] == 1);
	hamming_free(&x);
}

Test(hamming, remove_needs_the_id_and_its_fingerprint)
{
	hamming_index x = {0};

	cr_expect_not(hamming_remove(&x, 1, 5), "empty");
	hamming_add(&x, 1, 5, 0);
	cr_expect_not(hamming_remove(&x, 2, 5), "another id");
	cr_expect_not(hamming_remove(&x, 1, 4), "another fingerprint");
	cr_expect(hamming_remove(&x, 1, 5));
	cr_expect_not(hamming_remove(&x, 1, 5), "a second time");
	hamming_free(&x);
}

Test(hamming, an_empty_index_finds_nothing_and_takes_no_memory)
{
	hamming_index x = {0};

	cr_expect_eq(find(&x, 0, 0, 64, UINT32_MAX).len, 0u);
	cr_expect_eq(hamming_memory(&x), (size_t)0);
	hamming_free(&x);
}
