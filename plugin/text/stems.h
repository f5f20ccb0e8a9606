/* stems — the stems of words, by Snowball's stemmer for the page's language, and which words are stop words.
 *
 * The words of one page are those of the next, so each thread remembers what it has looked up: stems and stop words took a fifth of
 * the time of a signature. 512 KiB a thread, and nothing that a verdict depends on. */
#ifndef PLUGIN_TEXT_STEMS_H
#define PLUGIN_TEXT_STEMS_H

#include <stdbool.h>

#include "base/arena.h"
#include "plugin/text/words.h"

struct sb_stemmer;

/* For the words of one page, on one thread. */
typedef struct stems {
	const char *lang;
	char language[4]; /* "en" of "en-gb"; "": unknown */
	struct sb_stemmer *stemmer;
	bool is_open;            /* stemmer NULL: there is none for the language, or no memory for it */
	struct slot *remembered; /* NULL: nothing is; languages with long names are not told apart */
} stems;

/* lang: of the page; "": unknown, English is assumed. */
void stems_open(stems *s, const char *lang);
void stems_close(stems *s);

/* Replaces the word by its stem, which lives in a if it is another one; *stops: it is a stop word, and stays as it is. hash: of the
 * word, by whatever function. false: out of memory. */
bool stems_find(stems *s, word *w, uint64_t hash, arena *a, bool *stops);

#endif
