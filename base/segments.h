/* segments — an array that grows without moving. It consists of segments of 2 MiB; to grow, it gets another one.
 *
 *	struct thing *t = segments_at(&s, i, sizeof *t);
 *
 * So adding an item never copies the others: no addition takes longer than the rest, and items keep their addresses. */
#ifndef BASE_SEGMENTS_H
#define BASE_SEGMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SEGMENT_BYTES = 1 << 21 };

typedef struct segments {
	uint8_t **at;
	uint32_t count, room; /* number of segments, and room in `at` */
} segments;                   /* all zeros: empty */

/* A segment holds the largest power of two of items that fits, so that a shift finds an item. */
static inline unsigned segments_shift(size_t item_size)
{
	return 63 - (unsigned)__builtin_clzll(SEGMENT_BYTES / item_size);
}

/* Returns item number i, which must be reserved. item_size is the same in all calls; if it is a constant, as it should be, this is
 * a shift, a mask and one load. */
static inline void *segments_at(const segments *s, size_t i, size_t item_size)
{
	unsigned shift = segments_shift(item_size);

	return s->at[i >> shift] + (i & (((size_t)1 << shift) - 1)) * item_size;
}

/* Makes room for items 0 to n − 1. New items are all zeros. false: out of memory; all items are as before. */
bool segments_reserve(segments *s, size_t n, size_t item_size);
void segments_free(segments *s);

#endif
