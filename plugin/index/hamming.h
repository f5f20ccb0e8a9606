/* hamming — 64-bit fingerprints, each with a count. Finds the entries near to a given one, without misses:
 *
 *	(f', n') is near to (f, n) if distance(f', f) ≤ bits and |n' − n| ≤ window
 *
 * The fingerprint is cut into blocks, and the entries with one value of one block are a posting list. If two fingerprints
 * differ in at most k bits, then for any radii r₀, r₁, … with Σ (rᵢ + 1) = k + 1 there is a block i in which they differ in
 * at most rᵢ bits (the general pigeonhole principle: Qin et al., GPH, ICDE 2018; with equal radii: Norouzi, Punjani, Fleet,
 * CVPR 2012). So for each block all values within its radius are looked up, and the entries found are compared:
 *
 *	 63            32 31             0
 *	┌────────────────┬────────────────┐      k = 3: two blocks, radii 1 and 1: 2 · (1 + 32) lookups
 *	│   block 1      │    block 0     │
 *	└────────────────┴────────────────┘
 *
 * Blocks and radii come from a table (hamming.c: PLANS). Where so many lookups would cost more than to compare all entries, these
 * are compared. Both ways give the same answer.
 *
 * An answer has at most HAMMING_MOST entries. If more are near, it has the newest ones: so many pages with equal
 * fingerprints cost no more than HAMMING_MOST. About 35 bytes per entry with two blocks. */
#ifndef PLUGIN_INDEX_HAMMING_H
#define PLUGIN_INDEX_HAMMING_H

#include "plugin/index/near.h"
#include "plugin/index/postings.h"

enum { HAMMING_BLOCKS_MAX = 4, HAMMING_MOST = 1024 };

typedef struct hamming_plan {
	unsigned blocks;                     /* 0: always compare all entries */
	unsigned widths[HAMMING_BLOCKS_MAX]; /* in bits, from the lowest block on; their sum is 64 */
	int radii[HAMMING_BLOCKS_MAX];       /* in bits */
	uint32_t lookups;                    /* how many values that are: Σ C(width, r) over r ≤ radius, for all blocks */
	uint32_t cell; /* entries whose counts, divided by this, are different are in different lists; 0: all are in one */
} hamming_plan;

typedef struct hamming_index {
	int bits;
	uint32_t window;
	hamming_plan plan;
	near_way *near; /* how fingerprints are compared */
	postings blocks[HAMMING_BLOCKS_MAX];
	segments fingerprints, counts; /* uint64_t and uint32_t of each entry */
	uint32_t len;                  /* entries from here on were never added */
} hamming_index;                       /* all zeros: not open; hamming_memory and hamming_free accept it */

typedef struct hamming_match {
	uint32_t entry;
	int distance; /* in bits, from the given fingerprint */
	uint32_t count;
} hamming_match;

/* A count as the index takes it: plus 1, it must be a number. */
static inline uint32_t hamming_count(uint32_t count)
{
	return count < UINT32_MAX ? count : UINT32_MAX - 1;
}

/* By how much two counts differ. */
static inline uint32_t hamming_gap(uint32_t a, uint32_t b)
{
	return a > b ? a - b : b - a;
}

/* For queries with these bits (0 to 64) and this window. Allocates nothing. */
void hamming_open(hamming_index *x, int bits, uint32_t window);
/* entry: above all that are in the index, below POSTINGS_ENTRIES_MAX. false: out of memory, nothing changed. */
bool hamming_add(hamming_index *x, uint32_t entry, uint64_t fingerprint, uint32_t count);
/* As postings_begin_load and postings_end_load: about so many entries will come. */
void hamming_begin_load(hamming_index *x, uint64_t entries);
bool hamming_end_load(hamming_index *x);
/* No effect if there is no such entry. */
void hamming_remove(hamming_index *x, uint32_t entry);

/* Writes the entries that are near, in no particular order. Returns how many. */
size_t hamming_find(const hamming_index *x, uint64_t fingerprint, uint32_t count, hamming_match out[HAMMING_MOST]);

size_t hamming_memory(const hamming_index *x); /* in bytes */
void hamming_free(hamming_index *x);

#endif
