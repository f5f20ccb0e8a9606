#include "crawler/crawl/links.h"

#include <string.h>

#include "base/table.h"

/* Adds a link, if it is a web URL. A URL may be followed if any link to it on the page is without nofollow. */
static status add(found_links *f, table *places, const purify_link *link, const char *base, arena *a)
{
	url_parts u;
	size_t *at;
	status err = url_parse(link->href, base, a, &u);

	f->unreadable += err == ERR_FORMAT;
	if (err)
		return err == ERR_MEMORY ? err : OK;
	at = table_put(places, u.url, strlen(u.url), f->len);
	if (!at)
		return ERR_MEMORY;
	if (*at == f->len)
		f->items[f->len++] = (found_link){u, link->nofollow};
	else
		f->items[*at].nofollow &= link->nofollow;
	return OK;
}

/* The URL that links are relative to: that of <base>, if it is valid, else that of the page. */
static status base_of(const purified *p, const char *url, arena *a, const char **out)
{
	url_parts base;
	status err = p->base ? url_parse(p->base, url, a, &base) : ERR_MISSING;

	*out = err ? url : base.url;
	return err == ERR_MEMORY ? err : OK;
}

static status canonical_of(const purified *p, const char *base, arena *a, const url_parts **out)
{
	url_parts *u = p->canonical ? arena_alloc(a, sizeof *u) : NULL;
	status err = !p->canonical ? OK : u ? url_parse(p->canonical, base, a, u) : ERR_MEMORY;

	*out = u && !err ? u : NULL;
	return err == ERR_MEMORY ? err : OK;
}

status links_of(const purified *p, const char *url, arena *a, found_links *out)
{
	found_links f = {.items = arena_alloc(a, (p->links_len + 1) * sizeof *f.items)};
	table places = {.memory = a};
	const char *base;
	status err = f.items ? base_of(p, url, a, &base) : ERR_MEMORY;

	for (size_t i = 0; i < p->links_len && !err; i++)
		err = add(&f, &places, &p->links[i], base, a);
	if (!err)
		err = canonical_of(p, base, a, &f.canonical);
	if (!err)
		*out = f;
	return err;
}
