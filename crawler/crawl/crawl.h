/* crawl — what the parts of the crawl command share. crawl.c has the command and its loop. A URL goes through these
 * files:
 *
 *	discover.c        decides whether a URL that was found is wanted, and adds it to the queue
 *	visit.c           fetches it and has it purified
 *	article.c         judges a page, and follows its links
 *	pending.c         with --shared, holds pages until the shared index has judged them
 *	forward.c         with --part, forwards URLs of other parts' hosts to these
 *	receive.c         receives the URLs that other parts forward to this one
 *	cookie_wall.c     requests it again if it redirects to itself after setting a cookie
 *	probe.c           requests URLs that cannot exist if short pages of a host look like a soft 404
 *	replace.c         removes the articles that it replaces, and has their duplicates judged again
 *	sitemap_visit.c   finds the URLs in a sitemap
 *	outcome.c         writes its outcome: page, drop, redirect, failure, skip, unchanged, …
 *	archive.c         writes its response to a WARC file
 *	report.c          reports the end of the crawl */
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
#include "judge/skeleton.h"
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

/* Pages that wait for the shared index. The first `asked` of them are in the request in flight. */
typedef struct pending {
	visit *first, **end;
	size_t len, asked;
	const told *answers; /* to the last request: `answered` of them; pending_next has returned `given` of these */
	const bool *are_bad;
	size_t answered, given;
	bool must_compare; /* before the next request */
} pending;

typedef struct crawl {
	const settings *settings;
	session session;
	shared *shared; /* NULL: the session judges */
	pending pending;
	bool learns;  /* from what its hosts say: not with --traps follow, nor with the filter "none", which keeps everything */
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
	char last_failure[256];     /* the reason of the last failure */
	visit *visits;              /* list of the current ones */
	calendar calendar;          /* names of months, for probe.c */
	table walls;                /* URL → how often it was requested again, with cookies: cookie_wall.c */
	bool bad_seeds, stopped;
	bool commits_often; /* the last process was killed, and this one may be: what it has found must be known to the next */
} crawl;

/* One URL, from its start to its outcome. */
struct visit {
	visit *before, *after; /* in crawl.visits */
	enum task_kind kind;   /* PAGE, SITEMAP, ROBOTS, PROBE or REFUSED */
	frontier_host *host;
	store_url url;         /* texts owned by the visit; ROBOTS, PROBE: only url.url is set */
	arena *arena;          /* texts of known; NULL: none yet */
	store_validator known; /* what the store has of its article, in a refresh; article 0: none */
	fetch_result fetched;
	char fetched_at[CLOCK_TEXT];
	/* probe.c: how many short pages of the host had this form before, said the same, and were in this folder. */
	bool is_short;
	size_t alike, same, in_folder;
	bool is_new; /* a new article of its host */
	/* While it waits for the shared index: */
	bool waits;
	job *job;
	const char *canonical; /* in the job's arena, like the ids of the articles it replaces */
	const uint64_t *replaced;
	size_t replaced_len;
	visit *next;   /* in crawl.pending */
	char log[400]; /* its last outcome_log, for the archive: "skip: noindex" */
	/* Of a robots.txt that redirects: how often it did, and the host's own response. */
	int robots_hops;
	char own_address[ADDRESS_TEXT];
	int64_t own_ms;
};

/* ── run.c ── */

bool run_is_late(const crawl *c); /* is --max-time over? */
/* Does this run have all the pages that it may have, or has it used all its time? */
bool run_has_enough(const crawl *c);
/* Commits if it is time, or now, and records how far the archive is; then the counts are up to date. */
status run_commit(crawl *c, bool now);
/* Updates the progress line, if it is time, or now. */
void run_show_progress(crawl *c, bool now);

/* ── discover.c ── */

/* Adds a seed to the scope and to the queue. ctx is the crawl. */
status discover_seed(void *ctx, const url_parts *seed);
/* Adds a URL that was found as s says, with url and host from u: to the queue, or to the skips if discover_refuses it. Of a
 * variant, it adds the plain URL and skips the variant. */
