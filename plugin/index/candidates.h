/* candidates — for one query: how many features each stored page has in common with the newcomer (the page that is being
 * judged), and which pages have most.
 *
 *	candidates_hit_lists(c, postings, keys, n, &limits)      a hit for each key that a page has
 *	candidates_hit(c, entry, times)                          hits from elsewhere
 *	n = candidates_take(c, hits_min, most, best)             the best pages; all hits are 0 again
 *
 *	n = candidates_find(c, postings, keys, n, hits_min, most, best)      the first and the last, with the usual limits
 *
 * A feature that many pages have says little, and reading its posting list takes long. So lists are read in the order of
 * their lengths, the shortest first, until as many entries have been read as the limits allow; of one list only the newest
 * entries. Which ones these are depends only on the lists, so that a restart changes nothing.
 *
 * 2 bytes per page. */
#ifndef PLUGIN_INDEX_CANDIDATES_H
#define PLUGIN_INDEX_CANDIDATES_H

#include "plugin/index/postings.h"

enum { CANDIDATES_MAX = 1024 };
enum { CANDIDATES_LIST_MAX = 1024, CANDIDATES_READ_MAX = 16384 }; /* the usual limits */

typedef struct candidates candidates;

/* Scratch memory for queries with at most keys_most keys and hits of at most pages_most pages: those of more are not counted.
 * A filter keeps it in its state; check may write in it. NULL: out of memory. */
candidates *candidates_new(size_t keys_most, uint32_t pages_most);
/* Makes room for hits of entries 0 to n − 1. false: out of memory, nothing changed. */
bool candidates_reserve(candidates *c, uint32_t n);

typedef struct candidate_limits {
	uint32_t list; /* entries read of one list: its newest */
	uint32_t all;  /* entries read of all lists */
} candidate_limits;

/* n ≤ keys_most. */
void candidates_hit_lists(candidates *c, const postings *x, const uint32_t *keys, size_t n, const candidate_limits *limits);
void candidates_hit(candidates *c, uint32_t entry, uint32_t times);

/* Takes all hits from the pages that `keeps` says false of. */
void candidates_keep(candidates *c, bool (*keeps)(const void *ctx, uint32_t entry), const void *ctx);

struct candidate {
	uint32_t entry, hits;
};

/* Writes the pages with at least hits_min hits (below 256), the best first: the `most` that have most hits, of equal ones those
 * that were hit first. Above 255 all count as equal. most ≤ CANDIDATES_MAX. Returns how many. */
size_t candidates_take(candidates *c, uint32_t hits_min, uint32_t most, struct candidate *out);

/* As candidates_hit_lists and candidates_take. pages_most must be CANDIDATES_READ_MAX or more. */
size_t candidates_find(candidates *c, const postings *x, const uint32_t *keys, size_t n, uint32_t hits_min, uint32_t most,
		       struct candidate *out);

size_t candidates_memory(const candidates *c); /* in bytes */
void candidates_free(candidates *c);           /* accepts NULL */

#endif
