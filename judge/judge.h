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
	bool is_alias;     /* a drop by a person's decision (decisions.h) */
	uint64_t replaced; /* the page whose place it took, and which is a drop now; 0: none */
	firstprint_verdict verdict;
	const char *filter; /* name of the filter of the SPEC that decided, or "decision"; valid as long as the filter */
} judgement;

/* Returns the article of a finished job, as the store takes it. The caller adds what only it knows: url or name, fetched_at, and
 * the values from headers. It borrows from j. */
store_article judge_article_of(const job *j);

/* st NULL: no store. Otherwise the filter first remembers the signatures of all stored pages. Both are borrowed; close the filter
 * before the store. ERR_FORMAT: a signature in the store does not belong to this filter. ERR_IO, ERR_MEMORY, ERR_FILTER. why names
 * the cause. */
status judge_open(filter *f, store *st, judge **out, complaint *why);
void judge_close(judge *j); /* accepts NULL */

/* Adds patterns for this run. ERR_USAGE, ERR_LIMIT; why says why. */
status judge_decide(judge *j, const decision_patterns *patterns, complaint *why);
/* As decisions_note_use, for an article that is not judged since it is unchanged. */
void judge_note_use(judge *j, const char *url);
/* As decisions_tell_unused. */
void judge_tell_unused(const judge *j, void (*tell)(const char *pattern));

/* From now on signatures come from elsewhere. One that the filter refuses is ERR_USAGE, not the filter's fault, and nothing is
 * written for it. */
void judge_distrust(judge *j);

/* Finalizes (filter_finalize) and checks the signature of x, then stores x as a page or a drop. With a store, a transaction must be
 * open. A verdict in advance (x->ahead, a filter_ahead) is taken if it still holds. ERR_FILTER, ERR_FORMAT: filter_error says
 * more, and nothing was written. */
status judge_article(judge *j, const store_article *x, judgement *out);

/* Gives the verdict on x, as judge_article does, but changes neither the filter nor the store; out->id is 0. */
status judge_look(judge *j, const store_article *x, judgement *out);

typedef struct judge_old {
	uint64_t id;     /* of a page or drop */
	const char *why; /* for the store's past: "changed", "gone", "redirect", "canonical", or the reason of a skip */
} judge_old;

/* Removes n old articles, because there is a newer version, or their URL is gone, or another URL is canonical. First
 * the filter forgets those that are pages. Then this judges x, the new article, as judge_article does; x NULL: there is
 * none, and out may be NULL. Then it judges the drops of the old pages again, oldest first: one may become a page, and
 * others may repeat that page, or x, or another page. The old articles go to the store's past. Needs a store.
 * After a rollback the filter does not know the old pages any more: open a new judge. */
status judge_replace(judge *j, const judge_old *old, size_t n, const store_article *x, judgement *out);

/* Call it after a commit: the filter keeps the pages judged so far. Without a store, call it whenever it should keep them. */
void judge_committed(judge *j);
/* Call it after a rollback: the filter forgets the pages judged since the last commit. Without a store, later articles reuse their
 * numbers. */
void judge_rolled_back(judge *j);

#endif
