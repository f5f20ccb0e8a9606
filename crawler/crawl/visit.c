/* visit — the stages of a URL: started, fetched, purified. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crawler/console/terminal.h"
#include "crawler/crawl/crawl.h"
#include "crawler/crawl/links.h"
#include "crawler/web/content.h"
#include "crawler/web/expiry.h"

void visit_free(crawl *c, visit *v)
{
	*(v->before ? &v->before->after : &c->visits) = v->after;
	if (v->after)
		v->after->before = v->before;
	fetch_result_free(&v->fetched);
	arena_free(v->arena);
	free((void *)v->url.url);
	free((void *)v->url.via);
	free(v);
}

/* Runs on a worker, to relieve the main thread. */
void visit_resolve_links(job *j)
{
	found_links *found = arena_alloc(j->arena, sizeof *found);

	j->status = found ? links_of(&j->result, j->input.url, j->scratch, j->arena, found) : ERR_MEMORY;
	j->extra = found;
}

/* Passes the body of a page to the workers. */
static status submit(crawl *c, visit *v)
{
	job *j = pipeline_job(c->pipeline);

	if (!j)
		return ERR_MEMORY;
	j->body = v->fetched.body;
	v->fetched.body = (buffer){0};
	j->ctx = v;
	j->input = (purify_input){.bytes = j->body.bytes,
				  .len = j->body.len,
				  .form = v->fetched.is_text ? PURIFY_TEXT : PURIFY_HTML,
				  .url = v->url.url,
				  .content_type = content_type_of(v->fetched.headers.content_type),
				  .refresh = v->fetched.headers.refresh,
				  .link = v->fetched.headers.link,
				  .robots_tag = v->fetched.headers.robots_tag,
				  .agent = c->agent,
				  .lang = v->fetched.headers.content_language};
	pipeline_submit(c->pipeline, j);
	return OK;
}

/* Reads what the store has of the article of a URL that is refreshed. Called again after the response: the article may have changed
 * meanwhile, if the page it repeats was removed, or if a page came that is canonical for it. */
static status load_known(crawl *c, visit *v)
{
	status err = v->url.was == END_NONE ? OK : store_end_of(c->session.store, v->url.url, &v->url.was);

	v->known = (store_validator){0};
	if (err || (v->url.was != END_PAGE && v->url.was != END_DROP))
		return err;
	if (!v->arena)
		v->arena = arena_new();
	err = v->arena ? store_validators(c->session.store, v->url.url, v->arena, &v->known) : ERR_MEMORY;
	return err == ERR_MISSING ? OK : err;
}

/* Returns why a page must not be stored; NULL: it may be. */
static const char *reason_against(const purified *p)
{
	if (p->noindex)
		return "noindex";
	if (expiry_has_passed(p->unavailable_after, clock_plan_s()))
		return "noindex: unavailable_after";
	return p->is_unreadable ? "content is mostly U+FFFD" : NULL; /* such pages would be duplicates of each other */
}

/* Concludes a page that the workers have read. */
static status conclude_purified(crawl *c, visit *v, job *j)
{
	const char *why;
	status err;

	if (j->status == ERR_FILTER)
		return j->status;
	if (j->status) {
		snprintf(v->fetched.reason, sizeof v->fetched.reason, "purify: %s", status_text(j->status));
		v->fetched.is_temporary = j->status == ERR_MEMORY;
		return outcome_failed(c, v);
	}
	why = reason_against(&j->result);
	if (!why)
		return article_conclude(c, v, j);
	err = outcome_skip(c, v, why, NULL);
	return err ? err : discover_links(c, v, j);
}

static status page_purified(crawl *c, visit *v, job *j)
{
	status err = load_known(c, v);

	if (!err)
		err = conclude_purified(c, v, j);
	return err || v->waits ? err : archive_page(c, v, j);
}

static status end_page(crawl *c, visit *v, job *j, status err)
{
	visit_free(c, v);
	pipeline_release(c->pipeline, j);
	return err;
}

status visit_purified(crawl *c, job *j)
{
	visit *v = j->ctx;
	status err = v->kind == TASK_PROBE ? probe_purified(c, v, j) : page_purified(c, v, j);

	return v->waits ? err : end_page(c, v, j, err);
}

