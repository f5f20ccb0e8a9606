/* prefixes — by how many of its features a set is stored and looked up, so that all stored sets are found that may have a
 * Jaccard similarity of tau or more to a given one.
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
#ifndef PLUGIN_TEXT_PREFIXES_H
#define PLUGIN_TEXT_PREFIXES_H

#include "plugin/text/sets.h"

enum { PREFIX_HITS = 14 };

typedef struct prefix {
	uint32_t stored, asked; /* the lowest so many features */
	uint32_t hits;          /* of those asked that a stored set must share to be worth comparing */
} prefix;

/* tau: above 0, at most 1. Pure. */
prefix prefix_of(const feature_set *set, double tau);

#endif
