/* pages — the pages in an index, as entries numbered from 0 in the order they were added: their ids and their signatures.
 * The other indexes know pages by these numbers.
 *
 * The signatures are borrowed: they stay at their address until the page is forgotten (plugin/firstprint.h). Since ids
 * ascend, a page is found by its id with a binary search. 24 bytes per page. Nothing is moved when the table grows. */
#ifndef PLUGIN_INDEX_PAGES_H
#define PLUGIN_INDEX_PAGES_H

#include "base/segments.h"
#include "plugin/firstprint.h"

#define PAGES_MAX ((uint32_t)INT32_MAX) /* entries are lower; POSTINGS_ENTRIES_MAX is the same */
#define PAGES_NONE UINT32_MAX

typedef struct page_table {
	segments entries; /* of struct page_entry */
	uint32_t len;     /* how many numbers are in use */
} page_table;             /* all zeros: empty */

struct page_entry {
	uint64_t id;
	const void *bytes; /* the signature; NULL: removed */
	uint32_t len;      /* of the signature. Of a removed page: where the run of removed ones that it begins or ends has its
			    * other end */
	bool is_copy;      /* for the keeper of the table: the bytes are its own */
};

/* Adds the page as entry number *entry. Ids ascend. sig: its address is not NULL, and readable until the page is removed.
 * FIRSTPRINT_NO_MEMORY; FIRSTPRINT_FULL: all PAGES_MAX numbers are in use. On an error nothing changed. */
int pages_add(page_table *x, uint64_t id, const firstprint_signature *sig, uint32_t *entry);
uint32_t pages_find(const page_table *x, uint64_t id); /* the entry; PAGES_NONE: unknown or removed */
/* The numbers of removed entries at the end are used again, and so may be their ids. Other numbers are not. */
void pages_remove(page_table *x, uint32_t entry);

static inline const struct page_entry *pages_get(const page_table *x, uint32_t entry)
{
	return segments_at(&x->entries, entry, sizeof(struct page_entry));
}

/* Begin to load an entry, and its signature, which waits for the entry. */
static inline void pages_prefetch(const page_table *x, uint32_t entry)
{
	__builtin_prefetch(pages_get(x, entry));
}

static inline void pages_prefetch_signature(const page_table *x, uint32_t entry)
{
	const struct page_entry *page = pages_get(x, entry);

	for (size_t at = 0; at < page->len; at += 64)
		__builtin_prefetch((const char *)page->bytes + at);
}

size_t pages_memory(const page_table *x); /* in bytes, without the borrowed ones */
void pages_free(page_table *x);

#endif
