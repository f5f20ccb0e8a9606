/* cells — where ICU's tables differ from those of the WHATWG Encoding Standard, which browsers use: 19 cells of GBK and
 * gb18030, 161 of Big5, 2 of KOI8-U; and ISO-8859-16, which ICU does not have. */
#ifndef PURIFY_CELLS_H
#define PURIFY_CELLS_H

#include <unicode/utypes.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

/* encoding, in all of these: its WHATWG name. */

/* The character of a cell that ICU cannot decode: bytes, len of them, as its callback gets them. 0: there is none. */
UChar cells_missing(const char *encoding, const char *bytes, int32_t len);

/* text, valid UTF-8 that ICU decoded, with the standard's characters; it is text itself if nothing can differ, else in a.
 * ERR_MEMORY. */
status cells_decoded(const char *encoding, firstprint_span text, arena *a, firstprint_span *out);

/* The character that ICU must be given to encode c as the standard does; nearly always c itself. U+FFFD: the standard
 * cannot encode it. */
UChar32 cells_to_encode(const char *encoding, UChar32 c);

#endif
