#include "crawler/inspect/pieces.h"

#include <string.h>
#include <unicode/ubrk.h>
#include <unicode/utext.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum { TEXT_MAX = 512 << 20 };

/* Returns the end of the white space at the beginning of from..to. *gap: '\n', ' ', or 0, as in piece. */
static size_t skip_space(const char *text, size_t from, size_t to, char *gap)
{
	while (from < to && strchr(" \n\t\r", text[from])) {
		if (*gap != '\n')
			*gap = text[from] == '\n' ? '\n' : ' ';
		from++;
	}
	return from;
}

static status collect(UBreakIterator *breaks, firstprint_span text, arena *a, pieces *out)
{
	size_t room = 0, from = 0;
	char gap = 0;

	for (int32_t to; (to = ubrk_next(breaks)) != UBRK_DONE; from = (size_t)to) {
		from = skip_space(text.at, from, (size_t)to, &gap);
		if (from == (size_t)to)
			continue;
		out->items = arena_grow(a, out->items, out->len, &room, sizeof *out->items);
		if (!out->items)
			return ERR_MEMORY;
		out->items[out->len++] = (piece){(uint32_t)from, (uint32_t)((size_t)to - from), gap};
		gap = 0;
	}
	return OK;
}

status pieces_of(firstprint_span text, arena *a, pieces *out)
{
	UErrorCode e = U_ZERO_ERROR;
	UText u = UTEXT_INITIALIZER;
	UBreakIterator *breaks;
	status err;

	*out = (pieces){.text = {text.at ? text.at : "", text.len}};
	if (text.len >= TEXT_MAX)
		return ERR_LIMIT;
	utext_openUTF8(&u, text.at ? text.at : "", (int64_t)text.len, &e);
	breaks = ubrk_open(UBRK_WORD, "", NULL, 0, &e);
	ubrk_setUText(breaks, &u, &e);
	err = U_FAILURE(e) ? ERR_MEMORY : collect(breaks, out->text, a, out);
	if (breaks)
		ubrk_close(breaks);
	utext_close(&u);
	out->hashes = err ? NULL : arena_alloc(a, (out->len + 1) * sizeof *out->hashes);
	if (!err && !out->hashes)
		err = ERR_MEMORY;
	for (size_t i = 0; i < out->len && !err; i++)
		out->hashes[i] = XXH3_64bits(out->text.at + out->items[i].from, out->items[i].len);
	return err;
}

firstprint_span pieces_span(const pieces *p, size_t i, size_t j)
{
	const piece *first = &p->items[i], *last = &p->items[j - 1];

	return (firstprint_span){p->text.at + first->from, last->from + last->len - first->from};
}
