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

/* The entry of a turn queue: a host whose address is not known, or all hosts at an address. See politeness.c. */
typedef struct turn {
	struct host_schedule *lone; /* NULL: the hosts of .address */
	struct address *address;
	heap *in; /* the heap it is in; NULL: none of its hosts may get a request */
	size_t place;
} turn;

typedef struct address {
	char text[ADDRESS_TEXT]; /* "203.0.113.7" */
	int open;                /* requests running there */
	int64_t next_ms;         /* no request may start before this */
	heap hosts;              /* that may get a request once the address may; by their own time, then by last_request */
	turn turn;
	/* If other crawlers may use the address, too, each request needs a turn: */
	bool awaits_turn;
	int64_t turn_until_ms; /* the turn lasts until then */
} address;

/* A table of addresses. Starts as zeros. */
typedef struct addresses {
	table places;    /* text → index in items */
	address **items; /* an array on the heap; each in places.memory */
	size_t len, room;
} addresses;

/* Returns the entry for this text; adds it, with nothing open, if it is new. Valid until addresses_free. NULL: out of memory. */
address *addresses_find(addresses *a, const char *text);
void addresses_free(addresses *a);

#endif
