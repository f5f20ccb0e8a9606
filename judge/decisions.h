/* decisions — a person's decisions, which override the filter's verdicts (store/decide.h). A judge reads them when it is opened.
 *
 *	keep        the article is kept, whatever it repeats; and the page that it repeated is no copy of it either
 *	drop        it is a drop of another page, whatever the filter says, and an alias: what repeats it is a drop of that page
 *	never-drop  all articles whose URL matches a pattern are kept
 *	prefer      of two copies, the one whose URL matches a pattern is the page; if it comes later, the earlier one becomes an
 *	            alias of it */
#ifndef JUDGE_DECISIONS_H
#define JUDGE_DECISIONS_H

#include "plugin/filter.h"
#include "store/decide.h"

typedef struct decisions decisions;

/* Reads the decisions of a store, which is borrowed; NULL: no store. anew: without the existing aliases, for judging all
 * articles again. ERR_USAGE: a pattern is no regular expression; why names it. *out is yours after an error, too. */
status decisions_open(store *st, bool anew, decisions **out, complaint *why);
void decisions_close(decisions *d); /* accepts NULL */

/* Regular expressions (PCRE2) from options. */
typedef struct decision_patterns {
	const char *const *prefer;
	size_t prefer_len;
	const char *const *never_drop;
	size_t never_drop_len;
} decision_patterns;

enum { DECISION_PATTERNS_MOST = 256 };
/* Adds patterns for this run. ERR_USAGE, ERR_LIMIT; why says why. */
status decisions_add_patterns(decisions *d, const decision_patterns *patterns, complaint *why);
/* Counts the patterns that match the URL of an article as used; url NULL: none does. */
void decisions_note_use(decisions *d, const char *url);
/* Calls tell with each of these patterns, as pattern_shown, that has matched no such URL and none of a judged article so far. */
void decisions_tell_unused(const decisions *d, void (*tell)(const char *pattern));
/* Are they regular expressions? ERR_USAGE: one is not; why names it. */
status decisions_check_patterns(const decision_patterns *patterns, complaint *why);
/* Stores the patterns for all later runs, in a transaction of its own. */
status decisions_store(store *st, const decision_patterns *patterns);

/* Makes article `id` an alias of page `of`. ERR_MEMORY. */
status decisions_add_alias(decisions *d, uint64_t id, uint64_t of);
bool decisions_is_alias(const decisions *d, uint64_t id);
/* Returns the page that an article stands for: itself, if it is no alias. */
uint64_t decisions_page(const decisions *d, uint64_t id);
void decisions_end_alias(decisions *d, uint64_t id);
/* Keeps the aliases that were added. */
void decisions_committed(decisions *d);
/* Ends the aliases that were added since the last commit. */
void decisions_rolled_back(decisions *d);

/* The article that a verdict is about. */
typedef struct decided {
	uint64_t id;            /* 0: it is new */
	const char *url, *name; /* NULL: it has none */
	const char *canonical;  /* store_article.canonical */
	bool again;             /* the whole store is judged again: a drop may become a page */
	uint64_t gone;          /* a page that is about to be removed, which nothing may repeat; 0: none */
} decided;

/* Applies the decisions about x to a filter's verdict, and to the name of the filter that decided. *becomes_alias: whether a
 * decision makes x a drop. ERR_IO, ERR_MEMORY. */
status decisions_apply(decisions *d, const decided *x, firstprint_verdict *v, const char **filter, bool *becomes_alias);

/* Calls handle with each article in the store that a decision makes a drop of x, until it returns other than OK. */
status decisions_drops_of(const decisions *d, const decided *x, status (*handle)(void *ctx, uint64_t id), void *ctx);

/* What repeats a part of an alias may not be in the page that the alias stands for: then v, of this link of the filter, becomes the verdict
 * that this page alone gives. Call it before decisions_apply. ERR_MEMORY, ERR_FILTER, ERR_FORMAT. */
status decisions_check_page(const decisions *d, filter *f, const firstprint_signature *sig, unsigned link,
			    firstprint_verdict *v);

/* Does a decision keep x, whatever it repeats? */
bool decisions_keep(const decisions *d, const decided *x);

/* For an alias x whose page is about to be removed. *still: whether a decision makes x a drop of an article that stays. If so,
 * changes the verdict to that. */
status decisions_apply_again(decisions *d, const decided *x, firstprint_verdict *v, const char **filter, bool *still);

/* x repeats v->of, or contains all of it. Does x take the place of v->of, because x's URL is preferred and that of v->of is not, or
 * because v->of names x's URL as its canonical one? If so, changes the verdict, and sets *loser to the page that must become an
 * alias of x, and *why to the reason, with static texts; the caller sets why->of. If not, *loser is 0. */
status decisions_prefer(decisions *d, const decided *x, firstprint_verdict *v, const char **filter, uint64_t *loser,
			store_reason *why);

#endif
