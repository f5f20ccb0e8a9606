/* sitemap_visit — finds sitemaps in robots.txt, fetches them like pages, and adds the URLs in them. */
#include "crawler/crawl/crawl.h"
#include "crawler/web/sitemap.h"

/* A sitemap that is being read, or a robots.txt that names some. */
typedef struct sitemap_visit {
	crawl *crawl;
	const visit *visit;
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
	arena_mark before = arena_mark_of(x->visit->arena);
	url_parts u;
	status err = url_parse(loc, x->visit->url.url, x->visit->arena, &u);

	if (!err && is_sitemap) {
		s.url = u.url;
		s.host = u.host;
		s.skip_reason = s.hops > HOPS_MOST ? "too many sitemaps within another" : NULL;
		err = discover_add(x->crawl, &s);
	} else if (!err) {
		err = discover(x->crawl, &u, &s);
	} else if (err != ERR_MEMORY) {
		err = OK; /* a text that is not a web URL is ignored */
	}
	arena_rewind(x->visit->arena, before);
	return err;
}

/* Sitemaps may be on any host; only the pages in them must be in scope. */
status sitemap_discover(crawl *c, const visit *v)
{
	const robots *r = v->host->robots.rules;
	sitemap_visit x = {c, v};
	const char *loc;
	status err = OK;

	if (c->settings->sitemaps == SITEMAPS_READ && c->settings->depth != 0)
		for (size_t i = 0; !err && (loc = robots_sitemap(r, i)) != NULL; i++)
			err = add_listed(&x, loc, true);
	return err;
}

status sitemap_add_links(crawl *c, const visit *v)
{
	const buffer *body = &v->fetched.body;
	sitemap_visit x = {c, v};
	store_skip cut = {.url = v->url.url, .reason = "sitemap, cut at its cap", .kind = SKIP_PART};
	size_t n = 0;
	status err = sitemap_read(body->bytes ? body->bytes : "", body->len, &(sitemap_reader){add_listed, &x}, &n);

	cut.count = n;
	return err || !n ? err : store_put_skip(c->session.store, &cut);
}
