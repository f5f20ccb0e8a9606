/* pages — the pages in an index, as entries numbered from 0 in the order they were added: their ids, those bytes of their
 * signatures that the index compares, and counters for a query.
 *
 *	for each feature of the query, for each page that has it: pages_hit(x, entry, 1)
 *	pages_each_hit(x, hits_min, visit, ctx)      visits the pages with at least so many hits; all counters are 0 again
 *
 * The bytes are borrowed: a signature stays at its address until its page is forgotten (plugin/firstprint.h). Since ids
 * ascend, a page is found by its id with a binary search. */
#ifndef PLUGIN_INDEX_PAGES_H
#define PLUGIN_INDEX_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PAGES_NONE UINT32_MAX

typedef struct page_table {
	struct page_entry {
		uint64_t id;
		const void *bytes; /* NULL: removed */
		uint32_t len;
	} * entries;
	uint32_t len, room;
	struct page_hits *hits; /* the counters: apart from the pages, so that a query may write them in a const index */
} page_table;                   /* all zeros: empty */

/* Adds the page as entry x->len. Ids ascend. bytes: not NULL, readable until the page is removed; len < 2^32. false: out
 * of memory, or len is too large; nothing changed. */
bool pages_add(page_table *x, uint64_t id, const void *bytes, size_t len);
/* Undoes the last pages_add. */
void pages_pop(page_table *x);
uint32_t pages_find(const page_table *x, uint64_t id); /* the entry; PAGES_NONE: unknown or removed */
/* The numbers of removed entries at the end are used again, and so may be their ids. Other numbers are not. */
void pages_remove(page_table *x, uint32_t entry);

void pages_hit(const page_table *x, uint32_t entry, uint32_t times);
/* Visits the pages in the order of their first hits. visit must not call pages_hit. */
void pages_each_hit(const page_table *x, uint32_t hits_min,
		    void (*visit)(void *ctx, const struct page_entry *page, uint32_t hits), void *ctx);

size_t pages_memory(const page_table *x); /* in bytes, without the borrowed ones */
void pages_free(page_table *x);

#endif
