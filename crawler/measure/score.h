/* score — compares the verdicts of a batch with the truth.
 *
 *	precision = right / (right + wrong)    recall = met / (met + missed)    F1 = their harmonic mean
 *
 * Only a page that was judged after another page of its cluster can be met or missed. It is met if the verdicts put it in one group with
 * an earlier page of the cluster: one is a drop of the other, or both are drops of a third one, directly or through others; or one
 * supersedes the other, which is told rightly although both are stored. Otherwise it is missed. So met + missed is the same for all
 * filters.
 *
 * A page is flagged if it has any verdict but unique. The verdict is right if the page that it names is the same article, or if the page
 * is met and no label says anything about the two. It is ignored if the pair is ignored. Otherwise it is wrong, but a page that wrongly
 * supersedes another is not counted, since both are stored. A wrong page may be missed, too.
 *
 * Peng et al., §4, count classes instead: a class is a cluster, or a page that is like no other. It is wrong if the verdicts do not
 * put all its pages together, or put a page of another class with them. A page that was dropped as the other page of an ignored
 * pair is left out. */
#ifndef CRAWLER_MEASURE_SCORE_H
#define CRAWLER_MEASURE_SCORE_H

#include "crawler/batch/batch.h"
#include "crawler/measure/truth.h"

enum mistake { MISTAKE_NONE, MISTAKE_WRONG, MISTAKE_UNLABELLED, MISTAKE_MISSED };

typedef struct score {
	size_t right, wrong, met, missed, ignored;
	size_t unlabelled;        /* of the wrong pages: no label says that the two are different, and nobody may have looked */
	size_t misnamed;          /* wrong pages that are also missed: the verdict names another page than the right one */
	size_t met_by_supersedes; /* of the met pages: without the verdicts that a page supersedes another they would be missed */
	size_t superseded;        /* pages that supersede another, which is not the same article by the labels */
	size_t superseded_wrong; /* of these: the labels say that the two are different */
	size_t negatives;        /* pairs labelled neg */
	size_t negatives_dropped; /* of these: one group of drops has both, or one was dropped as a page of the other's cluster */
	size_t classes, classes_wrong;
	double precision, recall, f1;
	unsigned char *mistakes; /* enum mistake of each page */
	bool *together; /* of each of the truth's lines: are its pages, if they are one article, in one group; else, is one dropped as the other? */
	size_t *earlier; /* of a missed page: index of the first page of its cluster, plus 1; of others: 0 */
} score;

/* labelled: verdicts that no label speaks of are ignored, not wrong. *out is yours until score_free. ERR_MEMORY. */
status score_batch(const batch *b, const truth *t, bool labelled, score *out);
void score_free(score *s);

#endif
