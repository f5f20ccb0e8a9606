/* text — normalises all text of a page to one form, and divides it into paragraphs and sentences. */
#ifndef PURIFY_TEXT_H
#define PURIFY_TEXT_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

/* Normalises valid UTF-8. The result lives in a, is in normal form C and has a NUL after it. A run of white space (which includes
 * control characters below U+0020) becomes one space, or one '\n' if it contains a '\n'. The function removes white space at both
 * ends, other control characters, zero-width characters, direction marks, variation selectors, soft hyphens, and combining marks past
 * the thirtieth on one letter. Joiners and selectors stay in Persian, Indic scripts and emoji, whose spelling needs them.
 * ERR_MEMORY. */
status text_normalise(firstprint_span raw, arena *a, firstprint_span *out);
/* The same for len bytes of a text with room for one more; what is returned may be the text itself. */
status text_normalise_in_place(char *text, size_t len, arena *a, firstprint_span *out);

/* Joins the lines of plain text into paragraphs; the result lives in a and is not normalised. A '\n' stays where a paragraph ends:
 * at an empty line, before a line indented by two blanks or more, before an item ("1. ", and "2. " after that), and after a line
 * that ends like a sentence or well before the width of the text, such as a heading or a date. If the text was not wrapped, each line
 * is a paragraph. A space joins other lines, or nothing between two CJK characters. ERR_MEMORY. */
status text_unwrap(firstprint_span raw, arena *a, firstprint_span *out);

/* Is more than half of the text U+FFFD, so that nobody can read it? White space does not count. An empty text is not. */
bool text_is_unreadable(firstprint_span text);

/* Finds the slices of text between '\n's; none if text is empty. *out lives in a. ERR_MEMORY. */
status text_paragraphs(firstprint_span text, arena *a, const firstprint_span **out, size_t *out_len);

/* Finds the sentences by ICU's rules (UAX #29) for the language lang, "" if unknown: slices of text without white space at their
 * ends, never empty; none crosses a '\n'. *out lives in a. ERR_MEMORY. */
status text_sentences(firstprint_span text, const char *lang, arena *a, const firstprint_span **out, size_t *out_len);

#endif
