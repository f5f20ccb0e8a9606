/* numbers — which tokens of a text are numbers, and which numbers: "6", "６", "six", "六" and "VI" are one.
 *
 * Digits of any script; Roman numerals in capitals; words as ICU spells numbers in the page's language. "one" and its like
 * are articles or pronouns in many languages: as words they are no numbers. Separators of thousands and zeros at the end of
 * a fraction do not count: "1,250.50" and "1250.5" are one number. Dates, times and fractions ("6-3/16") are as they are
 * written. */
#ifndef PLUGIN_TEXT_NUMBERS_H
#define PLUGIN_TEXT_NUMBERS_H

#include "plugin/text/tokens.h"

enum { NUMBER_SIZE = 48 }; /* bytes of a number as text, with the NUL; what is longer is cut */

typedef struct number {
	uint32_t first, tokens; /* the number of its first token; how many it has: of Chinese numerals, each is a token */
	char text[NUMBER_SIZE]; /* ASCII where its value is known: "1250.5" */
} number;

typedef struct numbers {
	number *items; /* in the order of the text; not NULL if there are none, either */
	size_t len;
} numbers;

/* t are the tokens of this text. The numbers are in a. Pure. ERR_MEMORY. */
status numbers_of(firstprint_span text, const tokens *t, const char *lang, arena *a, numbers *out);
/* Of a number as text: is it a year from 1900 to 2049; a date or a time, such as "3.2.2021", "2021/02/03", "7/4/87", "8:15"? */
bool number_is_year(const char *text);
bool number_is_time(const char *text);

#endif
