/* heap — a priority queue: the item with the lowest key comes first. Put, move and remove take O(log n).
 *
 *	struct host { …; size_t place; };          0: not in a heap
 *	heap_put(&h, when, turn, host, &host->place)
 *	heap_first(&h)->item
 *
 * Among items with the same key, the one with the lower tie comes first. A heap starts as all zeros. */
#ifndef BASE_HEAP_H
#define BASE_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct heap_entry {
	int64_t key;
	uint64_t tie;
	void *item;
	size_t *place; /* in the item: its index in entries, plus 1 */
} heap_entry;

typedef struct heap {
	heap_entry *entries;
	size_t len, room;
} heap;

/* Inserts the item, or changes its key if it is in the heap already (*place is not 0). false: out of memory; the heap is
 * unchanged. */
bool heap_put(heap *h, int64_t key, uint64_t tie, void *item, size_t *place);
/* Removes the item. No effect when *place is 0. */
void heap_remove(heap *h, size_t *place);
/* Returns the entry with the lowest key; it is valid until the next put or remove. NULL: the heap is empty. */
const heap_entry *heap_first(const heap *h);
void heap_free(heap *h); /* does not touch the items' places */

#endif
