/* grow — arrays on the heap that become longer one item at a time. Those of an arena: arena_grow. */
#ifndef BASE_GROW_H
#define BASE_GROW_H

#include <stddef.h>

/* The array, with room for at least one item past len; *room is in items and doubles when it must. NULL: out of memory,
 * and the array stays as it is, the caller's to free. */
void *grow(void *array, size_t len, size_t *room, size_t item_size);

#endif
