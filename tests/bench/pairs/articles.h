/* articles — texts to make changes of: made from patterns, in four languages, or read from a file of pages. */
#ifndef TESTS_BENCH_PAIRS_ARTICLES_H
#define TESTS_BENCH_PAIRS_ARTICLES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "tests/bench/pairs/languages.h"

enum { PARAGRAPHS_MOST = 64 };

/* Random numbers, by a seed. */
typedef struct chance {
	uint64_t state;
} chance;

uint64_t chance_below(chance *c, uint64_t n); /* from 0 to n − 1 */

typedef struct article {
	const struct language *language; /* of its changes, too */
	const char *title;
	const char *paragraphs[PARAGRAPHS_MOST];
	size_t len;
} article;

/* The pattern with all that stands in it replaced (languages.h); in a. subject may be NULL. */
const char *pattern_fill(const char *pattern, const struct language *l, const char *subject, chance *c, arena *a);
/* Lists end in NULL. */
size_t list_len(const char *const *list);
const char *pick(const char *const *list, chance *c);

/* A made article: so many paragraphs of four sentences. figures: of eight sentences so many have a number. */
article article_made(const struct language *l, size_t paragraphs, unsigned figures, chance *c, arena *a);

/* Reads the articles of a file of JSON Lines with at least 1,000 bytes of text; *out is in a. */
size_t articles_read(const char *path, const article **out, arena *a);

#endif
