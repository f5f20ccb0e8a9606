/* pages — the stored pages of a filter, as entries numbered from 0 in the order they were added: their ids and their
 * signatures. The indexes know pages by these numbers.
 *
 * A signature is copied unless it stays where it is; a copy never moves and is aligned to 8 bytes. Since ids ascend, a page is
 * found by its id with a binary search. A page takes 24 bytes and its copy. Nothing is moved when the table grows. The 24 bytes
 * of a removed page stay in use until all later pages are removed. */
#ifndef PLUGIN_INDEX_PAGES_H
#define PLUGIN_INDEX_PAGES_H

#include "base/segments.h"
#include "base/status.h"
#include "plugin/firstprint.h"

#define PAGES_MAX ((uint32_t)INT32_MAX) /* entries are lower; POSTINGS_ENTRIES_MAX is the same */
#define PAGES_NONE UINT32_MAX

typedef struct page_table {
	segments entries; /* of struct page_entry */
	uint32_t len;     /* how many numbers are in use */
	uint32_t count;   /* pages that are there now */
	size_t copied;    /* bytes of all copies together */
} page_table;             /* all zeros: empty */

struct page_entry {
	uint64_t id;
	const void *bytes; /* the signature; NULL: removed */
	uint32_t len;      /* of the signature */
	bool is_copy;
};

/* Adds the page as entry number *entry. The id must be higher than pages_last. stays: sig stays readable at its address, which is
 * not NULL, until the page is removed. ERR_MEMORY; ERR_LIMIT: all PAGES_MAX numbers are in use. On an error nothing changed. */
status pages_add(page_table *x, uint64_t id, const firstprint_signature *sig, bool stays, uint32_t *entry);
uint32_t pages_find(const page_table *x, uint64_t id); /* the entry; PAGES_NONE: unknown or removed */
uint64_t pages_last(const page_table *x);              /* the highest id that is there; 0: there is none */
/* The numbers of removed entries at the end are used again, and so may be their ids. Other numbers are not. */
void pages_remove(page_table *x, uint32_t entry);

static inline const struct page_entry *pages_get(const page_table *x, uint32_t entry)
{
	return segments_at(&x->entries, entry, sizeof(struct page_entry));
}

static inline firstprint_signature pages_signature(const page_table *x, uint32_t entry)
{
	const struct page_entry *page = pages_get(x, entry);

	return (firstprint_signature){page->bytes, page->len};
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

size_t pages_memory(const page_table *x); /* in bytes, copies included */
void pages_free(page_table *x);

#endif
