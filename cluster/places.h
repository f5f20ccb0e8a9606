/* places — maps the places of a filter to pages and their owners. A filter requires ascending numbers, but ids need not ascend in the log of a
 * shared index. So the filter knows each page by its place, 1, 2, 3, …; no place is used twice. A page takes 16 bytes, and 4 to 8 in
 * the hash table that finds its id. */
#ifndef CLUSTER_PLACES_H
#define CLUSTER_PLACES_H

#include <stddef.h>
#include <stdint.h>

typedef struct place {
	uint64_t id;    /* 0: the page was removed */
	uint32_t owner; /* its number in the replica */
} place;

typedef struct places {
	place *items; /* [0] is unused */
	size_t len, room;
	uint32_t *slots; /* the places, by id; 0: free */
	size_t slots_room, used;
} places; /* all zeros: empty */

/* Adds a page at the end. Returns its place; 0: out of memory, or 2^32 pages. The id must be new, and not 0. */
uint64_t places_add(places *p, uint64_t id, uint32_t owner);
uint64_t places_find(const places *p, uint64_t id); /* 0: there is no such page */
static inline const place *places_at(const places *p, uint64_t at)
{
	return &p->items[at];
}
void places_remove(places *p, uint64_t at);
void places_free(places *p);

#endif
