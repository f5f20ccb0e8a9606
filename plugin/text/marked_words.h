/* pieces — a text as its words and the marks between them, in the order of the text: what spots and sentences are cut
 * from.
 *
 * Unlike words.h a hyphen inside a word holds it together ("inner-west" is one), and punctuation stays, as far as it
 * ends a sentence or clause. A Chinese mark always does. An ASCII one does before white space, at a paragraph's end
 * and before or behind Chinese: "3.14", "a.out" and "10:30" have no mark in them. */
#ifndef PLUGIN_TEXT_MARKED_WORDS_H
#define PLUGIN_TEXT_MARKED_WORDS_H

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

enum piece_kind {
	PIECE_WORD,  /* of a script with letters, or a number */
	PIECE_CJK,   /* a word of Chinese or Japanese, by ICU's dictionary */
	PIECE_MARK,  /* , . ; : ! ? or their Chinese forms, which are written as these */
	PIECE_BREAK  /* the end of a paragraph */
};

typedef struct piece {
	firstprint_span text; /* words in normal form KC and lower case */
	enum piece_kind kind;
} piece;

typedef struct pieces {
	piece *items;
	size_t len;
	size_t words; /* how many are PIECE_WORD or PIECE_CJK */
} pieces;

/* Pure; the pieces live in a. ERR_MEMORY; ERR_LIMIT for texts of 512 MiB or more. */
status pieces_of(firstprint_span text, arena *a, pieces *out);

static inline int piece_is_word(const piece *p)
{
	return p->kind == PIECE_WORD || p->kind == PIECE_CJK;
}

#endif
