/* crawl — what the parts of the crawl command share. crawl.c has the command and its loop. A URL goes through these
 * files:
 *
 *	discover.c        it was found: is it wanted? then it is added to the queue
 *	visit.c           it is fetched and purified
 *	article.c         a page: it is judged, and its links are followed
 *	pending.c         with --shared it waits until the shared index has judged it
 *	forward.c         with --part, URLs of other parts' hosts are forwarded to them
 *	receive.c         URLs that other parts forward to this one
 *	cookie_wall.c     it redirects to itself, having set a cookie: it is requested again
 *	probe.c           its drops look like a soft 404: what does the host answer to a URL that cannot exist?
 *	replace.c         the articles that it replaces are removed, and their duplicates are judged again
 *	sitemap_visit.c   a sitemap: the URLs in it are found
 *	outcome.c         its outcome: page, drop, redirect, failure, skip, unchanged, …
 *	archive.c         its response is written to a WARC file
 *	report.c          the end */
#ifndef CRAWLER_CRAWL_CRAWL_H
#define CRAWLER_CRAWL_CRAWL_H

#include "base/clock.h"
#include "base/table.h"
#include "crawler/web/fetch.h"
#include "crawler/frontier/frontier.h"
#include "judge/pipeline.h"
#include "crawler/console/agent.h"
#include "crawler/console/progress.h"
#include "crawler/console/settings.h"
#include "crawler/frontier/scope.h"
#include "judge/session.h"
#include "crawler/files/warc_archive.h"
#include "crawler/parts/parts.h"
#include "crawler/shared/shared.h"

/* `firstprint crawl`. Returns the exit code. */
int crawl_command(const settings *s);

#define NO_WEB_ADDRESS "redirects to what is no web address"

enum {
	HOPS_MOST = 10,  /* redirects in a row; sitemaps within sitemaps */
	ROBOTS_HOPS = 5, /* redirects of a robots.txt (RFC 9309 §2.3.1.2) */
};

typedef struct visit visit;

/* Pages that wait for the shared index, the first `asked` of which are in its request. */
typedef struct pending {
	visit *first, **end;
	size_t len, asked;
	const told *answers; /* to the last request; `given` of the `answered` ones were given to pending_next's caller */
	const bool *are_bad;
	size_t answered, given;
	bool must_compare; /* before more is asked */
} pending;

typedef struct crawl {
	const settings *settings;
	session session;
	shared *shared; /* NULL: the session judges */
	pending pending;
	parts *parts; /* NULL: the crawl has only this one */
	scope *scope;
	fetcher *fetcher;
	secrets *secrets;
	pipeline *pipeline;
	frontier *frontier;
	int signals;
	warc_archive *warc;           /* NULL: none is written */
	uint64_t archived_since;      /* every article from this id on is in the WARC file */
	complaint *why;               /* message of an error that does not come from the store */
	char agent[AGENT_TOKEN_MOST]; /* our product token, for robots.txt and X-Robots-Tag */
	int year;                     /* the current one */
	arena *scratch;               /* for a URL that is being discovered */
	progress progress;
	store_counts counts;        /* of the whole store, as of the last commit */
	int64_t articles;           /* of this run: pages, drops and unchanged articles */
	int64_t reached, unreached; /* of this run: URLs fetched; refreshed URLs that could not be fetched */
	int64_t failed;             /* of this run: failures */
	char last_failure[256];     /* the reason of the last one */
	visit *visits;              /* list of the current ones */
	table walls;                /* URL → how often it was asked for again, with cookies: cookie_wall.c */
	bool bad_seeds, stopped;
} crawl;

/* One URL, from its start to its outcome. */
struct visit {
	visit *before, *after; /* in crawl.visits */
	enum task_kind kind;   /* PAGE, SITEMAP, ROBOTS, PROBE or REFUSED */
	frontier_host *host;
	store_url url;         /* texts owned by the visit; ROBOTS, PROBE: only url.url is set */
	arena *arena;          /* texts of known; NULL: none yet */
	store_validator known; /* what the store has of its article, if it is refreshed; article 0: none */
	fetch_result fetched;
	char fetched_at[CLOCK_TEXT];
	/* While it waits for the memory: */
	bool waits;
	job *job;
	const char *canonical; /* in the job's arena, as the ids of what it replaces */
	const uint64_t *replaced;
	size_t replaced_len;
	visit *next;   /* in crawl.pending */
	char log[400]; /* its last outcome_log, for the archive: "skip: noindex" */
	/* Of a robots.txt that redirects: how often it did, and what the host's own response was. */
	int robots_hops;
	char own_address[ADDRESS_TEXT];
	int64_t own_ms;
};

