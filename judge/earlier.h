/* earlier — the verdicts that earlier runs of `filter` recorded. A line with the same name, URL and bytes gets the recorded
 * verdict, so that a command can be repeated, or resumed where it was stopped. Each of n equal lines has its own verdict: perhaps
 * the first was kept, and the others repeat it. */
#ifndef JUDGE_EARLIER_H
#define JUDGE_EARLIER_H

#include "store/store.h"

typedef struct earlier earlier;

/* Covers the articles that the store has now; later ones belong to this run. st is borrowed. ERR_MEMORY. */
status earlier_open(store *st, earlier **out);
void earlier_close(earlier *e); /* accepts NULL */

/* Returns the verdict about the first such article that it has not returned yet, with its texts in a. ERR_MISSING: there is
 * none. */
status earlier_find(earlier *e, const char *name, const char *url, const uint8_t digest[32], arena *a, store_reason *out);
/* The same for the revisit records of a URL. */
status earlier_find_revisit(earlier *e, const char *url, arena *a, store_reason *out);

#endif
