/* changes — when each key of an index changed last: tells whether a search would find now what it found before.
 *
 * A change is a page that was added; changes are numbered from 1. A key has one of CHANGES_SLOTS slots, by its stage and its hash,
 * and the slot has the number of the last change of a key in it. So two keys in one slot may make a search look outdated that is
 * not, but never the reverse. Fingerprints, which are found though they are not equal, stand in a ring of the newest. After a page
 * was removed, every earlier search is outdated. */
#ifndef PLUGIN_INDEX_CHANGES_H
#define PLUGIN_INDEX_CHANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CHANGES_SLOTS = 1 << 16, CHANGES_RING = 1024 };

typedef struct changes {
	uint64_t now, removed; /* the numbers of the last change, and of the last one that removed a page */
	uint64_t slots[CHANGES_SLOTS];
	struct changed_point {
		uint64_t change, fingerprint;
		uint32_t number;
		unsigned stage;
	} ring[CHANGES_RING];
	uint64_t points; /* fingerprints noted so far */
} changes;               /* all zeros: nothing has changed yet */

/* The slot of a key in a stage. */
uint16_t changes_slot(unsigned stage, uint64_t key);
/* The key that stands for all pages of a stage. */
static const uint64_t CHANGES_ALL = 0;

/* Begins the next change. */
static inline void changes_begin(changes *x)
{
	x->now++;
}

/* The keys, and the fingerprint, of the change. */
void changes_note_keys(changes *x, unsigned stage, const uint64_t *keys, size_t n);
void changes_note_point(changes *x, unsigned stage, uint64_t fingerprint, uint32_t number);
void changes_note_removal(changes *x);

/* Has the slot changed after this change? */
static inline bool changes_has(const changes *x, uint16_t slot, uint64_t after)
{
	return x->slots[slot] > after;
}

/* What a search for near fingerprints asked. */
typedef struct point_query {
	uint64_t fingerprint;
	uint32_t number, window;
	int bits;
	unsigned stage;
} point_query;

/* Was a near fingerprint added after this change, or has the ring lost some? */
bool changes_has_near(const changes *x, const point_query *q, uint64_t after);

#endif
