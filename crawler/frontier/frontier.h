/* frontier — decides which URL is fetched next. The queue itself is in the store. The frontier adds the state of each host
 * while a crawl runs: its robots.txt, how many requests are running, and when the next may start.
 *
 *	frontier_next(f, now, &task)
 *		TASK_PAGE     fetch it, call frontier_ended, conclude it in the store, call frontier_done
 *		TASK_SITEMAP  the same for a sitemap
 *		TASK_ROBOTS   fetch the host's robots.txt, call frontier_robots_done
 *		TASK_PROBE    fetch a URL that cannot exist (host_probe.h), call frontier_ended and frontier_probe_changed
 *		TASK_REFUSED  do not fetch: robots.txt, a learned rule or --exclude forbids it; conclude it, call frontier_done
 *		TASK_WAIT     there is nothing to do before wait_until_ms
 *		TASK_NONE     the queue is empty, though URLs that are being fetched may still add to it
 *
 * A refused URL does not count as a request to its host. Hosts take turns, however long their queues are; choosing one
 * of n takes O(log n). Within a host, the URLs nearest to a seed come first. With a depth limit, all URLs of one depth
 * are fetched before the next depth begins, so that the depth of a page, and with it the set of pages, does not depend
 * on the order of the responses. Functions that return a status may fail with ERR_IO or ERR_MEMORY. */
#ifndef CRAWLER_FRONTIER_FRONTIER_H
#define CRAWLER_FRONTIER_FRONTIER_H

#include "crawler/frontier/host_budget.h"
#include "crawler/frontier/host_probe.h"
#include "crawler/frontier/host_robots.h"
#include "crawler/frontier/outage.h"
#include "crawler/frontier/politeness.h"
#include "crawler/frontier/scope.h"
#include "crawler/frontier/url_rules.h"
#include "store/store.h"

typedef struct frontier frontier;

/* A host while a crawl runs. Others read its id, its name, and the rules of its robots.txt, and write the rest down to `articles`. */
typedef struct frontier_host {
	host_schedule schedule; /* first member: a pointer to it is a pointer to the host */
	int64_t id;
	char *name;         /* scheme://name[:port] */
	host_robots robots; /* .rules NULL: everything is allowed */
	url_rules *rules;   /* learned about its URLs */
	host_probe probe;   /* call frontier_probe_changed after a change */
	host_budget budget;
	bool warned;      /* the user was told that one of its pages has too many drops */
	int64_t articles; /* pages and drops; −1: not counted */
	host_outage outage;
	int busy;            /* answers 429 and 503 in a row */
	size_t taken;        /* its URLs that were handed out and are not done */
	bool active;         /* it may have queued URLs */
	bool working;        /* it has something to request, and does not rest */
	bool resting;        /* it has something to request, and rests */
	int exhausted_depth; /* no URL of this depth or less can be taken now; −1: not known */
} frontier_host;

typedef struct frontier_settings {
	int per_host;   /* requests at once per host, and per address: many names may be one machine */
	double delay_s; /* the least time between the starts of two requests to a host or address; 0: none */
	bool adaptive;  /* also wait after a response, the longer the slower it was */
	int depth_most; /* links from a seed; < 0: no limit */
	bool obey_robots;
	bool use_rules;     /* skip URLs that match a learned rule of their host */
	bool use_budget;    /* skip URLs of hosts whose budget is spent (host_budget.h) */
	int64_t pages_most; /* per host: when it has so many pages and drops, its other URLs are skipped; 0: no limit */
	int64_t give_up_ms; /* hosts that cannot be reached, and networks that are down, are given up after this */
	const char *agent;  /* product token for robots.txt */
	/* Other crawlers may use the same addresses. May this one send a request to the address, with ms between two? Or, with
	 * rests: it sent one, and no crawler may send another for ms. Pass the answer to frontier_lease. NULL: there are no others. */
	status (*request_lease)(void *ctx, const char *address, int64_t ms, bool rests);
	void *lease_ctx;
	/* May a URL be fetched? If not, no other is skipped for it. NULL: all may. */
	bool (*is_wanted)(void *ctx, const url_parts *u, int depth);
	void *wanted_ctx;
	const scope *scope; /* its --include and --exclude choose what is refreshed; NULL: everything. Borrowed */
} frontier_settings;

/* The reason of skips for a spent budget. */
#define FRONTIER_BUDGET "host-budget"

enum { HOST_DELAY_MOST_S = 30 }; /* longest Crawl-delay and adaptive delay that is respected */

enum task_kind { TASK_NONE, TASK_WAIT, TASK_PAGE, TASK_SITEMAP, TASK_ROBOTS, TASK_PROBE, TASK_REFUSED };

typedef struct frontier_task {
	enum task_kind kind;
	frontier_host *host;
	store_url url;         /* ROBOTS, PROBE: only url.url. All texts are valid until the next frontier_next */
	const char *reason;    /* REFUSED: why it is skipped; NULL: the refresh leaves it out, and it stays as it is */
	const char *plain;     /* REFUSED: the URL to fetch instead; NULL: none */
	int64_t wait_until_ms; /* WAIT: by clock_ms(); INT64_MAX: until a running request ends */
} frontier_task;

/* Starts with the hosts that have URLs in the queue. st is borrowed, and so are settings->agent and settings->scope. */
status frontier_open(const frontier_settings *settings, store *st, frontier **out);
void frontier_close(frontier *f); /* accepts NULL */

/* Call it when a URL of this host was added to the queue. */
status frontier_url_added(frontier *f, int64_t host_id);

/* Gets the next task. now_ms: by clock_ms(). */
status frontier_next(frontier *f, int64_t now_ms, frontier_task *out);

/* wait_ms 0: the address is leased. Otherwise the lease may be requested again in wait_ms. */
status frontier_lease(frontier *f, const char *address, int64_t wait_ms);

/* The probe of the host may have a URL to request. */
status frontier_probe_changed(frontier *f, frontier_host *h);
/* The host has a new article. If its budget was spent, the URLs that were skipped for that go back into the queue. */
status frontier_earned(frontier *f, frontier_host *h);

/* *resting: how many hosts rest; *waiting: about how many do not, have URLs in the queue, and have no open request. */
void frontier_count(const frontier *f, size_t *waiting, size_t *resting);
bool frontier_is_down(const frontier *f);
/* Calls handle with each host that rests or was given up; for_ms: for how long it has not been reached. Returns whether hosts, or the
 * network, were given up: their URLs are still in the queue. */
bool frontier_unreachable(const frontier *f, void (*handle)(void *ctx, const frontier_host *h, int64_t for_ms), void *ctx);

/* A request to the host has ended, with or without a response. From now on the host shares the limits of its IP address with the
 * other hosts there. A host that answers 429 or 503 again and again is given up, and its URLs are skipped; one that could not be
 * reached may rest (outage.h). *counts: the URL has an outcome. If not, frontier_done hands it back without one. */
status frontier_ended(frontier *f, frontier_host *h, const fetch_result *r, bool *counts);
/* Call it when the outcome of the URL is in the store. */
status frontier_done(frontier *f, frontier_host *h, int64_t url_id);
/* Starts no request to the host within the next ms, as after a Retry-After. */
status frontier_pause(frontier *f, frontier_host *h, int64_t ms);

/* The request for robots.txt has ended. Keeps its rules, or tries again later, or gives the host up: then all its queued URLs are
 * skipped with the reason, and so are those that are added in the next ten minutes. */
status frontier_robots_done(frontier *f, frontier_host *h, const fetch_result *r);

#endif
