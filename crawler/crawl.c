/* crawl — the command: one thread that fetches, judges and stores, and workers that purify and sign.
 *
 *	frontier ─► fetcher ─► pipeline ─► judge ─► store
 *	    ▲                                 │
 *	    └───────────── links ◄────────────┘ */
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "config.h"
#include "crawler/commands.h"
#include "crawler/content.h"
#include "crawler/fetch.h"
#include "crawler/frontier.h"
#include "crawler/links.h"
#include "crawler/pipeline.h"
#include "crawler/progress.h"
#include "crawler/scope.h"
#include "crawler/seeds.h"
#include "crawler/session.h"
#include "crawler/signals.h"
#include "crawler/summary.h"
#include "crawler/terminal.h"

#define AGENT_TOKEN "firstprint"

enum {
	HOPS_MOST = 10,         /* redirects behind one another */
	RETRY_S = 2,            /* doubled with each try */
	RETRY_AFTER_MOST_S = 300,
	IDLE_MS = 1000,
};

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

static void free_visit(crawl *c, visit *v)
{
	*(v->before ? &v->before->after : &c->visits) = v->after;
	if (v->after)
		v->after->before = v->before;
	fetch_result_free(&v->fetched);
	free((void *)v->url.url);
	free(v);
}

static void say(crawl *c, const char *what, const visit *v, const char *detail)
{
	char url[300], text[200];

	if (!c->settings->verbose)
		return;
	progress_clear(&c->progress);
	terminal_clean(v->url.url, url, sizeof url);
	terminal_clean(detail, text, sizeof text);
	fprintf(stderr, "%s url=%s %s\n", what, url, text);
}

/* ── into the queue ── */

static status add_url(crawl *c, const store_sighting *s)
{
	int64_t host_id;
	bool queued;
	status e = store_add_url(c->session.store, s, &host_id, &queued);

	if (e || !queued)
		return e;
	c->counts.queued++;
	return frontier_met(c->frontier, host_id);
}

/* Why a URL that was met is left alone; NULL: it is not. */
static const char *refuse(const crawl *c, const url_parts *u, int depth)
{
	const char *why = scope_refuses(c->scope, u);

	if (why)
		return why;
	if (c->settings->depth >= 0 && depth > c->settings->depth)
		return "too deep";
	return content_path_is_media(u->path) ? "media" : NULL;
}

static status add_seed(void *ctx, const url_parts *u)
{
	crawl *c = ctx;
	store_sighting s = {.url = u->url, .host = u->host, .is_seed = true};
	status e = scope_add_seed(c->scope, u);

	return e ? e : add_url(c, &s);
}

static void refuse_seed(void *ctx, const char *message)
{
	crawl *c = ctx;

	c->bad_seeds = true;
	fprintf(stderr, "firstprint: %s\n", message);
}

static status add_links(crawl *c, const visit *v, const job *j)
{
	const found_links *found = j->extra;
	status e = OK;

	for (size_t i = 0; i < found->len && !e; i++) {
		const found_link *link = &found->items[i];
		store_sighting s = {.url = link->url.url, .host = link->url.host, .depth = v->url.depth + 1,
				    .via = v->url.id};

		s.skip_reason = link->nofollow || j->result.nofollow ? "nofollow" : refuse(c, &link->url, s.depth);
		e = add_url(c, &s);
	}
	if (!e && found->unreadable)
		e = store_put_skip(c->session.store, v->url.url, "unreadable links", found->unreadable);
	if (!e && j->result.links_cut)
		e = store_put_skip(c->session.store, v->url.url, "links past the cap", j->result.links_cut);
	return e;
}

/* ── ends of a URL ── */

static status finish(crawl *c, visit *v, enum store_end end)
{
	status e = store_finish_url(c->session.store, v->url.id, end);

	frontier_done(c->frontier, v->host, v->url.id);
	c->session.written++;
	c->counts.queued--;
	return e;
}

static status end_skip(crawl *c, visit *v, const char *reason)
{
	status e = store_put_skip(c->session.store, v->url.url, reason, 1);

	say(c, "skip", v, reason);
	c->counts.skips++;
	return e ? e : finish(c, v, END_SKIP);
}

