/* outage — hosts that cannot be reached, and networks that are down, so that no URL is lost to either.
 *
 * A host that has answered before, in this run or an earlier one, rests when it cannot be reached: 5 seconds, and longer each
 * time, up to 5 minutes. One that has never answered may not exist; its URLs fail as others do.
 *
 * If several hosts, or all there are, cannot be reached one after the other, none answers in between, and one of them has answered
 * before, the network is down: one URL at a time is asked for, after the same rests, and no failure counts. If all of them are
 * strangers, a host that has answered is asked first, to find out.
 *
 *	outage_answered(o, h, now)         a response has come from a host
 *	outage_failed(o, h, active, now)   no connection could be made
 *	outage_wants_check(o, now)         is a host that has answered to be asked? then call outage_checks
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
	OUTAGE_HOSTS = 3              /* so many hosts, or all, that fail in a row: the network may be down */
};

/* Of a host. Starts as zeros. */
typedef struct host_outage {
	bool has_answered;
	int failures;     /* in a row */
	int64_t since_ms; /* of the first of them; 0: there is none */
	int64_t until_ms; /* it rests */
	uint64_t round;   /* of its last failure; 0: none */
	bool given_up;
} host_outage;

/* Of all hosts. Starts as zeros. */
typedef struct outage {
	bool has_answered;       /* some host has, in this run or an earlier one */
	uint64_t round;          /* ends with each answer */
	size_t failed, known;    /* hosts that failed first in this round; of these, how many have answered before */
	int failures;            /* while the network is down */
	int64_t since_ms;        /* of the first failure in this round; 0: there is none */
	int64_t until_ms;        /* while the network is down: no request before */
	int64_t answered_ms;     /* the last answer of any host; 0: none in this run */
	int64_t checked_ms;      /* the last check; 0: none */
	int64_t only_resting_ms; /* since when only resting hosts have been left; 0: others are */
	bool is_down, is_checking;
} outage;

void outage_answered(outage *o, host_outage *h, int64_t now_ms);

/* Does the failure count as the URL's own? Else the URL waits: h->until_ms, or o->until_ms if the network is down, says how long.
 * active: how many hosts there are to ask. */
bool outage_failed(outage *o, host_outage *h, size_t active, int64_t now_ms);

/* Several strangers have failed: is it time to ask a host that has answered? */
bool outage_wants_check(const outage *o, int64_t now_ms);
void outage_checks(outage *o, int64_t now_ms);

/* Does the host rest? */
bool outage_is_resting(const host_outage *h);

#endif
