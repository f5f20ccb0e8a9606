/* heap — things in the order of a key, of which the least comes first; O(log n) to put, move and remove.
 *
 *	struct host { …; size_t place; };          0: in no heap
 *	heap_put(&h, when, turn, host, &host->place)
 *	heap_first(&h)->item
 *
 * Among equal keys the lower tie comes first. A heap starts as all zeros. */
#ifndef BASE_HEAP_H
#define BASE_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct heap_entry {
	int64_t key;
	uint64_t tie;
	void *item;
	size_t *place; /* the item's own note of where it is, from 1 */
} heap_entry;

typedef struct heap {
	heap_entry *entries;
	size_t len, room;
} heap;

/* Puts the item in, or moves it when *place says that it is in. false: out of memory, the heap as before. */
bool heap_put(heap *h, int64_t key, uint64_t tie, void *item, size_t *place);
/* Takes the item out; no effect when *place is 0. */
void heap_remove(heap *h, size_t *place);
/* The least entry; NULL: the heap is empty. Valid until the next put or remove. */
const heap_entry *heap_first(const heap *h);
void heap_free(heap *h); /* the items' places stay as they are */

#endif