/* Other pages were stored since the request, so the article of the URL is read again. */
static status page_judged(crawl *c, visit *v, const told *t)
{
	status err = load_known(c, v);

	if (!err)
		err = article_judge(c, v, v->job, v->canonical, t);
	return err ? err : archive_page(c, v, v->job);
}

status visit_judged(crawl *c, visit *v, const told *t)
{
	status err = page_judged(c, v, t);

	return end_page(c, v, v->job, err);
}

/* Logs the Crawl-delay of a robots.txt, which firstprint keeps up to a limit. Tells the user if the host asks for more. */
static void log_delay(crawl *c, visit *v)
{
	double asked = robots_crawl_delay(frontier_host_robots(v->host));
	char detail[100];

	if (asked <= 0)
		return;
	snprintf(detail, sizeof detail, "asked=%g s kept=%g s", asked, asked > HOST_DELAY_MOST_S ? HOST_DELAY_MOST_S : asked);
	outcome_log(c, "crawl-delay", v, detail);
	if (asked <= HOST_DELAY_MOST_S || c->settings->verbose)
		return;
	progress_clear(&c->progress);
	terminal_say("%s asks for %g s between requests; firstprint waits %d s", frontier_host_name(v->host), asked,
		     HOST_DELAY_MOST_S);
}

static status start(crawl *c, visit *v)
{
	fetch_request request = {.url = v->url.url,
				 .is_robots = v->kind == TASK_ROBOTS,
				 .is_sitemap = v->kind == TASK_SITEMAP,
				 .is_seed = v->kind == TASK_PAGE && v->url.is_seed,
				 .etag = v->known.etag,
				 .last_modified = v->known.last_modified,
				 .ctx = v};

	return fetcher_start(c->fetcher, &request);
}

/* Continues the visit at another URL. */
static status go_on_at(crawl *c, visit *v, const char *url)
{
	fetch_result *r = &v->fetched;
	status err = archive_response(c, v);

	if (v->robots_hops++ == 0) {
		memcpy(v->own_address, r->address, sizeof v->own_address);
		v->own_ms = r->elapsed_ms;
	}
	fetch_result_free(r);
	*r = (fetch_result){0};
	free((void *)v->url.url);
	v->url.url = strdup(url);
	if (!err && !v->url.url)
		err = ERR_MEMORY;
	return err ? err : start(c, v);
}

/* A robots.txt may be elsewhere, on another host too (RFC 9309 §2.3.1.2). The target is requested at once, as part of the same
 * request. */
static status follow_robots(crawl *c, visit *v, bool *follows)
{
	fetch_result *r = &v->fetched;
	arena *a = arena_new();
	url_parts to;
	status err = a ? url_parse(r->headers.location, v->url.url, a, &to) : ERR_MEMORY;

	*follows = !err && v->robots_hops < ROBOTS_HOPS;
	if (*follows) {
		err = go_on_at(c, v, to.url);
	} else if (err != ERR_MEMORY) {
		r->outcome = FETCH_FAILED;
		snprintf(r->reason, sizeof r->reason, err ? NO_WEB_ADDRESS : "more than %d redirects", ROBOTS_HOPS);
		err = OK;
	}
	arena_free(a);
	return err;
}

/* If its robots.txt was elsewhere, the host's own response counts for the host, because it has answered. */
static void conclude_hops(visit *v)
{
	fetch_result *r = &v->fetched;

	if (!v->robots_hops)
		return;
	memcpy(r->address, v->own_address, sizeof r->address);
	r->elapsed_ms = v->own_ms;
	r->is_unreached = false;
}

/* *follows: the visit has not ended. */
static status robots_fetched(crawl *c, visit *v, bool *follows)
{
	status err = v->fetched.outcome == FETCH_REDIRECT ? follow_robots(c, v, follows) : OK;

	if (err || *follows)
		return err;
	conclude_hops(v);
	err = frontier_robots_done(c->frontier, v->host, &v->fetched);
	log_delay(c, v);
	if (!err)
		err = sitemap_discover(c, v);
	return err ? err : archive_response(c, v);
}

