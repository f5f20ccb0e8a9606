/* title — the words of a title, and of a text as they are compared with it.
 *
 * A word is a token (tokens.h), or several that are joined: read_json, std::map, M4; it has the signs behind it,
 * as in operator<= and C++; of Chinese and Japanese, two characters
 * that follow each other; a number is its value (numbers.h). The one or two most frequent identifiers of the text, without digits,
 * count as words of its title: check_c_flag. */
#ifndef PLUGIN_TEXT_TITLE_H
#define PLUGIN_TEXT_TITLE_H

#include "plugin/text/lines.h"

enum {
	TITLE_WORDS = 24, /* of a longer title, those with the lowest hashes */
	TITLE_NAMES = 2,  /* identifiers of the text */
	TITLE_KEPT = 160, /* bytes of the title that are kept */
	TITLE_ADDED = 255
};

/* The hash of the word that begins with each token; 0: none begins there. In a; NULL: out of memory. */
uint32_t *title_words_of(const passage *p, arena *a);
/* The same for a text that is not read yet: *p becomes what passage_begin reads of it. */
uint32_t *title_words_in(firstprint_span text, const char *lang, const feature_key *key, arena *a, passage *p);
/* The token behind the word that begins with token i. */
size_t title_word_end(const passage *p, const uint32_t *words, size_t i);

/* A bit of a word's hash: is it joined? It is the lowest bit of the part by which words are compared. */
enum { TITLE_WORD_JOINED = 1 << 16 };
static inline uint16_t title_word_hash(uint32_t word)
{
	return (uint16_t)(word >> 16);
}

typedef struct title_word {
	uint16_t hash; /* title_word_hash */
	uint8_t from,
		len; /* in the title. Both 0: it is an identifier of the text; from TITLE_ADDED: title_add_words; len 0: beyond
			    * what is kept */
} title_word;

typedef struct title {
	title_word words[TITLE_WORDS]; /* distinct, ascending */
	size_t len;
} title;

/* Pure; a is for scratch memory. ERR_MEMORY. */
status title_read(const firstprint_page *page, const feature_key *key, arena *a, title *out);
/* Adds words, which are not in the title, such as those of a URL. Returns which words of the title they are, as bits. */
uint32_t title_add_words(const uint16_t *hashes, size_t n, title *out);
/* Adds the most frequent identifiers of a text, of those that occur twice or more. words: those of the text. ERR_MEMORY. */
status title_add_names(const passage *p, const uint32_t *words, arena *a, title *out);

/* Sorts n words of a text and writes to `filter`, which has room for `most` bytes, a multiple of 8, a Bloom filter of title_word_hash of
 * them. It tells of one word in 70 by mistake that the text has it, and of up to one in 10 if there is little room. Returns the number
 * of bytes written, a multiple of 8; 0: there are no words, or too many for `most` bytes. */
size_t title_filter_make(uint32_t *words, size_t n, size_t most, uint8_t *filter);
/* May the text have the word? bytes: from title_filter_make, and not 0. */
bool title_filter_has(const uint8_t *filter, size_t bytes, uint16_t word);

#endif
