/* addresses — the machines behind hosts. Many names may lead to one: whoever is polite to hosts alone asks it as often as
 * it has names. */
#ifndef CRAWLER_FRONTIER_ADDRESSES_H
#define CRAWLER_FRONTIER_ADDRESSES_H

#include <stddef.h>
#include <stdint.h>

#include "crawler/web/fetch.h"

typedef struct address {
	char text[ADDRESS_TEXT]; /* "203.0.113.7" */
	int open;                /* requests under way there */
	int64_t next_ms;         /* no request before */
	struct turn *waiting, **waiting_end; /* hosts that could be asked if it had fewer open, in the order they came; politeness.c's */
} address;

/* Starts as zeros. */
typedef struct addresses {
	address **items; /* sorted by text */
	size_t len, room;
} addresses;

/* The address of this text; a new one has nothing open. Stays where it is until addresses_free. NULL: no memory. */
address *addresses_find(addresses *a, const char *text);
void addresses_free(addresses *a);

#endif
