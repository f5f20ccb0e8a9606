#include "plugin/text/marked_words.h"

#include <stdbool.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>

#include "base/breaks.h"
#include "plugin/text/characters.h"

/* Marks, and the ASCII mark that each is kept as. The paper shows its own list as a picture only (Fig. 2); these are the
 * marks that end a sentence or a clause. Quotation marks and brackets do not: they stand around names in menus too. */
static const struct {
	UChar mark;
	const char *plain;
	bool chinese;
} marks[] = {
	{0xff0c, ",", true}, {0x3002, ".", true}, {0x3001, ",", true}, {0xff1b, ";", true}, {0xff1a, ":", true},
	{0xff01, "!", true}, {0xff1f, "?", true}, {0xff61, ".", true}, {',', ",", false},   {'.', ".", false},
	{';', ";", false},   {':', ":", false},   {'!', "!", false},   {'?', "?", false},
};

/* The text under way, and what has been found in it. */
typedef struct cutter {
	const UChar *text;
	int32_t len;
	arena *arena;
	const UNormalizer2 *folder;
	marked_words found;
	size_t room;
	char *at; /* where the next word's bytes go */
	char *end;
	bool joins; /* a hyphen follows the last word */
} cutter;

static bool is_cjk_at(const cutter *k, int32_t at)
{
	UChar32 c = 0;

	if (at < k->len)
		U16_NEXT(k->text, at, k->len, c);
	return character_is_cjk(c);
}

static bool is_cjk_before(const cutter *k, int32_t at)
{
	UChar32 c = 0;

	if (at > 0)
		U16_PREV(k->text, 0, at, c);
	return character_is_cjk(c);
}

static status append(cutter *k, firstprint_span text, enum marked_kind kind)
{
	marked_words *f = &k->found;

	f->items = arena_grow(k->arena, f->items, f->len, &k->room, sizeof *f->items);
	if (!f->items)
		return ERR_MEMORY;
	f->items[f->len++] = (marked_word){text, kind};
	f->words += kind == MARKED_WORD || kind == MARKED_CJK_WORD;
	return OK;
}

static status append_one(cutter *k, const char *character, enum marked_kind kind)
{
	return append(k, (firstprint_span){character, 1}, kind);
}

/* Writes a word of len units to k->at, as UTF-8 in normal form KC and lower case. A word that is too long for that is
 * written as it is. */
static firstprint_span fold(cutter *k, const UChar *word, int32_t len)
{
	UErrorCode folding = U_ZERO_ERROR, writing = U_ZERO_ERROR;
	UChar folded[128];
	int32_t n = unorm2_normalize(k->folder, word, len, folded, 128, &folding), bytes = 0;

	for (int32_t i = 0; U_SUCCESS(folding) && i < n; i++)
		if (folded[i] == 0x2019) /* "don’t" is "don't" */
			folded[i] = '\'';
	if (U_SUCCESS(folding))
		u_strToUTF8(k->at, (int32_t)(k->end - k->at), &bytes, folded, n, &writing);
	else
		u_strToUTF8(k->at, (int32_t)(k->end - k->at), &bytes, word, len, &writing);
	return (firstprint_span){k->at, U_SUCCESS(writing) ? (size_t)bytes : 0};
}

/* Adds what follows a hyphen to the last word: its two halves and the hyphen are neighbours in the buffer. */
static void join(cutter *k, firstprint_span half)
{
	firstprint_span *whole = &k->found.items[k->found.len - 1].text;

	whole->len = (size_t)(half.at + half.len - whole->at);
}

static status add_word(cutter *k, int32_t from, int32_t len)
{
	bool cjk = is_cjk_at(k, from), joins = k->joins && !cjk;
	firstprint_span word;
	status err = OK;

	k->joins = false;
	if (joins)
		*k->at++ = '-';
	word = fold(k, k->text + from, len);
	if (!word.len) {
		k->at -= joins;
		return OK;
	}
	k->at += word.len;
	if (joins)
		join(k, word);
	else
		err = append(k, word, cjk ? MARKED_CJK_WORD : MARKED_WORD);
	return err;
}

/* Does the ASCII mark at `at` end a sentence or a clause? */
static bool is_end(const cutter *k, int32_t at)
{
	UChar behind = at + 1 < k->len ? k->text[at + 1] : ' ';

	return behind == ' ' || behind == '\n' || is_cjk_before(k, at) || is_cjk_at(k, at + 1);
}

static status add_mark(cutter *k, int32_t at)
{
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (marks[i].mark == k->text[at])
			return marks[i].chinese || is_end(k, at) ? append_one(k, marks[i].plain, MARKED_PUNCTUATION) : OK;
	return k->text[at] == '\n' ? append_one(k, "\n", MARKED_PARAGRAPH_END) : OK;
}

static bool is_hyphen(const cutter *k, int32_t from, int32_t to)
{
	const marked_words *f = &k->found;

	return to - from == 1 && (k->text[from] == '-' || k->text[from] == 0x2010) && from > 0 &&
	       u_isalnum(k->text[from - 1]) && f->len && f->items[f->len - 1].kind == MARKED_WORD;
}

static status add_gap(cutter *k, int32_t from, int32_t to)
{
	status err = OK;

	k->joins = is_hyphen(k, from, to);
	for (; from < to && !err; from++)
		err = add_mark(k, from);
	return err;
}

static status cut(UBreakIterator *breaks, cutter *k)
{
	status err = OK;

	for (int32_t from = 0, to = ubrk_next(breaks); to != UBRK_DONE && !err; from = to, to = ubrk_next(breaks))
		err = ubrk_getRuleStatus(breaks) >= UBRK_WORD_NONE_LIMIT ? add_word(k, from, to - from) : add_gap(k, from, to);
	return err;
}

/* Folding can make a character longer (U+FDFA, 3 bytes, becomes 33). A text that has nothing else does not fit into the
 * room; then u_strToUTF8 fails, and the word is left out. */
static status set_up(cutter *k, firstprint_span text, arena *a)
{
	UErrorCode e = U_ZERO_ERROR;
	size_t room = text.len * 4 + 256;
	UChar *raw = arena_alloc(a, (text.len + 1) * sizeof *raw);

	*k = (cutter){.text = raw, .arena = a, .folder = unorm2_getNFKCCasefoldInstance(&e), .at = arena_alloc(a, room)};
	if (!raw || !k->at)
		return ERR_MEMORY;
	k->end = k->at + room - 1; /* one byte is kept for a hyphen */
	u_strFromUTF8(raw, (int32_t)text.len + 1, &k->len, text.at ? text.at : "", (int32_t)text.len, &e);
	return U_FAILURE(e) ? ERR_MEMORY : OK;
}

status marked_words_of(firstprint_span text, arena *a, marked_words *out)
{
	UBreakIterator *breaks;
	cutter k;
	status err;

	if (text.len >= INT32_MAX / 4)
		return ERR_LIMIT;
	err = set_up(&k, text, a);
	if (err)
		return err;
	breaks = breaks_words(k.text, k.len);
	err = breaks ? cut(breaks, &k) : ERR_MEMORY;
	if (!err)
		*out = k.found;
	return err;
}
