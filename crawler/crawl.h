/* crawl — what the parts of the crawl command share: crawl.c is the loop, visits.c what happens to one URL. */
#ifndef CRAWLER_CRAWL_H
#define CRAWLER_CRAWL_H

#include "base/clock.h"
#include "crawler/fetch.h"
#include "crawler/frontier.h"
#include "crawler/pipeline.h"
#include "crawler/progress.h"
#include "crawler/scope.h"
#include "crawler/session.h"

#define AGENT_TOKEN "firstprint" /* what robots.txt calls us */

typedef struct visit visit;

typedef struct crawl {
	const settings *settings;
	session session;
	scope *scope;
	fetcher *fetcher;
	pipeline *pipeline;
	frontier *frontier;
	int signals;
	progress progress;
	progress_counts counts, shown; /* so far; as of the last commit */
	int64_t articles;              /* of this run */
	visit *visits;                 /* all under way */
	bool bad_seeds, stopped;
} crawl;

/* One URL on its way. */
struct visit {
	visit *before, *after; /* in the crawl's list of visits */
	frontier_host *host;
	store_url url; /* its text is ours */
	fetch_result fetched;
	char fetched_at[CLOCK_TEXT];
};

/* A seed, or what a person typed as one: it widens the scope and goes into the queue. ctx is the crawl. */
status visit_seed(void *ctx, const url_parts *seed);

/* The stages of a visit, each from the end of the one before. */
status visit_start(crawl *c, const frontier_task *task);   /* asks robots.txt, starts the transfer */
status visit_fetched(crawl *c, fetch_result *result);      /* redirect, failure, skip, or on to the workers */
void visit_resolve_links(job *j);                          /* on a worker, after sign */
status visit_purified(crawl *c, job *j);                   /* judged and stored, its links queued */

void visit_free(crawl *c, visit *v);

#endif
