#include "plugin/index/pages.h"

#include <stdlib.h>
#include <string.h>

static struct page_entry *entry_at(const page_table *x, uint32_t entry)
{
	return segments_at(&x->entries, entry, sizeof(struct page_entry));
}

/* A copy, aligned to 16. NULL: out of memory. */
static uint8_t *copy_of(const firstprint_signature *sig)
{
	uint8_t *copy = malloc(sig->len ? sig->len : 1);

	return copy && sig->len ? memcpy(copy, sig->bytes, sig->len) : copy;
}

status pages_add(page_table *x, uint64_t id, const firstprint_signature *sig, bool stays, uint32_t *entry)
{
	const uint8_t *bytes;

	if (x->len >= PAGES_MAX)
		return ERR_LIMIT;
	if (sig->len > UINT32_MAX || !segments_reserve(&x->entries, (size_t)x->len + 1, sizeof(struct page_entry)))
		return ERR_MEMORY;
	bytes = stays ? sig->bytes : copy_of(sig);
	if (!bytes)
		return ERR_MEMORY;
	*entry_at(x, x->len) = (struct page_entry){id, bytes, (uint32_t)sig->len, !stays};
	*entry = x->len++;
	x->count++;
	x->copied += stays ? 0 : sig->len;
	return OK;
}

uint32_t pages_find(const page_table *x, uint64_t id)
{
	uint32_t low = 0, high = x->len;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (pages_get(x, middle)->id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low < x->len && pages_get(x, low)->id == id && pages_get(x, low)->bytes ? low : PAGES_NONE;
}

uint64_t pages_last(const page_table *x)
{
	return x->len ? pages_get(x, x->len - 1)->id : 0;
}

static void free_copy(page_table *x, const struct page_entry *page)
{
	if (!page->bytes || !page->is_copy)
		return;
	x->copied -= page->len;
	free((void *)page->bytes);
}

/* Removed entries keep their ids, for the binary search. Those at the end are cut off, each once: after a rollback the last ids are
 * used again. */
void pages_remove(page_table *x, uint32_t entry)
{
	free_copy(x, entry_at(x, entry));
	x->count--;
	entry_at(x, entry)->bytes = NULL;
	while (x->len && !entry_at(x, x->len - 1)->bytes)
		x->len--;
}

size_t pages_memory(const page_table *x)
{
	return x->len * sizeof(struct page_entry) + x->copied;
}

void pages_free(page_table *x)
{
	for (uint32_t entry = 0; entry < x->len; entry++)
		free_copy(x, pages_get(x, entry));
	segments_free(&x->entries);
	*x = (page_table){0};
}
