/* candidates — for one search: how many keys each stored page has in common with the new page, and which pages have most.
 *
 *	candidates_hit_lists(c, postings, keys, n, &limits)      a hit for each key that a page has
 *	candidates_hit(c, entry, times)                          hits from elsewhere
 *	n = candidates_take(c, hits_min, most, best)             the best pages; then there are no hits again
 *
 * A key that many pages have says little, and reading its posting list takes long. So lists are read in the order of their
 * lengths, the shortest first, until as many entries have been read as the limits allow. Which entries these are depends only on
 * the lists, so that a restart changes nothing.
 *
 * It is as large as the largest search so far, however many pages there are: each thread that searches has its own. */
#ifndef PLUGIN_INDEX_CANDIDATES_H
#define PLUGIN_INDEX_CANDIDATES_H

#include "plugin/index/postings.h"

enum { CANDIDATES_MAX = 1024 };

typedef struct candidates candidates;

candidates *candidates_new(void); /* NULL: out of memory */

typedef struct candidate_limits {
	uint32_t list; /* entries read of one list: its newest */
	uint32_t all;  /* entries read of all lists */
	bool oldest;   /* the oldest of a list, not the newest */
} candidate_limits;

/* false: out of memory, as from candidates_hit; then call candidates_take. */
bool candidates_hit_lists(candidates *c, const postings *x, const uint64_t *keys, size_t n, const candidate_limits *limits);
bool candidates_hit(candidates *c, uint32_t entry, uint32_t times);

/* Takes all hits from the pages that `keeps` says false of. */
void candidates_keep(candidates *c, bool (*keeps)(const void *ctx, uint32_t entry), const void *ctx);

struct candidate {
	uint32_t entry, hits;
};

/* Writes the pages with at least hits_min hits (below 256), the best first: the `most` that have most hits, of equal ones those
 * that were hit first. Above 255 all count as equal. most ≤ CANDIDATES_MAX. Returns how many. */
size_t candidates_take(candidates *c, uint32_t hits_min, uint32_t most, struct candidate *out);
/* Writes the page with most hits, of equal ones the oldest; hits 0: there is none. */
void candidates_take_first(candidates *c, struct candidate *out);

void candidates_free(candidates *c); /* accepts NULL */

#endif
