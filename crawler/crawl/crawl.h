/* crawl — what the files of the crawl command share. A URL goes through these, and what each finds out comes back as data, in a
 * conclusion:
 *
 *	crawl.c           the command
 *	loop.c            starts visits, and hands what has come of each to conclude.c
 *	visit.c           one URL on its way: requests it
 *	fetched.c         concludes from a response, unless it is a page
 *	article.c         concludes from a page that the workers have read: judges it, or says why not
 *	conclude.c        writes a conclusion, to the store, the frontier and the archive; nothing else does
 *
 * What these use is declared below, file by file. */
#ifndef CRAWLER_CRAWL_CRAWL_H
#define CRAWLER_CRAWL_CRAWL_H

#include "base/table.h"
#include "crawler/web/fetch.h"
#include "crawler/frontier/frontier.h"
#include "crawler/crawl/conclusion.h"
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

/* `firstprint crawl`: see commands/arguments.h. */
int crawl_command(const settings *s, complaint *why);

enum { HOPS_MOST = 10 }; /* redirects in a row; sitemaps within sitemaps */

/* Pages that wait for the shared index. The first `asked` of them are in the request in flight. */
typedef struct pending {
	visit *first, **end;
	size_t len, asked;
	const told *answers; /* to the last request: `answered` of them; pending_next has returned `given` of these */
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
	uint64_t first_id;            /* articles from this id on are of this run */
	complaint *why;               /* message of an error that does not come from the store */
	char agent[AGENT_TOKEN_MOST]; /* our product token, for robots.txt and X-Robots-Tag */
	int year;                     /* the current one */
	arena *scratch;               /* for one URL */
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

/* ── run.c: limits, commits, progress ── */

bool run_is_late(const crawl *c); /* is --max-time over? */
/* Does this run have all the pages that it may have, or has it used all its time? */
bool run_has_enough(const crawl *c);
/* Commits if it is time, or now; then the counts are up to date. */
status run_commit(crawl *c, bool now);
/* Updates the progress line, if it is time, or now. */
void run_show_progress(crawl *c, bool now);

/* ── loop.c ── */

/* Crawls until the queue is empty, a limit is reached, or a signal arrives. */
status crawl_loop(crawl *c);
/* Returns how many pages may wait for the shared index. */
size_t crawl_pending_most(const crawl *c);

/* ── discover.c: whether a URL that was found is wanted; adds it to the queue ── */

/* Adds a seed to the scope and to the queue. ctx is the crawl. */
status discover_seed(void *ctx, const url_parts *seed);
/* Adds a URL that was found as s says, with url and host from u: to the queue, or to the skips if discover_refuses it. Of a
 * variant, it adds the plain URL and skips the variant. */
status discover(crawl *c, const url_parts *u, store_sighting *s);
/* Adds it without these checks: to the queue, or to the skips if s has a skip_reason. A URL of another part's host is forwarded. */
status discover_add(crawl *c, const store_sighting *s);
/* Returns the other part that owns the host; 0: there is none. */
int discover_owner(const crawl *c, const char *host);
/* Returns why a URL of this depth is not wanted: scope, depth, media type or crawler trap; static. NULL: it is wanted. */
const char *discover_refuses(const crawl *c, const url_parts *u, int depth);
/* Adds the links of a page, or records why they are not followed. */
status discover_links(crawl *c, const visit *v, const job *j, const conclusion *x);

/* ── visit.c ── */

/* Makes a visit for the task, in the list of the crawl. NULL: out of memory. */
visit *visit_new(crawl *c, const frontier_task *task);
void visit_free(crawl *c, visit *v);
/* Reads what the store has of the article of a URL that is refreshed. Called before the request and after the response: the article
 * may have changed meanwhile, if the page it repeats was removed, or if a page came that is canonical for it. */
status visit_load_known(const crawl *c, visit *v);
/* In a refresh: are the bytes those of the article that the URL has? */
bool visit_is_unchanged(const visit *v, const job *j);
status visit_request(crawl *c, visit *v); /* starts the transfer */
/* Starts the next transfer of the same visit, of another URL. */
status visit_go_on_at(crawl *c, visit *v, const char *url);
/* Passes the body of a page to the workers. */
status visit_read(crawl *c, visit *v);
void visit_resolve_links(job *j); /* runs on a worker, after sign */

/* ── fetched.c ── */

/* Concludes from the result of a transfer, which becomes the visit's. */
status visit_fetched(crawl *c, fetch_result *result, conclusion *x);
/* Concludes a URL that is not fetched. */
status visit_refused(visit *v, const frontier_task *task, conclusion *x);

/* ── article.c ── */

/* Concludes from a page that the workers have read: judges it, makes it wait for the shared index, skips it, or finds it
 * unchanged. */
status visit_purified(crawl *c, visit *v, job *j, conclusion *x);
/* Concludes from a page that the shared index has judged. */
status visit_judged(crawl *c, visit *v, const told *t, conclusion *x);

/* ── conclude.c ── */

/* Writes it, and frees visit and job if the visit ends. j NULL: the workers have not read it. err: why there is no conclusion; then
 * it only frees them. */
status conclude(crawl *c, visit *v, job *j, status err, const conclusion *x);

/* ── sitemap_visit.c: the URLs in a sitemap ── */

/* Adds the sitemaps that the host's robots.txt names. */
status sitemap_discover(crawl *c, const visit *v);
/* Adds the URLs in a sitemap that was fetched. */
status sitemap_add_links(crawl *c, const visit *v);

/* ── pending.c, with --shared: pages that wait for the shared index ── */

/* Makes the page wait for its verdict. */
void pending_add(crawl *c, visit *v, job *j);
/* Requests verdicts for the pages that wait, unless a request is in flight. */
status pending_ask(crawl *c);
/* Gets the next page that has its verdict, which is valid until the next pending_ask. *v is NULL if there is none. */
status pending_next(crawl *c, visit **v, const told **answer);
/* Compares all pages with the index, if it must and no transfer is running. */
status pending_compare(crawl *c);

/* ── receive.c, with --part: the URLs that other parts forward to this one ── */

status receive_open(crawl *c, complaint *why);
/* Sends the URLs to be forwarded. *done: before the call, this part has nothing to do; after it, nor has any other. */
status receive_talk(crawl *c, bool *done, int64_t *wait_ms);
/* Adds the URLs that have arrived. */
status receive_listen(crawl *c);

/* ── cookie_wall.c: redirects to the URL itself after a cookie was set ── */

/* The URL redirects to `to`. Sets x if it stays in the queue, to be requested again: the redirect has led back to it and there are
 * cookies now, or the target sets one. */
status cookie_wall_asks_again(crawl *c, const visit *v, const char *to, conclusion *x);
/* The URL was concluded as a redirect to `to`. If `to` had redirected here, and there are cookies now, `to` goes into the queue
 * again. */
status cookie_wall_opens(crawl *c, const visit *v, const char *to);

/* ── probe.c: URLs that cannot exist, to find out what a soft 404 of the host says ── */

/* Reads a page that the workers have read. *says_to_any: the host says so to any URL; the page is no article. Otherwise sets
 * v->is_short and the counts. */
status probe_look(crawl *c, visit *v, const job *j, bool *says_to_any);
/* A page was stored as article id. Probes the host after the third short page of a folder, and after the third that says the same. */
status probe_consider(crawl *c, const visit *v, uint64_t id);
/* Takes a response to a probe that is not a page: an error, or a redirect, which is followed. *says: what it was, for the log. */
status probe_answered(const visit *v, const char **says);
/* Takes a response to a probe that is a page. The articles that say the same go back into the queue, to be skipped. */
status probe_purified(crawl *c, const visit *v, const job *j, const char **says);

/* ── replace.c: the articles that a new one replaces, and their duplicates ── */

/* Judges x, or stores it as the shared index has judged it, if t is not NULL. Replaces the article that the URL had, and those that
 * name the URL as canonical and are the same article. */
status replace_articles(crawl *c, const visit *v, const store_article *x, const told *t, judgement *verdict);
/* Removes the article that the URL had, without a new one. why: the reason in the table past. */
status replace_with_nothing(crawl *c, const visit *v, const char *why);

/* ── skipped.c: URLs that were skipped for another one ── */

/* The URL has ended, with or without an article. URLs that were skipped for it may go back into the queue: all of them if there is
 * no article, otherwise the samples of learned rules. */
status skipped_for(crawl *c, const visit *v, bool has_article);
/* Like skipped_for, for a URL that redirects to `to`. */
status skipped_redirected(crawl *c, const visit *v, const char *to);

/* ── learn.c: what a host and its URL rules learn from a verdict ── */

/* The URL that the page of a verdict is known by on the same host, in a; NULL: none, or the crawl learns nothing. */
status learn_group_url(const crawl *c, const visit *v, const judgement *verdict, arena *a, const char **out);
/* Is the article new on its host? Of short pages that say the same, the first ones are. */
bool learn_is_new(const crawl *c, const visit *v, const judgement *verdict, const char *group_url);
/* Lets the host and its URL rules know what has come of a page that was judged. */
status learn(crawl *c, const visit *v, const conclusion *x);

/* ── open.c ── */

/* Opens the scope, the store and the filter. Returns an exit code; if it is not 0, why says what went wrong. */
int crawl_open(crawl *c, const char *path, complaint *why);

/* ── report.c ── */

/* Reports the end of a crawl without errors. Returns the exit code. */
int crawl_report(crawl *c, const char *path);

/* ── archive.c: the response in a WARC file ── */

/* Opens the archive of --warc, if it was given, and removes an incomplete record that a kill left at its end. */
status archive_open(crawl *c, complaint *why);
/* Finds the response in the archive that has the bytes of the URL's article, for v->same_url. */
status archive_find(crawl *c, visit *v);
/* Writes its index. */
status archive_end(crawl *c, complaint *why);
/* Writes the response of a visit. Does nothing without --warc, or without a response. Call it after the outcome, which goes into
 * the archive, too. j NULL: it did not go through the workers. */
status archive_visit(crawl *c, const visit *v, const job *j);

#endif
