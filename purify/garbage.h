/* garbage — does a text look as if it had been decoded in a wrong charset? */
#ifndef PURIFY_GARBAGE_H
#define PURIFY_GARBAGE_H

#include "purify/charset.h"

/* The share of the characters beyond ASCII that stand where no writer puts them, in [0, 1]; 0: there are few. They are
 * controls, private and unassigned characters, and halfwidth katakana; four or more characters of windows-1252 in a row,
 * which is what Chinese or Russian becomes; capitals within words, which is what KOI8-R and windows-1251 make of each
 * other. For pages in GBK and Big5, which make Chinese characters of each other, the bytes are asked. */
double garbage_share(firstprint_span bytes, const charset_result *decoded);

#endif
