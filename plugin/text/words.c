#include "plugin/text/words.h"

#include <string.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>

#include "base/breaks.h"

/* text in normal form KC and lower case, as UTF-16 in a. */
static status fold(firstprint_span text, arena *a, UChar **out, int32_t *out_len)
{
	UErrorCode e = U_ZERO_ERROR;
	const UNormalizer2 *folder = unorm2_getNFKCCasefoldInstance(&e);
	int32_t room = (int32_t)text.len + 1;
	UChar *raw = arena_alloc(a, (size_t)room * sizeof *raw);
	UChar *folded = arena_alloc(a, (size_t)room * sizeof *folded);
	int32_t len;

	if (!raw || !folded)
		return ERR_MEMORY;
	u_strFromUTF8(raw, room, &len, text.at ? text.at : "", (int32_t)text.len, &e);
	*out_len = unorm2_normalize(folder, raw, len, folded, room, &e);
	if (e == U_BUFFER_OVERFLOW_ERROR) { /* rare: ligatures and squared words grow */
		folded = arena_alloc(a, (size_t)*out_len * sizeof *folded);
		if (!folded)
			return ERR_MEMORY;
		e = U_ZERO_ERROR;
		*out_len = unorm2_normalize(folder, raw, len, folded, *out_len, &e);
	}
	for (int32_t i = 0; i < *out_len && U_SUCCESS(e); i++)
		if (folded[i] == 0x2019) /* "don’t" is "don't" */
			folded[i] = '\'';
	*out = folded;
	return U_FAILURE(e) ? ERR_MEMORY : OK;
}

/* Copies the word between two breaks to *at, as UTF-8, and appends it. */
static status append(words *w, size_t *room, arena *a, const UChar *from, int32_t len, int32_t kind, char **at)
{
	UErrorCode e = U_ZERO_ERROR;
	int32_t bytes;

	w->items = arena_grow(a, w->items, w->len, room, sizeof *w->items);
	if (!w->items)
		return ERR_MEMORY;
	u_strToUTF8(*at, len * 3, &bytes, from, len, &e);
	if (U_FAILURE(e) && e != U_STRING_NOT_TERMINATED_WARNING)
		return OK; /* a lone surrogate: no word */
	w->items[w->len++] = (word){{*at, (size_t)bytes}, kind < UBRK_WORD_NUMBER_LIMIT};
	*at += bytes;
	return OK;
}

static status collect(UBreakIterator *breaks, const UChar *folded, int32_t len, arena *a, words *out)
{
	words w = {0};
	size_t room = 0;
	char *at = arena_alloc(a, (size_t)len * 3 + 1);
	int32_t from = 0;

	if (!at)
		return ERR_MEMORY;
	for (int32_t to = ubrk_next(breaks); to != UBRK_DONE; from = to, to = ubrk_next(breaks)) {
		int32_t kind = ubrk_getRuleStatus(breaks);

		if (kind >= UBRK_WORD_NONE_LIMIT && append(&w, &room, a, folded + from, to - from, kind, &at))
			return ERR_MEMORY;
	}
	*out = w;
	return OK;
}

status words_of(firstprint_span text, arena *a, words *out)
{
	UBreakIterator *breaks;
	UChar *folded;
	int32_t len;
	status err;

	if (text.len >= INT32_MAX / 4)
		return ERR_LIMIT;
	err = fold(text, a, &folded, &len);
	if (err)
		return err;
	breaks = breaks_words(folded, len);
	return breaks ? collect(breaks, folded, len, a, out) : ERR_MEMORY;
}
