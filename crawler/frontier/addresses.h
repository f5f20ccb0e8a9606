/* addresses — the IP addresses of hosts. Many host names may share one machine, so limits per host alone would not
 * protect it. */
#ifndef CRAWLER_FRONTIER_ADDRESSES_H
#define CRAWLER_FRONTIER_ADDRESSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/heap.h"
#include "base/table.h"
#include "crawler/web/fetch.h"

struct host_schedule;

/* Who waits for the next request: a host whose address is not known, or all hosts at an address. See politeness.c. */
typedef struct turn {
	struct host_schedule *lone; /* NULL: those of .address */
	struct address *address;
	heap *in; /* NULL: none of them may be asked */
	size_t place;
} turn;

typedef struct address {
	char text[ADDRESS_TEXT]; /* "203.0.113.7" */
	int open;                /* requests running there */
	int64_t next_ms;         /* no request may start before */
	heap hosts;              /* that may be asked, once the address may; by their own time, then by last_request */
	turn turn;
	/* If crawlers elsewhere may ask it, too, it is asked for a turn before each request: */
	bool awaits_turn;
	int64_t turn_until_ms; /* it has one */
} address;

/* A table of addresses. Starts as zeros. */
typedef struct addresses {
	table places;    /* text → index in items */
	address **items; /* an array on the heap; each in places.memory */
	size_t len, room;
} addresses;

/* The entry for this text, added if it is new, with nothing open. Valid until addresses_free. NULL: out of memory. */
address *addresses_find(addresses *a, const char *text);
void addresses_free(addresses *a);

#endif
