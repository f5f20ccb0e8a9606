/* sentences — what a verdict of a built-in filter means, in words. The stages and their numbers: docs/filters.md. */
#ifndef CRAWLER_INSPECT_SENTENCES_H
#define CRAWLER_INSPECT_SENTENCES_H

#include <jansson.h>

#include "base/arena.h"
#include "base/status.h"

/* Where the numbers of a sentence come from. */
typedef struct sentence_facts {
	const json_t *row; /* a page or drop: filter, stage, proposed_by, word, of, of_url, score, evidence */
	const char *spec;  /* the store's filter, with all its options */
	bool dropped;
	arena *memory;
} sentence_facts;

/* Calls say with each sentence about the verdict: what was asked before and let the page through, what decided, and, with
 * is_otherwise, what would have to be different. A filter that is not known here is described by its evidence alone. */
typedef void sentence_said(void *ctx, const char *sentence, bool is_otherwise);
status sentences_of(const sentence_facts *facts, sentence_said *say, void *ctx);

#endif
