/* decided — verdicts that were given elsewhere, for `filter --decided`: lines of filter or decide-pairs about the same pages in the same
 * order. */
#ifndef CRAWLER_COMMANDS_DECIDED_H
#define CRAWLER_COMMANDS_DECIDED_H

#include "base/arena.h"
#include "store/store.h"

typedef struct decided_verdicts decided_verdicts;

/* ERR_IO: why names the file; ERR_MEMORY. */
status decided_open(const char *path, decided_verdicts **out, complaint *why);
void decided_close(decided_verdicts *d); /* accepts NULL */
/* The verdict about the next page, whose id is `id`, as JSON; texts, and *of as JSON, are in a. Lines with an error are passed over.
 * ERR_USAGE: it is about another page, or there is none; why says so. */
status decided_next(decided_verdicts *d, const char *id, arena *a, store_reason *out, const char **of, complaint *why);
/* ERR_USAGE: there are more verdicts than pages. */
status decided_end(decided_verdicts *d, complaint *why);

#endif
