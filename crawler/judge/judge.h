/* judge — asks the filter about an article and acts on its answer: the one thread's part of the way.
 *
 * A page is remembered as soon as it is judged, so that its twin in the same transaction meets it, and forgotten again
 * if the transaction fails. With a store every article becomes a page or a drop in it; without one, ids just count. */
#ifndef CRAWLER_JUDGE_JUDGE_H
#define CRAWLER_JUDGE_JUDGE_H

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

/* Settles its signature, checks, then stores it as page or drop (in the open transaction; with a store there must be
 * one). ERR_FILTER, ERR_FORMAT: filter_error says more, and nothing was written. */
status judge_article(judge *j, const store_article *x, judgement *out);

typedef struct judge_old {
	uint64_t id;     /* of a page or drop */
	const char *why; /* "changed", "gone", "canonical": for the store's past */
} judge_old;

/* Articles that are no more: a newer version came, the URL is gone, or another URL stands for it. The filter forgets
 * those that are pages; then x, if there is one, is judged, as by judge_article; then their reprints are judged again,
 * oldest first: one becomes a page, others may repeat it, or x, or some other page. The n old ones go to the store's
 * past. x NULL: nothing comes in their place, and out may be NULL. Needs a store. A rollback does not
 * bring back what the filter forgot here: open the judge anew. */
status judge_replace(judge *j, const judge_old *old, size_t n, const store_article *x, judgement *out);

/* What was judged since the last call is kept for good. */
void judge_committed(judge *j);
/* …or never happened. */
void judge_rolled_back(judge *j);

#endif
