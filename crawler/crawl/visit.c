/* visits — the stages of a URL: asked for, fetched, purified. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crawler/console/terminal.h"
#include "crawler/crawl/crawl.h"
#include "crawler/crawl/links.h"
#include "crawler/web/sitemap.h"

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

/* ── sitemaps ── */

/* One that is being read. */
typedef struct sitemap_visit {
	crawl *crawl;
	const visit *visit;
	arena *arena;
} sitemap_visit;

/* What a sitemap lists is as near to the seeds as what a seed links to. */
static status meet_listed(void *ctx, const char *loc, bool is_sitemap)
{
	sitemap_visit *x = ctx;
	store_sighting s = {.depth = is_sitemap ? 0 : 1, .hops = x->visit->url.hops + is_sitemap, .is_sitemap = is_sitemap,
			    .via = x->visit->url.id};
	url_parts u;
	status e;

	arena_reset(x->arena);
	e = url_parse(loc, x->visit->url.url, x->arena, &u);
	if (e) /* what is no URL is passed over */
		return e == ERR_MEMORY ? e : OK;
	if (!is_sitemap)
		return discover(x->crawl, &u, &s);
	s.url = u.url;
	s.host = u.host;
	s.skip_reason = s.hops > HOPS_MOST ? "too many sitemaps within another" : NULL;
	return discover_wanted(x->crawl, &s);
}

static status meet_page(void *ctx, const char *loc)
{
	return meet_listed(ctx, loc, false);
}

static status meet_sitemap(void *ctx, const char *loc)
{
	return meet_listed(ctx, loc, true);
}

/* Queues what the host's robots.txt names. Sitemaps may stand anywhere: only the pages they list must be in scope. */
static status add_sitemaps(crawl *c, const visit *v)
{
	const robots *r = frontier_host_robots(v->host);
	sitemap_visit x = {c, v, arena_new()};
	const char *loc;
	status e = x.arena ? OK : ERR_MEMORY;

	if (c->settings->sitemaps == SITEMAPS_READ && c->settings->depth != 0)
		for (size_t i = 0; !e && (loc = robots_sitemap(r, i)) != NULL; i++)
			e = meet_sitemap(&x, loc);
	arena_free(x.arena);
	return e;
}

static status end_sitemap(crawl *c, visit *v)
{
	const buffer *body = &v->fetched.body;
	sitemap_visit x = {c, v, arena_new()};
	sitemap_reader reader = {meet_page, meet_sitemap, &x};
	store_skip cut = {.url = v->url.url, .reason = "sitemap, cut at its cap", .kind = SKIP_PART};
	size_t n = 0;
	status e = x.arena ? sitemap_read(body->bytes ? body->bytes : "", body->len, &reader, &n) : ERR_MEMORY;

	arena_free(x.arena);
	if (!e)
		e = end_skip(c, v, "sitemap", NULL);
	cut.count = n;
	return e || !n ? e : store_put_skip(c->session.store, &cut);
}

/* ── from stage to stage ── */

/* On a worker: what the judge's thread would else have to do. */
void visit_resolve_links(job *j)
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
				  .content_type = v->fetched.headers.content_type, .lang = v->fetched.headers.content_language};
	pipeline_submit(c->pipeline, j);
	return OK;
}

/* The end of a page that the workers have read. */
static status end_purified(crawl *c, visit *v, job *j)
{
	status e;

	robots_read_tag(v->fetched.headers.robots_tag, c->agent, &j->result.noindex, &j->result.nofollow);
	if (j->status) {
		snprintf(v->fetched.reason, sizeof v->fetched.reason, "purify: %s", status_text(j->status));
		v->fetched.can_pass = j->status == ERR_MEMORY;
		return end_failed_fetch(c, v);
	}
	if (!j->result.noindex)
		return end_article(c, v, j);
	e = end_skip(c, v, "noindex", NULL);
	return e ? e : discover_links(c, v, j);
}

status visit_purified(crawl *c, job *j)
{
	visit *v = j->ctx;
	status e = end_recall(c, v);

	if (!e)
		e = end_purified(c, v, j);
	if (!e)
		e = archive_page(c, v, j);
	visit_free(c, v);
	pipeline_release(c->pipeline, j);
	return e;
}

/* A delay that robots.txt asks for is kept, up to a limit, which the user is told of. */
static void tell_delay(crawl *c, visit *v)
{
	double asked = robots_crawl_delay(frontier_host_robots(v->host));
	char detail[100];

	if (asked <= 0)
		return;
	snprintf(detail, sizeof detail, "asked=%g s kept=%g s", asked, asked > HOST_DELAY_MOST_S ? HOST_DELAY_MOST_S : asked);
	end_tell(c, "crawl-delay", v, detail);
	if (asked <= HOST_DELAY_MOST_S || c->settings->verbose)
		return;
	progress_clear(&c->progress);
	terminal_say("%s asks for %g s between requests; %d s are kept", frontier_host_name(v->host), asked,
		HOST_DELAY_MOST_S);
}

