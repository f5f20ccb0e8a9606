#include "plugin/text/keywords.h"

#include <stdlib.h>
#include <string.h>

#include "base/sorted.h"
#include "plugin/text/stems.h"

/* ── counting: keywords by their hashes ── */

/* An open hash table with at least two slots a keyword. A slot holds a keyword's index plus 1. */
struct counter {
	keywords found;
	uint32_t *slots;
	size_t mask;
};

static bool open_counter(struct counter *c, size_t most, arena *a)
{
	size_t slots = 16;

	while (slots < most * 2)
		slots *= 2;
	*c = (struct counter){{arena_alloc(a, most * sizeof *c->found.items), 0, 0},
			      arena_zeros(a, slots, sizeof *c->slots),
			      slots - 1};
	return c->found.items && c->slots;
}

/* Adds `times` to the count of this hash. Returns the index of its keyword. */
static size_t add(struct counter *c, uint64_t hash, uint32_t times)
{
	size_t at = hash & c->mask;

	while (c->slots[at] && c->found.items[c->slots[at] - 1].hash != hash)
		at = (at + 1) & c->mask;
	if (!c->slots[at]) {
		c->found.items[c->found.len++] = (keyword){hash, 0};
		c->slots[at] = (uint32_t)c->found.len;
	}
	c->found.items[c->slots[at] - 1].count += times;
	c->found.total += times;
	return c->slots[at] - 1;
}

/* Counts equal words, and leaves one of each in w, in the order of first occurrence. */
static status count_words(words *w, const feature_key *key, arena *a, keywords *out)
{
	struct counter c;

	if (!open_counter(&c, w->len, a))
		return ERR_MEMORY;
	for (size_t i = 0; i < w->len; i++) {
		size_t known = c.found.len;

		if (add(&c, feature_hash(key, w->items[i].text.at, w->items[i].text.len), 1) == known)
			w->items[known] = w->items[i]; /* known ≤ i */
	}
	w->len = c.found.len;
	*out = c.found;
	return OK;
}

/* Counts the stems of the words that are no stop words. The n-th word of w occurs as often as the n-th of counts says, and has its
 * hash. */
static status count_stems(words *w, const keywords *counts, const char *lang, const feature_key *key, arena *a, keywords *out)
{
	struct counter c;
	stems s;
	status err = open_counter(&c, w->len, a) ? OK : ERR_MEMORY;
	bool stops;

	stems_open(&s, lang);
	for (size_t i = 0; i < w->len && !err; i++) {
		word *one = &w->items[i];

		if (!stems_find(&s, one, counts->items[i].hash, a, &stops))
			err = ERR_MEMORY;
		else if (!stops)
			add(&c, feature_hash(key, one->text.at, one->text.len), counts->items[i].count);
	}
	stems_close(&s);
	if (!err)
		*out = c.found;
	return err;
}

status keywords_of(const firstprint_page *page, const feature_key *key, arena *a, keywords *out)
{
	keywords counts;
	words w;
	status err = words_of(page->text, a, &w);

	if (!err)
		err = count_words(&w, key, a, &counts);
	return err ? err : count_stems(&w, &counts, page->lang, key, a, out);
}

static int by_count(const void *a, const void *b)
{
	const keyword *x = a, *y = b;

	if (x->count != y->count)
		return (x->count < y->count) - (x->count > y->count);
	return (x->hash > y->hash) - (x->hash < y->hash);
}

size_t keywords_frequent(keywords *k, size_t most, uint32_t *out)
{
	size_t n = 0;

	if (k->len)
		qsort(k->items, k->len, sizeof *k->items, by_count);
	for (; n < k->len && n < most; n++)
		out[n] = (uint32_t)(k->items[n].hash >> 32);
	qsort(out, n, sizeof *out, sorted_compare_u32);
	return n;
}

/* Counts the bits of a hash 2^at times: bit i of counts[k] is bit k of how often bit i was set. */
static void count_bits(uint64_t counts[64], size_t at, uint64_t hash)
{
	for (uint64_t carry = hash; carry; at++) {
		uint64_t both = counts[at] & carry;

		counts[at] ^= carry;
		carry = both;
	}
}

uint64_t simhash(const keyword *items, size_t n)
{
	uint64_t counts[64] = {0}, total = 0, fingerprint = 0;

	for (size_t k = 0; k < n; k++) {
		size_t at = 0;

		total += items[k].count;
		for (uint32_t rest = items[k].count; rest; rest >>= 1, at++)
			if (rest & 1)
				count_bits(counts, at, items[k].hash);
	}
	for (int i = 0; i < 64; i++) {
		uint64_t times = 0;

		for (int k = 0; k < 64 && total >> k; k++)
			times |= (counts[k] >> i & 1) << k;
		fingerprint |= (uint64_t)(times > total / 2) << i;
	}
	return fingerprint;
}
