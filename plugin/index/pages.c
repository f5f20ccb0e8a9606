#include "plugin/index/pages.h"

#include <stdlib.h>
#include <string.h>

#include "plugin/index/grow32.h"

struct page_hits {
	uint32_t *counts;  /* of each entry; 0 between queries */
	uint32_t *touched; /* the entries with hits */
	uint32_t touched_len;
};

/* Makes room for the counters of as many entries as entries will have, new ones with zeros. A query may touch every
 * entry. */
static bool make_hits_room(page_table *x)
{
	uint32_t room = x->room, same_room = x->room, *counts, *touched;

	if (!x->hits)
		x->hits = calloc(1, sizeof *x->hits);
	if (!x->hits)
		return false;
	touched = grow32(x->hits->touched, x->len, &same_room, sizeof *touched);
	if (!touched)
		return false;
	x->hits->touched = touched;
	counts = grow32(x->hits->counts, x->len, &room, sizeof *counts);
	if (!counts)
		return false;
	x->hits->counts = counts;
	memset(counts + x->room, 0, (room - x->room) * sizeof *counts);
	return true;
}

static bool make_room(page_table *x)
{
	struct page_entry *entries = make_hits_room(x) ? grow32(x->entries, x->len, &x->room, sizeof *entries) : NULL;

	if (entries)
		x->entries = entries;
	return entries != NULL;
}

bool pages_add(page_table *x, uint64_t id, const void *bytes, size_t len)
{
	if (len > UINT32_MAX || !make_room(x))
		return false;
	x->entries[x->len++] = (struct page_entry){id, bytes, (uint32_t)len};
	return true;
}

void pages_pop(page_table *x)
{
	pages_remove(x, x->len - 1);
}

uint32_t pages_find(const page_table *x, uint64_t id)
{
	uint32_t low = 0, high = x->len;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (x->entries[middle].id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low < x->len && x->entries[low].id == id && x->entries[low].bytes ? low : PAGES_NONE;
}

void pages_remove(page_table *x, uint32_t entry)
{
	x->entries[entry].bytes = NULL; /* the id stays, for the binary search */
	while (x->len && !x->entries[x->len - 1].bytes)
		x->len--; /* after a rollback the last ids are used again */
}

void pages_hit(const page_table *x, uint32_t entry, uint32_t times)
{
	struct page_hits *h = x->hits;

	if (h->counts[entry] == 0 && times)
		h->touched[h->touched_len++] = entry;
	h->counts[entry] += times;
}

void pages_each_hit(const page_table *x, uint32_t hits_min, void (*visit)(void *, const struct page_entry *, uint32_t),
		    void *ctx)
{
	struct page_hits *h = x->hits;

	for (uint32_t i = 0; h && i < h->touched_len; i++) {
		uint32_t entry = h->touched[i];

		if (h->counts[entry] >= hits_min && x->entries[entry].bytes)
			visit(ctx, &x->entries[entry], h->counts[entry]);
		h->counts[entry] = 0;
	}
	if (h)
		h->touched_len = 0;
}

size_t pages_memory(const page_table *x)
{
	return x->room * (sizeof *x->entries + 2 * sizeof(uint32_t));
}

void pages_free(page_table *x)
{
	if (x->hits) {
		free(x->hits->counts);
		free(x->hits->touched);
	}
	free(x->hits);
	free(x->entries);
	*x = (page_table){0};
}
