#include "plugin/remembered.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

struct remembered_bytes {
	size_t len;
	uint64_t at[]; /* uint64_t, so that the bytes are aligned to 8 */
};

bool remembered_add(remembered *r, uint64_t id, const firstprint_signature *sig, firstprint_signature *kept)
{
	struct remembered_page *pages = grow(r->pages, r->len, &r->room, sizeof *pages);
	struct remembered_bytes *copy;

	if (!pages)
		return false;
	r->pages = pages;
	copy = malloc(sizeof *copy + sig->len);
	if (!copy)
		return false;
	copy->len = sig->len;
	if (sig->len)
		memcpy(copy->at, sig->bytes, sig->len);
	pages[r->len++] = (struct remembered_page){id, copy};
	r->bytes += sig->len;
	*kept = (firstprint_signature){(const uint8_t *)copy->at, copy->len};
	return true;
}

/* The index of id in pages; SIZE_MAX: it is not remembered. */
static size_t place_of(const remembered *r, uint64_t id)
{
	size_t low = 0, high = r->len;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (r->pages[middle].id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low < r->len && r->pages[low].id == id && r->pages[low].signature ? low : SIZE_MAX;
}

bool remembered_find(const remembered *r, uint64_t id, firstprint_signature *kept)
{
	size_t at = place_of(r, id);

	if (at != SIZE_MAX && kept)
		*kept = (firstprint_signature){(const uint8_t *)r->pages[at].signature->at, r->pages[at].signature->len};
	return at != SIZE_MAX;
}

/* Removes the forgotten pages from the table if they are more than half of it. */
static void compact(remembered *r)
{
	size_t kept = 0;

	if (r->gone * 2 <= r->len)
		return;
	for (size_t i = 0; i < r->len; i++)
		if (r->pages[i].signature)
			r->pages[kept++] = r->pages[i];
	r->len = kept;
	r->gone = 0;
}

void remembered_remove(remembered *r, uint64_t id)
{
	size_t at = place_of(r, id);

	if (at == SIZE_MAX)
		return;
	r->bytes -= r->pages[at].signature->len;
	free(r->pages[at].signature);
	r->pages[at].signature = NULL;
	r->gone++;
	while (r->len && !r->pages[r->len - 1].signature) { /* after a rollback the last ids are used again */
		r->len--;
		r->gone--;
	}
	compact(r);
}

uint64_t remembered_last(const remembered *r)
{
	return r->len ? r->pages[r->len - 1].id : 0;
}

size_t remembered_memory(const remembered *r)
{
	return r->room * sizeof *r->pages + r->bytes + (r->len - r->gone) * sizeof(struct remembered_bytes);
}

void remembered_free(remembered *r)
{
	for (size_t i = 0; i < r->len; i++)
		free(r->pages[i].signature);
	free(r->pages);
	*r = (remembered){0};
}
