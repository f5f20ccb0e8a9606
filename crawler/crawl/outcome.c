/* outcome — decides the outcome of a URL from its response, and writes it to the store with one call. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crawler/console/terminal.h"
#include "crawler/crawl/crawl.h"

enum { RETRY_S = 2 }; /* before the first retry; doubled for each further one */

void outcome_log(crawl *c, const char *what, visit *v, const char *detail)
{
	char url[300], text[200];

	snprintf(v->log, sizeof v->log, *detail ? "%s: %s" : "%s", what, detail);
	if (!c->settings->verbose)
		return;
	progress_clear(&c->progress);
	terminal_clean(v->url.url, url, sizeof url);
	terminal_clean(detail, text, sizeof text);
	fprintf(stderr, "%s url=%s %s\n", what, url, text);
}

/* Logs an outcome, except that of pages and drops, whose verdict has been logged. */
static void log_outcome(crawl *c, visit *v, const store_outcome *o)
{
	static const char *const words[] = {
		[RESULT_REDIRECT] = "redirect",   [RESULT_FAILURE] = "failure",     [RESULT_SKIP] = "skip",
		[RESULT_UNCHANGED] = "unchanged", [RESULT_UNREACHED] = "unreached", [RESULT_RETRY] = "retry",
	};
	const char *word = (size_t)o->result < sizeof words / sizeof *words ? words[o->result] : NULL;

	if (word)
		outcome_log(c, word, v, o->result == RESULT_REDIRECT ? o->to_url : o->reason ? o->reason : "");
}

/* ── concluding ── */

static bool was_article(const visit *v)
{
	return v->url.was == END_PAGE || v->url.was == END_DROP;
}

/* Does the URL have an article that the outcome ends? */
static bool ends_article(const visit *v, const store_outcome *o)
{
	return was_article(v) && (o->result == RESULT_REDIRECT || o->result == RESULT_FAILURE || o->result == RESULT_SKIP);
}

/* Does it end with an article? */
static bool has_article(const store_outcome *o)
{
	return o->result == RESULT_PAGE || o->result == RESULT_DROP;
}

/* Does it end without an article, and without a URL to use instead? */
static bool has_nothing(const store_outcome *o)
{
	return o->result == RESULT_FAILURE || (o->result == RESULT_SKIP && !o->to_url);
}

/* Counts the outcome for this run. */
static void count_run(crawl *c, const store_outcome *o)
{
	bool failed = o->result == RESULT_FAILURE || o->result == RESULT_UNREACHED;

	c->articles += has_article(o) || o->result == RESULT_UNCHANGED;
	c->unreached += o->result == RESULT_UNREACHED;
	if (o->result == RESULT_FAILURE) {
		c->failed++;
		snprintf(c->last_failure, sizeof c->last_failure, "%s", o->reason);
	}
	c->reached += !failed && o->result != RESULT_LEFT_OUT && o->result != RESULT_RETRY;
}

/* Returns the reason, in the table past, for the end of an article. */
static const char *removal_reason(const store_outcome *o)
{
	return o->result == RESULT_FAILURE ? "gone" : o->result == RESULT_REDIRECT ? "redirect" : o->reason;
}

status outcome_conclude(crawl *c, visit *v, const store_outcome *o)
{
	status err = ends_article(v, o) ? replace_with_nothing(c, v, removal_reason(o)) : OK;

	if (!err)
		err = store_conclude(c->session.store, &v->url, o);
	log_outcome(c, v, o);
	count_run(c, o);
	if (!err && o->result == RESULT_REDIRECT)
		err = skipped_redirected(c, v, o->to_url);
	else if (!err && (has_article(o) || has_nothing(o) || ends_article(v, o)))
		err = skipped_for(c, v, has_article(o));
	if (!err && !was_article(v) && has_article(o))
		frontier_stored(v->host);
	c->session.written++;
	c->session.torn = false;
	return err ? err : frontier_done(c->frontier, v->host, v->url.id);
}

status outcome_none(crawl *c, visit *v)
{
	outcome_log(c, "waits", v, v->fetched.reason);
	return frontier_done(c->frontier, v->host, v->url.id);
}

/* ── skip ── */

/* An article that cannot be fetched again because of robots.txt stays as it is. */
status outcome_skip(crawl *c, visit *v, const char *reason, const char *of_url)
{
	bool is_robots = strncmp(reason, "robots.txt", 10) == 0;
	store_outcome o = {.result = was_article(v) && is_robots ? RESULT_UNREACHED : RESULT_SKIP,
			   .reason = reason,
			   .to_url = of_url};

	return outcome_conclude(c, v, &o);
}

/* ── failure ── */

static bool is_gone(const fetch_result *r)
{
	return r->http_status == 404 || r->http_status == 410;
}

