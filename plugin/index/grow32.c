#include "plugin/index/grow32.h"

#include <stdlib.h>

void *grow32(void *array, size_t len, uint32_t *room, size_t item_size)
{
	uint64_t more = (uint64_t)*room + *room / 2 + GROW32_MORE;
	void *larger;

	if (len < *room)
		return array;
	if (more <= len)
		more = (uint64_t)len + 1;
	if (more > UINT32_MAX)
		more = UINT32_MAX;
	if (len >= more || more > SIZE_MAX / item_size)
		return NULL;
	larger = realloc(array, (size_t)more * item_size);
	if (larger)
		*room = (uint32_t)more;
	return larger;
}
