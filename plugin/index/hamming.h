/* hamming — 64-bit fingerprints with a count each; finds, exactly, those within some bits and some counts.
 *
 *	nearest to (print, count): |count' − count| ≤ counts and distance(print', print) ≤ bits
 *
 * Two tables, keyed by the halves of the fingerprint. Two fingerprints at most k bits apart differ in the low half by
 * at most r₀ or in the high half by at most r₁ whenever (r₀ + 1) + (r₁ + 1) = k + 1 (the pigeonhole principle in its
 * general form: Qin et al., GPH, ICDE 2018; Norouzi, Punjani, Fleet, CVPR 2012 for even radii). So each table is
 * asked for every key within its radius: for k = 3, all keys one bit away, 2 · (1 + b) buckets where b = log₂ of the
 * buckets. Where that is more than there are entries, they are simply scanned. Both ways give the same answer.
 *
 * 28 bytes an entry and 4 to 8 for its buckets. Equal fingerprints are kept apart, each with its id. */
#ifndef PLUGIN_INDEX_HAMMING_H
#define PLUGIN_INDEX_HAMMING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "plugin/index/chains.h"

typedef struct hamming_index {
	chains halves[2]; /* by the low and the high 32 bits; the keys are the fingerprint */
	uint64_t *ids;    /* 0: forgotten */
	uint32_t *counts;
	uint32_t room;
} hamming_index; /* all zeros: empty */

typedef struct hamming_match {
	uint64_t id; /* 0: none */
	int distance;
	uint32_t count;
} hamming_match;

/* false: out of memory; the index is as before. id > 0. */
bool hamming_add(hamming_index *x, uint64_t id, uint64_t print, uint32_t count);
/* false: no such id under this fingerprint. */
bool hamming_remove(hamming_index *x, uint64_t id, uint64_t print);

/* The nearest entry within bits (0 to 64) and counts; of several the one with the lowest id. false: there is none. */
bool hamming_nearest(const hamming_index *x, uint64_t print, uint32_t count, int bits, uint32_t counts,
		     hamming_match *out);

/* Calls visit for every entry within bits and counts, in no particular order and each once. */
void hamming_each(const hamming_index *x, uint64_t print, uint32_t count, int bits, uint32_t counts,
		  void (*visit)(void *ctx, const hamming_match *m), void *ctx);

size_t hamming_memory(const hamming_index *x);
void hamming_free(hamming_index *x);

#endif
