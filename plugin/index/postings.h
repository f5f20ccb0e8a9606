/* postings — an inverted index: for each feature, the posting list of the entries of a page table that have it. 16 to 20
 * bytes per posting.
 *
 *	for (uint32_t p = postings_first(x, key); p != CHAINS_END; p = postings_next(x, p))
 *		pages_hit(pages, postings_entry(x, p), 1);
 *
 * A list has its newest posting first. Keys are 32 bits of a feature's hash, and two features may have the same key: to be
 * sure, compare the bytes kept of the page. */
#ifndef PLUGIN_INDEX_POSTINGS_H
#define PLUGIN_INDEX_POSTINGS_H

#include "plugin/index/chains.h"
#include "plugin/index/pages.h"

typedef struct postings {
	chains chains;
	uint32_t *entries; /* the entry of each posting, also of removed ones; ascending, since entries are added in order */
	uint32_t room;
} postings; /* all zeros: empty */

/* Adds entry to the posting lists of n keys. entry must not be lower than that of an earlier call. false: out of memory,
 * nothing changed. */
bool postings_add(postings *x, const uint32_t *keys, size_t n, uint32_t entry);
/* Removes the entry from all posting lists. */
void postings_remove(postings *x, uint32_t entry);
/* pages_add and postings_add: both are done, or neither. */
bool postings_add_page(postings *x, page_table *pages, uint64_t id, const void *bytes, size_t len, const uint32_t *keys,
		       size_t n);
/* Removes the page from both. false: there is no such page. */
bool postings_remove_page(postings *x, page_table *pages, uint64_t id);
size_t postings_memory(const postings *x); /* in bytes */
void postings_free(postings *x);

/* The first posting of this key in the bucket, from posting p on. */
static inline uint32_t postings_skip(const postings *x, uint32_t p, uint32_t key)
{
	while (p != CHAINS_END && chains_key(&x->chains, p) != key)
		p = chains_next(&x->chains, p);
	return p;
}

static inline uint32_t postings_first(const postings *x, uint32_t key)
{
	return postings_skip(x, chains_first(&x->chains, key), key);
}

static inline uint32_t postings_next(const postings *x, uint32_t p)
{
	return postings_skip(x, chains_next(&x->chains, p), chains_key(&x->chains, p));
}

static inline uint32_t postings_entry(const postings *x, uint32_t p)
{
	return x->entries[p];
}

#endif
