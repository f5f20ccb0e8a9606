/* pages — the pages an index knows, numbered as they were met: their ids, the bytes of their signatures that the index
 * compares, and how often the question under way has hit them.
 *
 *	for each feature of the newcomer: for each page that has it: pages_hit(x, entry, 1)
 *	pages_each_hit(x, least, visit, ctx)         those hit at least so often, once each; all counts are 0 again
 *
 * The bytes are borrowed: a signature stays where it is until its page is forgotten (plugin/firstprint.h). Hits are
 * counted in memory of their own, so that a question changes nothing about the pages. Ids ascend, so that a page is
 * found by its id without a table of its own. */
#ifndef PLUGIN_INDEX_PAGES_H
#define PLUGIN_INDEX_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PAGES_NONE UINT32_MAX

typedef struct page_table {
	struct page_entry {
		uint64_t id;
		const void *bytes; /* NULL: forgotten */
		uint32_t len;
	} *entries;
	uint32_t len, room;
	struct page_hits *hits; /* of the question under way */
} page_table; /* all zeros: empty */

/* The page becomes entry x->len − 1. bytes: not NULL, readable until the page is removed. false: out of memory,
 * nothing changed. */
bool pages_add(page_table *x, uint64_t id, const void *bytes, size_t len);
/* Takes back the last pages_add. */
void pages_pop(page_table *x);
uint32_t pages_find(const page_table *x, uint64_t id); /* PAGES_NONE: unknown or forgotten */
/* Its number is used again only if it was the last. The last ids may come again once they are removed. */
void pages_remove(page_table *x, uint32_t entry);

void pages_hit(const page_table *x, uint32_t entry, uint32_t times);
/* In the order of first hits. visit must not hit. */
void pages_each_hit(const page_table *x, uint32_t least,
		    void (*visit)(void *ctx, const struct page_entry *page, uint32_t hits), void *ctx);

size_t pages_memory(const page_table *x);
void pages_free(page_table *x);

#endif
