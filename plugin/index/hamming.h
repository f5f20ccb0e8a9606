/* hamming — 64-bit fingerprints, each with a count. Finds all entries near to a given one, without misses:
 *
 *	(f', n') is near to (f, n) if distance(f', f) ≤ bits and |n' − n| ≤ counts
 *
 * There are two hash tables, keyed by the low and by the high half of the fingerprint. If two fingerprints differ in at
 * most k bits, their low halves differ in at most r₀ bits or their high halves in at most r₁, for any r₀ and r₁ with
 * (r₀ + 1) + (r₁ + 1) = k + 1 (the general pigeonhole principle: Qin et al., GPH, ICDE 2018; with equal radii: Norouzi,
 * Punjani, Fleet, CVPR 2012). So each table is searched for all keys within its radius: for k = 3, the keys at most one
 * bit away, in 2 · (1 + b) of its 2^b buckets. If that costs more than to scan all entries, they are scanned. Both ways
 * give the same answer.
 *
 * 28 bytes per entry, and 4 to 8 for its buckets. Several entries may have the same fingerprint. */
#ifndef PLUGIN_INDEX_HAMMING_H
#define PLUGIN_INDEX_HAMMING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "plugin/index/chains.h"

typedef struct hamming_index {
	chains halves[2]; /* by the low and the high 32 bits; the keys are the fingerprint */
	uint64_t *ids;    /* 0: removed */
	uint32_t *counts;
	uint32_t room;
} hamming_index; /* all zeros: empty */

typedef struct hamming_match {
	uint64_t id;
	int distance; /* in bits, from the given fingerprint */
	uint32_t count;
} hamming_match;

/* id > 0. false: out of memory; the index is as before. */
bool hamming_add(hamming_index *x, uint64_t id, uint64_t fingerprint, uint32_t count);
/* false: there is no entry with this id and this fingerprint. */
bool hamming_remove(hamming_index *x, uint64_t id, uint64_t fingerprint);

/* Calls visit once for every entry within bits (0 to 64) and counts, in no particular order. */
void hamming_each(const hamming_index *x, uint64_t fingerprint, uint32_t count, int bits, uint32_t counts,
		  void (*visit)(void *ctx, const hamming_match *m), void *ctx);

size_t hamming_memory(const hamming_index *x); /* in bytes */
void hamming_free(hamming_index *x);

#endif