static status end_failure(crawl *c, visit *v)
{
	const fetch_result *r = &v->fetched;
	status e = store_put_failure(c->session.store, v->url.url, r->reason, r->http_status, v->url.tries + 1);

	say(c, "failure", v, r->reason);
	c->counts.failures++;
	return e ? e : finish(c, v, END_FAILURE);
}

/* Where to go on: a hop of a seed may leave the scope, and then widens it, since the user asked for what is there. */
static status end_redirect(crawl *c, visit *v)
{
	const fetch_result *r = &v->fetched;
	arena *a = arena_new();
	store_sighting s = {.depth = v->url.depth, .hops = v->url.hops + 1, .is_seed = v->url.is_seed, .via = v->url.id};
	url_parts to;
	status e = a ? url_parse(r->location, v->url.url, a, &to) : ERR_MEMORY;

	if (e == ERR_FORMAT || e == ERR_USAGE) {
		snprintf(v->fetched.reason, sizeof v->fetched.reason, "redirects to what is no web address");
		e = end_failure(c, v);
		goto done;
	}
	if (!e)
		e = store_put_redirect(c->session.store, v->url.url, to.url, r->http_status);
	if (!e && s.is_seed)
		e = scope_add_seed(c->scope, &to);
	s.url = e ? NULL : to.url;
	s.host = e ? NULL : to.host;
	if (!e)
		s.skip_reason = s.hops > HOPS_MOST ? "too many redirects" : s.is_seed ? NULL : refuse(c, &to, s.depth);
	if (!e)
		e = add_url(c, &s);
	say(c, "redirect", v, e ? "" : to.url);
	c->counts.redirects++;
	if (!e)
		e = finish(c, v, END_REDIRECT);
done:
	arena_free(a);
	return e;
}

/* Seconds until another try: doubled each time, and up to half more, so that what failed together does not come back
 * together. */
static int64_t retry_delay_s(const visit *v)
{
	int64_t base = (int64_t)RETRY_S << (v->url.tries < 10 ? v->url.tries : 10);
	int64_t asked = v->fetched.retry_after_s;

	if (asked > RETRY_AFTER_MOST_S)
		asked = RETRY_AFTER_MOST_S;
	return asked > base ? asked : base + (int64_t)((uint64_t)random() % (uint64_t)(base / 2 + 1));
}

static status end_failed_fetch(crawl *c, visit *v)
{
	const fetch_result *r = &v->fetched;
	int64_t delay_s;
	status e;

	if (!r->can_pass || v->url.tries >= c->settings->retries)
		return end_failure(c, v);
	delay_s = retry_delay_s(v);
	if (r->http_status == 429 || r->http_status == 503)
		frontier_pause(v->host, delay_s * 1000);
	e = store_retry_url(c->session.store, v->url.id, v->url.tries + 1, (int64_t)time(NULL) + delay_s);
	say(c, "retry", v, r->reason);
	frontier_done(c->frontier, v->host, v->url.id);
	return e;
}

static status end_article(crawl *c, visit *v, const job *j)
{
	const fetch_result *r = &v->fetched;
	store_article x = {.url = v->url.url, .page = &j->result.page, .signature = j->signature,
			   .links = j->result.links_len, .bytes = j->input.len, .charset = j->result.charset,
			   .charset_from = j->result.charset_from, .degraded = j->result.degraded,
			   .truncated = r->truncated ? "length" : NULL, .etag = r->etag,
			   .last_modified = r->last_modified, .fetched_at = v->fetched_at};
	judgement verdict;
	status e = judge_article(c->session.judge, &x, &verdict);

	if (e)
		return e;
	say(c, filter_kind_text(verdict.verdict.kind), v, "");
	c->articles++;
	*(verdict.dropped ? &c->counts.drops : &c->counts.pages) += 1;
	e = verdict.dropped && c->settings->skip_drop_links ? OK : add_links(c, v, j);
	return e ? e : finish(c, v, verdict.dropped ? END_DROP : END_PAGE);
}

/* ── from stage to stage ── */

