/* simhash — 64-bit fingerprints of pages: the fingerprints of similar pages differ in few bits.
 *
 *   v[i] = Σ over keywords k of count(k) · (bit i of hash(k) ? +1 : −1),   bit i of the fingerprint = (v[i] > 0)
 *
 * Charikar, STOC 2002 (the estimator); Manku, Jain, Das Sarma, WWW 2007 (on pages); Kumar, Govindarajulu 2013, §3.2b,
 * Fig. 2. Similarity is 1 − distance / 64, in [0, 1]. */
#ifndef PLUGIN_TEXT_SIMHASH_H
#define PLUGIN_TEXT_SIMHASH_H

#include "plugin/text/keywords.h"

/* Pure, O(64 n), allocates nothing. No keywords → 0. */
uint64_t simhash(const keyword *items, size_t n);

/* In how many bits two fingerprints differ, 0 to 64. */
static inline int simhash_distance(uint64_t a, uint64_t b)
{
	return __builtin_popcountll(a ^ b);
}

#endif
