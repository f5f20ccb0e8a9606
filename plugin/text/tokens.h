/* tokens — a text as runs of letters, numbers, codes that were drawn at random, and single Chinese or Japanese characters: parts that do not
 * change with the layout.
 *
 * Unlike words.h, no dictionary is used: a Chinese character is a token, so that equal text is cut in the same way whatever
 * stands around it. Punctuation is left out; "1,250.5" and "10:30" are one number. */
#ifndef PLUGIN_TEXT_TOKENS_H
#define PLUGIN_TEXT_TOKENS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"
#include "plugin/text/features.h"

enum token_kind { TOKEN_WORD, TOKEN_NUMBER, TOKEN_CHARACTER };

typedef struct token {
	uint64_t hash;      /* feature_hash of the token in lower case; fullwidth forms are ASCII */
	uint32_t from, len; /* where it stands in the text */
	uint8_t kind;       /* enum token_kind */
	bool begins_line;   /* it is the first token of a paragraph */
} token;

typedef struct tokens {
	token *items; /* in the order of the text */
	size_t len;
	size_t characters; /* how many are TOKEN_CHARACTER */
} tokens;

/* Where things begin in a text: numbers of tokens. */
typedef struct positions {
	const uint32_t *at;
	size_t len;
} positions;

/* Pure; the tokens live in a. ERR_MEMORY. */
status tokens_of(firstprint_span text, const feature_key *key, arena *a, tokens *out);

/* Is the text Chinese or Japanese, so that its tokens say less than words do? Then more than a third of its tokens are
 * single characters. */
static inline bool tokens_are_characters(const tokens *t)
{
	return t->characters * 3 > t->len;
}

#endif