/* On a worker: what the judge's thread would else have to do. */
static void resolve_links(job *j)
{
	found_links *found = arena_alloc(j->arena, sizeof *found);

	j->status = found ? links_of(&j->result, j->input.url, j->arena, found) : ERR_MEMORY;
	j->extra = found;
}

static status submit(crawl *c, visit *v)
{
	job *j = pipeline_job(c->pipeline);

	if (!j)
		return ERR_MEMORY;
	j->body = v->fetched.body;
	v->fetched.body = (buffer){0};
	j->ctx = v;
	j->input = (purify_input){.bytes = j->body.bytes, .len = j->body.len, .url = v->url.url,
				  .content_type = v->fetched.content_type, .lang = v->fetched.content_language};
	pipeline_submit(c->pipeline, j);
	return OK;
}

static status on_job(crawl *c, job *j)
{
	visit *v = j->ctx;
	status e;

	if (j->status) {
		snprintf(v->fetched.reason, sizeof v->fetched.reason, "purify: %s", status_text(j->status));
		e = end_failure(c, v);
	} else if (j->result.noindex) {
		e = add_links(c, v, j);
		if (!e)
			e = end_skip(c, v, "noindex");
	} else {
		e = end_article(c, v, j);
	}
	free_visit(c, v);
	pipeline_release(c->pipeline, j);
	return e;
}

static status on_fetched(crawl *c, fetch_result *r)
{
	visit *v = r->ctx;
	status e = OK;

	v->fetched = *r;
	if (v->url.id == 0) {
		e = frontier_robots_done(c->frontier, v->host, &v->fetched);
		free_visit(c, v);
		return e;
	}
	frontier_fetched(c->frontier, v->host, r->elapsed_ms);
	clock_text(v->fetched_at);
	if (r->outcome == FETCH_BODY)
		return submit(c, v);
	if (r->outcome == FETCH_REDIRECT)
		e = end_redirect(c, v);
	else if (r->outcome == FETCH_SKIP)
		e = end_skip(c, v, r->reason);
	else
		e = end_failed_fetch(c, v);
	free_visit(c, v);
	return e;
}

/* A visit for the task; robots.txt is one with the id 0. NULL: out of memory. */
static visit *new_visit(crawl *c, const frontier_task *t)
{
	visit *v = calloc(1, sizeof *v);
	char robots[URL_LEN_MOST + 16];

	if (!v)
		return NULL;
	v->after = c->visits;
	if (v->after)
		v->after->before = v;
	c->visits = v;
	v->host = t->host;
	if (t->kind == TASK_URL)
		v->url = t->url;
	snprintf(robots, sizeof robots, "%s/robots.txt", frontier_host_name(t->host));
	v->url.url = strdup(t->kind == TASK_URL ? t->url.url : robots);
	if (v->url.url)
		return v;
	free_visit(c, v);
	return NULL;
}

static status start(crawl *c, const frontier_task *t)
{
	visit *v = new_visit(c, t);
	fetch_request request = {.is_robots = t->kind == TASK_ROBOTS, .ctx = v};
	status e;

	if (!v)
		return ERR_MEMORY;
	if (t->kind == TASK_URL &&
	    !robots_allows(frontier_host_robots(t->host), v->url.url + strlen(frontier_host_name(t->host)))) {
		frontier_fetched(c->frontier, v->host, -1);
		e = end_skip(c, v, "robots.txt");
		free_visit(c, v);
		return e;
	}
	request.url = v->url.url;
	e = fetcher_start(c->fetcher, &request);
	if (e)
		free_visit(c, v);
	return e;
}

/* ── the loop ── */

static size_t under_way(const crawl *c)
{
	return fetcher_running(c->fetcher) + pipeline_running(c->pipeline);
}

/* May another transfer begin? The workers' backlog is bounded, and so are the pages of a run. */
static bool may_start(const crawl *c)
{
	if (c->settings->max_pages && c->articles + (int64_t)under_way(c) >= c->settings->max_pages)
		return false;
	return !fetcher_is_full(c->fetcher) && pipeline_running(c->pipeline) < (size_t)c->settings->jobs * 4 &&
	       under_way(c) < (size_t)c->settings->connections + (size_t)c->settings->jobs * 4;
}

