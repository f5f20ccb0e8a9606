/* marked_words — a text as its words and the punctuation marks between them, in the order of the text: what spots and
 * sentences are cut from.
 *
 * Two things differ from words.h. A hyphen inside a word holds it together: "inner-west" is one word. And punctuation is
 * kept where it ends a sentence or clause. Chinese marks always do. ASCII marks do before white space, at the end of a
 * paragraph, and before or behind a Chinese or Japanese character: "3.14", "a.out" and "10:30" have no mark in them. */
#ifndef PLUGIN_TEXT_MARKED_WORDS_H
#define PLUGIN_TEXT_MARKED_WORDS_H

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

enum marked_kind {
	MARKED_WORD,        /* a word of a script with letters, or a number */
	MARKED_CJK_WORD,    /* a Chinese or Japanese word, by ICU's dictionary */
	MARKED_PUNCTUATION, /* , . ; : ! ? or a Chinese form of one, which is kept as the ASCII one */
	MARKED_PARAGRAPH_END
};

typedef struct marked_word {
	firstprint_span text; /* words in normal form KC and lower case */
	enum marked_kind kind;
} marked_word;

typedef struct marked_words {
	marked_word *items;
	size_t len;
	size_t words; /* how many are MARKED_WORD or MARKED_CJK_WORD */
} marked_words;

/* Pure; the items live in a. ERR_MEMORY; ERR_LIMIT for texts of 512 MiB or more. */
status marked_words_of(firstprint_span text, arena *a, marked_words *out);

static inline int marked_is_word(const marked_word *p)
{
	return p->kind == MARKED_WORD || p->kind == MARKED_CJK_WORD;
}

#endif
