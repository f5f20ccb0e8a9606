/* grow — arrays on the heap that become longer. Arrays in an arena: arena_grow. */
#ifndef BASE_GROW_H
#define BASE_GROW_H

#include <stddef.h>

/* The array, with room for more than len items. *room is in items; when it is too small it doubles, or becomes len + 1
 * where that is more. Start with NULL and room 0. NULL: out of memory; array and *room stay as they are, and the array
 * is still the caller's to free. */
void *grow(void *array, size_t len, size_t *room, size_t item_size);

#endif