/* If a refreshed URL cannot be fetched, it stays as it is, unless the server says that it is gone or it was a failure before. */
static status fail(crawl *c, visit *v)
{
	const fetch_result *r = &v->fetched;
	bool stays = v->url.was != END_NONE && v->url.was != END_FAILURE && !is_gone(r);
	store_outcome o = {.result = stays ? RESULT_UNREACHED : RESULT_FAILURE,
			   .reason = r->reason,
			   .http_status = r->http_status};

	return outcome_conclude(c, v, &o);
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

static status retry(crawl *c, visit *v, const char *reason, int64_t delay_s)
{
	store_outcome o = {.result = RESULT_RETRY, .reason = reason, .next_try = clock_plan_s() + delay_s};

	return outcome_conclude(c, v, &o);
}

status outcome_failed(crawl *c, visit *v)
{
	const fetch_result *r = &v->fetched;
	int64_t delay_s = retry_delay_s(v);
	bool is_last = !r->is_temporary || v->url.tries >= c->settings->retries;
	status err = OK;

	if ((r->http_status == 429 || r->http_status == 503) && (!is_last || r->headers.retry_after_s > 0))
		err = frontier_pause(c->frontier, v->host, delay_s * 1000); /* its Retry-After is meant for all its URLs */
	if (err)
		return err;
	return is_last ? fail(c, v) : retry(c, v, r->reason, delay_s);
}

/* Whatever the second response is, it is the answer: some servers send all their pages with 202. */
bool outcome_is_provisional(const crawl *c, const visit *v)
{
	return v->kind == TASK_PAGE && v->fetched.is_provisional && v->url.tries == 0 && c->settings->retries > 0;
}

status outcome_provisional(crawl *c, visit *v)
{
	return retry(c, v, v->fetched.http_status == 202 ? "http 202" : v->fetched.reason, retry_delay_s(v));
}

/* ── redirect ── */

/* Adds the target of a redirect. The target of a seed need not be in scope; it is added to the scope, since the user asked for
 * it. */
static status follow_redirect(crawl *c, visit *v, const url_parts *to)
{
	store_sighting s = {.url = to->url,
			    .host = to->host,
			    .depth = v->url.depth,
			    .hops = v->url.hops + 1,
			    .is_seed = v->url.is_seed,
			    .is_sitemap = v->url.is_sitemap,
			    .barren = v->url.barren,
			    .via = v->url.id};
	status err = s.is_seed ? scope_add_seed(c->scope, to) : OK;

	if (s.hops > HOPS_MOST)
		s.skip_reason = "too many redirects";
	else if (!s.is_seed && !s.is_sitemap) /* sitemaps may be on any host */
		s.skip_reason = discover_refuses(c, to, s.depth);
	if (!err && s.is_seed && !s.skip_reason)
		err = forward_to_all(c, &s);
	return err ? err : discover_add(c, &s);
}

static status redirect_to(crawl *c, visit *v, const url_parts *to)
{
	store_outcome o = {.result = RESULT_REDIRECT, .to_url = to->url, .http_status = v->fetched.http_status};
	bool again = false;
	status err = cookie_wall_asks_again(c, v, to->url, &again);

	if (err || again)
		return err ? err : outcome_none(c, v);
	err = follow_redirect(c, v, to);
	if (!err)
		err = outcome_conclude(c, v, &o);
	return err ? err : cookie_wall_opens(c, v, to->url);
}

status outcome_redirect(crawl *c, visit *v)
{
	arena *a = arena_new();
	url_parts to;
	status err = a ? url_parse(v->fetched.headers.location, v->url.url, a, &to) : ERR_MEMORY;

	if (!err) {
		err = redirect_to(c, v, &to);
	} else if (err == ERR_FORMAT || err == ERR_USAGE) {
		snprintf(v->fetched.reason, sizeof v->fetched.reason, "%s", NO_WEB_ADDRESS);
		err = fail(c, v);
	}
	arena_free(a);
	return err;
}

/* ── other responses that are not passed to the workers ── */

status outcome_unchanged(crawl *c, visit *v)
{
	const fetch_result *r = &v->fetched;
	bool answered = r->http_status != 304; /* a 304 need not repeat the validators */
	store_outcome o = {.result = RESULT_UNCHANGED,
			   .article = v->known.article,
			   .etag = answered || r->headers.etag ? r->headers.etag : v->known.etag,
			   .last_modified = answered || r->headers.last_modified ? r->headers.last_modified
										 : v->known.last_modified};

	return outcome_conclude(c, v, &o);
}

status outcome_left_out(crawl *c, visit *v)
{
	return outcome_conclude(c, v, &(store_outcome){.result = RESULT_LEFT_OUT});
}
