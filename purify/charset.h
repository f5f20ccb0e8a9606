/* charset — decodes the bytes of a page to UTF-8 by the rules of the WHATWG Encoding and HTML standards, with three useful changes:
 * valid UTF-8 that contains a multibyte character is UTF-8, whatever the label says; obvious UTF-16 and UTF-32 need no label; and a
 * label that makes garbage of the text is ignored.
 *
 * The first of these decides the charset: a byte order mark; zeros around ASCII characters; valid multibyte UTF-8; the HTTP header;
 * a <meta> in the first 16 KiB; plain ASCII; detection by uchardet over the whole page; the default, windows-1252. If many bytes
 * cannot be decoded in a declared charset, or the text looks like garbage (garbage.h), charset_decode tries detection too, and
 * takes its result if it is much better. */
#ifndef PURIFY_CHARSET_H
#define PURIFY_CHARSET_H

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

typedef struct charset_result {
	firstprint_span text; /* valid UTF-8, in the arena, or the input itself */
	const char *name;     /* static: its WHATWG name */
	const char *from;     /* static: see purified.charset_from */
	size_t replaced;      /* characters that could not be decoded and became U+FFFD */
} charset_result;

/* Decodes bytes. content_type: value of the HTTP header, or NULL. ERR_MEMORY. */
status charset_decode(firstprint_span bytes, const char *content_type, arena *a, charset_result *out);

/* Returns the WHATWG name of the encoding that a label stands for: "gb2312" → "GBK". Case and white space at the ends do not
 * matter. NULL: an unknown label. *converter (converter may be NULL): ICU's name for its decoder, NULL for WHATWG's "replacement",
 * which must not be decoded. */
const char *charset_by_label(const char *label, size_t len, const char **converter);

/* Returns the value of charset= in a Content-Type, a slice of value; len 0: there is none. */
firstprint_span charset_in_content_type(firstprint_span value);

#endif
