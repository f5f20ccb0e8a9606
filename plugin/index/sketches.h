/* sketches — an index of pages by some of their shingles. It tells which stored pages are worth comparing with a newcomer
 * (the page that is being judged).
 *
 * A page is in the posting lists of its SKETCHES_INDEXED lowest shingle hashes. All hashes in the newcomer's sample are
 * looked up; a page that is found SKETCHES_HITS_MIN times or more is proposed. This misses 3 in 10,000 of the pages that
 * have half of their shingles in the newcomer, and 3 in 100 of those that have three tenths.
 *
 * A shingle that very many pages have (a legal notice) says little, and takes long: see candidates.h. */
#ifndef PLUGIN_INDEX_SKETCHES_H
#define PLUGIN_INDEX_SKETCHES_H

#include "plugin/index/candidates.h"
#include "plugin/text/sketch.h"

enum { SKETCHES_INDEXED = 16, SKETCHES_HITS_MIN = 2 };
enum { SKETCHES_READ_MAX = 768 }; /* entries read of all posting lists */

/* Adds an entry by its sketch; as postings_add. */
bool sketches_add(postings *x, const sketch *s, uint32_t entry);
void sketches_remove(postings *x, const sketch *s, uint32_t entry);
/* Each stored page gets a hit for each of its indexed shingles that s has. */
void sketches_hit(const postings *x, const sketch *s, candidates *c);

#endif
