/* garbage — detects text that was decoded in a wrong charset. */
#ifndef PURIFY_GARBAGE_H
#define PURIFY_GARBAGE_H

#include "purify/charset.h"

/* Returns the share, in [0, 1], of the characters beyond ASCII that no writer would put where they are; 0: there are few characters
 * beyond ASCII. These are controls, private and unassigned characters, and halfwidth katakana; four or more characters of
 * windows-1252 in a row, as Chinese or Russian text becomes; and capitals within words, as KOI8-R and windows-1251 text become in
 * each other's charset. GBK and Big5 turn each other's text into Chinese characters, so for them the bytes decide. */
double garbage_share(firstprint_span bytes, const charset_result *decoded);

#endif
