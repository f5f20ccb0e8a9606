/* text — normalises text to the one form that all text of a page has, and divides it into paragraphs and sentences. */
#ifndef PURIFY_TEXT_H
#define PURIFY_TEXT_H

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

/* Normalises valid UTF-8. The result lives in a, is in normal form C and has a NUL after it. A run of white space
 * (which includes control characters below U+0020) becomes one space, or one '\n' if it contains a '\n'; at both ends it
 * is removed. Also removed: other control characters, zero-width characters, direction marks, variation selectors, soft
 * hyphens, and combining marks past the thirtieth on one letter. ERR_MEMORY. */
status text_normalise(firstprint_span raw, arena *a, firstprint_span *out);

/* Joins the lines of plain text into paragraphs; the result lives in a and is not normalised. A '\n' is left where a
 * paragraph ends: at an empty line, before a line indented by two blanks or more, and after a line that ends as a
 * sentence does, or well before the width of the text: a heading, a date. Of a text that was not wrapped each line is a paragraph. Other lines are joined by a space, or by nothing between two CJK characters. ERR_MEMORY. */
status text_unwrap(firstprint_span raw, arena *a, firstprint_span *out);

/* The slices of text between '\n's; none if text is empty. *out lives in a. ERR_MEMORY. */
status text_paragraphs(firstprint_span text, arena *a, const firstprint_span **out, size_t *out_len);

/* Sentences by ICU's rules (UAX #29) for the language lang, "" if unknown: slices of text without white space at their
 * ends, never empty; none crosses a '\n'. *out lives in a. ERR_MEMORY. */
status text_sentences(firstprint_span text, const char *lang, arena *a, const firstprint_span **out, size_t *out_len);

#endif
