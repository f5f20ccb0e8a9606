/* characters — what the tokenizers agree on: as what a character is read, and which ones are Chinese or Japanese. */
#ifndef PLUGIN_TEXT_CHARACTERS_H
#define PLUGIN_TEXT_CHARACTERS_H

#include <stdbool.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include "plugin/firstprint.h"

/* Is it part of the spelling alone: a joiner or non-joiner, a selector of a form, or the dot that a Turkish "İ" has in lower case? */
static inline bool character_is_joiner(UChar32 c)
{
	return c == 0x200c || c == 0x200d || (c >= 0xfe00 && c <= 0xfe0f) || c == 0x307;
}

/* Reads the character at *at and moves *at behind it. Joiners are passed over. Fullwidth forms of ASCII are read as ASCII. 0: the end
 * of the text; below 0: ill-formed UTF-8. */
static inline UChar32 character_next(firstprint_span text, int32_t *at)
{
	UChar32 c = 0;

	do {
		if ((size_t)*at >= text.len)
			return 0;
		if ((unsigned char)text.at[*at] < 0x80)
			return text.at[(*at)++];
		U8_NEXT((const uint8_t *)text.at, *at, (int32_t)text.len, c);
	} while (character_is_joiner(c));
	return c >= 0xff01 && c <= 0xff5e ? c - 0xfee0 : c;
}

/* A Greek vowel without its accent, which it has not in capitals. */
static inline UChar32 character_unaccented(UChar32 c)
{
	static const struct {
		uint16_t from, to;
	} vowels[] = {{0x390, 0x3b9}, {0x3ac, 0x3b1}, {0x3ad, 0x3b5}, {0x3ae, 0x3b7}, {0x3af, 0x3b9}, {0x3b0, 0x3c5},
		      {0x3ca, 0x3b9}, {0x3cb, 0x3c5}, {0x3cc, 0x3bf}, {0x3cd, 0x3c5}, {0x3ce, 0x3c9}};

	for (size_t i = 0; i < sizeof vowels / sizeof *vowels; i++)
		if (vowels[i].from == c)
			return vowels[i].to;
	return c;
}

/* In folded case. Most characters are ASCII: these need no table. A Turkish "ı" is an "i", since both have the capital "I" somewhere. */
static inline UChar32 character_folded(UChar32 c)
{
	if (c < 0x80)
		return c >= 'A' && c <= 'Z' ? c | 0x20 : c;
	if (c == 0x130 || c == 0x131)
		return 'i';
	c = u_foldCase(c, U_FOLD_CASE_DEFAULT);
	return c >= 0x390 && c <= 0x3ce ? character_unaccented(c) : c;
}

/* Appends c in folded case, "ß" as "ss", to a word of *len bytes. false: there is no room, and c is left out. */
static inline bool character_append(char *word, size_t room, size_t *len, UChar32 c)
{
	bool is_double;

	c = character_folded(c);
	is_double = c == 0xdf;
	c = is_double ? 's' : c;
	if (*len + U8_LENGTH(c) + is_double > room)
		return false;
	U8_APPEND_UNSAFE((uint8_t *)word, *len, c);
	if (is_double)
		word[(*len)++] = 's';
	return true;
}

/* Is it Chinese or Japanese: written without spaces, so that a character says about as much as a short word? Punctuation
 * is not, Korean is not: it has spaces. All from U+20000 on counts: the rare characters, and the selectors that choose
 * how one of them is drawn. */
static inline bool character_is_cjk(UChar32 c)
{
	return (c >= 0x3040 && c <= 0x30ff) || (c >= 0x3400 && c <= 0x9fff) || (c >= 0xf900 && c <= 0xfaff) || c >= 0x20000;
}

#endif
