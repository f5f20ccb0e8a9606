/* notable — words that make a dropped page worth a look: it says nearly what its original says, but "not safe", "Correction", another
 * name or another dose.
 *
 * It looks at the words that one of the texts has more often than the other: all of the newcomer, and those of the original if they are few,
 * since a part of a page lacks most of its words. Of these, four kinds are notable:
 *
 *	negations, and words of correction and retraction    those of the article's language, if it is English, German, French, Spanish,
 *	                                                     Italian, Portuguese, Russian, Chinese or Japanese
 *	names        words with a capital inside a sentence that are nowhere in the other text, unless most words of the text have one
 *	figures      that are nowhere in the other text, if they stand in a sentence and not beside a year
 *	openings     the first words of a paragraph of the newcomer of which many words are nowhere in the original */
#ifndef JUDGE_NOTABLE_H
#define JUDGE_NOTABLE_H

#include "base/arena.h"
#include "base/status.h"
#include "store/store.h"

enum { NOTABLE_WORDS = 5 }; /* at most, the first in the text */

/* The words of the original that was compared last, so that one with many parts is read once. All zeros at first. */
typedef struct notable_memo {
	arena *a;
	uint64_t text;         /* hash of the original's text; 0: there is none */
	const uint64_t *words; /* [len] hashes, ascending, each as often as the text has its word */
	size_t len;
} notable_memo;

void notable_forget(notable_memo *m); /* frees what it has */

/* Sets *words to the notable words as they are written, in a, separated by ", ", and with ", …" if there are more; those that only the
 * original has behind a "−". NULL: there are none. lang: a language tag, whose negations and corrections count; "": those of all
 * languages. ERR_MEMORY. */
status notable_words(firstprint_span text, firstprint_span original, const char *lang, notable_memo *m, arena *a,
		     const char **words);

/* If why drops an article as a near-duplicate or as contained, sets why->notable to the notable words of the article's and
 * its original's titles and texts, in a. page NULL: id is the article in the store. An original in another store has none. ERR_MEMORY;
 * errors of the store. */
status notable_note(store *st, uint64_t id, const firstprint_page *page, notable_memo *m, arena *a, store_reason *why);

#endif
