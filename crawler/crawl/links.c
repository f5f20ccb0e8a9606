#include "crawler/crawl/links.h"

#include <string.h>

#include "base/table.h"
#include "crawler/web/resolve.h"

/* What a reference leads to: the index of a link, or one of these. */
#define UNREADABLE SIZE_MAX
#define ELSEWHERE (SIZE_MAX - 1) /* not a web URL */
#define NEW (SIZE_MAX - 2)       /* not known yet */

struct finder {
	found_links found;
	table references, urls; /* text of a reference, and URL → what it leads to */
	const char *base;
	arena *scratch, *memory;
};

/* Adds the link if its URL is new. */
static status find(struct finder *f, const char *href, size_t *out)
{
	url_parts u;
	size_t *at;
	status err = resolve(href, f->base, f->scratch, f->memory, &u);

	*out = err == ERR_FORMAT ? UNREADABLE : ELSEWHERE;
	if (err)
		return err == ERR_MEMORY ? err : OK;
	at = table_put(&f->urls, u.url, strlen(u.url), f->found.len);
	if (!at)
		return ERR_MEMORY;
	if (*at == f->found.len)
		f->found.items[f->found.len++] = (found_link){u, true};
	*out = *at;
	return OK;
}

/* Returns the reference without its fragment, which leads to the same URL. NULL: out of memory. */
static const char *without_fragment(struct finder *f, const char *href)
{
	size_t len = strcspn(href, "#");

	return href[len] ? arena_text(f->scratch, href, len) : href;
}

/* Adds a link, if it is a web URL. A URL may be followed if any link to it on the page is without nofollow. Many pages have a menu
 * twice, or link to all parts of another page: a reference that occurred before is not parsed again. */
static status add(struct finder *f, const purify_link *link)
{
	const char *href = without_fragment(f, link->href);
	size_t *at = href ? table_put(&f->references, href, strlen(href), NEW) : NULL;
	status err = !at ? ERR_MEMORY : *at == NEW ? find(f, href, at) : OK;

	if (err)
		return err;
	f->found.unreadable += *at == UNREADABLE;
	if (*at < f->found.len)
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
	struct finder f = {.references.memory = scratch, .urls.memory = scratch, .scratch = scratch, .memory = a};
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
