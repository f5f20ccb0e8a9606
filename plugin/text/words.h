/* words — a text as words: by Unicode's word rules in scripts that separate words by spaces, by ICU's dictionary in
 * Chinese and Japanese. */
#ifndef PLUGIN_TEXT_WORDS_H
#define PLUGIN_TEXT_WORDS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

typedef struct word {
	firstprint_span text; /* in normal form KC and lower case: "Straße" and "ＳＴＲＡSSE" are one word */
	bool is_number;       /* digits, with their signs and separators: "1,250.5" */
} word;

typedef struct words {
	word *items; /* in the order of the text */
	size_t len;
} words;

/* All words of text, without punctuation and symbols; they live in a. Pure. ERR_MEMORY; ERR_LIMIT for texts of 512 MiB
 * or more. */
status words_of(firstprint_span text, arena *a, words *out);

#endif
