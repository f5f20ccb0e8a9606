/* crawl — what the parts of the crawl command share. crawl.c is the command and its loop; a URL goes through
 *
 *	discover.c   met: is it wanted? then it waits in the queue
 *	visit.c      fetched, purified: the stages in between
 *	article.c    read: judged, and its links followed
 *	sitemap_visit.c   a list of pages: what it lists is met
 *	outcome.c    what became of it: page, drop, redirect, failure, skip; or unchanged since the last time
 *	archive.c    as it came, into a WARC file */
#ifndef CRAWLER_CRAWL_CRAWL_H
#define CRAWLER_CRAWL_CRAWL_H

#include "base/clock.h"
#include "crawler/web/fetch.h"
#include "crawler/frontier/frontier.h"
#include "crawler/judge/pipeline.h"
#include "crawler/console/progress.h"
#include "crawler/console/settings.h"
#include "crawler/frontier/scope.h"
#include "crawler/judge/session.h"
#include "crawler/files/warc_writer.h"

/* `firstprint crawl`; the exit code. */
int crawl_command(const settings *s);

#define AGENT_TOKEN "firstprint" /* what we call ourselves, if the user does not */

enum { HOPS_MOST = 10 }; /* redirects behind one another */

typedef struct visit visit;

typedef struct crawl {
	const settings *settings;
	session session;
	scope *scope;
	fetcher *fetcher;
	pipeline *pipeline;
	frontier *frontier;
	int signals;
	warc_writer *warc;      /* NULL: none is written */
	char started_at[CLOCK_TEXT];
	complaint *why;         /* what went wrong, when it is not the store */
	char agent[64]; /* product token: what robots.txt and X-Robots-Tag call us */
	int year;       /* the present one */
	arena *scratch; /* for a URL that is being discovered */
	progress progress;
	store_counts counts;           /* as of the last commit */
	int64_t articles;              /* of this run */
	int64_t reached, unreached;    /* of this run: URLs with an answer; those kept because there was none */
	visit *visits;                 /* all under way */
	bool bad_seeds, stopped;
} crawl;

/* One URL on its way. */
struct visit {
	visit *before, *after; /* in the crawl's list of visits */
	enum task_kind kind;   /* PAGE, SITEMAP, ROBOTS or REFUSED */
	frontier_host *host;
	store_url url; /* its texts are ours; ROBOTS: the URL alone */
	arena *arena;  /* of what is known of its article, when it is refreshed; else NULL */
	store_validator known; /* article 0: it has none */
	fetch_result fetched;
	char fetched_at[CLOCK_TEXT];
	char log[400]; /* what was logged of it last: "skip: noindex" */
};

/* ── discover.c ── */

/* A seed, or what a person typed as one: it widens the scope and goes into the queue. ctx is the crawl. */
status discover_seed(void *ctx, const url_parts *seed);
/* A URL that was met as s says, which scope, depth, traps and media types are asked about first. */
status discover(crawl *c, const url_parts *u, store_sighting *s);
/* Without asking. */
status discover_wanted(crawl *c, const store_sighting *s);
/* NULL, or why a URL that deep is left alone. */
const char *discover_refuses(const crawl *c, const url_parts *u, int depth);
/* The links of a page. */
status discover_links(crawl *c, const visit *v, const job *j);
/* Notes that links of a page are not followed. */
status discover_no_links(crawl *c, const visit *v, const job *j, const char *reason);

/* ── visit.c: each from the end of the one before ── */

status visit_start(crawl *c, const frontier_task *task);   /* starts the transfer, or ends it: it was refused */
status visit_fetched(crawl *c, fetch_result *result);      /* redirect, failure, skip, or on to the workers */
void visit_resolve_links(job *j);                          /* on a worker, after sign */
status visit_purified(crawl *c, job *j);                   /* judged and stored, its links queued */
void visit_free(crawl *c, visit *v);

/* ── sitemap_visit.c ── */

/* Queues the sitemaps that the host's robots.txt names. */
status sitemap_discover(crawl *c, const visit *v);
/* The outcome of one that was fetched: what it lists is met. */
status sitemap_visited(crawl *c, visit *v);

/* ── article.c ── */

/* The outcome of a page that may be kept. */
status article_read(crawl *c, visit *v, const job *j);
/* The article the URL had is no more, and none comes in its place. why: for the store's past. */
status article_leaves(crawl *c, visit *v, const char *why);

/* ── outcome.c ── */

/* What becomes of a visit, in words: a line on standard error with --verbose, and kept for the archive. */
void outcome_log(crawl *c, const char *what, visit *v, const char *detail);
/* Writes it down and takes the URL out of the queue; the article it had leaves, unless it stays or another has come. */
status outcome_conclude(crawl *c, visit *v, const store_outcome *outcome);
status outcome_skip(crawl *c, visit *v, const char *reason, const char *of_url);
/* There was no answer, or a bad one: another try, or the end. */
status outcome_failed(crawl *c, visit *v);
/* The server says, or its bytes do, that the article is as it was. */
status outcome_unchanged(crawl *c, visit *v);
/* It is not asked for again, and stays what it was. */
status outcome_left_out(crawl *c, visit *v);
/* Of an answer that is no page for the workers. */
status outcome_of_answer(crawl *c, visit *v);

/* ── archive.c: behind the end, so that the archive can tell it ── */

/* The answer of a visit that went no further than the fetch. */
status archive_answer(crawl *c, const visit *v);
status archive_page(crawl *c, const visit *v, const job *j);

#endif
