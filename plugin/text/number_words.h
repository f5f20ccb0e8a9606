/* number_words — the words by which a language spells its numbers, from ICU's rules. */
#ifndef PLUGIN_TEXT_NUMBER_WORDS_H
#define PLUGIN_TEXT_NUMBER_WORDS_H

#include <stdbool.h>

#include "plugin/firstprint.h"

typedef struct number_words number_words;

/* Those of a language tag; of English, if ICU does not know the language. They are made when they are first asked for and live as
 * long as the program. Any thread. NULL: out of memory. */
const number_words *number_words_of(const char *lang);

typedef struct number_word {
	int64_t value;
	bool is_scale; /* "hundred", "million": it multiplies what stands before it, and is no number alone */
} number_word;

/* Looks up a word in folded case, a run of Chinese numerals, or a Roman numeral in capitals. Also finds words that are put
 * together: "zwölftausenddreihundert". false: it spells no number. */
bool number_words_find(const number_words *w, firstprint_span word, number_word *out);
/* Is it a Chinese or Japanese character that numbers are spelled with? */
bool number_words_has(const number_words *w, uint32_t character);

#endif