status discover(crawl *c, const url_parts *u, store_sighting *s);
/* Adds it without these checks: to the queue, or to the skips if s has a skip_reason. */
status discover_add(crawl *c, const store_sighting *s);
/* Returns why a URL of this depth is not wanted: scope, depth, media type or crawler trap; static. NULL: it is wanted. */
const char *discover_refuses(const crawl *c, const url_parts *u, int depth);
/* Adds the links of a page. */
status discover_links(crawl *c, const visit *v, const job *j);
/* Records that the links of a page are not followed, and why. */
status discover_no_links(crawl *c, const visit *v, const job *j, const char *reason);

/* ── visit.c: the stages of a visit, in order. Each one frees the visit if it ends there ── */

status visit_start(crawl *c, const frontier_task *task); /* starts the transfer, or concludes a refused URL */
status visit_fetched(crawl *c, fetch_result *result);    /* concludes it, or passes a page to the workers */
void visit_resolve_links(job *j);                        /* runs on a worker, after sign */
status visit_purified(crawl *c, job *j);                 /* judges and stores it and adds its links, unless it waits */
status visit_judged(crawl *c, visit *v, const told *t);  /* the same, once the shared index has judged it */
void visit_free(crawl *c, visit *v);

/* ── sitemap_visit.c ── */

/* Adds the sitemaps that the host's robots.txt names. */
status sitemap_discover(crawl *c, const visit *v);
/* Adds the URLs in a sitemap that was fetched, and concludes it. */
status sitemap_conclude(crawl *c, visit *v);

/* ── article.c ── */

/* Concludes a page that the workers have read and that may be stored: judges it, makes it wait, skips it, or finds it unchanged. */
status article_conclude(crawl *c, visit *v, job *j);
/* Stores a page as judged by the shared index. t NULL: the session judges it. */
status article_judge(crawl *c, visit *v, const job *j, const char *canonical, const told *t);

/* ── pending.c: with --shared ── */

/* Makes the page wait for its verdict. */
void pending_add(crawl *c, visit *v, job *j, const char *canonical);
/* Requests verdicts for the pages that wait, unless a request is in flight. */
status pending_ask(crawl *c);
/* Gets the next page that has its verdict, which is valid until the next pending_ask. *v is NULL if there is none. */
status pending_next(crawl *c, visit **v, const told **answer);
/* Compares all pages with the index, if it must and no transfer is running. */
status pending_compare(crawl *c);

/* ── forward.c: with --part ── */

/* Returns the other part that owns the host; 0: there is none. */
int forward_owner(const crawl *c, const char *host);
/* Forwards a URL of a host of that part. A seed is also stored here. */
status forward_url(crawl *c, int part, const store_sighting *s);
/* Stores a seed of another part as a skip, so that the scope has it in later runs. */
status forward_keep_seed(crawl *c, const store_sighting *s);
/* Tells all parts that a seed was redirected to this URL. */
status forward_to_all(crawl *c, const store_sighting *s);

/* ── receive.c: with --part ── */

status receive_open(crawl *c, complaint *why);
/* Sends the URLs to be forwarded. *done: before the call, this part has nothing to do; after it, nor has any other. */
status receive_talk(crawl *c, bool *done, int64_t *wait_ms);
/* Adds the URLs that have arrived. */
status receive_listen(crawl *c);

/* ── cookie_wall.c ── */

/* The URL redirects to `to`. *again: it may be requested again, because the redirect has led back to it and there are cookies now.
 * It then has no outcome yet. */
status cookie_wall_asks_again(crawl *c, const visit *v, const char *to, bool *again);
/* The URL was concluded as a redirect to `to`. If `to` had redirected here, and there are cookies now, `to` goes into the queue
 * again. */
status cookie_wall_opens(crawl *c, const visit *v, const char *to);

/* ── probe.c ── */