/* ── run.c ── */

bool run_is_late(const crawl *c); /* is --max-time over? */
/* Has this run all the pages that it may have, or all its time? */
bool run_has_enough(const crawl *c);
/* Commits if it is time, or now, with how far the archive is; then the counts are up to date. */
status run_commit(crawl *c, bool now);
/* Updates the line of progress, if it is time, or now. */
void run_show_progress(crawl *c, bool now);

/* ── discover.c ── */

/* Adds a seed to the scope and to the queue. ctx is the crawl. */
status discover_seed(void *ctx, const url_parts *seed);
/* Adds a URL that was found as s says, with url and host from u: to the queue, or to the skips if discover_refuses it.
 * The plain URL of a variant is added instead, and the variant is skipped. */
status discover(crawl *c, const url_parts *u, store_sighting *s);
/* Adds it without these checks: to the queue, or to the skips if s has a skip_reason. */
status discover_add(crawl *c, const store_sighting *s);
/* Why a URL of this depth is not wanted: scope, depth, media type or crawler trap; static. NULL: it is wanted. */
const char *discover_refuses(const crawl *c, const url_parts *u, int depth);
/* Adds the links of a page. */
status discover_links(crawl *c, const visit *v, const job *j);
/* Notes that the links of a page are not followed, and why. */
status discover_no_links(crawl *c, const visit *v, const job *j, const char *reason);

/* ── visit.c: the stages of a visit, in order. Each one frees the visit when it ends there ── */

status visit_start(crawl *c, const frontier_task *task); /* starts the transfer; a refused URL is concluded */
status visit_fetched(crawl *c, fetch_result *result);    /* concludes it, or passes a page to the workers */
void visit_resolve_links(job *j);                        /* runs on a worker, after sign */
status visit_purified(crawl *c, job *j);                 /* judges and stores it, adds its links, unless it waits */
status visit_judged(crawl *c, visit *v, const told *t);  /* the same, once the memory has judged it */
void visit_free(crawl *c, visit *v);

/* ── sitemap_visit.c ── */

/* Adds the sitemaps that the host's robots.txt names. */
status sitemap_discover(crawl *c, const visit *v);
/* Adds the URLs in a sitemap that was fetched, and concludes it. */
status sitemap_conclude(crawl *c, visit *v);

/* ── article.c ── */

/* Concludes a page that the workers have read and that may be kept: it is judged or begins to wait, or it is a skip or unchanged. */
status article_conclude(crawl *c, visit *v, job *j);
/* Stores a page as judged: by the memory, or, t NULL, by the session. */
status article_judge(crawl *c, visit *v, const job *j, const char *canonical, const told *t);

/* ── pending.c: with --shared ── */

/* The page waits for its verdict. */
void pending_add(crawl *c, visit *v, job *j, const char *canonical);
/* Requests verdicts for the pages that wait, unless a request is in flight. */
status pending_ask(crawl *c);
/* The next page that has its verdict, which is valid until the next pending_ask; NULL in *v: there is none. */
status pending_next(crawl *c, visit **v, const told **answer);
/* Compares all pages with the index, if it must, and if no transfer is running. */
status pending_compare(crawl *c);

/* ── forward.c: with --part ── */

/* The other part that owns the host; 0: there is none. */
int forward_owner(const crawl *c, const char *host);
/* Forwards a URL of a host of that part. A seed is kept here, too. */
status forward_url(crawl *c, int part, const store_sighting *s);
/* Keeps a seed of another part as a skip, so that the scope has it in later runs. */
status forward_keep_seed(crawl *c, const store_sighting *s);
/* A seed was redirected to this URL: tells all parts. */
status forward_to_all(crawl *c, const store_sighting *s);

/* ── receive.c: with --part ── */

