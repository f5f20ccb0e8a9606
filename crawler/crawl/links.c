#include "crawler/crawl/links.h"

#include <string.h>

#include "base/table.h"
#include "crawler/web/resolve.h"

struct finder {
	found_links found;
	table urls; /* URL → index of its link */
	const char *base;
	arena *scratch, *memory;
};

/* Adds a link, if it is a web URL. A URL may be followed if any link to it on the page is without nofollow. A URL that stands there
 * often, such as that of a long page with its fragments, takes memory once. */
static status add(struct finder *f, const purify_link *link)
{
	arena_mark memory = arena_mark_of(f->memory), scratch = arena_mark_of(f->scratch);
	url_parts u;
	size_t *at;
	status err = resolve(link->href, f->base, f->scratch, f->memory, &u);

	arena_rewind(f->scratch, scratch);
	f->found.unreadable += err == ERR_FORMAT;
	if (err)
		return err == ERR_MEMORY ? err : OK;
	at = table_put(&f->urls, u.url, strlen(u.url), f->found.len);
	if (!at)
		return ERR_MEMORY;
	if (*at == f->found.len)
		f->found.items[f->found.len++] = (found_link){u, true};
	else
		arena_rewind(f->memory, memory);
	f->found.items[*at].nofollow &= link->nofollow;
	return OK;
}

/* Finds the URL that links are relative to: that of <base>, if it is valid, otherwise that of the page. */
static status base_of(const purified *p, const char *url, arena *a, const char **out)
{
	url_parts base;
	status err = p->base ? url_parse(p->base, url, a, &base) : ERR_MISSING;

	*out = err ? url : base.url;
	return err == ERR_MEMORY ? err : OK;
}

status links_canonical(const purified *p, const char *url, arena *scratch, arena *a, const url_parts **out)
{
	url_parts *u = p->canonical ? arena_alloc(a, sizeof *u) : NULL;
	const char *base = url;
	status err = !p->canonical ? OK : u ? base_of(p, url, scratch, &base) : ERR_MEMORY;

	if (!err && u)
		err = resolve(p->canonical, base, scratch, a, u);
	*out = u && !err ? u : NULL;
	return err == ERR_MEMORY ? err : OK;
}

status links_of(const purified *p, const char *url, arena *scratch, arena *a, found_links *out)
{
	struct finder f = {.urls.memory = scratch, .scratch = scratch, .memory = a};
	status err;

	f.found.items = arena_alloc(scratch, (p->links_len + 1) * sizeof *f.found.items);
	err = f.found.items ? base_of(p, url, scratch, &f.base) : ERR_MEMORY;
	for (size_t i = 0; i < p->links_len && !err; i++)
		err = add(&f, &p->links[i]);
	if (!err)
		err = links_canonical(p, url, scratch, a, &f.found.canonical);
	if (err)
		return err;
	*out = f.found;
	out->items = arena_copy(a, f.found.items, f.found.len * sizeof *f.found.items);
	return out->items ? OK : ERR_MEMORY;
}
