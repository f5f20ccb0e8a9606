#include "plugin/text/sketch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/sorted.h"

enum { HEADER_SIZE = 16 };
enum { POOL = 8 }; /* shingles of a sample that a section needs to be judged; smaller ones are joined with the next */

/* A sampled shingle, to be sorted: the upper half of its hash, then where it begins. */
static uint64_t item_of(const shingles *s, size_t i)
{
	return (s->items[i] >> 32 << 32) | s->at[i];
}

static size_t sample_size(size_t shingles)
{
	size_t k = shingles / SKETCH_SHARE;

	return k < SKETCH_SHINGLES ? SKETCH_SHINGLES : k > SKETCH_MAX ? SKETCH_MAX : k;
}

/* Sorts, keeps one of equal hashes, and no more than k. */
static size_t sort_and_cut(uint64_t *items, size_t n, size_t k)
{
	size_t kept = 0;

	n = sorted_distinct_u64(items, n);
	for (size_t i = 0; i < n && kept < k; i++)
		if (!kept || items[i] >> 32 != items[kept - 1] >> 32)
			items[kept++] = items[i];
	return kept;
}

/* The k lowest items, ascending; in a. They pass through a buffer of 2 k: when it is full, only its lower half is kept, and
 * from then on what is higher is not put in at all. */
static uint64_t *sample(const shingles *s, arena *a, size_t *len)
{
	size_t k = sample_size(s->len), n = 0;
	uint64_t *buffer = arena_alloc(a, 2 * k * sizeof *buffer), bound = UINT64_MAX;

	if (!buffer)
		return NULL;
	for (size_t i = 0; i < s->len; i++) {
		uint64_t item = item_of(s, i);

		if (item > bound)
			continue;
		buffer[n++] = item;
		if (n < 2 * k)
			continue;
		n = sort_and_cut(buffer, n, k);
		if (n == k)
			bound = buffer[n - 1];
	}
	*len = sort_and_cut(buffer, n, k);
	return buffer;
}

static size_t bytes_of(size_t shingles)
{
	return HEADER_SIZE + 4 * shingles + (shingles + 7) / 8 * 4;
}

static void set_section(uint8_t *sections, size_t i, unsigned section)
{
	sections[i / 2] = (uint8_t)((sections[i / 2] & ~(15 << i % 2 * 4)) | section << i % 2 * 4);
}

status sketch_make(const tokens *t, const feature_key *key, arena *a, firstprint_span *out, positions *first)
{
	uint64_t *items;
	uint32_t *bytes, *at;
	shingles sh;
	size_t n;
	status err = shingles_of(t, SKETCH_WORDS, key, a, &sh);

	items = err ? NULL : sample(&sh, a, &n);
	bytes = items ? arena_zeros(a, bytes_of(n), 1) : NULL;
	at = bytes ? arena_alloc(a, (n + 1) * sizeof *at) : NULL;
	if (!at)
		return ERR_MEMORY;
	bytes[0] = (uint32_t)sh.len;
	bytes[1] = bytes[2] = (uint32_t)(2 * t->len - t->characters);
	bytes[3] = (uint32_t)(n | n << 16);
	for (size_t i = 0; i < n; i++) {
		bytes[4 + i] = (uint32_t)(items[i] >> 32);
		at[i] = (uint32_t)items[i];
		set_section((uint8_t *)(bytes + 4 + n), i, (unsigned)((uint64_t)at[i] * SKETCH_SECTIONS / t->len));
	}
	*out = (firstprint_span){(const char *)bytes, bytes_of(n)};
	*first = (positions){at, n};
	return OK;
}

void sketch_mark_site(char *bytes, size_t i)
{
	uint32_t *at = (uint32_t *)(void *)bytes;

	set_section((uint8_t *)(at + HEADER_SIZE / 4 + (at[3] & 0xffff)), i, SKETCH_SITE);
	at[3] -= 1 << 16;
}

void sketch_set_own_length(char *bytes, uint32_t own_length)
{
	((uint32_t *)(void *)bytes)[2] = own_length;
}

size_t sketch_read(firstprint_span bytes, sketch *out)
{
	const uint32_t *at = (const uint32_t *)(const void *)bytes.at;
	sketch s;

	if (bytes.len < HEADER_SIZE)
		return 0;
	s = (sketch){.distinct = at[0],
		     .length = at[1],
		     .own_length = at[2],
		     .shingles = at + HEADER_SIZE / 4,
		     .shingles_len = at[3] & 0xffff,
		     .own_len = at[3] >> 16};
	if (s.shingles_len > SKETCH_MAX || s.own_len > s.shingles_len || bytes.len < bytes_of(s.shingles_len))
		return 0;
	s.sections = (const uint8_t *)(s.shingles + s.shingles_len);
	*out = s;
	return bytes_of(s.shingles_len);
}

size_t sketch_own(const sketch *s, size_t least, uint32_t below, uint64_t *out)
{
	size_t n = 0;

	for (size_t i = 0; i < s->shingles_len && (n < least || s->shingles[i] < below); i++)
		if (sketch_section(s, i) != SKETCH_SITE)
			out[n++] = s->shingles[i];
	return n;
}

/* ── comparisons ── */

/* Up to this hash a sample is complete. */
static uint32_t bound_of(const sketch *s)
{
	return s->shingles_len < s->distinct && s->shingles_len ? s->shingles[s->shingles_len - 1] : UINT32_MAX;
}

static uint32_t common_bound(const sketch *a, const sketch *b)
{
	return bound_of(a) < bound_of(b) ? bound_of(a) : bound_of(b);
}

