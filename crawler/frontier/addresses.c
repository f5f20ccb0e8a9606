#include "crawler/frontier/addresses.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

/* The index of text, or the index at which it has to be inserted. */
static size_t index_of(const addresses *a, const char *text)
{
	size_t low = 0, high = a->len;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (strcmp(a->items[middle]->text, text) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

address *addresses_find(addresses *a, const char *text)
{
	size_t at = index_of(a, text);
	address **items, *new;

	if (at < a->len && strcmp(a->items[at]->text, text) == 0)
		return a->items[at];
	items = grow(a->items, a->len, &a->room, sizeof *items);
	a->items = items ? items : a->items;
	new = items ? calloc(1, sizeof *new) : NULL;
	if (!new)
		return NULL;
	new->waiting_end = &new->waiting;
	snprintf(new->text, sizeof new->text, "%s", text);
	memmove(items + at + 1, items + at, (a->len - at) * sizeof *items);
	items[at] = new;
	a->len++;
	return new;
}

void addresses_free(addresses *a)
{
	for (size_t i = 0; i < a->len; i++)
		free(a->items[i]);
	free(a->items);
	*a = (addresses){0};
}
