/* table — a hash table from keys, which are any bytes, to numbers. It lives in an arena and only grows.
 *
 *	table names = {.memory = a};
 *	size_t *first = table_put(&names, name, strlen(name), i);     i if the name is new, else its number
 *
 * Keys are borrowed, and must stay unchanged while the table is in use. The seed of XXH3 is an address, which an attacker does not
 * know and so cannot make keys collide. */
#ifndef BASE_TABLE_H
#define BASE_TABLE_H

#include <stdint.h>

#include "base/arena.h"

/* All zeros at first, except memory. */
typedef struct table {
	arena *memory;
	struct table_slot *slots; /* [room], at most half of them in use */
	size_t len, room;
	uint64_t seed;
} table;

/* Returns the number under this key, after adding `number` if the key is new. You may change it; its address is valid until the
 * next table_put. NULL: out of memory; the table is unchanged. */
size_t *table_put(table *t, const void *key, size_t len, size_t number);
/* Returns the number under this key; NULL: no such key. */
const size_t *table_get(const table *t, const void *key, size_t len);

#endif
