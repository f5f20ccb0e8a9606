#include "plugin/text/letters.h"

#include <stdbool.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

enum { IDEOGRAPHIC_STOP = 0x3002, HALFWIDTH_STOP = 0xff61 }; /* 。 and ｡ */

/* The character at *at, plain; 0 at the end. */
static UChar32 next(firstprint_span text, int32_t *at)
{
	UChar32 c = 0;

	if ((size_t)*at < text.len)
		U8_NEXT((const uint8_t *)text.at, *at, (int32_t)text.len, c);
	return c >= 0xff01 && c <= 0xff5e ? c - 0xfee0 : c; /* fullwidth forms of ASCII */
}

static bool is_letter(UChar32 c)
{
	return u_isUAlphabetic(c) || u_isdigit(c);
}

static bool is_cjk(UChar32 c)
{
	return (c >= 0x3040 && c <= 0x30ff) || (c >= 0x3400 && c <= 0x9fff) || (c >= 0xf900 && c <= 0xfaff) || c >= 0x20000;
}

/* Is '.' between these two a part of a number or name? */
static bool joins(UChar32 before, UChar32 after)
{
	return is_letter(after) && !is_cjk(after) && !is_cjk(before);
}

/* What c says about the letter behind it. */
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
	if (is_cjk(c))
		marks |= LETTER_CJK;
	x->items[x->len++] = (letter){(uint32_t)u_foldCase(c, U_FOLD_CASE_DEFAULT), marks};
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
	for (c = next(text, &at); c; before = c, c = after) {
		after = next(text, &at);
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
