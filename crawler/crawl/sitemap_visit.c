/* sitemap_visit — finds sitemaps in robots.txt, fetches them like pages, and adds the URLs in them. */
#include "crawler/crawl/crawl.h"
#include "crawler/web/sitemap.h"

/* A sitemap that is being read, or a robots.txt that names some. */
typedef struct sitemap_visit {
	crawl *crawl;
	const visit *visit;
	arena *arena;
} sitemap_visit;

/* Adds a URL of a sitemap. Pages in it have the depth of links on a seed. */
static status add_listed(void *ctx, const char *loc, bool is_sitemap)
{
	sitemap_visit *x = ctx;
	store_sighting s = {.depth = is_sitemap ? 0 : 1,
			    .barren = STORE_LISTED,
			    .hops = x->visit->url.hops + is_sitemap,
			    .is_sitemap = is_sitemap,
			    .via = x->visit->url.id};
	url_parts u;
	status err;

	arena_reset(x->arena);
	err = url_parse(loc, x->visit->url.url, x->arena, &u);
	if (err) /* a text that is not a web URL is ignored */
		return err == ERR_MEMORY ? err : OK;
	if (!is_sitemap)
		return discover(x->crawl, &u, &s);
	s.url = u.url;
	s.host = u.host;
	s.skip_reason = s.hops > HOPS_MOST ? "too many sitemaps within another" : NULL;
	return discover_add(x->crawl, &s);
}

/* Sitemaps may be on any host; only the pages in them must be in scope. */
status sitemap_discover(crawl *c, const visit *v)
{
	const robots *r = v->host->robots.rules;
	sitemap_visit x = {c, v, arena_new()};
	const char *loc;
	status err = x.arena ? OK : ERR_MEMORY;

	if (c->settings->sitemaps == SITEMAPS_READ && c->settings->depth != 0)
		for (size_t i = 0; !err && (loc = robots_sitemap(r, i)) != NULL; i++)
			err = add_listed(&x, loc, true);
	arena_free(x.arena);
	return err;
}

status sitemap_add_links(crawl *c, const visit *v)
{
	const buffer *body = &v->fetched.body;
	sitemap_visit x = {c, v, arena_new()};
	sitemap_reader reader = {add_listed, &x};
	store_skip cut = {.url = v->url.url, .reason = "sitemap, cut at its cap", .kind = SKIP_PART};
	size_t n = 0;
	status err = x.arena ? sitemap_read(body->bytes ? body->bytes : "", body->len, &reader, &n) : ERR_MEMORY;

	arena_free(x.arena);
	cut.count = n;
	return err || !n ? err : store_put_skip(c->session.store, &cut);
}
