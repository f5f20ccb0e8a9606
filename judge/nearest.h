/* nearest — selects, from many articles, the few that are most similar to one, in order. Pure. */
#ifndef JUDGE_NEAREST_H
#define JUDGE_NEAREST_H

#include <stdint.h>

#include "judge/likeness.h"

typedef struct near_article {
	uint64_t id;
	likeness like; /* contained: how much of the article `of` is in this one */
} near_article;

typedef struct nearest {
	near_article *items; /* by resemblance, the highest first; room for most + 1 */
	size_t len, most;    /* most ≥ 1 */
} nearest;

/* Inserts x in order, if its resemblance is above 0; the last one may fall out. */
void nearest_add(nearest *n, const near_article *x);

/* The number of articles from an index (store/fulltext.h) to compare. */
enum { NEAREST_COMPARED = 300 };

#endif
