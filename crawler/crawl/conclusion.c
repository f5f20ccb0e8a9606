#include "crawler/crawl/conclusion.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

enum { RETRY_S = 2 }; /* before the first retry; doubled for each further one */

bool visit_was_article(const visit *v)
{
	return v->url.was == END_PAGE || v->url.was == END_DROP;
}

bool conclusion_ends_article(const visit *v, const store_outcome *o)
{
	return visit_was_article(v) &&
	       (o->result == RESULT_REDIRECT || o->result == RESULT_FAILURE || o->result == RESULT_SKIP);
}

bool conclusion_has_article(const store_outcome *o)
{
	return o->result == RESULT_PAGE || o->result == RESULT_DROP || o->result == RESULT_SAME;
}

bool conclusion_has_nothing(const store_outcome *o)
{
	return o->result == RESULT_FAILURE || (o->result == RESULT_SKIP && !o->to_url);
}

void conclude_skip(const visit *v, const char *reason, const char *of_url, conclusion *x)
{
	bool is_robots = strncmp(reason, "robots.txt", 10) == 0;

	x->outcome = (store_outcome){.result = visit_was_article(v) && is_robots ? RESULT_UNREACHED : RESULT_SKIP,
				     .reason = reason,
				     .to_url = of_url};
}

static bool is_gone(const fetch_result *r)
{
	return r->http_status == 404 || r->http_status == 410;
}

void conclude_failure(const visit *v, conclusion *x)
{
	const fetch_result *r = &v->fetched;
	bool stays = v->url.was != END_NONE && v->url.was != END_FAILURE && !is_gone(r);

	x->outcome = (store_outcome){.result = stays ? RESULT_UNREACHED : RESULT_FAILURE,
				     .reason = r->reason,
				     .http_status = r->http_status};
}

/* Returns the seconds until the next try: what the server asks for, if that is longer than our own delay. Ours is doubled for each
 * try, and up to half of it is added at random, so that URLs that failed together are not tried again together. */
static int64_t retry_delay_s(const visit *v)
{
	int64_t base = (int64_t)RETRY_S << (v->url.tries < 10 ? v->url.tries : 10);
	int64_t asked = v->fetched.headers.retry_after_s;

	if (asked > RETRY_AFTER_MOST_S)
		asked = RETRY_AFTER_MOST_S;
	return asked > base ? asked : base + (int64_t)((uint64_t)random() % (uint64_t)(base / 2 + 1));
}

static void retry(const char *reason, int64_t delay_s, conclusion *x)
{
	x->outcome = (store_outcome){.result = RESULT_RETRY, .reason = reason, .next_try = clock_plan_s() + delay_s};
}

void conclude_failed(const settings *s, const visit *v, conclusion *x)
{
	const fetch_result *r = &v->fetched;
	int64_t delay_s = retry_delay_s(v);
	bool is_last = !r->is_temporary || v->url.tries >= s->retries;

	if ((r->http_status == 429 || r->http_status == 503) && (!is_last || r->headers.retry_after_s > 0))
		x->pause_ms = delay_s * 1000; /* its Retry-After is meant for all URLs of the host */
	if (is_last)
		conclude_failure(v, x);
	else
		retry(r->reason, delay_s, x);
}

/* Whatever the second response is, it is the answer: some servers send all their pages with 202. */
bool conclude_is_provisional(const settings *s, const visit *v)
{
	return v->kind == TASK_PAGE && v->fetched.is_provisional && v->url.tries == 0 && s->retries > 0;
}

void conclude_provisional(const visit *v, conclusion *x)
{
	retry(v->fetched.http_status == 202 ? "http 202" : v->fetched.reason, retry_delay_s(v), x);
}

void conclude_unchanged(const visit *v, conclusion *x)
{
	const response_headers *h = &v->fetched.headers;
	bool answered = v->fetched.http_status != 304; /* a 304 need not repeat the validators */

	x->outcome = (store_outcome){.result = RESULT_UNCHANGED,
				     .article = v->known.article,
				     .etag = answered || h->etag ? h->etag : v->known.etag,
				     .last_modified = answered || h->last_modified ? h->last_modified : v->known.last_modified};
}
