#include "purify/cues.h"

#include <pthread.h>
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

static struct phrase {
	const char *at;
	size_t len;
	bool any_rest;
	uint8_t mark;
} phrases[CUE_PHRASES_MOST];
static size_t phrases_len;

static void divide_lists(void)
{
	for (const struct cue_phrases *list = cue_phrases; list->phrases; list++)
		for (const char *at = list->phrases; *at && phrases_len < CUE_PHRASES_MOST; at = strchr(at, '|') + 1) {
			size_t len = strcspn(at, "*|");

			phrases[phrases_len++] = (struct phrase){at, len, at[len] == '*', list->mark};
		}
}

static bool fits(const char *text, size_t len, const struct phrase *p)
{
	if (!p->any_rest)
		len -= text[len - 1] == ':' && p->at[p->len - 1] != ':';
	return (p->any_rest ? len >= p->len : len == p->len) && memcmp(text, p->at, p->len) == 0;
}

uint8_t cue_of(firstprint_span heading)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	char text[LONGEST + 1];
	size_t len = heading.len <= LONGEST ? fold(heading, text) : 0;

	pthread_once(&once, divide_lists);
	for (const struct phrase *p = phrases; len > 1 && p < phrases + phrases_len; p++)
		if (p->at[0] == text[0] && p->at[1] == text[1] && fits(text, len, p))
			return p->mark;
	return 0;
}
