/* earlier — what earlier runs of `filter` said of a line: the same name and the same bytes get the recorded verdict, so that
 * the same command may be run again, or goes on where it was stopped. Of n equal lines, each has its own verdict: the first
 * was kept, maybe, and the others repeat it. */
#ifndef JUDGE_EARLIER_H
#define JUDGE_EARLIER_H

#include "store/store.h"

typedef struct earlier earlier;

/* Knows what is in the store now; what is stored later is of this run. st is borrowed. ERR_MEMORY. */
status earlier_open(store *st, earlier **out);
void earlier_close(earlier *e); /* accepts NULL */

/* The verdict about the first such article that was not asked for yet, with its texts in a. ERR_MISSING: there is none. */
status earlier_find(earlier *e, const char *name, const uint8_t digest[32], arena *a, store_reason *out);
/* The same for the revisits of a URL. */
status earlier_find_revisit(earlier *e, const char *url, arena *a, store_reason *out);

#endif
