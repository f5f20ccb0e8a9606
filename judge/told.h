/* told — stores articles with the verdicts of a shared index, which judges for several stores.
 *
 * The judge's own filter only signs. When a store removes a page, it withdraws the page from the index, which notifies all
 * stores. Each store that has drops of the page, this one too, asks about them again. Until then these drops keep their full
 * texts. */
#ifndef JUDGE_TOLD_H
#define JUDGE_TOLD_H

#include "judge/judge.h"

/* What the shared index reports about an article. */
typedef struct told {
	uint64_t id; /* 0: the filter did not make its signature */
	firstprint_signature final;
	firstprint_verdict verdict; /* `of` and `shares` may name pages of other stores */
	unsigned link;              /* which filter of the chain decided, from 0 */
} told;

/* Opens a judge for a store with a shared index; st NULL: no store. ERR_USAGE: the store has a decision that cannot be shared; why
 * names it. */
status judge_open_told(filter *f, store *st, judge **out, complaint *why);

/* Does a decision keep this article, whatever it repeats? The caller must tell the shared index. */
bool judge_keeps(const judge *j, const char *url, const char *name);

/* Stores x as a page or a drop. With a store, a transaction must be open. */
status judge_told(judge *j, const store_article *x, const told *t, judgement *out);
/* Removes n old articles, which the index was told to withdraw. Their drops stay until they are judged again. */
status judge_told_replace(judge *j, const judge_old *old, size_t n);
/* Stores the new verdict on a drop whose original is gone: it repeats another page, or becomes a page with the new id. */
status judge_told_again(judge *j, uint64_t drop, const told *t);

#endif
