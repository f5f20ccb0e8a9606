/* addresses — the IP addresses of hosts. Many host names may share one machine, so limits per host alone would not
 * protect it. */
#ifndef CRAWLER_FRONTIER_ADDRESSES_H
#define CRAWLER_FRONTIER_ADDRESSES_H

#include <stddef.h>
#include <stdint.h>

#include "crawler/web/fetch.h"

typedef struct address {
	char text[ADDRESS_TEXT]; /* "203.0.113.7" */
	int open;                /* requests running there */
	int64_t next_ms;         /* no request may start before */
	struct host_schedule *waiting,
		**waiting_end; /* hosts that wait until it has fewer open, in order of arrival; see politeness.c */
} address;

/* A table of addresses. Starts as zeros. */
typedef struct addresses {
	address **items; /* sorted by text */
	size_t len, room;
} addresses;

/* The entry for this text, added if it is new, with nothing open. Valid until addresses_free. NULL: out of memory. */
address *addresses_find(addresses *a, const char *text);
void addresses_free(addresses *a);

#endif
