#include "purify/query.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unicode/ucnv.h>
#include <unicode/utf16.h>
#include <unicode/utf8.h>

#include "purify/cells.h"
#include "purify/charset.h"

enum {
	ESCAPE_MOST = 32
}; /* the most bytes that one character becomes: eight escaped ones, and the NUL. ISO-2022-JP has escapes around each */

/* The standard's query percent-encode set. */
static bool must_escape(unsigned char c)
{
	return c <= ' ' || c >= 0x7f || strchr("\"#<>'", c);
}

/* Writes one character beyond ASCII; returns the end of what it wrote. */
static char *put_character(char *to, UChar32 c, const char *encoding, UConverter *converter)
{
	UChar wide[2];
	char bytes[8];
	int32_t units = 0, len;
	UErrorCode e = U_ZERO_ERROR;

	U16_APPEND_UNSAFE(wide, units, cells_to_encode(encoding, c));
	len = ucnv_fromUChars(converter, bytes, sizeof bytes, wide, units, &e);
	if (c == 0x20ac && strcmp(encoding, "GBK") == 0) {
		bytes[0] = (char)0x80;
		len = 1;
	}
	if (U_FAILURE(e) || len > (int32_t)sizeof bytes || (len == 4 && strcmp(encoding, "GBK") == 0)) /* that is GB18030 */
		return to + sprintf(to, "%%26%%23%d%%3B", (int)c);
	for (int32_t i = 0; i < len; i++)
		if (must_escape((unsigned char)bytes[i]))
			to += sprintf(to, "%%%02X", (unsigned char)bytes[i]);
		else
			*to++ = bytes[i];
	return to;
}

static char *put_query(char *to, const char *query, const char *end, const char *encoding, UConverter *converter)
{
	for (size_t i = 0; query + i < end;) {
		UChar32 c;

		U8_NEXT_UNSAFE((const uint8_t *)query, i, c);
		if (c < 0x80)
			*to++ = (char)c;
		else
			to = put_character(to, c, encoding, converter);
	}
	return to;
}

/* Returns the number of characters beyond ASCII before end. */
static size_t count_beyond(const char *at, const char *end)
{
	size_t n = 0;

	for (; at < end; at++)
		n += (unsigned char)*at >= 0xc0;
	return n;
}

/* Returns the converter for queries; NULL: they are in UTF-8, or out of memory. */
static UConverter *open_converter(const char *encoding)
{
	UErrorCode e = U_ZERO_ERROR;
	const char *name = NULL;
	UConverter *converter = NULL;

	if (strncmp(encoding, "UTF-", 4) != 0 && charset_by_label(encoding, strlen(encoding), &name) && name)
		converter = ucnv_open(name, &e);
	if (converter)
		ucnv_setFromUCallBack(converter, UCNV_FROM_U_CALLBACK_STOP, NULL, NULL, NULL, &e);
	return converter;
}

const char *query_escape(const char *href, const char *encoding, arena *a)
{
	const char *end = href + strcspn(href, "#");
	const char *query = memchr(href, '?', (size_t)(end - href));
	size_t beyond = query ? count_beyond(query, end) : 0;
	UConverter *converter = beyond ? open_converter(encoding) : NULL;
	char *copy, *to;

	if (!converter)
		return href;
	copy = arena_alloc(a, strlen(href) + beyond * ESCAPE_MOST + 1);
	if (copy) {
		to = mempcpy(copy, href, (size_t)(query - href));
		to = put_query(to, query, end, encoding, converter);
		memcpy(to, end, strlen(end) + 1);
	}
	ucnv_close(converter);
	return copy;
}
