/* grow — arrays on the heap that become longer. Arrays in an arena: arena_grow. */
#ifndef BASE_GROW_H
#define BASE_GROW_H

#include <stddef.h>

#include "base/status.h"

/* Returns the array with room for more than len items. *room is in items; if it is too small it doubles, or becomes len + 1 if that
 * is more. Start with NULL and room 0. NULL: out of memory; array and *room are unchanged, and the array is still yours to free. */
void *grow(void *array, size_t len, size_t *room, size_t item_size);
/* Appends a copy of the item to the array that *array, a pointer, leads to. ERR_MEMORY: nothing is changed. */
status grow_add(void *array, size_t *len, size_t *room, const void *item, size_t item_size);
/* The end of grow_add, for arrays that grow in another way: grown is *array with room for one more item, and becomes *array. grown
 * NULL: ERR_MEMORY, and nothing is changed. */
status grow_append(void *array, void *grown, size_t *len, const void *item, size_t item_size);

#endif
