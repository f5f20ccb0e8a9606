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

/* ── by how many of its features a set is stored and looked up, so that all stored sets are found that may have J ≥ τ ──
 *
 *	J(A, B) = |A ∩ B| / |A ∪ B| ≥ τ       needs   |A ∩ B| ≥ τ |B|
 *
 * So of the lowest |B| − ⌈τ |B|⌉ + 1 features of B at least one is in A: it is enough to index these (the prefix filter:
 * Chaudhuri, Ganti, Kaushik, ICDE 2006; Bayardo, Ma, Srikant, WWW 2007). The authors take the rarest features, which are
 * others when more pages have come. Features here are hashes, so that the lowest ones are a random sample (Broder 1997),
 * and of a large set far fewer do: of PREFIX_HITS / τ features, PREFIX_HITS are expected to be in A, and that none is
 * happens once in e^PREFIX_HITS = 1.2 million times at most. In A only so many features are looked up as can be among the
 * indexed ones of a set that is not too large. Where PREFIX_HITS are expected, a set with only one or two is not worth
 * comparing: of 14 of 32, as with τ = .44, so few are in A 3 times in a million, and with a low τ 9 times in 100,000.
 *
 * What is found is to be compared in full. */

enum { PREFIX_HITS = 14 };

typedef struct prefix {
	uint32_t stored, asked; /* the lowest so many features */
	uint32_t hits;          /* of those asked that a stored set must share to be worth comparing */
} prefix;

/* tau: above 0, at most 1. Pure. */
prefix prefix_of(const feature_set *set, double tau);

#endif
