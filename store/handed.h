/* handed — a crawl in parts (crawler/parts) queues here the URLs of hosts that another part owns. It adds them in the transaction
 * of the page that links to them, and sends them to their owner later. */
#ifndef STORE_HANDED_H
#define STORE_HANDED_H

#include "store/store.h"

/* The part of a crawl that a store is: 2 of 4. 0 of 0: it is a whole crawl. */
typedef struct store_part {
	int64_t number, of;
} store_part;

status store_part_of(store *st, store_part *out);
status store_set_part(store *st, const store_part *part);

/* Queues a URL for the part that owns it, unless it was queued before at the same or a lower depth. *handed: whether it was queued
 * now. */
status store_hand_over(store *st, int64_t part, const store_sighting *s, bool *handed);
/* Queues for that part all URLs of the host that are in this store's queue and were never fetched. Here they become skips. *handed:
 * their number. */
status store_hand_over_host(store *st, int64_t host_id, int64_t part, const char *reason, int64_t *handed);
/* The number of the last URL for a part; the first has 1. 0: there is none. */
status store_last_handed(store *st, int64_t part, int64_t *out);

/* A URL for another part. */
typedef struct store_handed {
	const char *url;
	int depth, hops;
	bool is_seed, is_sitemap;
} store_handed;

/* Reads up to n URLs, with the numbers after + 1, after + 2, … Texts are in a. */
status store_handed_after(store *st, int64_t part, int64_t after, arena *a, store_handed *out, size_t n, size_t *len);

/* How far this store has read the URLs that another store queued for it: the last number, and the run of the sender that sent it.
 * After a loss of power, or from a copy, an older state of the sender has other URLs under the same numbers, but in another run. */
typedef struct store_mark {
	int64_t run, number;
} store_mark;

status store_heard(store *st, const char *sender, store_mark *out);
status store_set_heard(store *st, const char *sender, const store_mark *mark);

#endif
