/* handed — a crawl in parts (crawler/parts): URLs of hosts that another part owns are written down here, in the transaction of the page
 * that links to them, and told to their owner later. */
#ifndef STORE_HANDED_H
#define STORE_HANDED_H

#include "store/store.h"

/* Which part of a crawl a store is: 2 of 4. 0 of 0: it is a crawl of its own. */
typedef struct store_part {
	int64_t number, of;
} store_part;

status store_part_of(store *st, store_part *out);
status store_set_part(store *st, const store_part *part);

/* A URL that was seen belongs to another part. It is written down, unless it was before, as near to a seed. *handed: was it? */
status store_hand_over(store *st, int64_t part, const store_sighting *s, bool *handed);
/* All URLs of the host that are in the queue and were never fetched: they are written down, and here they are skips. *handed: how many. */
status store_hand_over_host(store *st, int64_t host_id, int64_t part, const char *reason, int64_t *handed);
/* The number of the last URL for a part, of which the first has 1; 0: there is none. */
status store_last_handed(store *st, int64_t part, int64_t *out);

/* A URL for another part. */
typedef struct store_handed {
	const char *url;
	int depth, hops;
	bool is_seed, is_sitemap;
} store_handed;

/* Those with the numbers after + 1, after + 2, …, up to n. Texts are in a. */
status store_handed_after(store *st, int64_t part, int64_t after, arena *a, store_handed *out, size_t n, size_t *len);

/* How much of what another store wrote down for this one has been read: the last number, and the run of the sender in which it came. An
 * older state of the sender, after a loss of power or from a copy, has other URLs with the same numbers; but not in the same run. */
typedef struct store_mark {
	int64_t run, number;
} store_mark;

status store_heard(store *st, const char *sender, store_mark *out);
status store_set_heard(store *st, const char *sender, const store_mark *mark);

#endif
