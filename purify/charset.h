/* charset — bytes of a page to UTF-8, by the rules of WHATWG's Encoding and HTML standards with one change that pays:
 * bytes that are valid UTF-8 with a multibyte character in them are UTF-8 whatever the label says.
 *
 * In this order: byte order mark; valid multibyte UTF-8; the HTTP header; <meta> within the first 16 KiB; plain
 * ASCII; what uchardet makes of the whole page; windows-1252. A declared charset in which many bytes cannot be read
 * is not believed. */
#ifndef PURIFY_CHARSET_H
#define PURIFY_CHARSET_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

typedef struct charset_result {
	firstprint_span text; /* valid UTF-8, in the arena or the input itself */
	const char *name;     /* static: WHATWG's name */
	const char *from;     /* static: see purified.charset_from */
	size_t replaced;
} charset_result;

/* content_type: the HTTP header's value, or NULL. ERR_MEMORY. */
status charset_decode(firstprint_span bytes, const char *content_type, arena *a, charset_result *out);

/* Is all of it valid UTF-8? */
bool charset_is_utf8(firstprint_span bytes);

/* The encoding a label stands for: "gb2312" → "GBK". Case and surrounding white space do not matter. NULL: WHATWG
 * knows no such label. *converter, if wanted, is ICU's name for its decoder. */
const char *charset_by_label(const char *label, size_t len, const char **converter);

/* The value of charset= in a Content-Type or a <meta content>; len 0: there is none. */
firstprint_span charset_in_content_type(firstprint_span value);

#endif
