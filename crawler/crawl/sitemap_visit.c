/* sitemap_visit — lists of pages: found in robots.txt, fetched like pages, and what they list is met. */
#include "crawler/crawl/crawl.h"
#include "crawler/web/sitemap.h"

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

/* Sitemaps may stand anywhere: only the pages they list must be in scope. */
status sitemap_discover(crawl *c, const visit *v)
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

status sitemap_visited(crawl *c, visit *v)
{
	const buffer *body = &v->fetched.body;
	sitemap_visit x = {c, v, arena_new()};
	sitemap_reader reader = {meet_page, meet_sitemap, &x};
	store_skip cut = {.url = v->url.url, .reason = "sitemap, cut at its cap", .kind = SKIP_PART};
	size_t n = 0;
	status e = x.arena ? sitemap_read(body->bytes ? body->bytes : "", body->len, &reader, &n) : ERR_MEMORY;

	arena_free(x.arena);
	if (!e)
		e = outcome_skip(c, v, "sitemap", NULL);
	cut.count = n;
	return e || !n ? e : store_put_skip(c->session.store, &cut);
}
