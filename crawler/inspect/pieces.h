/* pieces — a text as words and punctuation, each with its position, to show where two texts differ. Unlike the tokenizers in
 * plugin/text, it folds nothing and omits only white space. */
#ifndef CRAWLER_INSPECT_PIECES_H
#define CRAWLER_INSPECT_PIECES_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

typedef struct piece {
	uint32_t from, len; /* in the text, in bytes */
	char gap;           /* the white space before it: '\n', ' ', or 0: none */
} piece;

typedef struct pieces {
	firstprint_span text;
	piece *items;     /* in the order of the text */
	uint64_t *hashes; /* equal for equal pieces */
	size_t len;
} pieces;

/* Splits text by Unicode's rules for words; Chinese and Japanese by ICU's dictionary. The arrays are in a; text is borrowed.
 * ERR_MEMORY; ERR_LIMIT for texts of 512 MiB or more. */
status pieces_of(firstprint_span text, arena *a, pieces *out);

/* Returns the text from piece i up to, but not including, piece j; i < j. */
firstprint_span pieces_span(const pieces *p, size_t i, size_t j);

#endif
