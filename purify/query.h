/* query — escapes the query of a link in the charset of its page, as browsers do (WHATWG URL, "percent-encode after
 * encoding"): on a page in GBK, "?q=中" asks for "?q=%D6%D0". */
#ifndef PURIFY_QUERY_H
#define PURIFY_QUERY_H

#include "base/arena.h"

/* Escapes the characters beyond ASCII in the query of href. Returns a copy in a, or href itself if there are none, or if pages in this
 * encoding have queries in UTF-8. Characters that the encoding lacks become references ("%26%2320013%3B"). href: valid UTF-8.
 * encoding: its WHATWG name. NULL: out of memory. */
const char *query_escape(const char *href, const char *encoding, arena *a);

#endif
