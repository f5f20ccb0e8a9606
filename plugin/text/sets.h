/* sets — the features of a page as a set of hashes, sorted, sampled if it is very large; and the Jaccard similarity of two
 * of them:
 *
 *	J(A, B) = |A ∩ B| / |A ∪ B|
 *
 * A set of up to SETS_WHOLE features is kept whole, and J is exact. Of a larger set of n features, only the hashes below
 * 2^32 / 2^level are kept, where level is the lowest number with n ≤ SETS_WHOLE · 2^level: about SETS_WHOLE of them at
 * most. Which ones are kept depends only on the hash and on n, so that two pages keep the same ones: below the lower of
 * their two bounds both sets are complete, and J is estimated there (Broder 1997). The size of the whole set is kept, too.
 * With twice as many, F1 is .002 higher on Reuters' news and the same on the other labelled collections we have. */
#ifndef PLUGIN_TEXT_SETS_H
#define PLUGIN_TEXT_SETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	SETS_WHOLE = 1024,
	SETS_KEPT = 2 * SETS_WHOLE, /* items kept at most; sets of keyed hashes, which nobody can choose, never have so many */
	SETS_SIZE_MAX = 1 << 30
};

typedef struct feature_set {
	uint32_t size;         /* features of the whole set */
	uint32_t len;          /* how many of them are kept */
	const uint32_t *items; /* those kept, ascending and distinct */
} feature_set;

typedef struct set_likeness {
	uint32_t shared, united; /* |A ∩ B| and |A ∪ B|, below the bound of both samples */
	double jaccard;          /* 0 when united is 0 */
} set_likeness;

/* Makes a set of n items, which may repeat. It uses the memory of items. n ≤ SETS_SIZE_MAX. */
feature_set sets_make(uint32_t *items, size_t n);

/* The level of a set of this size: how many times its range of hashes is halved; 0: it is kept whole. */
unsigned sets_level(uint32_t size);

/* How many of the kept items are below the bound of this level, which are the first ones. */
uint32_t sets_below(const feature_set *s, unsigned level);

set_likeness sets_compare(const feature_set *a, const feature_set *b);

/* Is part / whole ≥ tau? All bounds are tested with this division, as the similarity itself is. It rounds monotonically,
 * so that no bound excludes a set that the comparison accepts. */
static inline bool sets_reach(uint32_t part, uint32_t whole, double tau)
{
	return whole > 0 && (double)part / (double)whole >= tau;
}

/* Can two sets of these sizes reach tau? |A ∩ B| is at most the smaller size, |A ∪ B| at least the larger one. */
static inline bool sets_sizes_reach(uint32_t a, uint32_t b, double tau)
{
	return a < b ? sets_reach(a, b, tau) : sets_reach(b, a, tau);
}

/* Could sets_make have made this set? */
bool sets_valid(const feature_set *s);

#endif