/* Concludes a response that is not a page for the workers. */
static status conclude_response(crawl *c, visit *v)
{
	const fetch_result *r = &v->fetched;

	if (outcome_is_provisional(c, v))
		return outcome_provisional(c, v);
	switch (r->outcome) {
	case FETCH_BODY:
		return sitemap_conclude(c, v);
	case FETCH_UNCHANGED:
		return v->known.article ? outcome_unchanged(c, v) : outcome_left_out(c, v);
	case FETCH_REDIRECT:
		return outcome_redirect(c, v);
	case FETCH_SKIP:
		return outcome_skip(c, v, r->reason, NULL);
	default:
		return outcome_failed(c, v);
	}
}

/* Handles all responses but robots.txt. *passed: the visit is with the workers now. */
static status page_fetched(crawl *c, visit *v, bool *passed)
{
	bool counts;
	status err = frontier_ended(c->frontier, v->host, &v->fetched, &counts);

	if (v->kind == TASK_PAGE && counts && !v->fetched.is_temporary)
		host_budget_spend(frontier_host_budget(v->host), v->url.barren > 0);
	*passed = !err && v->fetched.outcome == FETCH_BODY && v->kind != TASK_SITEMAP && !v->fetched.is_list &&
		  !outcome_is_provisional(c, v);
	if (err || *passed)
		return err ? err : submit(c, v);
	if (v->kind == TASK_PROBE)
		return probe_answered(c, v);
	if (!counts)
		return outcome_none(c, v);
	err = load_known(c, v);
	if (!err)
		err = conclude_response(c, v);
	return err ? err : archive_response(c, v);
}

status visit_fetched(crawl *c, fetch_result *r)
{
	visit *v = r->ctx;
	bool goes_on = false;
	status err;

	v->fetched = *r;
	clock_text(v->fetched_at);
	if (r->no_memory)
		return ERR_MEMORY; /* libcurl may hang in later transfers to the same host */
	err = v->kind == TASK_ROBOTS ? robots_fetched(c, v, &goes_on) : page_fetched(c, v, &goes_on);
	if (!goes_on)
		visit_free(c, v);
	return err;
}

/* Makes a visit for the task, in the list of the crawl. NULL: out of memory. */
static visit *new_visit(crawl *c, const frontier_task *t)
{
	visit *v = calloc(1, sizeof *v);
	char robots[URL_LEN_MOST + 16];
	bool is_robots = t->kind == TASK_ROBOTS;

	if (!v)
		return NULL;
	v->after = c->visits;
	if (v->after)
		v->after->before = v;
	c->visits = v;
	v->kind = t->kind;
	v->host = t->host;
	if (!is_robots)
		v->url = t->url;
	snprintf(robots, sizeof robots, "%s/robots.txt", frontier_host_name(t->host));
	v->url.url = strdup(is_robots ? robots : t->url.url);
	v->url.via = !is_robots && t->url.via ? strdup(t->url.via) : NULL;
	if (v->url.url)
		return v;
	visit_free(c, v);
	return NULL;
}

/* Concludes a URL that is not fetched. If a rule names its plain URL, that is added instead. */
static status conclude_refused(crawl *c, visit *v, const frontier_task *t)
{
	store_sighting s = {.depth = v->url.depth, .via = v->url.id, .barren = v->url.barren};
	arena *a = arena_new();
	url_parts u;
	status err = a ? OK : ERR_MEMORY;

	if (!err && t->plain)
		err = url_parse(t->plain, NULL, a, &u);
	if (!err && t->plain)
		err = discover(c, &u, &s);
	if (!err)
		err = t->reason ? outcome_skip(c, v, t->reason, t->plain) : outcome_left_out(c, v);
	arena_free(a);
	visit_free(c, v);
	return err;
}

status visit_start(crawl *c, const frontier_task *t)
{
	visit *v = new_visit(c, t);
	status err = v ? load_known(c, v) : ERR_MEMORY;

	if (err)
		return err;
	if (t->kind == TASK_REFUSED)
		return conclude_refused(c, v, t);
	err = start(c, v);
	if (err)
		visit_free(c, v);
	return err;
}
