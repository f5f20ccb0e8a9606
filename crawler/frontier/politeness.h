/* politeness — politeness: whose turn it is to be asked.
 *
 * A host has so many requests open at once and rests between two; and shares both with all hosts at its address, since
 * many names may be one machine. Of those that may be asked the one that has waited longest is next, which costs
 * O(log n) of n hosts.
 *
 *	politeness_next(t, now, &turn, &soonest)      whose turn it is, or when it will be somebody's
 *	politeness_begin(t, turn, now, delay_ms)      it is asked
 *	politeness_end(t, turn, "203.0.113.7", a, b)  it has answered, from there; it rests for a ms, the address for b
 *
 * Times are clock_ms()'s. What returns a status may fail with ERR_MEMORY. */
#ifndef CRAWLER_FRONTIER_POLITENESS_H
#define CRAWLER_FRONTIER_POLITENESS_H

#include <stdbool.h>

#include "base/heap.h"
#include "base/status.h"
#include "crawler/frontier/addresses.h"

/* A host's part, which stands in what it belongs to; starts as zeros. */
typedef struct turn {
	bool willing;        /* it has something to be asked for */
	int open;            /* requests under way */
	int64_t next_ms;     /* no request before */
	int64_t sleep_ms;    /* nor before this, unless something new is met */
	uint64_t served;     /* when it was asked last, in the order of all requests */
	address *address;    /* NULL: not known yet */
	struct turn *behind; /* the next of those that wait for the address */
	bool waits;
	size_t place;        /* in politeness.ready */
} turn;

/* Starts as zeros, but for the settings. */
typedef struct politeness {
	int open_most;         /* of a host, and of an address */
	int64_t delay_ms;      /* between two starts at an address */
	heap ready;            /* turns that need no more than time, by when it comes, then by who was served longest ago */
	addresses addresses;
	uint64_t services;
} politeness;

void politeness_free(politeness *t);

/* A host that nobody has asked yet comes behind all that are there. */
void politeness_join(politeness *t, turn *x);
/* Something about the host has changed: is it willing to be asked? */
status politeness_set(politeness *t, turn *x, bool willing);

/* *out NULL: nobody's now; *soonest is when it may be somebody's, INT64_MAX: not until something ends. */
status politeness_next(politeness *t, int64_t now_ms, turn **out, int64_t *soonest);

/* delay_ms: until this host may be asked once more. */
status politeness_begin(politeness *t, turn *x, int64_t now_ms, int64_t delay_ms);
/* rest_ms: how long the host is left alone; address_rest_ms: its address. text: the
 * address as text; NULL or "": nobody knows. */
status politeness_end(politeness *t, turn *x, const char *text, int64_t rest_ms, int64_t address_rest_ms);
/* The host is at this address, as far as anybody knows before it is asked. */
status politeness_place(politeness *t, turn *x, const char *text);
/* The host wants to be left alone until then. Its address may be asked by others. */
status politeness_rest(politeness *t, turn *x, int64_t until_ms);

#endif
