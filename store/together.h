/* together — reads several stores of one shared index as one. Their ids are one sequence, so every question about a store (ask.h)
 * works for them. Hosts are merged by name. A URL that a store has left to another part of the crawl is neither listed as a skip of
 * that store nor counted. A URL that one store has skipped and another has not is not listed as a skip. It is counted, since each
 * store keeps its own counts, and finding such URLs would take as long as reading all of them. */
#ifndef STORE_TOGETHER_H
#define STORE_TOGETHER_H

#include "store/store.h"

enum { TOGETHER_MOST = 10 }; /* SQLite opens at most this many databases at once */

/* Do these n stores, at least two and all different, share one index? If not, one id may name different articles in them. */
bool store_are_together(store *const *stores, size_t n);

/* Opens the stores at these n paths as one, for reading. All must be open already, for store_are_together. *out is yours until
 * store_close; its filter is that of the first store. ERR_LIMIT: there are more than TOGETHER_MOST; why says so. */
status store_open_together(const char *const *paths, size_t n, store **out, complaint *why);

/* The path of the store that has this page, drop or past article, in a. *out is NULL if none of them has it, or if st is a single
 * store. */
status store_place(store *st, uint64_t id, arena *a, const char **out);

#endif
