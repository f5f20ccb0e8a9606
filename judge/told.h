/* told — articles that a memory has judged, which several stores share: what it says is stored.
 *
 * The judge's own filter only signs. A page that goes is withdrawn in the memory, which tells all stores; whoever has drops of it asks
 * again, this one too. Until then these drops keep their texts whole. */
#ifndef JUDGE_TOLD_H
#define JUDGE_TOLD_H

#include "judge/judge.h"

/* What the memory says of an article. */
typedef struct told {
	uint64_t id; /* 0: it was only looked at */
	firstprint_signature settled;
	firstprint_verdict verdict; /* of and shares may be pages of other stores */
	unsigned link;              /* < filter_links_len */
} told;

/* A judge for a store of a shared memory; st NULL: no store. ERR_USAGE: the store has decisions that cannot be shared; why names them. */
status judge_open_told(filter *f, store *st, judge **out, complaint *why);

/* Was it decided that this article is kept, whatever it repeats? The memory must be told. */
bool judge_keeps(const judge *j, const char *url, const char *name);

/* Stores x as a page or a drop. With a store, a transaction must be open. */
status judge_told(judge *j, const store_article *x, const told *t, judgement *out);
/* What was said of x, which was only looked at. */
status judge_told_look(judge *j, const store_article *x, const told *t, judgement *out);
/* Removes n old articles, which the memory was told to withdraw. Their drops stay until they are judged again. */
status judge_told_replace(judge *j, const judge_old *old, size_t n);
/* A drop whose original is gone was judged again: it repeats another page, or becomes a page with the new id. */
status judge_told_again(judge *j, uint64_t drop, const told *t);

#endif
