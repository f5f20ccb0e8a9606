/* grow32 — arrays of an index, which numbers its entries with 32 bits.
 *
 * They grow by half, where base/grow doubles: an index has most of the program's memory, and so a fifth of it is unused on
 * average instead of a third. */
#ifndef PLUGIN_INDEX_GROW32_H
#define PLUGIN_INDEX_GROW32_H

#include <stddef.h>
#include <stdint.h>

/* The array, with room for more than len items, as grow does it. *room is in items. If it is too small, it becomes half as
 * large again and GROW32_MORE, or len + 1 if that is more. Start with NULL and room 0. Arrays with one len and one room
 * are grown each with a copy of it. NULL: out of memory, or len is UINT32_MAX or more; array and *room stay as they are. */
void *grow32(void *array, size_t len, uint32_t *room, size_t item_size);

enum { GROW32_MORE = 64 };

#endif
