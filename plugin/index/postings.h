/* postings — an inverted index: which entries of a page table have a feature. 16 to 20 bytes a posting.
 *
 *	for (uint32_t p = postings_first(x, key); p != CHAINS_END; p = postings_next(x, p))
 *		pages_hit(pages, postings_entry(x, p), 1);
 *
 * Postings of one key come newest first. Keys are 32 bits of a feature's hash: whoever needs to be sure compares more
 * in the bytes kept of the page. */
#ifndef PLUGIN_INDEX_POSTINGS_H
#define PLUGIN_INDEX_POSTINGS_H

#include "plugin/index/chains.h"
#include "plugin/index/pages.h"

typedef struct postings {
	chains chains;
	uint32_t *entries; /* posting → entry, ascending: an entry's postings are added together; removed ones may stand among them */
	uint32_t room;
} postings; /* all zeros: empty */

/* Hangs entry, which must not be lower than any before, under the n keys. false: out of memory, nothing changed. */
bool postings_add(postings *x, const uint32_t *keys, size_t n, uint32_t entry);
void postings_remove(postings *x, uint32_t entry);
/* A page and its keys, both or neither; as pages_add and postings_add. */
bool postings_add_page(postings *x, page_table *pages, uint64_t id, const void *bytes, size_t len,
		       const uint32_t *keys, size_t n);
/* Takes both away. false: there is no such page. */
bool postings_remove_page(postings *x, page_table *pages, uint64_t id);
size_t postings_memory(const postings *x);
void postings_free(postings *x);

/* From posting p on, the first under key. */
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
