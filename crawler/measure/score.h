/* score — compares the verdicts of a batch with the truth.
 *
 *	precision = right / (right + wrong)    recall = right / (right + missed)    F1 = their harmonic mean
 *
 * A page is flagged if it has any verdict but unique; that is right if the page it names is the same article, and else wrong. A page
 * that wrongly supersedes another is neither: both are kept. Ignored pairs do not count. Missed are pages that were judged after
 * another page of their cluster and are neither right nor ignored; a wrong page may be missed, too.
 *
 * Peng et al., §4, count classes instead: a class is a cluster, or a page that is like no other. It is wrong if the verdicts do
 * not put all its pages together, or if they put a page of another class to them. A page of an ignored pair, dropped as the other
 * one, is left out. */
#ifndef CRAWLER_MEASURE_SCORE_H
#define CRAWLER_MEASURE_SCORE_H

#include "crawler/batch/batch.h"
#include "crawler/measure/truth.h"

enum mistake { MISTAKE_NONE, MISTAKE_WRONG, MISTAKE_MISSED };

typedef struct score {
	size_t right, wrong, missed, ignored;
	size_t misnamed;   /* of the wrong pages those that are missed, too: another page was named than the right one */
	size_t superseded; /* pages that wrongly supersede another */
	size_t negatives,
		negatives_dropped; /* pairs labelled neg; those whose later page was dropped as the earlier one or its cluster */
	size_t classes, classes_wrong;
	double precision, recall, f1;
	unsigned char *mistakes; /* enum mistake of each page */
	size_t *earlier;         /* of a missed page: index of the first page of its cluster */
} score;

/* *out is yours until score_free. ERR_MEMORY. */
status score_batch(const batch *b, const truth *t, score *out);
void score_free(score *s);

#endif
