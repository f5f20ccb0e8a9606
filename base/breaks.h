/* breaks — where the words and sentences of a text end, by ICU's rules (UAX #29).
 *
 * Each thread keeps its iterators until it ends, for sentences the one of the last language: to open three of them took a twentieth of
 * the time of a short page's signature. */
#ifndef BASE_BREAKS_H
#define BASE_BREAKS_H

#include <unicode/ubrk.h>

/* An iterator at the beginning of text, which must outlive its use. It belongs to the thread and is never closed by the caller: the
 * thread's next call for the same kind takes it back. NULL: out of memory. */
UBreakIterator *breaks_words(const UChar *text, int32_t len);

/* The same for sentences. lang: as in ubrk_open; "": rules for all languages. */
UBreakIterator *breaks_sentences(UText *text, const char *lang);

#endif
