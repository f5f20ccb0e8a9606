/* letters — a text as its letters and digits, folded, and what stood between them: a gap, a stop, a sentence's end.
 *
 * For methods that count characters, or compare sentences whatever their punctuation. A sentence ends at . ? ! 。 ？ ！
 * and at the end of a paragraph; a stop is . or 。 alone. A '.' right before a letter or digit is none of these:
 * "3.5", "example.com", ".NET"; save next to Chinese, which some write with '.' and no space behind it. */
#ifndef PLUGIN_TEXT_LETTERS_H
#define PLUGIN_TEXT_LETTERS_H

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

/* What stood between a letter and the one before it; bits. */
enum {
	LETTER_GAP = 1,  /* anything that is no letter or digit */
	LETTER_STOP = 2, /* a full stop */
	LETTER_END = 4,  /* the end of a sentence */
	LETTER_CJK = 8   /* about the letter itself: it is Chinese or Japanese */
};

typedef struct letter {
	uint32_t c;    /* code point: case folded, fullwidth forms made plain */
	uint8_t marks;
} letter;

typedef struct letters {
	letter *items; /* in the order of the text */
	size_t len;
} letters;

/* Pure; the letters live in a. ERR_MEMORY, also for texts of 2 GiB or more. */
status letters_of(firstprint_span text, arena *a, letters *out);

#endif
