/* prefixes — an index of sets by a few of their features. It proposes the stored sets that may have a Jaccard similarity of
 * tau or more to a given one.
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
 * What it proposes is to be compared in full. */
#ifndef PLUGIN_INDEX_PREFIXES_H
#define PLUGIN_INDEX_PREFIXES_H

#include "plugin/index/candidates.h"
#include "plugin/index/sets.h"

enum { PREFIX_HITS = 14 };

/* Adds an entry by its set; as postings_add. tau: above 0, at most 1, the same in all calls. */
bool prefixes_add(postings *x, double tau, const feature_set *set, uint32_t entry);
void prefixes_remove(postings *x, double tau, const feature_set *set, uint32_t entry);
/* Writes the entries whose sets are worth comparing with this one: the `most` that have most of their indexed features in it, as
 * candidates_find does. c must have been made for SETS_KEPT keys. Returns how many. */
size_t prefixes_find(const postings *x, double tau, const feature_set *set, candidates *c, uint32_t most,
		     struct candidate *out);

#endif
