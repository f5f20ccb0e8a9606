/* sets — a page's features as a set: sorted, sampled where there are very many, and how alike two of them are.
 *
 *	J(A, B) = |A ∩ B| / |A ∪ B|
 *
 * Up to SETS_WHOLE features a set is whole and J exact. Of a larger one, of n features, only the hashes below
 * 2^32 / 2^level are kept, level being the least with n ≤ SETS_WHOLE · 2^level: about SETS_WHOLE at most. Which are kept
 * depends on the hash and on n alone, so that two pages keep the same ones: below the smaller of their bounds both are
 * complete, and J is estimated there (Broder 1997). The sizes kept are the whole sets'. With SETS_WHOLE = 16384 no
 * labelled set changes by a thousandth of F1. */
#ifndef PLUGIN_INDEX_SETS_H
#define PLUGIN_INDEX_SETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	SETS_WHOLE = 2048,
	SETS_KEPT = 2 * SETS_WHOLE, /* the most a set keeps: never met by hashes nobody can choose */
	SETS_SIZE_MOST = 1 << 30
};

typedef struct feature_set {
	uint32_t size;         /* features of the whole set */
	uint32_t len;          /* of them kept */
	const uint32_t *items; /* ascending, each once */
} feature_set;

typedef struct set_likeness {
	uint32_t shared, united; /* within what both kept */
	double jaccard;          /* 0 when united is 0 */
} set_likeness;

/* items, n of them with repetitions, become the set, which lies in their place. n up to SETS_SIZE_MOST. */
feature_set sets_make(uint32_t *items, size_t n);

/* How many times the hashes kept of a set of this size are halved. */
unsigned sets_level(uint32_t size);

/* How many of the kept items a comparison at this level sees. */
uint32_t sets_below(const feature_set *s, unsigned level);

set_likeness sets_compare(const feature_set *a, const feature_set *b);

/* part / whole ≥ tau. All bounds ask it this way: division rounds monotonically, so that a bound can never refuse what
 * the comparison would accept. */
static inline bool sets_reach(uint32_t part, uint32_t whole, double tau)
{
	return whole > 0 && (double)part / (double)whole >= tau;
}

/* Can sets of these sizes be so alike at all? |A ∩ B| ≤ min, |A ∪ B| ≥ max. */
static inline bool sets_sizes_reach(uint32_t a, uint32_t b, double tau)
{
	return a < b ? sets_reach(a, b, tau) : sets_reach(b, a, tau);
}

/* Is it a set that sets_make could have made? */
bool sets_valid(const feature_set *s);

#endif
