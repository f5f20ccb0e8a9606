#include "plugin/index/hamming.h"

#include <stdlib.h>

#include "plugin/index/grow32.h"
#include "plugin/text/simhash.h"

static bool make_room(hamming_index *x)
{
	uint32_t len = x->halves[0].len, room = x->room, same_room = x->room;
	uint64_t *ids = grow32(x->ids, len, &room, sizeof *ids);
	uint32_t *counts;

	if (!ids)
		return false;
	x->ids = ids;
	counts = grow32(x->counts, len, &same_room, sizeof *counts);
	if (!counts)
		return false;
	x->counts = counts;
	x->room = room;
	return true;
}

bool hamming_add(hamming_index *x, uint64_t id, uint64_t fingerprint, uint32_t count)
{
	uint32_t e = x->halves[0].len;

	if (!make_room(x) || !chains_push(&x->halves[0], (uint32_t)fingerprint))
		return false;
	if (!chains_push(&x->halves[1], (uint32_t)(fingerprint >> 32))) {
		chains_remove(&x->halves[0], e);
		x->halves[0].len = e; /* it was the last one: its number is used again */
		return false;
	}
	x->ids[e] = id;
	x->counts[e] = count;
	return true;
}

static uint64_t fingerprint_of(const hamming_index *x, uint32_t e)
{
	return (uint64_t)chains_key(&x->halves[1], e) << 32 | chains_key(&x->halves[0], e);
}

bool hamming_remove(hamming_index *x, uint64_t id, uint64_t fingerprint)
{
	const chains *low = &x->halves[0];

	for (uint32_t e = chains_first(low, (uint32_t)fingerprint); e != CHAINS_END; e = chains_next(low, e)) {
		if (x->ids[e] != id || fingerprint_of(x, e) != fingerprint)
			continue;
		chains_remove(&x->halves[0], e);
		chains_remove(&x->halves[1], e);
		x->ids[e] = 0;
		return true;
	}
	return false;
}

/* One call of hamming_each. */
typedef struct search {
	const hamming_index *x;
	uint64_t fingerprint;
	uint32_t count, counts;
	int bits;
	int radii[2]; /* in bits, of the halves; −1: that table is not searched */
	void (*visit)(void *ctx, const hamming_match *m);
	void *ctx;
} search;

static void test(const search *q, uint32_t e)
{
	int distance = simhash_distance(fingerprint_of(q->x, e), q->fingerprint);
	uint32_t count = q->x->counts[e];
	uint32_t gap = count > q->count ? count - q->count : q->count - count;

	if (q->x->ids[e] && distance <= q->bits && gap <= q->counts)
		q->visit(q->ctx, &(hamming_match){q->x->ids[e], distance, count});
}

static uint32_t half_of(uint64_t fingerprint, int half)
{
	return (uint32_t)(fingerprint >> 32 * half);
}

static int half_distance(const search *q, int half, uint32_t e)
{
	return __builtin_popcount(chains_key(&q->x->halves[half], e) ^ half_of(q->fingerprint, half));
}

/* Tests the entries of key's bucket that are within the radius. The second table leaves out what the first one finds. */
static void probe(const search *q, int half, uint32_t key)
{
	const chains *c = &q->x->halves[half];

	for (uint32_t e = chains_first(c, key); e != CHAINS_END; e = chains_next(c, e))
		if (half_distance(q, half, e) <= q->radii[half] && (half == 0 || half_distance(q, 0, e) > q->radii[0]))
			test(q, e);
}

/* Probes every bucket whose number differs from key's in at most radius bits, all of them at place `from` or higher. */
static void probe_near(const search *q, int half, uint32_t key, int radius, unsigned from)
{
	probe(q, half, key);
	if (radius <= 0)
		return;
	for (unsigned i = from; i < q->x->halves[half].bits; i++)
		probe_near(q, half, key ^ (uint32_t)1 << i, radius - 1, i + 1);
}

/* How many of 2^bits buckets differ from a given one in at most radius bits: Σ C(bits, i) over i ≤ radius. */
static double buckets_within(unsigned bits, int radius)
{
	double sum = 0, term = 1;

	for (int i = 0; i <= radius && i <= (int)bits; i++) {
		sum += term;
		term = term * (bits - (unsigned)i) / (i + 1);
	}
	return sum;
}

void hamming_each(const hamming_index *x, uint64_t fingerprint, uint32_t count, int bits, uint32_t counts,
		  void (*visit)(void *, const hamming_match *), void *ctx)
{
	search q = {x, fingerprint, count, counts, bits, {bits / 2, (bits + 1) / 2 - 1}, visit, ctx};
	double probes = buckets_within(x->halves[0].bits, q.radii[0]) + buckets_within(x->halves[1].bits, q.radii[1]);

	if (probes * 4 > x->halves[0].len) { /* a probe misses the cache: it costs about as much as four entries of a scan */
		for (uint32_t e = 0; e < x->halves[0].len; e++)
			test(&q, e);
		return;
	}
	for (int half = 0; half < 2; half++)
		if (q.radii[half] >= 0)
			probe_near(&q, half, half_of(fingerprint, half), q.radii[half], 0);
}

size_t hamming_memory(const hamming_index *x)
{
	return chains_memory(&x->halves[0]) + chains_memory(&x->halves[1]) + x->room * (sizeof *x->ids + sizeof *x->counts);
}

void hamming_free(hamming_index *x)
{
	chains_free(&x->halves[0]);
	chains_free(&x->halves[1]);
	free(x->ids);
	free(x->counts);
	*x = (hamming_index){0};
}
