/* fetched — what the result of a transfer says about its URL. A page goes on to the workers. */
#include <stdio.h>
#include <string.h>

#include "crawler/crawl/crawl.h"

enum { ROBOTS_HOPS = 5 }; /* redirects of a robots.txt (RFC 9309 §2.3.1.2) */

/* ── robots.txt ── */

/* If its robots.txt was elsewhere, the host's own response counts for the host, because it has answered. */
static void answer_as_host(visit *v)
{
	fetch_result *r = &v->fetched;

	if (!v->robots_hops)
		return;
	memcpy(r->address, v->own_address, sizeof r->address);
	r->elapsed_ms = v->own_ms;
	r->is_unreached = false;
}

/* A robots.txt may be elsewhere, on another host too (RFC 9309 §2.3.1.2). */
static status robots_fetched(visit *v, conclusion *x)
{
	fetch_result *r = &v->fetched;
	url_parts to;
	status err = r->outcome == FETCH_REDIRECT ? url_parse(r->headers.location, v->url.url, v->arena, &to) : ERR_MISSING;

	x->kind = HOST_ANSWERS;
	if (err == ERR_MEMORY)
		return err;
	if (!err && v->robots_hops < ROBOTS_HOPS) {
		x->kind = URL_MOVES;
		x->target = to;
		return OK;
	}
	if (r->outcome == FETCH_REDIRECT) {
		r->outcome = FETCH_FAILED;
		snprintf(r->reason, sizeof r->reason, err ? NO_WEB_ADDRESS : "more than %d redirects", ROBOTS_HOPS);
	}
	answer_as_host(v);
	return OK;
}

/* ── redirects ── */

static status redirected(crawl *c, visit *v, conclusion *x)
{
	url_parts to;
	status err = url_parse(v->fetched.headers.location, v->url.url, v->arena, &to);

	if (err == ERR_FORMAT || err == ERR_USAGE) {
		snprintf(v->fetched.reason, sizeof v->fetched.reason, "%s", NO_WEB_ADDRESS);
		conclude_failure(v, x);
		return OK;
	}
	if (!err)
		err = cookie_wall_asks_again(c, v, to.url, x);
	if (err || x->kind == URL_STAYS)
		return err;
	x->outcome = (store_outcome){.result = RESULT_REDIRECT, .to_url = to.url, .http_status = v->fetched.http_status};
	x->target = to;
	return OK;
}

/* ── all responses but those ── */

/* Concludes from a response that is not a page for the workers. */
static status no_page_fetched(crawl *c, visit *v, conclusion *x)
{
	const fetch_result *r = &v->fetched;

	if (conclude_is_provisional(c->settings, v)) {
		conclude_provisional(v, x);
	} else if (r->outcome == FETCH_REDIRECT) {
		return redirected(c, v, x);
	} else if (r->outcome == FETCH_BODY) {
		conclude_skip(v, "sitemap", NULL, x);
		x->has_links = true;
	} else if (r->outcome == FETCH_UNCHANGED && v->known.article) {
		conclude_unchanged(v, x);
	} else if (r->outcome == FETCH_UNCHANGED) {
		x->outcome.result = RESULT_LEFT_OUT;
	} else if (r->outcome == FETCH_SKIP) {
		conclude_skip(v, r->reason, NULL, x);
	} else {
		conclude_failed(c->settings, v, x);
	}
	return OK;
}

/* Is there a body that the workers must read? */
static bool is_page(const crawl *c, const visit *v)
{
	return v->fetched.outcome == FETCH_BODY && v->kind != TASK_SITEMAP && !v->fetched.is_list &&
	       !conclude_is_provisional(c->settings, v);
}

status visit_fetched(crawl *c, fetch_result *r, conclusion *x)
{
	visit *v = r->ctx;
	status err;

	v->fetched = *r;
	clock_text(v->fetched_at);
	if (r->no_memory)
		return ERR_MEMORY; /* libcurl may hang in later transfers to the same host */
	if (v->kind == TASK_ROBOTS)
		return robots_fetched(v, x);
	x->kind = is_page(c, v) ? URL_IS_READ : v->kind == TASK_PROBE ? HOST_ANSWERS : URL_ENDS;
	if (x->kind != URL_ENDS)
		return OK;
	err = visit_load_known(c, v);
	return err ? err : no_page_fetched(c, v, x);
}

/* If a rule names the plain URL of one that is not fetched, that is added instead. */
status visit_refused(visit *v, const frontier_task *t, conclusion *x)
{
	status err = t->plain ? url_parse(t->plain, NULL, v->arena, &x->target) : OK;

	if (t->reason)
		conclude_skip(v, t->reason, x->target.url, x);
	else
		x->outcome.result = RESULT_LEFT_OUT;
	return err;
}
