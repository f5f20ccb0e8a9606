#include "crawler/frontier/host_robots.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"

enum {
	AGE_MOST_S = 24 * 3600, /* RFC 9309 §2.4 */
	RETRY_MS = 1000,        /* doubled before each try */
	GIVEN_UP_MS = 600000,   /* a host that is given up is left alone for ten minutes */
};

void host_robots_free(host_robots *r)
{
	robots_free(r->rules);
	free(r->refusal);
	*r = (host_robots){0};
}

/* Puts the rules in force from now on, until they are a day old. */
static void set_rules(host_robots *r, robots *rules, int64_t age_s)
{
	host_robots_free(r);
	*r = (host_robots){.state = ROBOTS_KNOWN,
			   .rules = rules,
			   .had_rules = true,
			   .until_ms = clock_ms() + (AGE_MOST_S - age_s) * 1000};
}

status host_robots_start(host_robots *r, const store_host *kept, bool obey, const char *agent)
{
	robots *rules = NULL;

	*r = (host_robots){.state = obey ? ROBOTS_UNKNOWN : ROBOTS_KNOWN, .until_ms = INT64_MAX};
	if (!obey || !kept->robots || kept->robots_age < 0 || kept->robots_status == 0)
		return OK;
	if (kept->robots_status / 100 == 2) {
		rules = robots_parse(kept->robots, kept->robots_len, agent);
		if (!rules)
			return ERR_MEMORY;
	}
	set_rules(r, rules, kept->robots_age);
	return OK;
}

bool host_robots_due(const host_robots *r, int64_t now_ms)
{
	return r->state == ROBOTS_UNKNOWN || now_ms > r->until_ms;
}

const char *host_robots_refusal(const host_robots *r, int64_t now_ms)
{
	return now_ms <= r->until_ms ? r->refusal : NULL;
}

void host_robots_unasked(host_robots *r)
{
	r->state = r->had_rules ? ROBOTS_KNOWN : ROBOTS_UNKNOWN;
}

status host_robots_answered(host_robots *r, const char *bytes, size_t len, const char *agent)
{
	robots *rules = robots_parse(bytes, len, agent);

	if (!rules)
		return ERR_MEMORY;
	set_rules(r, rules, 0);
	return OK;
}

/* For some time, new URLs of the host are skipped without a request; then robots.txt gets one more try. */
static status give_up(host_robots *r, const char *cause)
{
	free(r->refusal);
	if (asprintf(&r->refusal, "robots.txt: %s", cause) < 0) {
		r->refusal = NULL;
		return ERR_MEMORY;
	}
	r->state = ROBOTS_UNKNOWN;
	r->tries = ROBOTS_TRIES - 1;
	r->until_ms = clock_ms() + GIVEN_UP_MS;
	return OK;
}

/* RFC 9309 §2.3.1.4 requires a complete disallow, but rules from an earlier response may be used
 * (§2.4). */
status host_robots_failed(host_robots *r, const fetch_result *result, int64_t *wait_ms)
{
	int64_t asked_s = result->headers.retry_after_s;

	if (asked_s > RETRY_AFTER_MOST_S)
		asked_s = RETRY_AFTER_MOST_S;
	*wait_ms = -1;
	if (++r->tries < ROBOTS_TRIES && result->is_temporary) {
		r->state = ROBOTS_UNKNOWN;
		*wait_ms = asked_s > 0 ? asked_s * 1000 : (int64_t)RETRY_MS << r->tries;
		return OK;
	}
	if (!r->had_rules)
		return give_up(r, result->reason);
	r->state = ROBOTS_KNOWN;
	r->tries = 0;
	r->until_ms = clock_ms() + (int64_t)AGE_MOST_S * 1000;
	return OK;
}
