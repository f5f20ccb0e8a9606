#include "plugin/remembered.h"

#include <stdlib.h>
#include <string.h>

static struct page_entry *entry_of(const remembered *r, uint32_t entry)
{
	return segments_at(&r->pages.entries, entry, sizeof(struct page_entry));
}

/* A copy, aligned to 16. NULL: out of memory. */
static uint8_t *copy_of(const firstprint_signature *sig)
{
	uint8_t *copy = malloc(sig->len ? sig->len : 1);

	return copy && sig->len ? memcpy(copy, sig->bytes, sig->len) : copy;
}

int remembered_add(remembered *r, uint64_t id, const firstprint_signature *sig, bool stays, firstprint_signature *kept)
{
	uint8_t *copy = stays ? NULL : copy_of(sig);
	uint32_t entry;
	int err;

	if (!copy && !stays)
		return FIRSTPRINT_NO_MEMORY;
	*kept = (firstprint_signature){stays ? sig->bytes : copy, sig->len};
	err = pages_add(&r->pages, id, kept, &entry);
	if (err) {
		free(copy);
		return err;
	}
	entry_of(r, entry)->is_copy = !stays;
	r->count++;
	r->bytes += stays ? 0 : sig->len;
	return FIRSTPRINT_OK;
}

bool remembered_find(const remembered *r, uint64_t id, firstprint_signature *kept)
{
	uint32_t entry = pages_find(&r->pages, id);

	if (entry != PAGES_NONE && kept)
		*kept = (firstprint_signature){pages_get(&r->pages, entry)->bytes, pages_get(&r->pages, entry)->len};
	return entry != PAGES_NONE;
}

static void free_copy(remembered *r, uint32_t entry)
{
	struct page_entry *page = entry_of(r, entry);

	if (!page->bytes || !page->is_copy)
		return;
	r->bytes -= page->len;
	free((void *)page->bytes);
}

void remembered_remove(remembered *r, uint64_t id)
{
	uint32_t entry = pages_find(&r->pages, id);

	if (entry == PAGES_NONE)
		return;
	r->count--;
	free_copy(r, entry);
	pages_remove(&r->pages, entry);
}

uint64_t remembered_last(const remembered *r)
{
	return r->pages.len ? pages_get(&r->pages, r->pages.len - 1)->id : 0;
}

size_t remembered_memory(const remembered *r)
{
	return pages_memory(&r->pages) + r->bytes;
}

void remembered_free(remembered *r)
{
	for (uint32_t entry = 0; entry < r->pages.len; entry++)
		free_copy(r, entry);
	pages_free(&r->pages);
	*r = (remembered){0};
}
