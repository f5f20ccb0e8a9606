/* table — numbers under keys, which are any bytes: a hash table in an arena, which only grows.
 *
 *	table names = {.memory = a};
 *	size_t *first = table_put(&names, name, strlen(name), i);     i when the name is new, else what it has
 *
 * Keys are borrowed, and stay as they are as long as the table is in use. XXH3 takes an address as its seed, which whoever
 * makes keys cannot know: they cannot be made to collide. */
#ifndef BASE_TABLE_H
#define BASE_TABLE_H

#include <stdint.h>

#include "base/arena.h"

/* Starts as zeros but for memory. */
typedef struct table {
	arena *memory;
	struct table_slot *slots; /* [room], at most half of them in use */
	size_t len, room;
	uint64_t seed;
} table;

/* The number under this key; if there is none, `number` is put there. It may be changed, and stays where it is until
 * another key is put. NULL: out of memory, the table as before. */
size_t *table_put(table *t, const void *key, size_t len, size_t number);
/* NULL: no such key. */
const size_t *table_get(const table *t, const void *key, size_t len);

#endif
