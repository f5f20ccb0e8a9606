/* letters — a text as its letters and digits in folded case, and what stood between them: a gap, a full stop, the end of
 * a sentence.
 *
 * For methods that count characters, or that compare sentences without their punctuation. A sentence ends at . ? ! 。 ？ ！
 * and at the end of a paragraph; a full stop is . or 。 only. A '.' right before a letter or digit is neither: "3.5",
 * "example.com", ".NET". Next to a Chinese or Japanese character it is a full stop all the same, since some write it
 * there without a space. */
#ifndef PLUGIN_TEXT_LETTERS_H
#define PLUGIN_TEXT_LETTERS_H

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

/* What stood between a letter and the one before it; bits. */
enum {
	LETTER_GAP = 1,  /* anything but letters and digits */
	LETTER_STOP = 2, /* a full stop */
	LETTER_END = 4,  /* the end of a sentence */
	LETTER_CJK = 8   /* about the letter itself, not the gap: it is Chinese or Japanese */
};

typedef struct letter {
	uint32_t c; /* code point, in folded case; fullwidth forms are ASCII */
	uint8_t marks;
} letter;

typedef struct letters {
	letter *items; /* in the order of the text */
	size_t len;
} letters;

/* Pure; the letters live in a. ERR_MEMORY, also for texts of 2 GiB or more. */
status letters_of(firstprint_span text, arena *a, letters *out);

#endif
