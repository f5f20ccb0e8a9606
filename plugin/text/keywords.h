/* keywords — what a page is about, as stems and how often each occurs; and their fingerprint.
 *
 * Kumar, Govindarajulu 2013, §3.1: stop words are removed, the other words are stemmed, and a keyword's weight is the
 * number of times it occurs. Ours differs: stems are Snowball's for the page's language instead of Lovins' for English;
 * in languages that Snowball does not know (Chinese, Japanese), ICU's words are kept as they are. */
#ifndef PLUGIN_TEXT_KEYWORDS_H
#define PLUGIN_TEXT_KEYWORDS_H

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"
#include "plugin/text/features.h"
#include "plugin/text/words.h"

typedef struct keyword {
	uint64_t hash;  /* feature_hash of the UTF-8 stem */
	uint32_t count; /* ≥ 1 */
} keyword;

typedef struct keywords {
	keyword *items; /* distinct, in the order of first occurrence */
	size_t len;
	size_t total; /* Σ count */
} keywords;

/* The keywords of the page's article. Pure. ERR_MEMORY, ERR_LIMIT. */
status keywords_of(const firstprint_page *page, const feature_key *key, arena *a, keywords *out);

/* Writes the upper halves of the hashes of the most frequent keywords, `most` at most, ascending. Sorts k. Returns how many. */
size_t keywords_frequent(keywords *k, size_t most, uint32_t *out);

/* A 64-bit fingerprint of n keywords: those of similar pages differ in few bits.
 *
 *   v[i] = Σ over keywords k of count(k) · (bit i of hash(k) ? +1 : −1),   bit i of the fingerprint = (v[i] > 0)
 *
 * Charikar, STOC 2002 (the estimator); Manku, Jain, Das Sarma, WWW 2007 (on pages); Kumar, Govindarajulu 2013, §3.2b,
 * Fig. 2. Similarity is 1 − distance / 64, in [0, 1]. Pure, O(n), allocates nothing. No keywords → 0. */
uint64_t simhash(const keyword *items, size_t n);

/* In how many bits two fingerprints differ, 0 to 64. */
static inline int simhash_distance(uint64_t a, uint64_t b)
{
	return __builtin_popcountll(a ^ b);
}

#endif
