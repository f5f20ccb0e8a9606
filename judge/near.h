/* near — the articles that are most like one of them, whatever a filter said. */
#ifndef JUDGE_NEAR_H
#define JUDGE_NEAR_H

#include "judge/nearest.h"
#include "store/store.h"

typedef struct near_question {
	store *of_store;  /* which has the article, */
	uint64_t of;      /* a page, a drop or a past article */
	store *in;        /* the store that is looked through; it may be the same one */
	const char *file; /* its path, beside which its full-text index may be (store/fulltext.h) */
	size_t most;      /* answers, ≥ 1 */
	bool earlier;     /* only articles with lower ids than `of` */
	bool needs_index; /* without an index ERR_MISSING; else all texts are read then */
} near_question;

typedef struct near_answer {
	near_article *items; /* by resemblance, the highest first; all have some */
	size_t len;
	bool has_index;
	uint64_t unseen; /* articles that the index does not have */
} near_answer;

/* In a. ERR_MISSING: there is no such article, or needs_index; and errors of the store. Without an index this takes as long as
 * it takes to read all texts. */
status near_find(const near_question *q, arena *a, near_answer *out, complaint *why);

#endif