/* How many of its hashes are bound or lower. */
static size_t count_within(const sketch *s, uint32_t bound)
{
	return sorted_lower_bound_u32(s->shingles, s->shingles_len, (uint64_t)bound + 1);
}

static bool is_site(const sketch *s, size_t i)
{
	return sketch_section(s, i) == SKETCH_SITE;
}

/* How many hashes two samples have, and share, up to the bound of both. */
struct overlap {
	size_t n, m, shared;
};

/* How many of the first n hashes are no site's own. Sixteen sections at a time: SKETCH_SITE is the one with all four bits. */
static size_t own_within(const sketch *s, size_t n)
{
	size_t own = n, i = 0;

	for (uint64_t bits; i + 16 <= n; i += 16) {
		memcpy(&bits, s->sections + i / 2, sizeof bits);
		bits &= bits >> 2;
		own -= (size_t)__builtin_popcountll(bits & bits >> 1 & UINT64_C(0x1111111111111111));
	}
	for (; i < n; i++)
		own -= is_site(s, i);
	return own;
}

/* Without those that are a site's own on either page. */
static struct overlap overlap_of_own(const sketch *a, const sketch *b, size_t n, size_t m)
{
	struct overlap o = {own_within(a, n), own_within(b, m), 0};

	for (size_t i = 0, j = 0; i < n && j < m;) {
		uint32_t x = a->shingles[i], y = b->shingles[j];

		if (x == y) {
			bool of_a = is_site(a, i), of_b = is_site(b, j);

			o.n -= of_b && !of_a;
			o.m -= of_a && !of_b;
			o.shared += !of_a && !of_b;
		}
		i += x <= y;
		j += y <= x;
	}
	return o;
}

static struct overlap overlap_of(const sketch *a, const sketch *b)
{
	uint32_t bound = common_bound(a, b);
	size_t n = count_within(a, bound), m = count_within(b, bound);

	if (a->own_len < a->shingles_len || b->own_len < b->shingles_len)
		return overlap_of_own(a, b, n, m);
	return (struct overlap){n, m, sorted_shared_u32(a->shingles, n, b->shingles, m)};
}

int sketch_has(const sketch *s, uint32_t hash)
{
	size_t at = sorted_lower_bound_u32(s->shingles, s->shingles_len, hash);

	if (at < s->shingles_len && s->shingles[at] == hash)
		return 1;
	return hash > bound_of(s) ? -1 : 0;
}

/* The lower end of Wilson's interval for k of n, with z = 2: (p + z²/2n − z √(p (1 − p)/n + z²/4n²)) / (1 + z²/n). */
static double at_least(double k, double n)
{
	double p = k / n;

	return (p + 2 / n - 2 * sqrt(p * (1 - p) / n + 1 / (n * n))) / (1 + 4 / n);
}

sketch_likeness sketch_compare(const sketch *a, const sketch *b)
{
	struct overlap o = overlap_of(a, b);
	double both = (double)o.shared, n = (double)o.n, m = (double)o.m;
	bool are_whole = common_bound(a, b) == UINT32_MAX;

	if (o.shared == 0)
		return (sketch_likeness){0};
	return (sketch_likeness){.resemblance = both / (n + m - both),
				 .sampled = (unsigned)o.shared,
				 .contained = both / n,
				 .contains = both / m,
				 .contained_least = are_whole ? both / n : at_least(both, n),
				 .contains_least = are_whole ? both / m : at_least(both, m)};
}

/* ── a text of its own ── */

struct section_share {
	double share, weight; /* how much of a section is in the other text; its part of all sections */
};

/* The shares of a's sections in b. Small sections are joined. Returns their number. */
static size_t shares_of(const sketch *a, const sketch *b, struct section_share out[SKETCH_SECTIONS])
{
	unsigned all[SKETCH_SECTIONS + 1] = {0}, met[SKETCH_SECTIONS + 1] = {0}, pooled = 0, pooled_met = 0;
	size_t n = count_within(a, common_bound(a, b)), len = 0;

	for (size_t i = 0, j = 0; i < n; i++) {
		unsigned section = sketch_section(a, i);

		while (j < b->shingles_len && b->shingles[j] < a->shingles[i])
			j++;
		if (j < b->shingles_len && b->shingles[j] == a->shingles[i]) {
			section = is_site(b, j) ? SKETCH_SITE : section;
			met[section]++;
		}
		all[section]++;
	}
	for (unsigned k = 0; k < SKETCH_SECTIONS; k++) {
		pooled += all[k];
		pooled_met += met[k];
		if (pooled < POOL && (k + 1 < SKETCH_SECTIONS || !pooled))
			continue;
		out[len++] = (struct section_share){(double)pooled_met / pooled, pooled};
		pooled = pooled_met = 0;
	}
	return len;
}

static int compare_shares(const void *a, const void *b)
{
	double x = ((const struct section_share *)a)->share, y = ((const struct section_share *)b)->share;

	return (x < y) - (x > y);
}

double sketch_novelty(const sketch *a, const sketch *b)
{
	struct section_share s[SKETCH_SECTIONS];
	size_t n = shares_of(a, b, s), half = (n + 1) / 2;
	double usual = 0, own = 0, all = 0;

	qsort(s, n, sizeof *s, compare_shares);
	for (size_t i = 0; i < half; i++)
		usual += s[i].share / (double)half;
	for (size_t i = 0; i < n; i++) {
		all += s[i].weight;
		own += s[i].share < usual ? s[i].weight * (1 - cbrt(s[i].share / usual)) : 0;
	}
	return all > 0 ? own / all : 0;
}
