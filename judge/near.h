/* near — finds the articles most similar to one of them, whatever the filter's verdicts are. */
#ifndef JUDGE_NEAR_H
#define JUDGE_NEAR_H

#include "judge/likeness.h"
#include "store/store.h"

typedef struct near_question {
	store *of_store;  /* the store of the article */
	uint64_t of;      /* the article: a page, a drop or a past article */
	store *in;        /* the store to search; it may be the same one */
	const char *file; /* its path; its full-text index lies beside it, if it has one (store/fulltext.h) */
	size_t most;      /* the maximum number of answers, ≥ 1 */
	bool needs_index; /* returns ERR_MISSING without an index; if not set, reads all texts that it does not have */
} near_question;

typedef struct near_answer {
	near_article *items; /* by resemblance, the highest first; always above 0 */
	size_t len;
	bool has_index;
	uint64_t unseen; /* with needs_index: articles that the index does not have */
} near_answer;

/* The answer is in a. ERR_MISSING: there is no such article, or no index although needs_index is set; errors of the store. */
status near_find(const near_question *q, arena *a, near_answer *out, complaint *why);

#endif
