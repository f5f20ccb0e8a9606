/* sentences — finds the sentences of a text. Lines of ASCII are cut here, by the rules of UAX #29; the others by ICU. The end of a line
 * always ends a sentence, so each line can be cut by itself. */
#include <pthread.h>
#include <string.h>

#include "base/breaks.h"
#include "purify/text.h"

typedef struct collector {
	firstprint_span *items;
	size_t len, room;
	arena *arena;
} collector;

/* Adds a sentence without the white space at its end, unless it has nothing else. */
static status put(collector *c, const char *at, size_t len)
{
	while (len && at[len - 1] == ' ')
		len--;
	if (!len)
		return OK;
	return arena_add(c->arena, &c->items, &c->len, &c->room, &(firstprint_span){at, len}, sizeof(firstprint_span));
}

/* ── by ICU ── */

static UBreakIterator *open_breaks(UText *source, const char *text, size_t len, bool greek)
{
	UErrorCode e = U_ZERO_ERROR;

	utext_openUTF8(source, text, (int64_t)len, &e);
	return U_SUCCESS(e) ? breaks_sentences(source, greek) : NULL;
}

static status collect_unicode(collector *c, const char *text, size_t len, bool greek)
{
	UText source = UTEXT_INITIALIZER;
	UBreakIterator *breaks = open_breaks(&source, text, len, greek);
	status err = breaks ? OK : ERR_MEMORY;

	for (int32_t from = 0, to; !err && (to = ubrk_next(breaks)) != UBRK_DONE; from = to)
		err = put(c, text + from, (size_t)(to - from));
	utext_close(&source);
	return err;
}

/* ── ASCII ── */

enum kind { OTHER, LOWER, UPPER, DIGIT, POINT, STOP, CLOSE, CONTINUE, SPACE };

static struct {
	uint8_t kind[128];
	bool is_known;
} ascii;

/* Where ICU ends the first sentence of a text of four letters; −1: out of memory. */
static int first_end(const char text[4])
{
	UText source = UTEXT_INITIALIZER;
	UBreakIterator *breaks = open_breaks(&source, text, 4, false);
	int end = breaks ? ubrk_next(breaks) : -1;

	utext_close(&source);
	return end;
}

/* Which marks close a sentence behind its point, and which go on with it, differs between versions of ICU. */
static uint8_t kind_of(char c)
{
	const char behind[4] = {'a', '.', c, ' '}, after[4] = {'a', '.', ' ', c};

	if (c >= 'a' && c <= 'z')
		return LOWER;
	if (c >= 'A' && c <= 'Z')
		return UPPER;
	if (c >= '0' && c <= '9')
		return DIGIT;
	if (strchr(" .!?", c))
		return c == ' ' ? SPACE : c == '.' ? POINT : STOP;
	return first_end(after) != 3 ? CONTINUE : first_end(behind) == 4 ? CLOSE : OTHER;
}

static void ask_icu(void)
{
	ascii.is_known = first_end("a. b") > 0;
	for (int c = ' '; c < 127; c++)
		ascii.kind[c] = kind_of((char)c);
}

static enum kind kind_at(const char *text, size_t i)
{
	return ascii.kind[(uint8_t)text[i]];
}

static bool is_end(enum kind k)
{
	return k == POINT || k == STOP;
}

/* Is the next letter a small one, before any end of a sentence? Then a point was one of an abbreviation (SB8). */
static bool goes_on_small(const char *text, size_t i, size_t len)
{
	while (i < len && kind_at(text, i) != LOWER && kind_at(text, i) != UPPER && !is_end(kind_at(text, i)))
		i++;
	return i < len && kind_at(text, i) == LOWER;
}

/* "3.14" (SB6), "U.S" (SB7) */
static bool is_inside(const char *text, size_t i, size_t len)
{
	enum kind before = i ? kind_at(text, i - 1) : OTHER, after = i + 1 < len ? kind_at(text, i + 1) : OTHER;

	return after == DIGIT || (after == UPPER && (before == UPPER || before == LOWER));
}

/* Where the sentence that has text[i] ends, in a line of len bytes. */
static size_t end_of_sentence(const char *text, size_t i, size_t len)
{
	while (i < len) {
		enum kind end = kind_at(text, i);
		bool is_point = end == POINT;

		if (!is_end(end) || (is_point && is_inside(text, i, len))) {
			i++;
			continue;
		}
		for (i++; i < len && kind_at(text, i) == CLOSE; i++)
			;
		for (; i < len && kind_at(text, i) == SPACE; i++)
			;
		if (i < len && (is_end(kind_at(text, i)) || kind_at(text, i) == CONTINUE)) /* SB8a */
			continue;
		if (!is_point || !goes_on_small(text, i, len))
			return i;
	}
	return len;
}

static status collect_ascii(collector *c, const char *line, size_t len)
{
	status err = OK;

	for (size_t from = 0, to; from < len && !err; from = to) {
		to = end_of_sentence(line, from, len);
		err = put(c, line + from, to - from);
	}
	return err;
}

/* ── both ── */

static bool is_ascii(const char *at, size_t len)
{
	bool is = true;

	for (size_t i = 0; i < len; i++)
		is &= at[i] >= ' ' && at[i] < 0x7f;
	return is;
}

status text_sentences(firstprint_span text, const char *lang, arena *a, const firstprint_span **out, size_t *out_len)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	collector c = {.arena = a};
	bool is_greek = strncmp(lang, "el", 2) == 0 && strchr("-", lang[2]);
	status err;

	pthread_mutex_lock(&lock);
	if (!ascii.is_known)
		ask_icu();
	err = ascii.is_known ? OK : ERR_MEMORY; /* the next page asks again */
	pthread_mutex_unlock(&lock);
	for (size_t i = 0, len; i < text.len && !err; i += len + 1) {
		const char *at = text.at + i, *end = memchr(at, '\n', text.len - i);

		len = end ? (size_t)(end - at) : text.len - i;
		err = !is_greek && is_ascii(at, len) ? collect_ascii(&c, at, len) : collect_unicode(&c, at, len, is_greek);
	}
	*out = c.items;
	*out_len = c.len;
	return err;
}
