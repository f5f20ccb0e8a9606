#include "plugin/remembered.h"

#include <stdlib.h>
#include <string.h>

int remembered_add(remembered *r, uint64_t id, const firstprint_signature *sig, firstprint_signature *kept)
{
	uint8_t *copy = malloc(sig->len ? sig->len : 1); /* aligned to 16 */
	uint32_t entry;
	int err;

	if (!copy)
		return FIRSTPRINT_NO_MEMORY;
	if (sig->len)
		memcpy(copy, sig->bytes, sig->len);
	*kept = (firstprint_signature){copy, sig->len};
	err = pages_add(&r->pages, id, kept, &entry);
	if (err) {
		free(copy);
		return err;
	}
	r->count++;
	r->bytes += sig->len;
	return FIRSTPRINT_OK;
}

bool remembered_find(const remembered *r, uint64_t id, firstprint_signature *kept)
{
	uint32_t entry = pages_find(&r->pages, id);

	if (entry != PAGES_NONE && kept)
		*kept = (firstprint_signature){pages_get(&r->pages, entry)->bytes, pages_get(&r->pages, entry)->len};
	return entry != PAGES_NONE;
}

static void *copy_at(const remembered *r, uint32_t entry)
{
	return (void *)pages_get(&r->pages, entry)->bytes;
}

void remembered_remove(remembered *r, uint64_t id)
{
	uint32_t entry = pages_find(&r->pages, id);

	if (entry == PAGES_NONE)
		return;
	r->count--;
	r->bytes -= pages_get(&r->pages, entry)->len;
	free(copy_at(r, entry));
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
		free(copy_at(r, entry));
	pages_free(&r->pages);
	*r = (remembered){0};
}
