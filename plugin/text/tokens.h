/* tokens — a text as a row of small pieces that survive layout: runs of letters, numbers, single CJK characters.
 *
 * Unlike words.h no dictionary is asked: a Chinese character stands for itself, so that two spellings of a text cut
 * alike whatever surrounds them. Punctuation is left out; "1,250.5" and "10:30" are one number. */
#ifndef PLUGIN_TEXT_TOKENS_H
#define PLUGIN_TEXT_TOKENS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"
#include "plugin/text/features.h"

enum token_kind { TOKEN_WORD, TOKEN_NUMBER, TOKEN_CHARACTER };

typedef struct token {
	uint64_t hash; /* feature_hash of the piece in lower case, fullwidth forms made plain */
	uint8_t kind;  /* enum token_kind */
	bool is_name;  /* a word with a capital that does not start a sentence */
} token;

typedef struct tokens {
	token *items; /* in the order of the text */
	size_t len;
	size_t characters; /* how many are TOKEN_CHARACTER */
} tokens;

/* Pure; the tokens live in a. ERR_MEMORY. */
status tokens_of(firstprint_span text, const feature_key *key, arena *a, tokens *out);

/* Is it Chinese or Japanese, so that a token says less than a word does? More than a third are single characters. */
static inline bool tokens_are_characters(const tokens *t)
{
	return t->characters * 3 > t->len;
}

#endif
