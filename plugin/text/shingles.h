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

/* How many tokens has a shingle of n words that begins with token i? One more if that is a Chinese or Japanese character, since four of these
 * are about as rare as three words. It depends on the first token alone, so that text in another script changes no other shingle. */
static inline size_t shingle_tokens(const tokens *t, size_t i, size_t n)
{
	return n + (n > 1 && t->items[i].kind == TOKEN_CHARACTER);
}

/* n, the words of a shingle, is from 1 to 15. A text of fewer tokens has no shingles. They live in a. Pure. ERR_MEMORY. */
status shingles_of(const tokens *t, size_t n, const feature_key *key, arena *a, shingles *out);

#endif
