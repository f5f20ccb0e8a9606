/* suggestion — the word that a user probably meant by a mistyped one.
 *
 *	suggestion s = {.wrong = "cokies"};
 *	suggestion_consider(&s, "cookies");      for each valid word
 *	if (s.best) … */
#ifndef BASE_SUGGESTION_H
#define BASE_SUGGESTION_H

#include <stddef.h>

enum { SUGGESTION_WORD_MOST = 63 }; /* bytes; longer words get no suggestion */

/* Set wrong; the rest starts as zeros. Words are borrowed. */
typedef struct suggestion {
	const char *wrong;
	const char *best; /* NULL: none is similar */
	size_t distance;  /* letters to insert, delete, replace, or swap with the next one, to turn wrong into best */
} suggestion;

void suggestion_consider(suggestion *s, const char *word);

#endif
