/* suggestion — which word may somebody have meant, who has mistyped one?
 *
 *	suggestion s = {.wrong = "cokies"};
 *	suggestion_consider(&s, "cookies");      for each word there is
 *	if (s.best) … */
#ifndef CRAWLER_COMMANDS_SUGGESTION_H
#define CRAWLER_COMMANDS_SUGGESTION_H

#include <stddef.h>

enum { SUGGESTION_WORD_MOST = 63 }; /* bytes; longer words are like no other */

/* Set wrong; the rest starts as zeros. Words are borrowed. */
typedef struct suggestion {
	const char *wrong;
	const char *best; /* NULL: none is like it */
	size_t distance;  /* letters to add, leave out, change, or exchange with the next one, to make best of wrong */
} suggestion;

void suggestion_consider(suggestion *s, const char *word);

#endif
