#include "crawler/crawl/visit.h"

#include <stdlib.h>
#include <string.h>

#include "crawler/crawl/crawl.h"
#include "crawler/crawl/links.h"
#include "purify/content.h"

static bool copy_url(visit *v, const store_url *url)
{
	v->url = *url;
	v->url.url = arena_text(v->arena, url->url, strlen(url->url));
	v->url.via = url->via ? arena_text(v->arena, url->via, strlen(url->via)) : NULL;
	return v->url.url && (v->url.via || !url->via);
}

visit *visit_new(crawl *c, const frontier_task *t)
{
	visit *v = calloc(1, sizeof *v);

	if (!v)
		return NULL;
	v->after = c->visits;
	if (v->after)
		v->after->before = v;
	c->visits = v;
	v->kind = t->kind;
	v->host = t->host;
	v->arena = arena_new();
	if (v->arena && copy_url(v, &t->url))
		return v;
	visit_free(c, v);
	return NULL;
}

void visit_free(crawl *c, visit *v)
{
	*(v->before ? &v->before->after : &c->visits) = v->after;
	if (v->after)
		v->after->before = v->before;
	fetch_result_free(&v->fetched);
	arena_free(v->arena);
	free(v);
}

status visit_load_known(const crawl *c, visit *v)
{
	status err = v->url.was == END_NONE ? OK : store_end_of(c->session.store, v->url.url, &v->url.was);

	v->known = (store_validator){0};
	if (err || !visit_was_article(v))
		return err;
	err = store_validators(c->session.store, v->url.url, v->arena, &v->known);
	return err == ERR_MISSING ? OK : err;
}

status visit_request(crawl *c, visit *v)
{
	bool has_it = !c->warc || v->same_url; /* a "not modified" refers to a response in the same archive */
	fetch_request request = {.url = v->url.url,
				 .is_robots = v->kind == TASK_ROBOTS,
				 .is_sitemap = v->kind == TASK_SITEMAP,
				 .is_seed = v->kind == TASK_PAGE && v->url.is_seed,
				 .etag = has_it ? v->known.etag : NULL,
				 .last_modified = has_it ? v->known.last_modified : NULL,
				 .ctx = v};

	return fetcher_start(c->fetcher, &request);
}

status visit_go_on_at(crawl *c, visit *v, const char *url)
{
	fetch_result *r = &v->fetched;

	if (v->robots_hops++ == 0) {
		memcpy(v->own_address, r->address, sizeof v->own_address);
		v->own_ms = r->elapsed_ms;
	}
	fetch_result_free(r);
	*r = (fetch_result){0};
	v->url.url = arena_text(v->arena, url, strlen(url));
	return v->url.url ? visit_request(c, v) : ERR_MEMORY;
}

status visit_read(crawl *c, visit *v)
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

/* Runs on a worker, to relieve the main thread. */
void visit_resolve_links(job *j)
{
	found_links *found = arena_alloc(j->arena, sizeof *found);

	j->status = found ? links_of(&j->result, j->input.url, j->scratch, j->arena, found) : ERR_MEMORY;
	j->extra = found;
}
