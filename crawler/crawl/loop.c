/* loop — starts requests, and takes what has ended: transfers, pages that the workers have read, verdicts of the shared index. A
 * stage says what has come of it, and conclude.c writes that. One thread fetches, judges and stores; workers purify and sign.
 *
 *	frontier ─► visit ─► fetched ─► (workers) ─► article ─► conclude ─► store
 *	    ▲                   └──────────────────────────────────┤
 *	    └──────────────────────── links ◄──────────────────────┘ */
#include <poll.h>

#include "crawler/console/signals.h"
#include "crawler/crawl/crawl.h"

enum {
	IDLE_MS = 1000,   /* longest sleep */
	ANSWER_MS = 2000, /* how long the end waits for the shared index */
	STARTS_MOST = 256 /* requests started before responses are collected again */
};

/* URLs being fetched, purified or judged. */
static size_t in_progress(const crawl *c)
{
	return fetcher_running(c->fetcher) + pipeline_running(c->pipeline) + c->pending.len;
}

size_t crawl_pending_most(const crawl *c)
{
	return c->shared ? SHARED_QUESTIONS_MOST : 0;
}

/* May another transfer start? Transfers, jobs waiting for the workers, and the pages and the time of a run are limited. */
static bool may_start(const crawl *c)
{
	size_t jobs_most;

	if (run_is_late(c) || c->pending.must_compare)
		return false;
	if (c->settings->max_pages && c->articles + (int64_t)in_progress(c) >= c->settings->max_pages)
		return false;
	jobs_most = (size_t)c->settings->jobs * 4 + crawl_pending_most(c);
	return !fetcher_is_full(c->fetcher) && !pipeline_is_full(c->pipeline) &&
	       pipeline_running(c->pipeline) + c->pending.len < jobs_most &&
	       in_progress(c) < (size_t)c->settings->connections + jobs_most;
}

static status request(crawl *c, visit *v)
{
	status err = archive_find(c, v);

	return err ? err : visit_request(c, v);
}

/* Requests the URL of the task, or concludes that it is refused. */
static status begin(crawl *c, const frontier_task *t)
{
	conclusion x = {.kind = URL_ENDS};
	visit *v = visit_new(c, t);
	status err;

	if (!v)
		return ERR_MEMORY;
	err = visit_load_known(c, v);
	if (!err && t->kind == TASK_REFUSED)
		err = visit_refused(v, t, &x);
	else if (!err)
		err = request(c, v);
	return err || t->kind == TASK_REFUSED ? conclude(c, v, NULL, err, &x) : OK;
}

/* Starts as many tasks as possible. *done: the queue is empty, or --max-pages is reached, and nothing is in progress. *wait_ms: how
 * long to sleep if it is not done. */
static status start_some(crawl *c, bool *done, int64_t *wait_ms)
{
	frontier_task t = {.kind = TASK_WAIT};
	int64_t now = clock_ms();
	status err = OK;

	*wait_ms = IDLE_MS;
	for (int n = 0; !err && may_start(c); n++) {
		if (n == STARTS_MOST) {
			*wait_ms = 0;
			*done = false;
			return OK;
		}
		err = session_begin(&c->session);
		if (!err)
			err = frontier_next(c->frontier, now, &t);
		if (err || t.kind == TASK_NONE || t.kind == TASK_WAIT)
			break;
		err = begin(c, &t);
	}
	if (t.kind == TASK_WAIT && t.wait_until_ms > 0 && t.wait_until_ms - now < *wait_ms)
		*wait_ms = t.wait_until_ms > now ? t.wait_until_ms - now : 0;
	*done = in_progress(c) == 0 && !c->pending.must_compare && (t.kind == TASK_NONE || run_has_enough(c));
	return err;
}

/* Tells the frontier how the request has ended. If its host cannot be reached now, the URL stays in the queue. */
static status end_request(crawl *c, const visit *v, conclusion *x)
{
	bool counts;
	status err = frontier_ended(c->frontier, v->host, &v->fetched, &counts);

	if (v->kind == TASK_PAGE && counts && !v->fetched.is_temporary)
		host_budget_spend(&v->host->budget, v->url.barren > 0);
	if (!counts && x->kind == URL_ENDS)
		*x = (conclusion){.kind = URL_STAYS};
	return err;
}

static status take_fetched(crawl *c, fetch_result *r)
{
	visit *v = r->ctx;
	conclusion x = {.kind = URL_ENDS};
	status err = visit_fetched(c, r, &x);

	if (!err && v->kind != TASK_ROBOTS)
		err = end_request(c, v, &x);
	return conclude(c, v, NULL, err, &x);
}

static status take_purified(crawl *c, job *j)
{
	visit *v = j->ctx;
	conclusion x = {.kind = URL_ENDS};

	return conclude(c, v, j, visit_purified(c, v, j, &x), &x);
}

static status take_judged(crawl *c)
{
	const told *answer;
	visit *v;
	status err = pending_next(c, &v, &answer);

	while (!err && v) {
		conclusion x = {.kind = URL_ENDS};

		err = conclude(c, v, v->job, visit_judged(c, v, answer, &x), &x);
		if (!err)
			err = pending_next(c, &v, &answer);
	}
	return err;
}

static status collect(crawl *c)
{
	fetch_result r;
	status err = session_begin(&c->session);
	job *j;

	while (!err && fetcher_take(c->fetcher, &r))
		err = take_fetched(c, &r);
	while (!err && (j = pipeline_take(c->pipeline, false)) != NULL)
		err = take_purified(c, j);
	if (!err)
		err = take_judged(c);
	if (!err)
		err = pending_compare(c);
	if (!err)
		err = pending_ask(c);
	return err ? err : receive_listen(c);
}

/* Called at the end. After a signal, waits briefly for the request in flight; what is not stored by then is withdrawn at the next
 * start. */
static status end_shared(crawl *c)
{
	struct pollfd answer = {.fd = shared_fd(c->shared), .events = POLLIN};
	status err = OK;

	if (!c->stopped)
		err = shared_finish(c->shared, c->why);
	else if (shared_is_asking(c->shared) && poll(&answer, 1, ANSWER_MS) > 0) {
		err = session_begin(&c->session);
		if (!err)
			err = take_judged(c);
	}
	if (!err)
		err = run_commit(c, true);
	return err ? err : store_count(c->session.store, &c->counts);
}

status crawl_loop(crawl *c)
{
	struct pollfd fds[] = {{.fd = c->signals, .events = POLLIN},
			       {.fd = pipeline_fd(c->pipeline), .events = POLLIN},
			       {.fd = c->shared ? shared_fd(c->shared) : -1, .events = POLLIN},
			       {.fd = c->parts ? parts_fd(c->parts) : -1, .events = POLLIN}};
	bool done = false;
	int64_t wait_ms;
	status err = OK;

	while (!err && !done && !c->stopped) {
		err = start_some(c, &done, &wait_ms);
		if (!err)
			err = receive_talk(c, &done, &wait_ms);
		if (err || done)
			break;
		if (wait_ms > 50 && store_in_transaction(c->session.store))
			wait_ms = 50; /* so that the open transaction is committed soon, even if no response arrives */
		fetcher_wait(c->fetcher, fds, c->parts ? 4 : c->shared ? 3 : 2, wait_ms);
		c->stopped = signals_received(c->signals);
		err = c->stopped ? OK : collect(c);
		if (!err)
			err = run_commit(c, false);
	}
	if (!err)
		err = run_commit(c, true);
	if (!err && c->shared)
		err = end_shared(c);
	if (!err && c->parts)
		parts_leave(c->parts);
	return err;
}