/* Starts what may be started. *done: the queue is empty and nothing is under way; *wait_ms: else how long to sleep. */
static status start_some(crawl *c, bool *done, int64_t *wait_ms)
{
	frontier_task t = {.kind = TASK_WAIT};
	int64_t now = clock_ms();
	status e = OK;

	*wait_ms = IDLE_MS;
	while (!e && may_start(c)) {
		e = session_begin(&c->session);
		if (!e)
			e = frontier_next(c->frontier, now, &t);
		if (e || t.kind == TASK_NONE || t.kind == TASK_WAIT)
			break;
		e = start(c, &t);
	}
	if (t.kind == TASK_WAIT && t.wait_until_ms > 0 && t.wait_until_ms - now < *wait_ms)
		*wait_ms = t.wait_until_ms > now ? t.wait_until_ms - now : 0;
	*done = under_way(c) == 0 &&
		(t.kind == TASK_NONE || (c->settings->max_pages && c->articles >= c->settings->max_pages));
	return e;
}

static status collect(crawl *c)
{
	fetch_result r;
	status e = session_begin(&c->session);
	job *j;

	while (!e && fetcher_take(c->fetcher, &r))
		e = on_fetched(c, &r);
	while (!e && (j = pipeline_take(c->pipeline, false)) != NULL)
		e = on_job(c, j);
	return e;
}

static status commit(crawl *c, bool now)
{
	bool committed;
	status e = session_commit(&c->session, now, &committed);

	if (committed)
		c->shown = c->counts;
	progress_tick(&c->progress, &c->shown, false);
	return e;
}

static status loop(crawl *c)
{
	struct pollfd fds[] = {{.fd = c->signals, .events = POLLIN},
			       {.fd = pipeline_fd(c->pipeline), .events = POLLIN}};
	bool done = false;
	int64_t wait_ms;
	status e = OK;

	while (!e && !done && !c->stopped) {
		e = start_some(c, &done, &wait_ms);
		if (e || done)
			break;
		if (wait_ms > 50 && store_in_transaction(c->session.store))
			wait_ms = 50; /* what is written becomes durable soon, also while the net is quiet */
		fetcher_wait(c->fetcher, fds, 2, wait_ms);
		c->stopped = signals_came(c->signals);
		e = c->stopped ? OK : collect(c);
		if (!e)
			e = commit(c, false);
	}
	return e ? e : commit(c, true);
}

/* ── the command ── */

static status read_seeds(crawl *c, complaint *why)
{
	seeds_reader reader = {add_seed, refuse_seed, c};
	status e = session_begin(&c->session);

	for (size_t i = 0; i < c->settings->operands_len && !e; i++) {
		e = seeds_read(c->settings->operands[i], &reader, why);
		if (e == ERR_USAGE) {
			refuse_seed(c, why->text);
			e = OK;
		}
	}
	return e ? e : session_commit(&c->session, true, NULL);
}

/* A seed of an earlier run, or where one led. */
static status recall_seed(void *ctx, const char *url)
{
	crawl *c = ctx;
	arena *a = arena_new();
	url_parts u;
	status e = a ? url_parse(url, NULL, a, &u) : ERR_MEMORY;

	if (!e)
		e = scope_add_seed(c->scope, &u);
	arena_free(a);
	return e;
}

static status read_count(void *ctx, const store_value *row, size_t n)
{
	progress_counts *k = ctx;

	if (n < 6)
		return ERR_FORMAT;
	*k = (progress_counts){row[0].integer, row[1].integer, row[2].integer,
			       row[3].integer, row[4].integer, row[5].integer};
	return OK;
}

static status recall(crawl *c)
{
	status e = store_seeds(c->session.store, recall_seed, c);

	if (e)
		return e;
	e = store_ask(c->session.store,
		      "SELECT (SELECT count(*) FROM pages), (SELECT count(*) FROM drops), (SELECT count(*) FROM failures),"
		      " (SELECT coalesce(sum(count), 0) FROM skips), (SELECT count(*) FROM redirects),"
		      " (SELECT count(*) FROM urls WHERE state = 'queued')",
		      read_count, &c->counts, "");
	c->shown = c->counts;
	return e;
}

