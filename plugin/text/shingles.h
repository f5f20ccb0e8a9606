/* shingles — the distinct runs of n tokens of a text, as hashes: what resemblance and containment are counted in.
 *
 *	r(A, B) = |S(A) ∩ S(B)| / |S(A) ∪ S(B)|        c(A, B) = |S(A) ∩ S(B)| / |S(A)|
 *
 * Broder, Glassman, Manasse, Zweig: Syntactic Clustering of the Web, WWW 1997. */
#ifndef PLUGIN_TEXT_SHINGLES_H
#define PLUGIN_TEXT_SHINGLES_H

#include "plugin/text/tokens.h"

typedef struct shingles {
	uint64_t *items; /* distinct hashes, never 0, in the order of first occurrence */
	size_t len;
} shingles;

/* n from 1 to 16; a text of fewer than n tokens has none. Lives in a. Pure. ERR_MEMORY. */
status shingles_of(const tokens *t, size_t n, const feature_key *key, arena *a, shingles *out);

#endif
