/* judge — asks the filter about each article and stores it as a page or a drop. One thread does this for all articles.
 *
 * The filter remembers a page as soon as it is judged, so that a duplicate in the same transaction is found, and
 * forgets it again if the transaction fails. Without a store, articles are only numbered, from 1. */
#ifndef JUDGE_JUDGE_H
#define JUDGE_JUDGE_H

#include "judge/decisions.h"
#include "judge/pipeline.h"
#include "plugin/filter.h"
#include "store/store.h"

typedef struct judge judge;

typedef struct judgement {
	uint64_t id; /* of the article, page or drop */
	bool dropped;
	bool is_alias; /* a drop by a person's decision (decisions.h) */
	firstprint_verdict verdict;
	const char *filter; /* name of the filter of the SPEC that decided, or "decision"; valid as long as the filter */
} judgement;

/* What is stored of the page of a finished job. The caller adds what only it knows: url or name, fetched_at, what the
 * headers say. It borrows from j. */
store_article judge_article_of(const job *j);

/* st NULL: no store. Else the filter first remembers the signatures of all stored pages. Both are borrowed; the filter must be closed
 * before the store. ERR_FORMAT:
 * a signature in the store does not belong to this filter. ERR_IO, ERR_MEMORY, ERR_FILTER. why names the cause. */
status judge_open(filter *f, store *st, judge **out, complaint *why);
void judge_close(judge *j); /* accepts NULL */

/* Decides patterns for this run. ERR_USAGE, ERR_LIMIT; why says why. */
status judge_decide(judge *j, const decision_patterns *patterns, complaint *why);
/* As decisions_tell_unused. */
void judge_tell_unused(const judge *j, void (*tell)(const char *pattern));

/* From now on signatures were made elsewhere: one that the filter does not take is ERR_USAGE, and not the filter's fault. Nothing
 * was written then. */
void judge_distrust(judge *j);

/* Settles and checks the signature of x, then stores x as a page or a drop. With a store, a transaction must be open.
 * ERR_FILTER, ERR_FORMAT: filter_error says more, and nothing was written. */
status judge_article(judge *j, const store_article *x, judgement *out);

/* What would be said of x? As judge_article, but neither the filter nor the store learns of x; out->id is 0. */
status judge_look(judge *j, const store_article *x, judgement *out);

/* Which stored page does x repeat? 0: none. Neither the filter nor the store learns of x. Errors as above. */
status judge_compare(judge *j, const store_article *x, uint64_t *of);

typedef struct judge_old {
	uint64_t id;     /* of a page or drop */
	const char *why; /* for the store's past: "changed", "gone", "redirect", "canonical", or the reason of a skip */
} judge_old;

/* Removes n old articles, because there is a newer version, or their URL is gone, or another URL is canonical. First
 * the filter forgets those that are pages. Then x, the new article, is judged as by judge_article; x NULL: there is
 * none, and out may be NULL. Then the drops of the old pages are judged again, oldest first: one may become a page, and
 * others may repeat that page, or x, or another page. The old articles go to the store's past. Needs a store.
 * After a rollback the filter does not know the old pages any more: open a new judge. */
status judge_replace(judge *j, const judge_old *old, size_t n, const store_article *x, judgement *out);

/* To be called after a commit: what was judged before stays remembered. Without a store, whenever it is to stay. */
void judge_committed(judge *j);
/* To be called after a rollback: the filter forgets the pages that were judged since the last commit, and without a store their
 * numbers are given again. */
void judge_rolled_back(judge *j);

#endif
