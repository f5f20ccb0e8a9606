/* visit — one URL on its way through the crawl. */
#ifndef CRAWLER_CRAWL_VISIT_H
#define CRAWLER_CRAWL_VISIT_H

#include "base/clock.h"
#include "crawler/frontier/frontier.h"
#include "crawler/web/fetch.h"
#include "judge/pipeline.h"

typedef struct visit visit;

struct visit {
	visit *before, *after; /* in crawl.visits */
	enum task_kind kind;   /* PAGE, SITEMAP, ROBOTS, PROBE or REFUSED */
	frontier_host *host;
	store_url url;         /* ROBOTS, PROBE: only url.url is set */
	arena *arena;          /* has the texts of url, known and its conclusion */
	store_validator known; /* what the store has of its article, in a refresh; article 0: none */
	/* The response in the archive that has the bytes of the article, as of the request; NULL: none. */
	const char *same_url, *same_date;
	fetch_result fetched;
	char fetched_at[CLOCK_TEXT];
	/* probe.c: how many short pages of the host had this form before, said the same, and were in this folder. */
	bool is_short;
	size_t alike, same, in_folder;
	/* While it waits for the shared index: */
	job *job;
	const char *canonical; /* in the job's arena */
	uint64_t replaced;     /* the article that it replaces, as the request says; 0: none */
	visit *next;           /* in crawl.pending */
	char log[400];         /* its last line of the log, for the archive: "skip: noindex" */
	/* Of a robots.txt that redirects: how often it did, and the host's own response. */
	int robots_hops;
	char own_address[ADDRESS_TEXT];
	int64_t own_ms;
};

#endif
