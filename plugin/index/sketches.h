/* sketches — which of the pages met share something rare with a newcomer; and what is kept of them to compare by.
 *
 * Each page hangs under its SKETCHES_INDEXED lowest shingle hashes. A newcomer's whole sample is looked up; pages met
 * at two or more of its hashes are worth comparing. Of pages that share half their shingles three in ten thousand are
 * missed; of those that share three tenths, three in a hundred.
 *
 * A shingle that very many pages have (a legal line) says little: of its pages only the SKETCHES_CHAIN_MOST last met
 * count. Their number, not their order in memory, decides, so that a restart finds the same. */
#ifndef PLUGIN_INDEX_SKETCHES_H
#define PLUGIN_INDEX_SKETCHES_H

#include "plugin/index/pages.h"
#include "plugin/index/postings.h"
#include "plugin/text/sketch.h"

enum { SKETCHES_INDEXED = 16, SKETCHES_HITS_LEAST = 2, SKETCHES_CHAIN_MOST = 1024 };

typedef struct sketch_index {
	page_table pages;
	postings shingles;
} sketch_index; /* all zeros: empty */

/* Puts a page under its sketch, with the bytes that a visitor compares: borrowed, as pages_add says. Ids ascend. false:
 * out of memory, nothing changed. */
bool sketches_add(sketch_index *x, uint64_t id, const sketch *s, const void *bytes, size_t len);
void sketches_remove(sketch_index *x, uint64_t id); /* unknown ids: no effect */
/* The page's entry; NULL: it is not there. */
const struct page_entry *sketches_get(const sketch_index *x, uint64_t id);

/* Calls visit once for each page that may share much with s. */
void sketches_each_near(const sketch_index *x, const sketch *s,
			void (*visit)(void *ctx, const struct page_entry *page, uint32_t hits), void *ctx);

size_t sketches_memory(const sketch_index *x);
void sketches_free(sketch_index *x);

#endif
