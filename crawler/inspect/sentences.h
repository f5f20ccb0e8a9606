/* sentences — explains the verdict of a built-in filter in sentences. The stages and their numbers: docs/filters.md. */
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

/* Calls say with each sentence about the verdict: the checks that let the page through, the check that decided and, with
 * is_otherwise, what would have changed the verdict. Of a filter that is not built in, it reports only the evidence. */
typedef void sentence_said(void *ctx, const char *sentence, bool is_otherwise);
status sentences_of(const sentence_facts *facts, sentence_said *say, void *ctx);

/* A text of such a row; "": it has none. */
const char *sentences_text(const json_t *row, const char *name);
/* "near-duplicate of", "contained in": what goes before the original of a drop. */
const char *sentences_relation(const char *verdict);

#endif
