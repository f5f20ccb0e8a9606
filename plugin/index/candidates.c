#include "plugin/index/candidates.h"

#include <stdlib.h>

enum { RANKS = 256, LENGTHS = 32, SLOTS_LEAST = 4096 };

/* The posting list of a key. */
struct found {
	posting_list list;
	uint32_t len;
};

struct candidates {
	struct candidate *slots; /* a hash table by entry, open addressing; hits 0: free */
	uint32_t *touched;       /* the slots in use, in the order of their first hits; half as many as there are slots */
	uint32_t slots_len, touched_len;
	/* [keys_room] each, in one block: */
	struct found *found, *ordered;
	posting_list *lists;
	size_t keys_room;
};

/* ── the table ── */

static uint32_t slot_of(const candidates *c, uint32_t entry)
{
	uint32_t slot = (uint32_t)(entry * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (c->slots_len - 1);

	while (c->slots[slot].hits && c->slots[slot].entry != entry)
		slot = (slot + 1) & (c->slots_len - 1);
	return slot;
}

/* A new table of n slots, in place of the old one. false: out of memory, nothing changed. */
static bool make_slots(candidates *c, uint32_t n)
{
	struct candidate *slots = calloc(n, sizeof *slots);
	uint32_t *touched = calloc(n / 2, sizeof *touched);

	if (!slots || !touched) {
		free(slots);
		free(touched);
		return false;
	}
	c->slots = slots;
	c->touched = touched;
	c->slots_len = n;
	c->touched_len = 0;
	return true;
}

/* Makes the table twice as large. */
static bool grow_table(candidates *c)
{
	struct candidate *slots = c->slots;
	uint32_t *touched = c->touched, len = c->touched_len;

	if (!make_slots(c, 2 * c->slots_len))
		return false;
	for (uint32_t i = 0; i < len; i++) {
		uint32_t slot = slot_of(c, slots[touched[i]].entry);

		c->slots[slot] = slots[touched[i]];
		c->touched[c->touched_len++] = slot;
	}
	free(slots);
	free(touched);
	return true;
}

candidates *candidates_new(void)
{
	candidates *c = calloc(1, sizeof *c);

	if (c && make_slots(c, SLOTS_LEAST))
		return c;
	candidates_free(c);
	return NULL;
}

bool candidates_hit(candidates *c, uint32_t entry, uint32_t times)
{
	struct candidate *s;
	uint32_t slot;

	if (c->touched_len == c->slots_len / 2 && !grow_table(c))
		return false;
	slot = slot_of(c, entry);
	s = &c->slots[slot];
	if (s->hits == 0) {
		c->touched[c->touched_len++] = slot;
		s->entry = entry;
	}
	s->hits += times;
	return true;
}

/* ── posting lists ── */

static bool make_room(candidates *c, size_t n)
{
	if (n <= c->keys_room)
		return true;
	free(c->found);
	c->found = malloc(n * (2 * sizeof *c->found + sizeof *c->lists));
	c->keys_room = c->found ? n : 0;
	c->ordered = c->found + c->keys_room;
	c->lists = (posting_list *)(c->ordered + c->keys_room);
	return c->found != NULL;
}

/* The order of magnitude of a length: lists are not sorted more finely. */
static unsigned magnitude(uint32_t len)
{
	return 31 - (unsigned)__builtin_clz(len);
}

/* Writes the keys' lists that are not empty to c->ordered, the shortest first. Returns how many. */
static size_t order_lists(candidates *c, const postings *x, const uint64_t *keys, size_t n)
{
	uint32_t starts[LENGTHS + 1] = {0};
	size_t kept = 0;

	postings_find(x, keys, n, c->lists);
	for (size_t i = 0; i < n; i++)
		posting_list_prefetch(x, c->lists[i]);
	for (size_t i = 0; i < n; i++) {
		uint32_t len = posting_list_len(x, c->lists[i]);

		if (!len)
			continue;
		c->found[kept++] = (struct found){c->lists[i], len};
		starts[magnitude(len) + 1]++;
	}
	for (unsigned i = 1; i < LENGTHS; i++)
		starts[i] += starts[i - 1];
	for (size_t i = 0; i < kept; i++)
		c->ordered[starts[magnitude(c->found[i].len)]++] = c->found[i];
	return kept;
}

/* A hit for each of the newest, or oldest, `most` entries of the list. */
static bool hit_list(candidates *c, const postings *x, posting_list list, uint32_t most, bool oldest)
{
	const uint32_t *entries;
	posting_walk w;
	size_t n;

	for (postings_walk(x, list, !oldest, &w); most && posting_walk_next(&w, &entries, &n);)
		for (size_t i = 0; i < n && most; i++, most--)
			if (!candidates_hit(c, entries[oldest ? i : n - 1 - i], 1))
				return false;
	return true;
}

bool candidates_hit_lists(candidates *c, const postings *x, const uint64_t *keys, size_t n, const candidate_limits *limits)
{
	uint32_t left = limits->all;
	size_t lists;

	if (!make_room(c, n))
		return false;
	lists = order_lists(c, x, keys, n);
	for (size_t i = 0; i < lists && left; i++) {
		uint32_t most = c->ordered[i].len < limits->list ? c->ordered[i].len : limits->list;

		most = most < left ? most : left;
		if (!hit_list(c, x, c->ordered[i].list, most, limits->oldest))
			return false;
		left -= most;
	}
	return true;
}

void candidates_keep(candidates *c, bool (*keeps)(const void *ctx, uint32_t entry), const void *ctx)
{
	for (uint32_t i = 0; i < c->touched_len; i++) {
		struct candidate *s = &c->slots[c->touched[i]];

		if (!keeps(ctx, s->entry))
			s->hits = 0;
	}
}

/* ── the best ── */

static unsigned rank_of(uint32_t hits)
{
	return hits < RANKS ? hits : RANKS - 1;
}

/* starts[r], zeros before: how many pages have a higher rank than r. */
static void count_ranks(const candidates *c, uint32_t starts[RANKS])
{
	unsigned highest = 0;
	uint32_t higher = 0;

	for (uint32_t i = 0; i < c->touched_len; i++) {
		unsigned r = rank_of(c->slots[c->touched[i]].hits);

		highest = r > highest ? r : highest;
		starts[r]++;
	}
	for (unsigned r = highest + 1; r-- > 0;) {
		uint32_t with = starts[r];

		starts[r] = higher;
		higher += with;
	}
}

size_t candidates_take(candidates *c, uint32_t hits_min, uint32_t most, struct candidate *out)
{
	uint32_t place[RANKS] = {0};
	size_t n = 0;

	count_ranks(c, place);
	for (uint32_t i = 0; i < c->touched_len; i++) {
		struct candidate *s = &c->slots[c->touched[i]];
		uint32_t at = place[rank_of(s->hits)]++;

		if (s->hits >= hits_min && s->hits && at < most) {
			out[at] = *s;
			n++;
		}
		s->hits = 0;
	}
	c->touched_len = 0;
	return n;
}

void candidates_take_first(candidates *c, struct candidate *out)
{
	*out = (struct candidate){0};
	for (uint32_t i = 0; i < c->touched_len; i++) {
		struct candidate *s = &c->slots[c->touched[i]];

		if (s->hits > out->hits || (s->hits == out->hits && s->entry < out->entry))
			*out = *s;
		s->hits = 0;
	}
	c->touched_len = 0;
}

void candidates_free(candidates *c)
{
	if (!c)
		return;
	free(c->slots);
	free(c->touched);
	free(c->found);
	free(c);
}
