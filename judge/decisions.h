/* decisions — what a person decided goes before what a filter says (store/decide.h). They are read when a judge is opened.
 *
 *	keep        the article is kept, whatever it repeats
 *	drop        it is a drop of another page, whatever the filter says, and an alias: what repeats it repeats that page
 *	never-drop  all articles whose URL matches a pattern are kept
 *	prefer      of two copies, the one whose URL matches a pattern is the page; if it comes later, the earlier one becomes an
 *	            alias of it */
#ifndef JUDGE_DECISIONS_H
#define JUDGE_DECISIONS_H

#include "plugin/firstprint.h"
#include "store/decide.h"

typedef struct decisions decisions;

/* Those of a store, which is borrowed; NULL: no store. ERR_USAGE: a pattern is no regular expression; why names it. */
status decisions_open(store *st, decisions **out, complaint *why);
/* The same without the aliases that there are: all articles will be judged again. */
status decisions_open_anew(store *st, decisions **out, complaint *why);
void decisions_close(decisions *d); /* accepts NULL */

/* Regular expressions (POSIX, extended), as options give them. */
typedef struct decision_patterns {
	const char *const *prefer;
	size_t prefer_len;
	const char *const *never_drop;
	size_t never_drop_len;
} decision_patterns;

enum { DECISION_PATTERNS_MOST = 256 };
/* Adds patterns for this run. ERR_USAGE, ERR_LIMIT; why says why. */
status decisions_add_patterns(decisions *d, const decision_patterns *patterns, complaint *why);
/* Calls tell with each of them that has matched no URL of an article that was judged so far, as pattern_shown. */
void decisions_tell_unused(const decisions *d, void (*tell)(const char *pattern));
/* Are they regular expressions? ERR_USAGE: one is none; why names it. */
status decisions_check_patterns(const decision_patterns *patterns, complaint *why);
/* Stores them for all runs that follow, in a transaction of its own. */
status decisions_store(store *st, const decision_patterns *patterns);

/* From now on article id stands for page of. ERR_MEMORY. */
status decisions_add_alias(decisions *d, uint64_t id, uint64_t of);
bool decisions_is_alias(const decisions *d, uint64_t id);
/* The page that an article stands for: itself, if it is no alias. */
uint64_t decisions_page(const decisions *d, uint64_t id);
void decisions_end_alias(decisions *d, uint64_t id);
/* What was added stays. */
void decisions_committed(decisions *d);
/* What was added since the last commit is no alias any more. */
void decisions_rolled_back(decisions *d);

/* The article that a verdict is about. */
typedef struct decided {
	uint64_t id;            /* 0: it is new */
	const char *url, *name; /* NULL: it has none */
	const char *canonical;  /* store_article.canonical */
	bool again;             /* the whole store is judged again: what is a drop now may become a page */
	uint64_t gone;          /* a page that is about to be removed, and that nothing may repeat; 0: none is */
} decided;

/* Changes a filter's verdict, and the name of the filter that decided, to what was decided. *becomes_alias: it is a drop by a
 * decision. ERR_IO, ERR_MEMORY. */
status decisions_apply(decisions *d, const decided *x, firstprint_verdict *v, const char **filter, bool *becomes_alias);

/* Is x to be kept, whatever it repeats? */
bool decisions_keep(const decisions *d, const decided *x);

/* x is an alias whose page is about to go. *still: it was decided to be a drop of an article that stays, as the verdict then says;
 * else the verdict is not changed. */
status decisions_apply_again(decisions *d, const decided *x, firstprint_verdict *v, const char **filter, bool *still);

/* Is x, which repeats v->of, or has all of it, the page in its place, because its URL is preferred and that of v->of is not, or because
 * v->of names it as its canonical URL? Then the verdict is
 * changed, and *loser becomes the page that is to be its alias, with why it is one; why->of is for the caller to set, and its texts
 * are static. Else *loser is 0. */
status decisions_prefer(decisions *d, const decided *x, firstprint_verdict *v, const char **filter, uint64_t *loser,
			store_reason *why);

#endif
