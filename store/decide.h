/* decide — a person's decisions about articles. The table decisions stores each by the article's URL and the id of its input line. A
 * decision overrides the filter whenever an article is judged (judge/decisions.h).
 *
 * A page that a decision drops becomes an alias: the filter still remembers it, and an article that repeats it is a drop of the
 * page that it stands for. The alias's own drops become drops of that page too. */
#ifndef STORE_DECIDE_H
#define STORE_DECIDE_H

#include "store/store.h"

#define STORE_DECISION_FILTER "decision" /* the filter of such verdicts; their stage is the decision: "keep", "drop", … */

/* A near-duplicate with this score repeats all of its page. With a lower one, as with "contained", it may repeat a part, and the page may
 * hold other articles. */
#define STORE_COPY_SCORE .75

typedef struct store_decision {
	int64_t id;
	const char *what;             /* "keep", "drop", "prefer", "never-drop" */
	const char *url, *name;       /* keep, drop: of the article; NULL: it has none */
	const char *of_url, *of_name; /* of the page that it repeats (drop), or does not repeat (keep, if known) */
	const char *pattern;          /* prefer, never-drop: a regular expression */
} store_decision;

/* Calls handle with every decision, in the order in which they were made, until handle returns other than OK. */
status store_decisions(store *st, status (*handle)(void *ctx, const store_decision *d), void *ctx);
/* Adds a pattern, unless the store has it. This function and the next ones need an open transaction. */
status store_put_pattern(store *st, const char *what, const char *pattern);
/* ERR_MISSING: there is no such decision. */
status store_remove_decision(store *st, int64_t id);
/* Finds the decision about a page or drop, by its URL and name. ERR_MISSING: there is none. */
status store_decision_about(store *st, uint64_t article, int64_t *out);

/* Has the store the same text for both articles? false: it lacks one of them. ERR_IO, ERR_MEMORY. */
status store_texts_are_equal(store *st, uint64_t a, uint64_t b, bool *are);

/* The reason of a drop by a decision: articles with one text are duplicates, others near-duplicates; the score says nothing. ERR_IO,
 * ERR_MEMORY. */
status store_decided_drop(store *st, uint64_t id, uint64_t of, store_reason *out);

/* Makes a drop a page, which keeps its id, and stores this as a decision. ERR_USAGE: it is not a drop; why says what it is. */
status store_undo(store *st, uint64_t id, complaint *why);
/* Makes an article a drop of page `of`, and stores this as a decision. Both may be drops now; `of` then stands for its original.
 * ERR_USAGE: that is impossible; why says why. */
status store_drop(store *st, uint64_t id, uint64_t of, complaint *why);

/* Makes a drop by a decision an alias. */
status store_remember_drop(store *st, uint64_t id);
/* Makes an alias an ordinary drop. */
status store_forget_drop(store *st, uint64_t id);
/* Makes a page an alias of page why->of. Its drops become those of that page. */
status store_make_alias(store *st, uint64_t id, const store_reason *why);
/* Calls handle with every alias and the page that it stands for, until handle returns other than OK. */
status store_aliases(store *st, status (*handle)(void *ctx, uint64_t id, uint64_t of), void *ctx);

#endif
