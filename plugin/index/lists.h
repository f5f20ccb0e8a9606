/* lists — ascending lists of numbers below LISTS_NUMBER_MAX, each a B+ tree that grows at its end.
 *
 * A number is added that is higher than all in its list; any number is removed; a list is read from its newest (highest)
 * number backwards, or from its oldest on. All of these touch a number of nodes that grows with the logarithm of the
 * list's length, and the numbers of a node lie together in memory.
 *
 *	a short list:  one leaf of 16, 32, 64, 128 or 256 bytes      a long list:
 *
 *	┌───────────────┬──────────────────────┐                     ┌────────┬──────────────┬───────────────┐
 *	│ 8 bytes: head │ up to 2, 6, 14, 30   │                     │ head   │ 3 → leaf     │ 95 → leaf     │
 *	│               │ or 62 numbers        │                     └────────┴──────│───────┴───────│───────┘
 *	└───────────────┴──────────────────────┘                                     ▼               ▼
 *	                                                             3 8 9 … 94               95 97 104 …
 *
 * A node above the leaves has up to 31 pairs: a number that is not above those of the child, and the child. Leaves fill
 * up completely, since numbers are added at the end. After removals, two neighbours that together would fill no more than
 * three quarters of a node are joined. */
#ifndef PLUGIN_INDEX_LISTS_H
#define PLUGIN_INDEX_LISTS_H

#include <stdbool.h>

#include "base/segments.h"

enum { LIST_CLASSES = 5, LIST_LEVELS_MAX = 8, LIST_RUN_MAX = 62 };
#define LISTS_NUMBER_MAX ((uint32_t)INT32_MAX)
#define LISTS_NONE UINT32_MAX

typedef struct lists {
	segments units;               /* of UNIT bytes (lists.c); a list is known by the number of its root's first unit */
	uint32_t len;                 /* units used so far */
	uint32_t freed[LIST_CLASSES]; /* the first free node of each size, plus 1; it begins with the next one, plus 1 */
	uint64_t touched;             /* nodes that lists_add and lists_remove have read or written, to test that it is few */
} lists;                              /* all zeros: empty */

/* A new list of two numbers, a < b. LISTS_NONE: out of memory. */
uint32_t lists_new(lists *x, uint32_t a, uint32_t b);
/* Adds a number above all in the list; the highest one again changes nothing. *list may change. false: out of memory,
 * nothing changed. */
bool lists_add(lists *x, uint32_t *list, uint32_t number);
/* *list may change. At least one number must be left. false: the number is not in it. */
bool lists_remove(lists *x, uint32_t *list, uint32_t number);
/* Frees a list of one number and returns the number. */
uint32_t lists_drop(lists *x, uint32_t list);
uint32_t lists_len(const lists *x, uint32_t list);
void lists_prefetch(const lists *x, uint32_t list);     /* begins to load its root */
void lists_prefetch_end(const lists *x, uint32_t list); /* and then the node where the next number goes */
size_t lists_memory(const lists *x);                    /* in bytes */
void lists_free(lists *x);

/* Reads a list leaf by leaf.
 *
 *	list_walk w;
 *	for (lists_walk(x, list, newest_first, &w); list_walk_next(&w, &numbers, &n);) …
 */
typedef struct list_walk {
	const lists *x;
	bool newest_first;
	int depth; /* −1: at the end */
	struct {
		uint32_t node, done; /* done: of its children, or whether the leaf was given */
	} path[LIST_LEVELS_MAX];
} list_walk;

void lists_walk(const lists *x, uint32_t list, bool newest_first, list_walk *w);
/* The numbers of the next leaf, LIST_RUN_MAX at most, which ascend whichever way the leaves are read. false: there is none. */
bool list_walk_next(list_walk *w, const uint32_t **numbers, size_t *n);

#endif
