#include "plugin/text/letters.h"

#include <stdbool.h>
#include <unicode/uchar.h>

#include "plugin/text/characters.h"

enum { IDEOGRAPHIC_STOP = 0x3002, HALFWIDTH_STOP = 0xff61 }; /* 。 and ｡ */

static bool is_letter(UChar32 c)
{
	return u_isUAlphabetic(c) || u_isdigit(c);
}

/* Is a '.' between these two part of a number or name? */
static bool joins(UChar32 before, UChar32 after)
{
	return is_letter(after) && !character_is_cjk(after) && !character_is_cjk(before);
}

/* The marks that c, which is no letter, gives to the next letter. */
static uint8_t marks_of(UChar32 before, UChar32 c, UChar32 after)
{
	if (c == IDEOGRAPHIC_STOP || c == HALFWIDTH_STOP || (c == '.' && !joins(before, after)))
		return LETTER_GAP | LETTER_STOP | LETTER_END;
	return c == '?' || c == '!' || c == '\n' ? LETTER_GAP | LETTER_END : LETTER_GAP;
}

static bool push(letters *x, size_t *room, arena *a, UChar32 c, uint8_t marks)
{
	x->items = arena_grow(a, x->items, x->len, room, sizeof *x->items);
	if (!x->items)
		return false;
	if (character_is_cjk(c))
		marks |= LETTER_CJK;
	x->items[x->len++] = (letter){(uint32_t)character_folded(c), marks};
	return true;
}

status letters_of(firstprint_span text, arena *a, letters *out)
{
	UChar32 before = 0, c, after;
	letters x = {0};
	uint8_t marks = 0;
	size_t room = 0;
	int32_t at = 0;

	if (text.len >= INT32_MAX)
		return ERR_MEMORY;
	for (c = character_next(text, &at); c; before = c, c = after) {
		after = character_next(text, &at);
		if (!is_letter(c)) {
			marks |= marks_of(before, c, after);
		} else if (push(&x, &room, a, c, marks)) {
			marks = 0;
		} else {
			return ERR_MEMORY;
		}
	}
	*out = x;
	return OK;
}
