/* breaks — finds where the words and sentences of a text end, by ICU's rules (UAX #29).
 *
 * Each thread keeps its iterators until it ends. Opening three of them took a twentieth of the time of a short page's signature. */
#ifndef BASE_BREAKS_H
#define BASE_BREAKS_H

#include <stdbool.h>
#include <unicode/ubrk.h>

/* Returns an iterator at the beginning of text, which must stay valid while you use it. The iterator belongs to the thread: the
 * caller never closes it, and the thread's next call for the same kind reuses it. NULL: out of memory. */
UBreakIterator *breaks_words(const UChar *text, int32_t len);

/* The same for sentences. ICU has the same rules for all languages but Greek, where a question ends with ';'. */
UBreakIterator *breaks_sentences(UText *text, bool greek);

#endif
