/* cells — corrects ICU's tables where they differ from those of the WHATWG Encoding Standard, which browsers use: 19 cells of GBK
 * and gb18030, 161 of Big5, 2 of KOI8-U; and ISO-8859-16, which ICU lacks. */
#ifndef PURIFY_CELLS_H
#define PURIFY_CELLS_H

#include <unicode/utypes.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

/* encoding, in all of these: its WHATWG name. */

/* Returns the character for bytes that ICU cannot decode, as its callback gets them. 0: there is none. */
UChar cells_missing(const char *encoding, const char *bytes, int32_t len);

/* Replaces characters in text, valid UTF-8 that ICU decoded, by those of the standard. *out is text itself if nothing can differ,
 * else it is in a. ERR_MEMORY. */
status cells_decoded(const char *encoding, firstprint_span text, arena *a, firstprint_span *out);

/* Returns the character to pass to ICU so that it encodes c as the standard does, nearly always c itself. U+FFFD: the standard
 * cannot encode c. */
UChar32 cells_to_encode(const char *encoding, UChar32 c);

#endif
