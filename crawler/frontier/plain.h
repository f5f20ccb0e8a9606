/* plain — finds the plain URL for which others are skipped: /a for /a?sessionid=1f3d. It must be able to have their page. */
#ifndef CRAWLER_FRONTIER_PLAIN_H
#define CRAWLER_FRONTIER_PLAIN_H

#include "store/store.h"

/* Does a redirect from `from` to `to` only change scheme, "www." or a slash at the end, or add a session id or the like? Then `to` is the
 * plain URL. a: for scratch memory; without memory: no. */
bool plain_is_same(const char *from, const char *to, arena *a);

/* A plain URL, after its redirects that only change how it is written. */
typedef struct plain_url {
	const char *url;    /* url itself, or in the arena */
	bool may;           /* may others be skipped for it? Not if it has ended without an article, or redirects elsewhere */
	enum store_end end; /* END_NONE: it has not ended */
} plain_url;

/* Follows such redirects of url, as far as the store knows them. ERR_IO, ERR_MEMORY. */
status plain_find(store *st, const char *url, arena *a, plain_url *out);

#endif
