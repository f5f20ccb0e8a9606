/* shingles — the distinct runs of n tokens in a text, as hashes. Resemblance and containment are shares of shingles:
 *
 *	r(A, B) = |S(A) ∩ S(B)| / |S(A) ∪ S(B)|        c(A, B) = |S(A) ∩ S(B)| / |S(A)|
 *
 * Broder, Glassman, Manasse, Zweig: Syntactic Clustering of the Web, WWW 1997. */
#ifndef PLUGIN_TEXT_SHINGLES_H
#define PLUGIN_TEXT_SHINGLES_H

#include "plugin/text/tokens.h"

typedef struct shingles {
	uint64_t *items; /* distinct hashes, never 0, in the order of first occurrence */
	uint32_t *at;    /* [len] the number of the token with which each first occurs */
	size_t len;
} shingles;

/* n is from 1 to 16. A text of fewer than n tokens has no shingles. They live in a. Pure. ERR_MEMORY. */
status shingles_of(const tokens *t, size_t n, const feature_key *key, arena *a, shingles *out);

#endif
