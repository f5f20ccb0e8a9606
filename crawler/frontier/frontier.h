/* frontier — which URL is fetched next. The queue itself is in the store; here is what belongs to a host while a crawl
 * runs: its robots.txt, how many requests it has open, when it may be asked again.
 *
 *	frontier_next(f, now, &task)
 *		TASK_PAGE     fetch, then frontier_fetched and frontier_done
 *		TASK_SITEMAP  the same for a list of pages
 *		TASK_ROBOTS   fetch the host's robots.txt first, then frontier_robots_done
 *		TASK_REFUSED  do not fetch: robots.txt, a learned rule or --exclude says so; conclude it, then frontier_done
 *		TASK_WAIT     nothing before wait_until_ms
 *		TASK_NONE     the queue is empty (URLs under way may still add to it)
 *
 * robots.txt and the rules are asked before the host has its turn, so that a refused URL costs it none. Hosts are served in turn, however long their queues; it costs O(log n) of n hosts. What returns a status may fail
 * with ERR_MEMORY. Within a host what is nearest to a seed comes first. With a
 * depth limit all of one depth is fetched before the next, so that a page's depth, and with it the set of pages, does
 * not depend on which response came first. */
#ifndef CRAWLER_FRONTIER_FRONTIER_H
#define CRAWLER_FRONTIER_FRONTIER_H

#include "crawler/web/fetch.h"
#include "crawler/frontier/host_robots.h"
#include "crawler/frontier/scope.h"
#include "crawler/frontier/url_rules.h"
#include "store/store.h"

typedef struct frontier frontier;
typedef struct frontier_host frontier_host;

typedef struct frontier_settings {
	int per_host;         /* requests open at once on one host, and on one address: many names may be one machine */
	double delay_s;       /* between two starts on a host or address at least; 0: none, and no adaptive delay */
	bool adaptive;        /* wait longer on hosts that take longer */
	int depth_most;       /* < 0: no limit */
	bool obey_robots;
	bool use_rules;       /* skip what a host's learned rules say */
	const char *agent;    /* product token for robots.txt */
	const scope *scope;   /* --include and --exclude choose what is refreshed; NULL: all of it is. Borrowed */
} frontier_settings;

enum { HOST_DELAY_MOST_S = 30 };

enum task_kind { TASK_NONE, TASK_WAIT, TASK_PAGE, TASK_SITEMAP, TASK_ROBOTS, TASK_REFUSED };

typedef struct frontier_task {
	enum task_kind kind;
	frontier_host *host;
	store_url url;          /* PAGE, SITEMAP, REFUSED; its texts, and those below, are valid until the next frontier_next */
	const char *reason;     /* REFUSED: why it is skipped; NULL: it is left out of the refresh, and stays what it is */
	const char *plain;      /* REFUSED: the URL that is taken in its place; NULL: none */
	int64_t wait_until_ms;  /* TASK_WAIT; on clock_ms()'s clock; INT64_MAX: until something under way ends */
} frontier_task;

/* st is borrowed. Takes up the hosts that have URLs in the queue. */
status frontier_open(const frontier_settings *settings, store *st, frontier **out);
void frontier_close(frontier *f); /* accepts NULL */

/* A URL of this host went into the queue. */
status frontier_met(frontier *f, int64_t host_id);

/* ERR_IO, ERR_MEMORY. */
status frontier_next(frontier *f, int64_t now_ms, frontier_task *out);

const char *frontier_host_name(const frontier_host *h); /* scheme://name[:port] */
int64_t frontier_host_id(const frontier_host *h);
const robots *frontier_host_robots(const frontier_host *h);
url_rules *frontier_host_rules(frontier_host *h);
/* true the first time it is asked: tell the user. */
bool frontier_warn_once(frontier_host *h);

/* The request on the host ended, however. address: where it went, as text; NULL or "": nobody knows. From now on
 * the host shares it with others there: their requests count together. */
status frontier_fetched(frontier *f, frontier_host *h, const char *address, int64_t elapsed_ms);
/* What became of the URL is in the store. */
status frontier_done(frontier *f, frontier_host *h, int64_t url_id);
/* The host asks for quiet, until now + ms. */
status frontier_pause(frontier *f, frontier_host *h, int64_t ms);

/* robots.txt was fetched, or could not be: keeps what it says, tries again later, or gives the host up and skips its
 * URLs with the reason, also those that are met in the next ten minutes. */
status frontier_robots_done(frontier *f, frontier_host *h, const fetch_result *r);

#endif
