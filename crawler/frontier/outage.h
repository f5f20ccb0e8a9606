/* outage — detects hosts that cannot be reached, and networks that are down, so that no URL is lost to either.
 *
 * A host that has answered before, in this run or an earlier one, rests when it cannot be reached: 5 seconds, and longer each time,
 * up to 5 minutes. A host that has never answered may not exist; its URLs fail as others do.
 *
 * The network counts as down when several hosts in a row, or all there are, cannot be reached, none answers in between, and one of
 * them has answered before. Then one URL at a time is requested, after the same rests, and no failure counts. If none of them has
 * answered before, a check comes first: a request to a host that has.
 *
 *	outage_answered(o, h, now)         a response has come from a host
 *	outage_failed(o, h, active, now)   no connection could be made
 *	outage_wants_check(o, now)         is it time to check a host that has answered? then call outage_checks
 *
 * Times are clock_ms()'s. */
#ifndef CRAWLER_FRONTIER_OUTAGE_H
#define CRAWLER_FRONTIER_OUTAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	OUTAGE_REST_MS = 5000,        /* doubled for each further failure */
	OUTAGE_REST_MOST_MS = 300000, /* and no longer than this */
	OUTAGE_CHECK_MS = 10000,      /* between two checks */
	OUTAGE_HOSTS = 3              /* if so many hosts, or all, fail in a row, the network may be down */
};

/* Of a host. Starts as zeros. */
typedef struct host_outage {
	bool has_answered;
	int failures;     /* in a row */
	int64_t since_ms; /* of the first of them; 0: there is none */
	int64_t until_ms; /* it rests until then */
	uint64_t round;   /* number of the round of its last failure; 0: none */
	bool given_up;
} host_outage;

/* Of all hosts. Starts as zeros. */
typedef struct outage {
	bool has_answered;       /* some host has, in this run or an earlier one */
	uint64_t round;          /* its number; each answer begins a new round */
	size_t failed, known;    /* hosts whose first failure was in this round; how many of them have answered before */
	int failures;            /* while the network is down */
	int64_t since_ms;        /* of the first failure in this round; 0: there is none */
	int64_t until_ms;        /* while the network is down: no request before this */
	int64_t answered_ms;     /* time of the last answer of any host; 0: none in this run */
	int64_t checked_ms;      /* time of the last check; 0: none */
	int64_t only_resting_ms; /* since when only resting hosts have been left; 0: others are */
	bool is_down, is_checking;
} outage;

void outage_answered(outage *o, host_outage *h, int64_t now_ms);

/* Does the failure count against the URL? If not, the URL waits until h->until_ms, or until o->until_ms if the network is down.
 * active: how many hosts have URLs in the queue. */
bool outage_failed(outage *o, host_outage *h, size_t active, int64_t now_ms);

/* Hosts that have never answered failed in a row: is it time to check one that has? */
bool outage_wants_check(const outage *o, int64_t now_ms);
void outage_checks(outage *o, int64_t now_ms);

/* Does the host rest? */
bool outage_is_resting(const host_outage *h);

#endif