/* Reads a page that the workers have read. *says_to_any: the host says so to any URL; the page is no article. Otherwise sets
 * v->is_short and the counts. */
status probe_look(crawl *c, visit *v, const job *j, bool *says_to_any);
/* A page was stored as article id. Probes the host after the third short page of a folder, and after the third that says the same. */
status probe_consider(crawl *c, const visit *v, uint64_t id);
/* Handles a response to a probe that is not a page: an error, or a redirect, which is followed. */
status probe_answered(crawl *c, visit *v);
/* Handles a response to a probe that is a page. */
status probe_purified(crawl *c, visit *v, job *j);

/* ── replace.c ── */

/* Judges x, or stores it as the shared index has judged it, if t is not NULL. Replaces the article that the URL had, and those that
 * name the URL as canonical and are the same article. */
status replace_articles(crawl *c, const visit *v, const store_article *x, const told *t, judgement *verdict);
/* Lists these articles, in a. x NULL: only that of the URL. */
status replace_list(crawl *c, const visit *v, const store_article *x, arena *a, judge_old **out, size_t *n);
/* Removes the article that the URL had, without a new one. why: the reason in the table past. */
status replace_with_nothing(crawl *c, visit *v, const char *why);

/* ── skipped.c ── */

/* The URL has ended, with or without an article. URLs that were skipped for it may go back into the queue: all of them if there is
 * no article, otherwise the samples of learned rules. */
status skipped_for(crawl *c, const visit *v, bool has_article);
/* Like skipped_for, for a URL that redirects to `to`. */
status skipped_redirected(crawl *c, const visit *v, const char *to);

/* ── outcome.c ── */

/* Keeps a line about the visit for the archive, and prints it on standard error with --verbose. detail may be "". */
void outcome_log(crawl *c, const char *what, visit *v, const char *detail);
/* Writes the outcome to the store and takes the URL out of the queue, unless it is a retry. If the URL no longer has an article,
 * removes its old one. The functions below call this one. */
status outcome_conclude(crawl *c, visit *v, const store_outcome *outcome);
/* Writes no outcome: the URL stays in the queue as it is. */
status outcome_none(crawl *c, visit *v);
/* Skips the URL. of_url: the one to use instead; NULL: none. */
status outcome_skip(crawl *c, visit *v, const char *reason, const char *of_url);
/* There was no response, or an error: writes a retry, or a failure. */
status outcome_failed(crawl *c, visit *v);
/* Is this response to be requested once more, since another one may follow in a moment? */
bool outcome_is_provisional(const crawl *c, const visit *v);
/* Writes a retry for it. */
status outcome_provisional(crawl *c, visit *v);
/* Adds the target of a redirect to the queue, unless the URL itself is requested again (cookie_wall.c). */
status outcome_redirect(crawl *c, visit *v);
/* The article has not changed: the server says so, or the bytes are the same. */
status outcome_unchanged(crawl *c, visit *v);
/* The refresh leaves the URL out, and it stays as it is. */
status outcome_left_out(crawl *c, visit *v);

/* ── open.c ── */

/* Opens the scope, the store and the filter. Returns an exit code; if it is not 0, why says what went wrong. */
int crawl_open(crawl *c, const char *path, complaint *why);

/* ── report.c ── */

/* Reports the end of a crawl without errors. Returns the exit code. */
int crawl_report(crawl *c, const char *path);

/* ── archive.c ── */

/* Opens the archive of --warc, if it was given, and removes an incomplete record that a kill left at its end. */
status archive_open(crawl *c, const char *agent, complaint *why);
/* Writes its index. */
status archive_end(crawl *c, complaint *why);
/* Call these after the outcome, which goes into the archive, too.
 *
 * Writes the response of a visit that ended after the fetch. Does nothing without --warc, or without a response. */
status archive_response(crawl *c, const visit *v);
/* Like archive_response, for a page that went through the workers. */
status archive_page(crawl *c, const visit *v, const job *j);

#endif
