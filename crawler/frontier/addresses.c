#include "crawler/frontier/addresses.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

static address *add(addresses *a, const char *text)
{
	address **items = grow(a->items, a->len, &a->room, sizeof *items);
	address *new = items ? arena_zeros(a->places.memory, 1, sizeof *new) : NULL;

	a->items = items ? items : a->items;
	if (!new)
		return NULL;
	snprintf(new->text, sizeof new->text, "%s", text);
	new->turn.address = new;
	if (!table_put(&a->places, new->text, strlen(new->text), a->len))
		return NULL;
	return items[a->len++] = new;
}

address *addresses_find(addresses *a, const char *text)
{
	const size_t *at;

	if (!a->places.memory)
		a->places.memory = arena_new();
	if (!a->places.memory)
		return NULL;
	at = table_get(&a->places, text, strlen(text));
	return at ? a->items[*at] : add(a, text);
}

void addresses_free(addresses *a)
{
	for (size_t i = 0; i < a->len; i++)
		heap_free(&a->items[i]->hosts);
	free(a->items);
	arena_free(a->places.memory);
	*a = (addresses){0};
}