static status robots_fetched(crawl *c, visit *v)
{
	status e = frontier_robots_done(c->frontier, v->host, &v->fetched);

	tell_delay(c, v);
	return e ? e : add_sitemaps(c, v);
}

/* The end of a URL whose answer is no page for the workers. */
static status end_by_outcome(crawl *c, visit *v)
{
	const fetch_result *r = &v->fetched;

	switch (r->outcome) {
	case FETCH_BODY:
		return end_sitemap(c, v);
	case FETCH_UNCHANGED:
		return v->known.article ? end_unchanged(c, v) : end_kept(c, v);
	case FETCH_REDIRECT:
		return end_redirect(c, v);
	case FETCH_SKIP:
		return end_skip(c, v, r->reason, NULL);
	default:
		return end_failed_fetch(c, v);
	}
}

status visit_fetched(crawl *c, fetch_result *r)
{
	visit *v = r->ctx;
	status e;

	v->fetched = *r;
	clock_text(v->fetched_at);
	if (r->no_memory)
		return ERR_MEMORY; /* after it a transfer to the same host may hang */
	if (v->url.id == 0) {
		e = robots_fetched(c, v);
	} else {
		e = frontier_fetched(c->frontier, v->host, r->address, r->elapsed_ms);
		if (!e && r->outcome == FETCH_BODY && !v->url.is_sitemap)
			return submit(c, v);
		if (!e)
			e = end_recall(c, v);
		if (!e)
			e = end_by_outcome(c, v);
	}
	if (!e)
		e = archive_answer(c, v);
	visit_free(c, v);
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
	v->url.via = t->kind == TASK_URL && t->url.via ? strdup(t->url.via) : NULL;
	if (v->url.url)
		return v;
	visit_free(c, v);
	return NULL;
}

/* Ends the visit without a fetch. reason NULL: it stays what it is. */
static status pass_over(crawl *c, visit *v, const char *reason, const char *of_url)
{
	status e = frontier_fetched(c->frontier, v->host, NULL, -1);

	if (!e)
		e = reason ? end_skip(c, v, reason, of_url) : end_kept(c, v);
	visit_free(c, v);
	return e;
}

/* Does a learned rule say that the URL is a page's second one? Its plain URL is met instead. */
static status ask_rules(crawl *c, visit *v, const char **reason, const char **plain, arena *a)
{
	store_sighting s = {.depth = v->url.depth, .via = v->url.id};
	url_parts u;

	if (c->settings->traps != TRAPS_AVOID || v->url.hops || v->url.is_seed || v->url.is_sitemap || v->url.was != END_NONE ||
	    !rules_skip(frontier_host_rules(v->host), v->url.url, a, reason, plain))
		return OK;
	if (url_parse(*plain, NULL, a, &u))
		return OK;
	*plain = u.url;
	return discover(c, &u, &s);
}

/* Is it left out of a refresh? */
static bool is_left_out(const crawl *c, const visit *v, arena *a)
{
	const char *why;
	url_parts u;

	if (v->url.was == END_NONE || url_parse(v->url.url, NULL, a, &u))
		return false;
	why = scope_refuses(c->scope, &u);
	return why && strcmp(why, "out of scope") != 0;
}

/* robots.txt and the host's rules, before a page is asked for. *over: they ended the visit. */
static status ask_permission(crawl *c, visit *v, bool *over)
{
	const char *reason = NULL, *plain = NULL;
	arena *a = arena_new();
	bool left_out = a && is_left_out(c, v, a);
	status e = a ? OK : ERR_MEMORY;

	if (!e && !left_out && !robots_allows(frontier_host_robots(v->host), v->url.url + strlen(frontier_host_name(v->host))))
		reason = "robots.txt";
	else if (!e && !left_out)
		e = ask_rules(c, v, &reason, &plain, a);
	*over = left_out || reason != NULL;
	if (!e && *over)
		e = pass_over(c, v, reason, plain);
	arena_free(a);
	return e;
}

status visit_start(crawl *c, const frontier_task *t)
{
	visit *v = new_visit(c, t);
	fetch_request request = {.is_robots_or_sitemap = t->kind == TASK_ROBOTS || t->url.is_sitemap, .ctx = v};
	bool over = false;
	status e = v ? OK : ERR_MEMORY;

	if (!e)
		e = end_recall(c, v);
	if (!e && t->kind == TASK_URL && !t->url.is_sitemap)
		e = ask_permission(c, v, &over);
	if (e || over)
		return e;
	request.url = v->url.url;
	request.etag = v->known.etag;
	request.last_modified = v->known.last_modified;
	e = fetcher_start(c->fetcher, &request);
	if (e)
		visit_free(c, v);
	return e;
}
