/* table — numbers under keys, which are any bytes: a hash table that only grows.
 *
 *	table names = {0};
 *	size_t *first = table_put(&names, name, strlen(name), i);     i when the name is new, else what it has
 *	table_free(&names);
 *
 * Keys are copied. XXH3 takes a random seed for each table, so that whoever makes the keys cannot make them collide. */
#ifndef BASE_TABLE_H
#define BASE_TABLE_H

#include <stdint.h>

#include "base/buffer.h"

/* Starts as all zeros. */
typedef struct table {
	struct table_slot *slots; /* [room], at most half of them in use */
	size_t len, room;
	buffer keys; /* one behind the other */
	uint64_t seed;
} table;

/* The number under this key; if there is none, `number` is put there. It may be changed, and stays where it is until
 * another key is put. NULL: out of memory, the table as before. */
size_t *table_put(table *t, const void *key, size_t len, size_t number);
/* NULL: no such key. */
const size_t *table_get(const table *t, const void *key, size_t len);
void table_free(table *t); /* accepts NULL; leaves zeros */

#endif
