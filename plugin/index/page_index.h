/* page_index — the stored pages of one filter, and for each stage of its searches (plugin/firstprint.h) an index of their keys.
 *
 *	SHARED, COUNTED, WEIGHED    posting lists (postings.h)
 *	NEAR                        fingerprints with a number (hamming.h)
 *	CLUSTERS                    K-modes (kmodes.h)
 *
 * keys: an array with the page's keys for each stage, as the filter's `keys` gives them. */
#ifndef PLUGIN_INDEX_PAGE_INDEX_H
#define PLUGIN_INDEX_PAGE_INDEX_H

#include "plugin/index/candidates.h"
#include "plugin/index/changes.h"
#include "plugin/index/hamming.h"
#include "plugin/index/kmodes.h"
#include "plugin/index/pages.h"

typedef struct stage_index {
	firstprint_stage is; /* with the usual values in place of zeros */
	postings keys;
	hamming_index near;
	uint32_t pages; /* that have keys */
} stage_index;

typedef struct page_index {
	page_table pages;
	stage_index stages[FIRSTPRINT_STAGES_MAX];
	size_t len;       /* of stages */
	kmodes clusters;  /* k 0: there is no such stage */
	changes *changes; /* NULL: they are not noted */
} page_index;             /* all zeros: without stages */

/* The stages must be sound (plugin/contract.h). Allocates nothing. */
void page_index_open(page_index *x, const firstprint_stage *stages, size_t n);
/* Adds a page as the last one. Errors of pages_add; nothing changed, but kmodes_refresh of the clusters must follow. */
status page_index_add(page_index *x, uint64_t id, const firstprint_signature *sig, bool stays, const firstprint_keys *keys);
/* keys: those it was added with; NULL: they are not known, and stay, so that searches may find an entry without a page. Then
 * kmodes_refresh must follow, once for several pages. */
void page_index_remove(page_index *x, uint32_t entry, const firstprint_keys *keys);
/* Notes all changes from now on. false: out of memory. */
bool page_index_watch(page_index *x);
/* As postings_begin_load and postings_end_load: about so many pages follow at once, in an empty index. */
void page_index_begin_load(page_index *x, uint64_t pages);
bool page_index_end_load(page_index *x);

/* Writes how many pages have each of n keys, at most `most`. */
void page_index_count(const page_index *x, size_t stage, const uint64_t *keys, size_t n, uint32_t most, uint32_t *counts);
/* Finds the pages of a SHARED or NEAR stage that are to be compared, the best first. out: of CANDIDATES_MAX. *n: how many.
 * false: out of memory. */
bool page_index_find(const page_index *x, size_t stage, const firstprint_keys *keys, candidates *c, struct candidate *out,
		     size_t *n);

size_t page_index_memory(const page_index *x); /* in bytes */
void page_index_free(page_index *x);

#endif