static int connections_of(const settings *s)
{
	return (int)(s->connections < 1 ? 1 : s->connections);
}

static status open_network(crawl *c, complaint *why)
{
	const settings *s = c->settings;
	fetch_settings fetch = {.connections = connections_of(s), .timeout_ms = (int64_t)(s->timeout * 1000),
				.bytes_most = (size_t)s->max_bytes, .ca_file = s->ca, .proxy = s->proxy,
				.allow_private = s->allow_private,
				.user_agent = s->user_agent ? s->user_agent : AGENT_TOKEN "/" PACKAGE_VERSION};
	frontier_settings front = {.per_host = (int)s->per_host, .delay_s = s->delay, .adaptive = s->delay > 0,
				   .depth_most = s->depth < 0 ? -1 : (int)s->depth,
				   .obey_robots = s->robots == ROBOTS_OBEY, .agent = AGENT_TOKEN};
	pipeline_settings pipe = {.workers = (int)s->jobs, .most = (int)s->jobs * 4 + connections_of(s) + 1,
				  .filter = c->session.filter, .after = resolve_links};
	status e = fetcher_open(&fetch, &c->fetcher, why);

	if (!e)
		e = pipeline_open(&pipe, &c->pipeline, why);
	if (!e)
		e = frontier_open(&front, c->session.store, &c->frontier);
	return e;
}

static void close_crawl(crawl *c)
{
	pipeline_close(c->pipeline);
	fetcher_close(c->fetcher);
	while (c->visits)
		free_visit(c, c->visits);
	frontier_close(c->frontier);
	scope_close(c->scope);
	session_close(&c->session);
	signals_close(c->signals);
}

static int fail(crawl *c, const char *path, status e, const complaint *why)
{
	progress_clear(&c->progress);
	if (*why->text)
		fprintf(stderr, "firstprint: %s\n", why->text);
	else
		fprintf(stderr, "firstprint: %s: %s (%s)\n", path, status_text(e), store_error(c->session.store));
	return e == ERR_USAGE ? EXIT_USAGE : EXIT_FAILED;
}

static int report(crawl *c, const char *path)
{
	bool nothing = c->counts.pages + c->counts.drops == 0;

	progress_tick(&c->progress, &c->shown, true);
	progress_clear(&c->progress);
	if (c->settings->json)
		summary_print_json(c->session.store);
	else if (!c->settings->quiet)
		summary_print(c->session.store, path);
	if (c->stopped) {
		fprintf(stderr, "firstprint: stopped; everything is kept, the same command goes on from here\n");
		return EXIT_STOPPED_BY_SIGNAL;
	}
	if (nothing)
		fprintf(stderr, "firstprint: no page could be fetched; see 'firstprint inspect %s'\n", path);
	return c->bad_seeds || nothing ? EXIT_FAILED : EXIT_DONE;
}

int crawl_command(const settings *s)
{
	const char *path = s->store ? s->store : "firstprint.db";
	crawl c = {.settings = s, .signals = -1};
	complaint why = {""};
	status e;
	int code;

	if (s->operands_len == 0) {
		fprintf(stderr, "firstprint: crawl needs a seed: a URL or a file of URLs; see 'firstprint crawl --help'\n");
		return EXIT_USAGE;
	}
	e = scope_open((enum scope_kind)s->scope, s->include, s->exclude, &c.scope, &why);
	code = e ? fail(&c, path, e, &why) : session_open(s, path, &c.session, &why);
	if (e || code) {
		if (!e)
			fprintf(stderr, "firstprint: %s\n", why.text);
		close_crawl(&c);
		return code;
	}
	c.signals = signals_open();
	progress_start(&c.progress, s->quiet);
	e = recall(&c);
	if (!e)
		e = open_network(&c, &why);
	if (!e)
		e = read_seeds(&c, &why);
	if (!e)
		e = loop(&c);
	code = e ? fail(&c, path, e, &why) : report(&c, path);
	close_crawl(&c);
	return code;
}
