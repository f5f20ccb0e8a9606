/* places — which page of which owner stands at which place of a filter. A filter takes pages in ascending order, and a shared index
 * gets them in the order of its log, in which ids need not ascend: so the filter knows a page by its place, 1, 2, 3, …, which is not used
 * again. A page takes 16 bytes, and 4 to 8 in the table by which its id is found. */
#ifndef CLUSTER_PLACES_H
#define CLUSTER_PLACES_H

#include <stddef.h>
#include <stdint.h>

typedef struct place {
	uint64_t id;    /* 0: its page was removed */
	uint32_t owner; /* a number */
} place;

typedef struct places {
	place *items; /* [0] stands for no page */
	size_t len, room;
	uint32_t *slots; /* the places, by id; 0: free */
	size_t slots_room, used;
} places; /* all zeros: empty */

/* Adds a page behind all others. Returns its place; 0: out of memory, or there are too many. The id must not be there, and not be 0. */
uint64_t places_add(places *p, uint64_t id, uint32_t owner);
uint64_t places_find(const places *p, uint64_t id); /* 0: there is no such page */
static inline const place *places_at(const places *p, uint64_t at)
{
	return &p->items[at];
}
void places_remove(places *p, uint64_t at);
void places_free(places *p);

#endif
