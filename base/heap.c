#include "base/heap.h"

#include <stdlib.h>

#include "base/grow.h"

static bool comes_before(const heap_entry *x, const heap_entry *y)
{
	return x->key != y->key ? x->key < y->key : x->tie < y->tie;
}

/* Puts e at index i, counted from 0. */
static void set(heap *h, size_t i, heap_entry e)
{
	h->entries[i] = e;
	*e.place = i + 1;
}

static void rise(heap *h, size_t i)
{
	heap_entry e = h->entries[i];

	for (; i > 0 && comes_before(&e, &h->entries[(i - 1) / 2]); i = (i - 1) / 2)
		set(h, i, h->entries[(i - 1) / 2]);
	set(h, i, e);
}

static void sink(heap *h, size_t i)
{
	heap_entry e = h->entries[i];

	for (size_t child; (child = 2 * i + 1) < h->len; i = child) {
		if (child + 1 < h->len && comes_before(&h->entries[child + 1], &h->entries[child]))
			child++;
		if (!comes_before(&h->entries[child], &e))
			break;
		set(h, i, h->entries[child]);
	}
	set(h, i, e);
}

bool heap_put(heap *h, int64_t key, uint64_t tie, void *item, size_t *place)
{
	heap_entry *entries;

	if (*place == 0) {
		entries = grow(h->entries, h->len, &h->room, sizeof *entries);
		if (!entries)
			return false;
		h->entries = entries;
		*place = ++h->len;
	}
	set(h, *place - 1, (heap_entry){key, tie, item, place});
	rise(h, *place - 1);
	sink(h, *place - 1);
	return true;
}

void heap_remove(heap *h, size_t *place)
{
	size_t at = *place;
	heap_entry last;

	if (at == 0)
		return;
	*place = 0;
	last = h->entries[--h->len];
	if (at - 1 == h->len)
		return;
	set(h, at - 1, last);
	rise(h, *last.place - 1);
	sink(h, *last.place - 1);
}

const heap_entry *heap_first(const heap *h)
{
	return h->len ? &h->entries[0] : NULL;
}

void heap_free(heap *h)
{
	free(h->entries);
	*h = (heap){0};
}