status receive_open(crawl *c, complaint *why);
/* Sends what is to be forwarded. *done: this part has nothing to do; after the call: nor has any other. */
status receive_talk(crawl *c, bool *done, int64_t *wait_ms);
/* Adds the URLs that have come. */
status receive_listen(crawl *c);

/* ── cookie_wall.c ── */

/* The URL redirects to `to`: may it be requested again, since that has led to itself and there are cookies now? Then it has no
 * outcome yet. */
status cookie_wall_asks_again(crawl *c, const visit *v, const char *to, bool *again);
/* The URL was concluded as a redirect to `to`. If that had redirected here, and there are cookies now, it goes into the queue
 * again. */
status cookie_wall_opens(crawl *c, const visit *v, const char *to);

/* ── probe.c ── */

/* Looks at an article that was judged: do several short ones say the same? Then the host is probed. */
status probe_consider(crawl *c, const visit *v, const job *j, const judgement *x);
/* The response to a probe that has no page: an error, or a redirect, which is followed. */
status probe_answered(crawl *c, visit *v);
/* The answer is a page. A stored page that says the same has no content. */
status probe_purified(crawl *c, visit *v, job *j);
/* The same, once the memory has looked at it. */
status probe_judged(crawl *c, visit *v, uint64_t of);

/* ── replace.c ── */

/* Judges x, or stores it as the memory has judged it, if t is not NULL. The article that the URL had, and those that name the URL as
 * canonical and are the same article, are replaced. */
status replace_articles(crawl *c, const visit *v, const store_article *x, const told *t, judgement *verdict);
/* Which articles these are; in a. x NULL: only that of the URL. */
status replace_list(crawl *c, const visit *v, const store_article *x, arena *a, judge_old **out, size_t *n);
/* Removes the article that the URL had; there is no new one. why: the reason in the store's past. */
status replace_with_nothing(crawl *c, visit *v, const char *why);

/* ── skipped.c ── */

/* The URL has ended, with an article or without one. What was skipped for it may go back into the queue: all of it, if there is no
 * article; else the samples of learned rules. */
status skipped_for(crawl *c, const visit *v, bool has_article);
/* The same for a URL that redirects. */
status skipped_redirected(crawl *c, const visit *v, const char *to);

/* ── outcome.c ── */

/* Keeps a line about the visit for the archive, and prints it on standard error with --verbose. detail may be "". */
void outcome_log(crawl *c, const char *what, visit *v, const char *detail);
/* Writes the outcome to the store and takes the URL out of the queue, unless it is a retry. If the URL has no article
 * any more, its old one is removed. The functions below end in this one. */
status outcome_conclude(crawl *c, visit *v, const store_outcome *outcome);
/* None yet: it stays in the queue as it is. */
status outcome_none(crawl *c, visit *v);
/* of_url: the URL that stands for it; NULL: none. */
status outcome_skip(crawl *c, visit *v, const char *reason, const char *of_url);
/* There was no response, or an error: a retry, or a failure. */
status outcome_failed(crawl *c, visit *v);
/* Its target is added to the queue, unless the URL itself is asked for again (cookie_wall.c). */
status outcome_redirect(crawl *c, visit *v);
/* The article has not changed: the server says so, or the bytes are the same. */
status outcome_unchanged(crawl *c, visit *v);
/* It is left out of the refresh and stays as it is. */
status outcome_left_out(crawl *c, visit *v);

/* ── open.c ── */

/* Opens the scope, the store and the filter. Returns an exit code; not 0: why says why. */
int crawl_open(crawl *c, const char *path, complaint *why);

/* ── report.c ── */

/* Reports the end of a crawl that met no error. Returns the exit code. */
int crawl_report(crawl *c, const char *path);

/* ── archive.c ── */

/* Opens the archive of --warc, if it was given, and cuts off the incomplete record that a kill left at its end. */
status archive_open(crawl *c, const char *agent, complaint *why);
/* Writes its index. */
status archive_end(crawl *c, complaint *why);
/* These are called after the outcome, which goes into the archive, too.
 *
 * Writes the response of a visit that ended after the fetch. Does nothing without --warc, or without a response. */
status archive_response(crawl *c, const visit *v);
/* The same for a page that went through the workers. */
status archive_page(crawl *c, const visit *v, const job *j);

#endif
