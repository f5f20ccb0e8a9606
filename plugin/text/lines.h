/* lines — the paragraphs of a text, what stands where in them, and which of them are the page's own furniture: a date above the article, a view counter
 * or a version below it.
 *
 * Such lines cannot be told by their words, which are others in every language and on every site. They can be told by where
 * they stand and how they look: a short line above the first or below the last paragraph of running text, and hardly any
 * other line with figures beside it. Three lines with figures that follow each other, or have one without between them,
 * as the cells of a table do, are a table, and part of the article. */
#ifndef PLUGIN_TEXT_LINES_H
#define PLUGIN_TEXT_LINES_H

#include "plugin/text/numbers.h"

enum {
	LINES_RUNNING = 24,  /* half words besides numbers: a shorter line is no running text */
	LINES_SENTENCE = 16, /* the same for a line that ends as a sentence does */
	LINES_TABLE = 3      /* lines with figures are a table */
};

typedef struct line {
	uint32_t first, end; /* tokens */
	bool is_margin;      /* above the first or below the last paragraph of running text */
	bool is_furniture;   /* in the margin, and its figures are not the article's */
} line;

typedef struct lines {
	line *items; /* all tokens belong to one */
	size_t len;
} lines;

enum token_mark { MARK_NONE, MARK_NUMBER, MARK_SUBJECT };

/* All that is read of a text before it is compared. */
typedef struct passage {
	firstprint_span text;
	const feature_key *key;
	tokens tokens;
	numbers numbers;
	lines lines;
	const uint8_t *marks; /* [tokens] enum token_mark: what stands in places is not around them */
} passage;

/* Reads a text, in a: without its lines and marks, or with all. lang: as in numbers_of. Pure. ERR_MEMORY. */
status passage_begin(firstprint_span text, const char *lang, const feature_key *key, arena *a, passage *out);
status passage_of(firstprint_span text, const char *lang, const feature_key *key, arena *a, passage *out);

/* In half words: a word or a number is 2, a Chinese or Japanese character 1. */
static inline uint32_t token_weight(const token *t)
{
	return t->kind == TOKEN_CHARACTER ? 1 : 2;
}

/* ── places: where something stands in a text, as a hash of the words around it ──
 *
 * Pages made by one form have the same words around what differs. So two texts have a place in common where they may have
 * different things: another number, another name. The words around are two before and one behind, four and two Chinese
 * characters; at the end of a line as many more on the other side. Numbers among them are passed over. */

/* The place of the tokens from `from` to `end` of a line. around is how many half words were found there that are not
 * marked, 6 at most: with fewer, the place is hard to know again. */
uint64_t place_of(const passage *p, const line *l, size_t from, size_t end, uint32_t *around);

#endif
