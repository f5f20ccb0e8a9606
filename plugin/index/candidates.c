#include "plugin/index/candidates.h"

#include <stdlib.h>

enum { HITS_MAX = UINT16_MAX, RANKS = 256, LENGTHS = 32 };

struct candidates {
	segments hits;     /* uint16_t of each entry; 0 between queries */
	uint32_t reserved; /* for so many entries */
	uint32_t *touched; /* the entries with hits */
	uint32_t touched_len, pages_most;
	size_t keys_most;
	struct found {
		posting_list list;
		uint32_t len;
	} * found, *ordered; /* [keys_most] each */
	posting_list *lists; /* [keys_most] */
};

candidates *candidates_new(size_t keys_most, uint32_t pages_most)
{
	candidates *c = malloc(sizeof *c);

	if (!c)
		return NULL;
	c->hits = (segments){0};
	c->reserved = c->touched_len = 0;
	c->keys_most = keys_most;
	c->pages_most = pages_most;
	c->touched = malloc((pages_most + 1) * sizeof *c->touched);
	c->found = malloc((keys_most + 1) * sizeof *c->found);
	c->ordered = malloc((keys_most + 1) * sizeof *c->ordered);
	c->lists = malloc((keys_most + 1) * sizeof *c->lists);
	if (c->touched && c->found && c->ordered && c->lists)
		return c;
	candidates_free(c);
	return NULL;
}

static uint16_t *hits_of(const candidates *c, uint32_t entry)
{
	return segments_at(&c->hits, entry, sizeof(uint16_t));
}

bool candidates_reserve(candidates *c, uint32_t n)
{
	if (!segments_reserve(&c->hits, n, sizeof(uint16_t)))
		return false;
	c->reserved = n > c->reserved ? n : c->reserved;
	return true;
}

void candidates_hit(candidates *c, uint32_t entry, uint32_t times)
{
	uint16_t *hits = hits_of(c, entry);

	if (*hits == 0) {
		if (c->touched_len == c->pages_most || !times)
			return;
		c->touched[c->touched_len++] = entry;
	}
	*hits = (uint16_t)(times < (uint32_t)HITS_MAX - *hits ? *hits + times : HITS_MAX);
}

/* ── posting lists ── */

/* The order of magnitude of a length: lists are not sorted more finely. */
static unsigned magnitude(uint32_t len)
{
	return 31 - (unsigned)__builtin_clz(len);
}

/* Writes the lists that are not empty to c->ordered, the shortest first. Returns how many. */
static size_t order_lists(candidates *c, const postings *x, const uint32_t *keys, size_t n)
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

/* A hit for each of the newest `most` entries of the list. */
static void hit_list(candidates *c, const postings *x, posting_list list, uint32_t most)
{
	const uint32_t *entries;
	posting_walk w;
	size_t n;

	for (postings_walk(x, list, true, &w); most && posting_walk_next(&w, &entries, &n);)
		for (; n && most; most--)
			candidates_hit(c, entries[--n], 1);
}

void candidates_hit_lists(candidates *c, const postings *x, const uint32_t *keys, size_t n, const candidate_limits *limits)
{
	size_t lists = order_lists(c, x, keys, n);
	uint32_t left = limits->all;

	for (size_t i = 0; i < lists && left; i++) {
		uint32_t most = c->ordered[i].len < limits->list ? c->ordered[i].len : limits->list;

		most = most < left ? most : left;
		hit_list(c, x, c->ordered[i].list, most);
		left -= most;
	}
}

void candidates_keep(candidates *c, bool (*keeps)(const void *ctx, uint32_t entry), const void *ctx)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < c->touched_len; i++) {
		uint32_t entry = c->touched[i];

		if (keeps(ctx, entry))
			c->touched[kept++] = entry;
		else
			*hits_of(c, entry) = 0;
	}
	c->touched_len = kept;
}

/* ── the best ── */

static unsigned rank_of(uint32_t hits)
{
	return hits < RANKS ? hits : RANKS - 1;
}

/* starts[r]: how many pages have a higher rank than r. */
static void count_ranks(const candidates *c, uint32_t starts[RANKS])
{
	uint32_t higher = 0;

	for (unsigned r = 0; r < RANKS; r++)
		starts[r] = 0;
	for (uint32_t i = 0; i < c->touched_len; i++)
		starts[rank_of(*hits_of(c, c->touched[i]))]++;
	for (unsigned r = RANKS; r-- > 0;) {
		uint32_t with = starts[r];

		starts[r] = higher;
		higher += with;
	}
}

size_t candidates_take(candidates *c, uint32_t hits_min, uint32_t most, struct candidate *out)
{
	uint32_t place[RANKS];
	size_t n = 0;

	count_ranks(c, place);
	for (uint32_t i = 0; i < c->touched_len; i++) {
		uint16_t *hits = hits_of(c, c->touched[i]);
		uint32_t at = place[rank_of(*hits)]++;

		if (*hits >= hits_min && at < most) {
			out[at] = (struct candidate){c->touched[i], *hits};
			n++;
		}
		*hits = 0;
	}
	c->touched_len = 0;
	return n;
}

size_t candidates_find(candidates *c, const postings *x, const uint32_t *keys, size_t n, uint32_t hits_min, uint32_t most,
		       struct candidate *out)
{
	static const candidate_limits usual = {.list = CANDIDATES_LIST_MAX, .all = CANDIDATES_READ_MAX};

	candidates_hit_lists(c, x, keys, n, &usual);
	return candidates_take(c, hits_min, most, out);
}

size_t candidates_memory(const candidates *c)
{
	return sizeof *c + c->reserved * sizeof(uint16_t) + (c->pages_most + 1) * sizeof *c->touched +
	       (c->keys_most + 1) * (sizeof *c->found + sizeof *c->ordered + sizeof *c->lists);
}

void candidates_free(candidates *c)
{
	if (!c)
		return;
	segments_free(&c->hits);
	free(c->touched);
	free(c->found);
	free(c->ordered);
	free(c->lists);
	free(c);
}
