#include "crawler/crawl/links.h"

#include <string.h>

#include "base/table.h"

/* What a reference leads to: the index of a link, or one of these. */
#define UNREADABLE SIZE_MAX
#define ELSEWHERE (SIZE_MAX - 1) /* no web URL */
#define NEW (SIZE_MAX - 2)       /* not known yet */

struct finder {
	found_links found;
	table references, urls; /* text of a reference, and URL → what it leads to */
	const char *base;
	arena *memory;
};

/* Adds the link if its URL is new. */
static status find(struct finder *f, const char *href, size_t *out)
{
	url_parts u;
	size_t *at;
	status err = url_parse(href, f->base, f->memory, &u);

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

/* Adds a link, if it is a web URL. A URL may be followed if any link to it on the page is without nofollow. Many pages have a
 * menu twice: what stood before is not parsed again. */
static status add(struct finder *f, const purify_link *link)
{
	size_t *at = table_put(&f->references, link->href, strlen(link->href), NEW);
	status err = !at ? ERR_MEMORY : *at == NEW ? find(f, link->href, at) : OK;

	if (err)
		return err;
	f->found.unreadable += *at == UNREADABLE;
	if (*at < f->found.len)
		f->found.items[*at].nofollow &= link->nofollow;
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
	struct finder f = {.references.memory = a, .urls.memory = a, .memory = a};
	status err;

	f.found.items = arena_alloc(a, (p->links_len + 1) * sizeof *f.found.items);
	err = f.found.items ? base_of(p, url, a, &f.base) : ERR_MEMORY;
	for (size_t i = 0; i < p->links_len && !err; i++)
		err = add(&f, &p->links[i]);
	if (!err)
		err = canonical_of(p, f.base, a, &f.found.canonical);
	if (!err)
		*out = f.found;
	return err;
}
