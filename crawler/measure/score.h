/* score — a batch of verdicts held against the truth.
 *
 *	precision = right / (right + wrong)    recall = right / (right + missed)    F1 = their harmonic mean
 *
 * A flagged page (any verdict but unique) is right when the page it names is the same article. An ignored pair counts
 * neither way. Recall's base are the pages that have an earlier page of their cluster, in the order of judging. */
#ifndef CRAWLER_MEASURE_SCORE_H
#define CRAWLER_MEASURE_SCORE_H

#include "crawler/judge/batch.h"
#include "crawler/measure/truth.h"

enum mistake { MISTAKE_NONE, MISTAKE_WRONG, MISTAKE_MISSED };

typedef struct score {
	size_t right, wrong, missed, ignored;
	size_t negatives, negatives_dropped; /* neg pairs; those whose later page names the earlier one's cluster */
	double precision, recall, f1;
	unsigned char *mistakes; /* enum mistake of each page; yours until score_free */
	size_t *earlier;         /* of a missed page: the first page of its cluster, as a place */
} score;

/* ERR_MEMORY. */
status score_batch(const batch *b, const truth *t, score *out);
void score_free(score *s);

#endif
