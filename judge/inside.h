/* inside — what the files about judging share: judge, told, replace, rejudge and steps. */
#ifndef JUDGE_INSIDE_H
#define JUDGE_INSIDE_H

#include "judge/judge.h"
#include "judge/notable.h"

struct judge {
	filter *filter;
	store *store;
	arena *arena; /* for the final signature and the notable words of the current article */
	notable_memo notable;
	uint64_t next_id;  /* used without a store */
	uint64_t first_id; /* next_id at the last commit */
	uint64_t *pending; /* ids of pages that the filter must forget if the transaction fails */
	size_t pending_len, pending_room;
	bool distrusts; /* signatures were made elsewhere */
	uint64_t gone;  /* the article that the current one replaces; 0: none */
	decisions *decisions;
};

/* Makes a judge without decisions. NULL: out of memory. */
judge *judge_new(filter *f, store *st);

/* ── steps.c ── */

/* The filter remembers or forgets a page, and the store keeps or drops its signature for it. */
status judge_remember(judge *j, uint64_t id, const firstprint_signature *sig);
status judge_forget(judge *j, uint64_t id);
/* Notes that the filter must forget page id if the transaction fails. */
status judge_note_pending(judge *j, uint64_t id);
/* Returns err, or whose fault ERR_FORMAT is: a filter that refuses a signature that it has just made breaks its contract. */
status judge_blame_filter(const judge *j, status err);
/* Reads what decisions about a stored article go by; the texts are in a. */
status judge_read_decided(judge *j, uint64_t id, arena *a, decided *out);
/* Applies the decisions to the verdict of this link of the filter. */
status judge_decide_link(judge *j, const firstprint_signature *sig, unsigned link, const decided *x, judgement *v);
/* Asks the filter, then applies the decisions. */
status judge_check(judge *j, const firstprint_signature *sig, const decided *x, judgement *v);
/* Stores x, with the id of v, as the page or drop that v says. x NULL: the article is `drop`, which repeats another page from
 * now on, or becomes a page with the id of v. */
status judge_put(judge *j, const store_article *x, uint64_t drop, const judgement *v);

/* Judges a drop again: it repeats another page, or becomes a page with a new id. gone: a page that is about to be removed, and
 * that the filter has forgotten; 0: none. Texts are in a. */
status judge_again(judge *j, uint64_t drop, uint64_t gone, arena *a);

#endif
