/* words — a text as the words ICU's rules find in it: space-separated scripts by Unicode's word rules, Chinese and
 * Japanese by ICU's dictionary. */
#ifndef PLUGIN_TEXT_WORDS_H
#define PLUGIN_TEXT_WORDS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

typedef struct word {
	firstprint_span text; /* folded: normal form KC, lower case ("Straße" and "ＳＴＲＡSSE" are one word) */
	bool is_number;       /* digits, with their signs and separators: "1,250.5" */
} word;

typedef struct words {
	word *items; /* in the order of the text */
	size_t len;
} words;

/* All words of text, punctuation and symbols left out; they live in a. Pure. ERR_MEMORY; ERR_LIMIT for texts of
 * 2 GiB or more. */
status words_of(firstprint_span text, arena *a, words *out);

#endif
