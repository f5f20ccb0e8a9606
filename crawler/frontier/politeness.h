/* politeness — which host gets the next request, and when.
 *
 * A host may have a limited number of requests open at once, and between the starts of two requests there is a delay. Both limits
 * also hold for all hosts at one IP address together, since many names may be one machine. Of the hosts that are ready, the one
 * that became ready first is next, so those without any request come first. But a host that has been ready for a second takes turns
 * with these; otherwise the robots.txt of a hundred thousand hosts would all come before the first page. Choosing one
 * of n hosts takes O(log n).
 *
 * Hosts at one address share one turn: it is due with the first of them, and not before the address is ready.
 *
 *	host = politeness_next(p, now, &soonest)      which host is next, or when one will be ready
 *	politeness_begin(p, host, now, delay_ms)      a request to it starts
 *	politeness_end(p, host, "203.0.113.7", a, b)  it has ended; the host rests for a ms, the address for b ms
 *
 * Several crawlers may share the addresses: then each request to one needs a lease of it (politeness_await_lease, politeness_lease).
 *
 * Times are clock_ms()'s. Functions that return a status may fail with ERR_MEMORY. */
#ifndef CRAWLER_FRONTIER_POLITENESS_H
#define CRAWLER_FRONTIER_POLITENESS_H

#include <stdbool.h>

#include "base/heap.h"
#include "base/status.h"
#include "base/table.h"
#include "crawler/web/fetch.h"

/* The entry of a turn queue: a host whose address is not known, or all hosts at an address. */
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
	/* If other crawlers may use the address, too, each request needs a lease: */
	bool awaits_lease;
	int64_t leased_until_ms; /* the lease lasts until then */
} address;

/* What politeness keeps of a host. It is a member of the caller's own struct and must not move. Starts as zeros. */
typedef struct host_schedule {
	bool has_work; /* there is something to request */
	bool was_asked;
	int open;              /* requests running */
	int64_t next_ms;       /* no request may start before this */
	int64_t idle_until_ms; /* the same, but the caller sets it, and resets it when there is new work */
	uint64_t last_request; /* its last request, as a number in the sequence of all requests */
	address *address;      /* NULL: not known yet */
	size_t place;          /* in address->hosts */
	turn turn;             /* used while its address is not known */
} host_schedule;

/* Set open_most and delay_ms; the rest starts as zeros. */
typedef struct politeness {
	int open_most;       /* requests at once per host, and per address */
	int64_t delay_ms;    /* between the starts of two requests to an address */
	heap ready;          /* turns, by the time when their first host is ready, then by its last_request */
	heap fresh;          /* the same, for turns whose first host has had no request yet */
	bool took_fresh;     /* the last request was to a fresh host */
	uint64_t requests;   /* so far */
	table places;        /* text of an address → index in addresses */
	address **addresses; /* each in places.memory */
	size_t addresses_len, addresses_room;
} politeness;

void politeness_free(politeness *p);

/* Adds a host, after all that are there. */
void politeness_add(politeness *p, host_schedule *h);
/* Call it when something about the host has changed. has_work: is there something to request from it? */
status politeness_set_work(politeness *p, host_schedule *h, bool has_work);

/* Returns the host that may get a request now. NULL: there is none, and *soonest is the earliest time when one may; INT64_MAX: not
 * until a request ends or there is new work. */
host_schedule *politeness_next(const politeness *p, int64_t now_ms, int64_t *soonest);

/* A request to the host starts now. delay_ms: the time until its next one may start. */
status politeness_begin(politeness *p, host_schedule *h, int64_t now_ms, int64_t delay_ms);
/* A request has ended. text: the address it went to; NULL or "": not known. From now on no request to the host may
 * start for rest_ms, and none to its address for address_rest_ms; ≤ 0: no such rest. */
status politeness_end(politeness *p, host_schedule *h, const char *text, int64_t rest_ms, int64_t address_rest_ms);
/* Sets the address of the host, if it is known before the first request. */
status politeness_set_address(politeness *p, host_schedule *h, const char *text);
/* Holds back the address of the host, which must be known, until it gets a lease. */
status politeness_await_lease(politeness *p, host_schedule *h);
/* wait_ms 0: the address is leased, and should be used soon. Otherwise the lease may be requested again in wait_ms. */
status politeness_lease(politeness *p, const char *text, int64_t wait_ms);
/* Is the host's address leased? */
bool politeness_has_lease(const host_schedule *h, int64_t now_ms);
/* No request to the host may start before until_ms. Other hosts at its address are not affected. */
status politeness_rest(politeness *p, host_schedule *h, int64_t until_ms);

#endif
