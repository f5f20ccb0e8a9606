#include "base/grow.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 16 };

void *grow(void *array, size_t len, size_t *room, size_t item_size)
{
	size_t more = *room ? *room * 2 : FIRST_ROOM;
	void *larger;

	if (len < *room)
		return array;
	if (more <= len)
		more = len + 1;
	if (*room > SIZE_MAX / 2 / item_size || len >= SIZE_MAX / 2 / item_size)
		return NULL;
	larger = realloc(array, more * item_size);
	if (larger)
		*room = more;
	return larger;
}

status grow_append(void *array, void *grown, size_t *len, const void *item, size_t item_size)
{
	if (!grown)
		return ERR_MEMORY;
	memcpy(array, &grown, sizeof grown);
	memcpy((char *)grown + *len * item_size, item, item_size);
	++*len;
	return OK;
}

status grow_add(void *array, size_t *len, size_t *room, const void *item, size_t item_size)
{
	void *items;

	memcpy(&items, array, sizeof items);
	return grow_append(array, grow(items, *len, room, item_size), len, item, item_size);
}
