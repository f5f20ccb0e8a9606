/* pieces — a text as words and marks, each with its place, for people who want to see where two texts differ. Unlike the
 * tokenizers in plugin/text nothing is folded and nothing is left out but white space. */
#ifndef CRAWLER_INSPECT_PIECES_H
#define CRAWLER_INSPECT_PIECES_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

typedef struct piece {
	uint32_t from, len; /* in the text, in bytes */
	char gap;           /* what stands before it: '\n', ' ', or 0: nothing */
} piece;

typedef struct pieces {
	firstprint_span text;
	piece *items;     /* in the order of the text */
	uint64_t *hashes; /* equal for equal pieces */
	size_t len;
} pieces;

/* By Unicode's rules for words; Chinese and Japanese by ICU's dictionary. The arrays are in a; text is borrowed. ERR_MEMORY;
 * ERR_LIMIT for texts of 512 MiB or more. */
status pieces_of(firstprint_span text, arena *a, pieces *out);

/* The text from piece i to before piece j, i < j. */
firstprint_span pieces_span(const pieces *p, size_t i, size_t j);

#endif
