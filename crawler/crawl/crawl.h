/* crawl — what the parts of the crawl command share. crawl.c is the command and its loop; a URL goes through
 *
 *	discover.c   met: is it wanted? then it waits in the queue
 *	visits.c     fetched, purified: the stages in between
 *	ends.c       what became of it: page, drop, redirect, failure, skip; or unchanged since the last time
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
	progress_counts counts, shown; /* so far; as of the last commit */
	int64_t articles;              /* of this run */
	int64_t reached, unreached;    /* of this run: URLs with an answer; those kept because there was none */
	visit *visits;                 /* all under way */
	bool bad_seeds, stopped;
} crawl;

/* One URL on its way. */
struct visit {
	visit *before, *after; /* in the crawl's list of visits */
	frontier_host *host;
	store_url url; /* its text is ours */
	arena *arena;  /* of what is known of its article, when it is refreshed; else NULL */
	store_validator known;
	fetch_result fetched;
	char fetched_at[CLOCK_TEXT];
	char told[400]; /* what was said of it last: "skip: noindex" */
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

/* ── visits.c: each from the end of the one before ── */

status visit_start(crawl *c, const frontier_task *task);   /* asks robots.txt, starts the transfer */
status visit_fetched(crawl *c, fetch_result *result);      /* redirect, failure, skip, or on to the workers */
void visit_resolve_links(job *j);                          /* on a worker, after sign */
status visit_purified(crawl *c, job *j);                   /* judged and stored, its links queued */
void visit_free(crawl *c, visit *v);

/* ── ends.c: each takes the URL out of the queue ── */

/* Before the end of a URL that is refreshed: what it was may have changed while it was asked for, when a page it
 * repeated went, or one came that stands for it. */
status end_recall(crawl *c, visit *v);

/* What becomes of a visit, in words: a line on standard error with --verbose, and kept for the archive. */
void end_tell(crawl *c, const char *what, visit *v, const char *detail);
status end_skip(crawl *c, visit *v, const char *reason, const char *of_url);
status end_redirect(crawl *c, visit *v);
/* Or waits for another try. */
status end_failed_fetch(crawl *c, visit *v);
/* The server says, or its bytes do, that the article is as it was. */
status end_unchanged(crawl *c, visit *v);
/* It is not asked for again, and stays what it was. */
status end_kept(crawl *c, visit *v);
status end_article(crawl *c, visit *v, const job *j);

/* ── archive.c: behind the end, so that the archive can tell it ── */

/* The answer of a visit that went no further than the fetch. */
status archive_answer(crawl *c, const visit *v);
status archive_page(crawl *c, const visit *v, const job *j);

#endif
