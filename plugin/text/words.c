#include "plugin/text/words.h"

#include <pthread.h>
#include <string.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>

#include "base/breaks.h"

/* What is collected. */
typedef struct collector {
	words words;
	size_t room;
	char *at; /* where the next word is written */
	arena *arena;
} collector;

static status put_word(collector *c, const char *at, size_t len, bool is_number)
{
	c->words.items = arena_grow(c->arena, c->words.items, c->words.len, &c->room, sizeof *c->words.items);
	if (!c->words.items)
		return ERR_MEMORY;
	c->words.items[c->words.len++] = (word){{at, len}, is_number};
	return OK;
}

/* ── ASCII: as ICU does it, without asking it for each letter ── */

enum { OTHER, LETTER, DIGIT, LINK /* '_' */ };

static struct ascii {
	uint8_t kind[128];
	bool joins_letters[128], joins_digits[128]; /* between two of them */
	bool is_known;
} ascii;

/* Are the three one word? */
static bool are_word(char before, char c, char after)
{
	const UChar text[] = {(UChar)before, (UChar)c, (UChar)after};
	UBreakIterator *breaks = breaks_words(text, 3);

	return breaks && ubrk_next(breaks) == 3;
}

static uint8_t kind_of(char c)
{
	if (c >= '0' && c <= '9')
		return DIGIT;
	return c == '_' ? LINK : are_word('a', c, '1') ? LETTER : OTHER;
}

/* Which marks are like letters, and which join letters or digits, differs between versions of ICU. */
static void ask_icu(void)
{
	ascii.is_known = breaks_words(NULL, 0) != NULL;
	for (int c = '!'; c < 127; c++) {
		ascii.kind[c] = kind_of((char)c);
		ascii.joins_letters[c] = ascii.kind[c] == OTHER && are_word('a', (char)c, 'a');
		ascii.joins_digits[c] = ascii.kind[c] == OTHER && are_word('1', (char)c, '1');
	}
}

/* Does a mark at text[i] join what is on both sides? */
static bool is_joined(const char *text, size_t i, size_t len)
{
	const bool *mark = i + 1 == len                                 ? NULL
			   : ascii.kind[(uint8_t)text[i - 1]] == LETTER ? ascii.joins_letters
			   : ascii.kind[(uint8_t)text[i - 1]] == DIGIT  ? ascii.joins_digits
									: NULL;

	return mark && mark[(uint8_t)text[i]] && ascii.kind[(uint8_t)text[i + 1]] == ascii.kind[(uint8_t)text[i - 1]];
}

/* Where the word that begins at text[i] ends. *kind: LETTER or DIGIT, by the last of them, as ICU has it; OTHER: it is a single '_'. */
static size_t end_of_word(const char *text, size_t i, size_t len, uint8_t *kind)
{
	size_t from = i;

	*kind = OTHER;
	for (; i < len && (ascii.kind[(uint8_t)text[i]] != OTHER || is_joined(text, i, len)); i++)
		if (ascii.kind[(uint8_t)text[i]] == LETTER || ascii.kind[(uint8_t)text[i]] == DIGIT)
			*kind = ascii.kind[(uint8_t)text[i]];
	if (*kind == OTHER && i - from > 1)
		*kind = LETTER;
	return i;
}

/* text has no white space. */
static status collect_ascii(collector *c, const char *text, size_t len)
{
	status err = OK;

	for (size_t i = 0; i < len && !err;) {
		uint8_t kind;
		char *to = c->at;
		size_t end;

		if (ascii.kind[(uint8_t)text[i]] == OTHER) {
			i++;
			continue;
		}
		end = end_of_word(text, i, len, &kind);
		if (kind != OTHER)
			err = put_word(c, to, end - i, kind == DIGIT);
		for (; i < end; i++)
			*c->at++ = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] + ('a' - 'A') : text[i]);
	}
	return err;
}

/* ── the rest of Unicode ── */

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

/* Writes the word between two breaks, as UTF-8. */
static status append(collector *c, const UChar *from, int32_t len, int32_t kind)
{
	UErrorCode e = U_ZERO_ERROR;
	char *to = c->at;
	int32_t bytes;

	u_strToUTF8(to, len * 3, &bytes, from, len, &e);
	if (U_FAILURE(e) && e != U_STRING_NOT_TERMINATED_WARNING)
		return OK; /* a lone surrogate: no word */
	c->at += bytes;
	return put_word(c, to, (size_t)bytes, kind < UBRK_WORD_NUMBER_LIMIT);
}

static status collect_unicode(collector *c, firstprint_span text)
{
	UBreakIterator *breaks;
	UChar *folded;
	int32_t len, from = 0;
	char *after = c->at;
	status err = fold(text, c->arena, &folded, &len);

	if (err)
		return err;
	c->at = arena_alloc(c->arena, (size_t)len * 3 + 1);
	breaks = c->at ? breaks_words(folded, len) : NULL;
	if (!breaks)
		return ERR_MEMORY;
	for (int32_t to = ubrk_next(breaks); to != UBRK_DONE && !err; from = to, to = ubrk_next(breaks)) {
		int32_t kind = ubrk_getRuleStatus(breaks);

		if (kind >= UBRK_WORD_NONE_LIMIT)
			err = append(c, folded + from, to - from, kind);
	}
	c->at = after;
	return err;
}

/* ── both ── */

static bool is_blank(char c)
{
	return (uint8_t)c <= ' ' || c == 0x7f;
}

/* The next run of text that has ASCII alone, up to white space, or in which each word has something else. White space always ends a word,
 * so each run can be cut by itself. */
static size_t next_run(const char *at, size_t len, bool *is_ascii)
{
	size_t end = 0, i = 0;

	*is_ascii = true;
	while (i < len) {
		bool plain = true;

		for (; i < len && !is_blank(at[i]); i++)
			plain &= (uint8_t)at[i] < 0x80;
		if (end && plain)
			return end;
		end = i;
		*is_ascii = plain;
		if (plain)
			return end;
		while (i < len && is_blank(at[i]))
			i++;
	}
	return end;
}

status words_of(firstprint_span text, arena *a, words *out)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	collector c = {.arena = a, .at = arena_alloc(a, text.len + 1)};
	status err = c.at ? OK : ERR_MEMORY;

	if (text.len >= INT32_MAX / 4)
		return ERR_LIMIT;
	pthread_once(&once, ask_icu);
	if (!ascii.is_known)
		return ERR_MEMORY;
	for (size_t i = 0; i < text.len && !err;) {
		bool is_ascii;
		size_t n;

		if (is_blank(text.at[i])) {
			i++;
			continue;
		}
		n = next_run(text.at + i, text.len - i, &is_ascii);
		err = is_ascii ? collect_ascii(&c, text.at + i, n) : collect_unicode(&c, (firstprint_span){text.at + i, n});
		i += n;
	}
	*out = c.words;
	return err;
}
