/* judge — asks the filter about an article and acts on its answer: the one thread's part of the way.
 *
 * A page is remembered as soon as it is judged, so that its twin in the same transaction meets it, and forgotten again
 * if the transaction fails. With a store every article becomes a page or a drop in it; without one, ids just count. */
#ifndef CRAWLER_JUDGE_H
#define CRAWLER_JUDGE_H

#include "plugin/filter.h"
#include "store/store.h"

typedef struct judge judge;

typedef struct judgement {
	uint64_t id;         /* the article's own, page or drop */
	bool dropped;
	firstprint_verdict verdict;
	const char *filter;  /* which filter of the SPEC decided */
} judgement;

/* st: NULL for none; else its kept signatures are remembered first. Both are borrowed. ERR_FORMAT: a signature in the
 * store is not this filter's. */
status judge_open(filter *f, store *st, judge **out, complaint *why);
void judge_close(judge *j); /* accepts NULL */

/* Checks, then stores it as page or drop (in the open transaction; with a store there must be one). */
status judge_article(judge *j, const store_article *x, judgement *out);

/* What was judged since the last call is kept for good. */
void judge_committed(judge *j);
/* …or never happened. */
void judge_rolled_back(judge *j);

#endif
