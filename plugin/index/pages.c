#include "plugin/index/pages.h"

#include <stdlib.h>
#include <string.h>

/* Room for one more of both arrays: every entry may be touched at once. */
static bool make_room(page_table *x)
{
	uint32_t room = x->room + x->room / 2 + 64;
	struct page_entry *entries;
	uint32_t *touched;

	if (x->len < x->room)
		return true;
	touched = realloc(x->touched, room * sizeof *touched);
	if (!touched)
		return false;
	x->touched = touched;
	x->touched_room = room;
	entries = realloc(x->entries, room * sizeof *entries);
	if (!entries)
		return false;
	x->entries = entries;
	x->room = room;
	return true;
}

bool pages_add(page_table *x, uint64_t id, const void *bytes, size_t len)
{
	void *copy = malloc(len ? len : 1);

	if (!copy || len > UINT32_MAX || !make_room(x)) {
		free(copy);
		return false;
	}
	if (len)
		memcpy(copy, bytes, len);
	x->entries[x->len++] = (struct page_entry){id, copy, (uint32_t)len, 0};
	x->bytes += len;
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
	struct page_entry *e = &x->entries[entry];

	if (e->bytes)
		x->bytes -= e->len;
	free(e->bytes);
	e->bytes = NULL; /* the id stays: the entries are searched by it */
	while (x->len && !x->entries[x->len - 1].bytes)
		x->len--; /* after a rollback the last ids come again */
}

void pages_hit(page_table *x, uint32_t entry, uint32_t times)
{
	struct page_entry *e = &x->entries[entry];

	if (e->hits == 0 && times)
		x->touched[x->touched_len++] = entry;
	e->hits += times;
}

void pages_each_hit(page_table *x, uint32_t least, void (*visit)(void *, const struct page_entry *), void *ctx)
{
	for (uint32_t i = 0; i < x->touched_len; i++) {
		struct page_entry *e = &x->entries[x->touched[i]];

		if (e->hits >= least && e->bytes)
			visit(ctx, e);
		e->hits = 0;
	}
	x->touched_len = 0;
}

size_t pages_memory(const page_table *x)
{
	return x->bytes + x->room * sizeof *x->entries + x->touched_room * sizeof *x->touched;
}

void pages_free(page_table *x)
{
	for (uint32_t i = 0; i < x->len; i++)
		free(x->entries[i].bytes);
	free(x->entries);
	free(x->touched);
	*x = (page_table){0};
}
