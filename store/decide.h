/* decide — what a person decided about articles. A decision is kept in the table decisions, by the article's URL or the id of its
 * input line, and goes before what a filter says, whenever something is judged (judge/decisions.h).
 *
 * A page that is dropped by a decision becomes an alias: the filter goes on remembering it, and whatever repeats it is a drop of
 * the page that it was dropped for. So do the drops it had. */
#ifndef STORE_DECIDE_H
#define STORE_DECIDE_H

#include "store/store.h"

#define STORE_DECISION_FILTER "decision" /* the filter of such verdicts; their stage is what was decided: "keep", "drop", … */

typedef struct store_decision {
	int64_t id;
	const char *what;             /* "keep", "drop", "prefer", "never-drop" */
	const char *url, *name;       /* keep, drop: of the article; NULL: it has none */
	const char *of_url, *of_name; /* drop: of the page that it repeats */
	const char *pattern;          /* prefer, never-drop: a regular expression */
} store_decision;

/* Calls handle with every decision, in the order in which they were made, until handle returns other than OK. */
status store_decisions(store *st, status (*handle)(void *ctx, const store_decision *d), void *ctx);
/* Adds a pattern, unless the store has it. A transaction must be open, here and for all that follow. */
status store_put_pattern(store *st, const char *what, const char *pattern);
/* ERR_MISSING: there is no such decision. */
status store_remove_decision(store *st, int64_t id);

/* Makes a drop a page, which keeps its id, and notes that it was decided. ERR_USAGE: it is no drop; why says what it is. */
status store_undo(store *st, uint64_t id, complaint *why);
/* Makes an article a drop of page `of`, and notes that it was decided; both may be drops now, and `of` then stands for its
 * original. ERR_USAGE: that cannot be; why says why. */
status store_drop(store *st, uint64_t id, uint64_t of, complaint *why);

/* A drop by a decision becomes an alias. */
status store_remember_drop(store *st, uint64_t id);
/* An alias becomes an ordinary drop. */
status store_forget_drop(store *st, uint64_t id);
/* Makes a page an alias of page why->of. Its drops become those of that page. */
status store_make_alias(store *st, uint64_t id, const store_reason *why);
/* Calls handle with every alias and the page that it stands for, until handle returns other than OK. */
status store_aliases(store *st, status (*handle)(void *ctx, uint64_t id, uint64_t of), void *ctx);

#endif
