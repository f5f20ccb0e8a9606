/* grow32 — arrays of an index, which numbers its entries with 32 bits.
 *
 * They grow by half, while base/grow doubles: so a fifth of the room is unused on average, and not a third. Indexes have
 * most of the program's memory. */
#ifndef PLUGIN_INDEX_GROW32_H
#define PLUGIN_INDEX_GROW32_H

#include <stddef.h>
#include <stdint.h>

/* The array, with room for more than len items, like grow. *room is in items: if it is too small, it becomes half as large
 * again plus GROW32_MORE, or len + 1 if that is more. Start with NULL and room 0. Several arrays with one len and one room
 * are each grown with a copy of room. NULL: out of memory, or len is UINT32_MAX or more; array and *room are unchanged. */
void *grow32(void *array, size_t len, uint32_t *room, size_t item_size);

enum { GROW32_MORE = 64 };

#endif
