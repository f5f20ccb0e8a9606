/* visits — what happens to one URL: asked for, fetched, purified, judged, stored; and what it links to. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "crawler/content.h"
#include "crawler/crawl.h"
#include "crawler/links.h"
#include "crawler/sitemap.h"
#include "crawler/terminal.h"

enum {
	HOPS_MOST = 10,         /* redirects behind one another */
	RETRY_S = 2,            /* doubled with each try */
	RETRY_AFTER_MOST_S = 300,
};

void visit_free(crawl *c, visit *v)
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
	return c->frontier ? frontier_met(c->frontier, host_id) : OK; /* not open yet: it will find what is queued */
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

status visit_seed(void *ctx, const url_parts *u)
{
	crawl *c = ctx;
	store_sighting s = {.url = u->url, .host = u->host, .is_seed = true};
	status e = scope_add_seed(c->scope, u);

	return e ? e : add_url(c, &s);
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
	s.url = u.url;
	s.host = u.host;
	if (is_sitemap)
		s.skip_reason = s.hops > HOPS_MOST ? "too many sitemaps within another" : NULL;
	else
		s.skip_reason = refuse(x->crawl, &u, s.depth);
	return add_url(x->crawl, &s);
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
	size_t cut = 0;
	status e = x.arena ? sitemap_read(body->bytes ? body->bytes : "", body->len, &reader, &cut) : ERR_MEMORY;

	arena_free(x.arena);
	if (!e && cut)
		e = store_put_skip(c->session.store, v->url.url, "sitemap, cut at its cap", cut);
	return e ? e : end_skip(c, v, "sitemap");
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
				  .content_type = v->fetched.content_type, .lang = v->fetched.content_language};
	pipeline_submit(c->pipeline, j);
	return OK;
}

status visit_purified(crawl *c, job *j)
{
	visit *v = j->ctx;
	status e;

	robots_read_tag(v->fetched.robots_tag, AGENT_TOKEN, &j->result.noindex, &j->result.nofollow);
	if (j->status) {
		snprintf(v->fetched.reason, sizeof v->fetched.reason, "purify: %s", status_text(j->status));
		v->fetched.can_pass = j->status == ERR_MEMORY;
		e = end_failed_fetch(c, v);
	} else if (j->result.noindex) {
		e = add_links(c, v, j);
		if (!e)
			e = end_skip(c, v, "noindex");
	} else {
		e = end_article(c, v, j);
	}
	visit_free(c, v);
	pipeline_release(c->pipeline, j);
	return e;
}

status visit_fetched(crawl *c, fetch_result *r)
{
	visit *v = r->ctx;
	status e = OK;

	v->fetched = *r;
	if (v->url.id == 0) {
		e = frontier_robots_done(c->frontier, v->host, &v->fetched);
		if (!e)
			e = add_sitemaps(c, v);
		visit_free(c, v);
		return e;
	}
	frontier_fetched(c->frontier, v->host, r->elapsed_ms);
	clock_text(v->fetched_at);
	if (r->outcome == FETCH_BODY && !v->url.is_sitemap)
		return submit(c, v);
	if (r->outcome == FETCH_BODY)
		e = end_sitemap(c, v);
	else if (r->outcome == FETCH_REDIRECT)
		e = end_redirect(c, v);
	else if (r->outcome == FETCH_SKIP)
		e = end_skip(c, v, r->reason);
	else
		e = end_failed_fetch(c, v);
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
	if (v->url.url)
		return v;
	visit_free(c, v);
	return NULL;
}

status visit_start(crawl *c, const frontier_task *t)
{
	visit *v = new_visit(c, t);
	fetch_request request = {.is_meta = t->kind == TASK_ROBOTS || t->url.is_sitemap, .ctx = v};
	status e;

	if (!v)
		return ERR_MEMORY;
	if (t->kind == TASK_URL && !t->url.is_sitemap &&
	    !robots_allows(frontier_host_robots(t->host), v->url.url + strlen(frontier_host_name(t->host)))) {
		frontier_fetched(c->frontier, v->host, -1);
		e = end_skip(c, v, "robots.txt");
		visit_free(c, v);
		return e;
	}
	request.url = v->url.url;
	e = fetcher_start(c->fetcher, &request);
	if (e)
		visit_free(c, v);
	return e;
}
