/* sketches — an index of pages by some of their shingles. It proposes the stored pages that are worth comparing with a
 * newcomer (the page that is being judged), and has the bytes to compare.
 *
 * A page is in the posting lists of its SKETCHES_INDEXED lowest shingle hashes. All hashes in the newcomer's sample are
 * looked up; a page that is found SKETCHES_HITS_MIN times or more is proposed. This misses 3 in 10,000 of the pages that
 * have half of their shingles in the newcomer, and 3 in 100 of those that have three tenths.
 *
 * A shingle that very many pages have (a legal notice) says little: only the SKETCHES_CHAIN_MAX pages added last count.
 * Which ones these are depends only on the order of adding, so that a restart changes nothing. */
#ifndef PLUGIN_INDEX_SKETCHES_H
#define PLUGIN_INDEX_SKETCHES_H

#include "plugin/index/pages.h"
#include "plugin/index/postings.h"
#include "plugin/text/sketch.h"

enum { SKETCHES_INDEXED = 16, SKETCHES_HITS_MIN = 2, SKETCHES_CHAIN_MAX = 1024 };

typedef struct sketch_index {
	page_table pages;
	postings shingles;
} sketch_index; /* all zeros: empty */

/* Adds a page by its sketch, with the bytes that visit will compare: borrowed, as in pages_add. Ids ascend. false: out of
 * memory, nothing changed. */
bool sketches_add(sketch_index *x, uint64_t id, const sketch *s, const void *bytes, size_t len);
void sketches_remove(sketch_index *x, uint64_t id); /* unknown ids: no effect */
/* The entry of a page; NULL: there is no such page. */
const struct page_entry *sketches_get(const sketch_index *x, uint64_t id);

/* Calls visit once for each page that may have much in common with s. */
void sketches_each_near(const sketch_index *x, const sketch *s,
			void (*visit)(void *ctx, const struct page_entry *page, uint32_t hits), void *ctx);

size_t sketches_memory(const sketch_index *x); /* in bytes, without the borrowed ones */
void sketches_free(sketch_index *x);

#endif
