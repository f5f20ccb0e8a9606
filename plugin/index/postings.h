/* postings — an inverted index: for each key, the posting list of the entries that have it. Of a key only the lower 32 bits count.
 * Entries are numbers of a page table (pages.h).
 *
 * A hash table (buckets.h) has for each key its only entry, or the number of its list (lists.h). So a key with one entry
 * takes 12 bytes; in a long list an entry takes 4 to 5. Neither is ever copied or hashed again as a whole.
 *
 * Two features may have the same key: to be sure, compare the signatures of the pages. */
#ifndef PLUGIN_INDEX_POSTINGS_H
#define PLUGIN_INDEX_POSTINGS_H

#include "plugin/index/buckets.h"
#include "plugin/index/lists.h"

#define POSTINGS_ENTRIES_MAX LISTS_NUMBER_MAX /* entries are lower */

typedef struct postings {
	buckets keys; /* the value: an entry, or POSTINGS_IS_LIST and the number of a list */
	lists lists;
	struct load *load; /* between postings_begin_load and postings_end_load; else NULL */
} postings;                /* all zeros: empty */

#define POSTINGS_IS_LIST ((uint32_t)1 << 31)

/* Adds entry to the posting lists of n keys; a key that comes twice counts once. entry must be higher than all that are in
 * these lists. false: out of memory, nothing changed. */
bool postings_add(postings *x, const uint64_t *keys, size_t n, uint32_t entry);
/* From here to postings_end_load nothing but postings_add may be called: it collects keys, and adds many at a time in the order in
 * which the table has them, so that few of them wait for memory. keys: about how many will come, in an empty index. Memory: up to
 * 16 bytes for each of POSTINGS_LOAD_MOST of them. */
enum { POSTINGS_LOAD_MOST = 1 << 22 };
void postings_begin_load(postings *x, uint64_t keys);
/* No effect if no load has begun. false: out of memory; then, or if postings_add failed meanwhile, some keys are not in the index. */
bool postings_end_load(postings *x);
/* Removes entry from the posting lists of n keys, those it was added with. */
void postings_remove(postings *x, const uint64_t *keys, size_t n, uint32_t entry);
uint64_t postings_touched(const postings *x); /* lines and nodes that changes have touched so far, for tests */
size_t postings_memory(const postings *x);    /* in bytes */
void postings_free(postings *x);

/* The posting list of a key: POSTINGS_EMPTY, or to be read with the functions below until the next change. */
typedef uint32_t posting_list;
#define POSTINGS_EMPTY UINT32_MAX

/* out[i] becomes the list of keys[i]. */
void postings_find(const postings *x, const uint64_t *keys, size_t n, posting_list *out);
/* Begins to load a list, so that reading it soon does not wait for memory. For what postings_find reads, call buckets_prefetch. */
void posting_list_prefetch(const postings *x, posting_list list);
uint32_t posting_list_len(const postings *x, posting_list list);

/* Reads a list in runs of ascending entries: the newest run first, or the oldest.
 *
 *	posting_walk w;
 *	for (postings_walk(x, list, true, &w); posting_walk_next(&w, &entries, &n);)
 *		while (n--) … entries[n] …
 */
typedef struct posting_walk {
	list_walk in_list;
	uint32_t only; /* the entry of a list of one */
	bool has_only;
} posting_walk;

void postings_walk(const postings *x, posting_list list, bool newest_first, posting_walk *w);
bool posting_walk_next(posting_walk *w, const uint32_t **entries, size_t *n);

#endif
