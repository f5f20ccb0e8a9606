/* host_robots — a host's robots.txt while a crawl runs: asked for, kept for a day, asked for again, or given up.
 *
 *	host_robots_start(r, kept, …)      what an earlier run has left
 *	host_robots_due(r, now)            it must be asked for first; then host_robots_asked
 *	host_robots_answered(r, …)         its rules hold for a day
 *	host_robots_failed(r, …)           try again later, go on with old rules, or give the host up
 *	host_robots_refusal(r, now)        why the host is given up, for now */
#ifndef CRAWLER_FRONTIER_HOST_ROBOTS_H
#define CRAWLER_FRONTIER_HOST_ROBOTS_H

#include "crawler/web/fetch.h"
#include "crawler/web/robots.h"
#include "store/store.h"

enum { ROBOTS_TRIES = 3, RETRY_AFTER_MOST_S = 300 };

enum robots_state { ROBOTS_UNKNOWN, ROBOTS_ASKED, ROBOTS_KNOWN };

/* Starts as zeros. */
typedef struct host_robots {
	enum robots_state state;
	robots *rules;    /* NULL: everything is allowed */
	int tries;
	char *refusal;    /* why the host was given up: "robots.txt: http 503"; NULL: it was not */
	bool met;         /* there were rules once: if they cannot be asked for again, the old ones go on */
	int64_t until_ms; /* then it is asked for again; until then a host that was given up is not */
} host_robots;

void host_robots_free(host_robots *r);

/* Takes what the store has kept; what is too old is asked for again, but not forgotten. obey false: nothing is ever
 * asked for. ERR_MEMORY. */
status host_robots_start(host_robots *r, const store_host *kept, bool obey, const char *agent);

bool host_robots_due(const host_robots *r, int64_t now_ms);
/* NULL: it is not given up, or not any more. */
const char *host_robots_refusal(const host_robots *r, int64_t now_ms);
void host_robots_asked(host_robots *r);

/* The rules in these bytes hold from now on. ERR_MEMORY. */
status host_robots_answered(host_robots *r, const char *bytes, size_t len, const char *agent);

/* There was no answer, or one that says nothing about rules. *wait_ms: how long to wait before another try; −1: there is
 * none, the host goes on with its old rules or is given up. ERR_MEMORY. */
status host_robots_failed(host_robots *r, const fetch_result *result, int64_t *wait_ms);

#endif
