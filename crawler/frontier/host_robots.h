/* host_robots — the state of a host's robots.txt while a crawl runs. Rules are kept for a day and then requested again.
 *
 *	host_robots_start(r, kept, …)      use the rules that the store has
 *	host_robots_due(r, now)            must it be requested first? then set ROBOTS_ASKED
 *	host_robots_answered(r, …)         keep its rules for a day
 *	host_robots_failed(r, …)           try again later, keep the old rules, or give up the host
 *	host_robots_refusal(r, now)        why the host is given up for now */
#ifndef CRAWLER_FRONTIER_HOST_ROBOTS_H
#define CRAWLER_FRONTIER_HOST_ROBOTS_H

#include "crawler/web/fetch.h"
#include "crawler/web/robots.h"
#include "store/store.h"

enum {
	ROBOTS_TRIES = 3,
	RETRY_AFTER_MOST_S = 300 /* the longest Retry-After that is respected, here and for pages */
};

/* ASKED: a request for it is running. */
enum robots_state { ROBOTS_UNKNOWN, ROBOTS_ASKED, ROBOTS_KNOWN };

/* Starts as zeros. */
typedef struct host_robots {
	enum robots_state state;
	robots *rules;    /* NULL: everything is allowed */
	int tries;        /* failed ones, in a row */
	char *refusal;    /* why the host was given up: "robots.txt: http 503"; NULL: it is not */
	bool had_rules;   /* rules were known once: they stay in force if robots.txt cannot be fetched again */
	int64_t until_ms; /* by clock_ms(): the rules, or the refusal, are in force until then */
} host_robots;

void host_robots_free(host_robots *r);

/* Uses the rules in the store; if they are too old, they are due at once, but stay known. obey false: robots.txt is never
 * requested, and everything is allowed. agent: our product token. ERR_MEMORY. */
status host_robots_start(host_robots *r, const store_host *kept, bool obey, const char *agent);

/* Must robots.txt be requested before anything else? Times are clock_ms()'s. */
bool host_robots_due(const host_robots *r, int64_t now_ms);
/* Returns why the host is given up; valid until r changes. NULL: it is not given up, or no longer. */
const char *host_robots_refusal(const host_robots *r, int64_t now_ms);
/* A request for robots.txt has ended, and counts as if there had been none. */
void host_robots_unasked(host_robots *r);

/* The rules in these bytes are in force from now on. ERR_MEMORY. */
status host_robots_answered(host_robots *r, const char *bytes, size_t len, const char *agent);

/* There was no response, or one that is not a robots.txt, such as an error 500. *wait_ms: how long to wait before another try; −1:
 * there is no other try, and the old rules stay in force or the host is given up. ERR_MEMORY. */
status host_robots_failed(host_robots *r, const fetch_result *result, int64_t *wait_ms);

#endif
