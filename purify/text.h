/* text — raw text to the one form all text of a page has, and its division into paragraphs and sentences. */
#ifndef PURIFY_TEXT_H
#define PURIFY_TEXT_H

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

/* Valid UTF-8 in; normal form C out, in a: runs of white space become one space, or one '\n' if a '\n' is among
 * them; none at either end. Other controls, zero-width marks and soft hyphens go, and marks past the thirtieth on one letter. NUL-terminated. ERR_MEMORY. */
status text_normalise(firstprint_span raw, arena *a, firstprint_span *out);

/* Plain text with its own line breaks to text whose '\n's part paragraphs: at empty lines, before indented lines, and
 * where a line ends as a sentence does; other lines are joined, with a space unless both sides are CJK. ERR_MEMORY. */
status text_unwrap(firstprint_span raw, arena *a, firstprint_span *out);

/* The slices between '\n's. ERR_MEMORY. */
status text_paragraphs(firstprint_span text, arena *a, const firstprint_span **out, size_t *out_len);

/* Sentences by ICU's rules (UAX #29) for lang; slices of text without white space around them; none crosses a '\n'.
 * ERR_MEMORY. */
status text_sentences(firstprint_span text, const char *lang, arena *a, const firstprint_span **out, size_t *out_len);

#endif
