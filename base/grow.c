#include "base/grow.h"

#include <stdint.h>
#include <stdlib.h>

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
