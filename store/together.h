/* together — several stores of one memory, read as one: their ids are one sequence, so that all that can be asked of a store (ask.h) can
 * be asked of them. Hosts are put together by name. A URL that a store has left to another part of the crawl is neither
 * listed as its skip nor counted. One that it has skipped, and another store has not, is not listed; but it is counted, since counts are
 * kept by each store, and to find such URLs would take as long as reading all of them. */
#ifndef STORE_TOGETHER_H
#define STORE_TOGETHER_H

#include "store/store.h"

enum { TOGETHER_MOST = 10 }; /* so many databases SQLite opens at once */

/* Do these n stores, at least two and no two of them the same, share one memory? Else ids of one may be in another, and mean another
 * article there. */
status store_are_together(store *const *stores, size_t n, bool *out);

/* Opens the stores at these n paths as one, to read. All must be open already, for store_are_together; *out is yours until store_close.
 * Its filter is that of the first. ERR_LIMIT: there are more than TOGETHER_MOST; why says so. */
status store_open_together(const char *const *paths, size_t n, store **out, complaint *why);

/* The path of the store that has this page, drop or past article, in a. NULL: none of them has, or the store is a single one. */
status store_place(store *st, uint64_t id, arena *a, const char **out);

#endif
