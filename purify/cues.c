#include "purify/cues.h"

#include <stdbool.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include "purify/cue_phrases.h"

enum { LONGEST = 80 }; /* bytes; a longer heading is not a cue */

/* Is c not part of the words? Colons and marks that belong to phrases are part of them. */
static bool is_edge(UChar32 c)
{
	if (c < 0x80)
		return !(u_isalpha(c) || c == ':' || c == '\'' || c == '?');
	return c != 0x2019 && !u_isalpha(c);
}

/* Writes c at to + len, if it has room there; returns the new length, or 0. */
static size_t put(char *to, size_t len, UChar32 c)
{
	if (len + U8_LENGTH(c) > LONGEST)
		return 0;
	U8_APPEND_UNSAFE((uint8_t *)to, len, c);
	return len;
}

/* Writes the heading in lower case, NUL-terminated, without characters around its words ("3", "▸", "(12)"). Returns its length; 0:
 * it is too long. */
static size_t fold(firstprint_span s, char to[LONGEST + 1])
{
	size_t len = 0, end = 0;
	int32_t i = 0;

	while (i < (int32_t)s.len) {
		UChar32 c;

		U8_NEXT_UNSAFE((const uint8_t *)s.at, i, c);
		if (len == 0 && is_edge(c))
			continue;
		c = u_tolower(u_isUWhiteSpace(c) ? ' ' : c);
		len = put(to, len, c);
		if (!len)
			return 0;
		if (!is_edge(c))
			end = len;
	}
	to[end] = '\0';
	return end;
}

static bool fits(const char *text, size_t len, const char *phrase)
{
	size_t n = strlen(phrase);

	if (phrase[n - 1] == '*')
		return strncmp(text, phrase, n - 1) == 0;
	len -= text[len - 1] == ':' && phrase[n - 1] != ':';
	return len == n && memcmp(text, phrase, n) == 0;
}

uint8_t cue_of(firstprint_span heading)
{
	char text[LONGEST + 1];
	size_t len = heading.len <= LONGEST ? fold(heading, text) : 0;

	for (const struct cue_phrases *list = cue_phrases; len > 1 && list->phrases; list++)
		for (const char *const *phrase = list->phrases; *phrase; phrase++)
			if (**phrase == *text && (*phrase)[1] == text[1] && fits(text, len, *phrase))
				return list->mark;
	return 0;
}
