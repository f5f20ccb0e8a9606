#include "crawler/crawl/links.h"

#define XXH_INLINE_ALL
#include <string.h>
#include <xxhash.h>

/* A set of URLs: an open table of places in items, plus 1. */
typedef struct url_set {
	uint32_t *slots;
	size_t mask;
} url_set;

/* The place of url in items; if it is new, `next`. */
static uint32_t place(url_set *set, const found_link *items, const char *url, uint32_t next)
{
	size_t at = XXH3_64bits(url, strlen(url)) & set->mask;

	for (; set->slots[at]; at = (at + 1) & set->mask)
		if (strcmp(items[set->slots[at] - 1].url.url, url) == 0)
			return set->slots[at] - 1;
	set->slots[at] = next + 1;
	return next;
}

/* Adds a link; a URL that is linked plainly anywhere on the page may be followed. */
static void add(found_links *f, url_set *set, const url_parts *u, bool nofollow)
{
	uint32_t at = place(set, f->items, u->url, (uint32_t)f->len);

	if (at == f->len)
		f->items[f->len++] = (found_link){*u, nofollow};
	else
		f->items[at].nofollow &= nofollow;
}

/* The URL that links are relative to: what <base> says, if it is one. */
static status base_of(const purified *p, const char *url, arena *a, const char **out)
{
	url_parts base;
	status s = p->base ? url_parse(p->base, url, a, &base) : ERR_MISSING;

	*out = s ? url : base.url;
	return s == ERR_MEMORY ? s : OK;
}

static status canonical_of(const purified *p, const char *base, arena *a, const url_parts **out)
{
	url_parts *u = p->canonical ? arena_alloc(a, sizeof *u) : NULL;
	status s = !p->canonical ? OK : u ? url_parse(p->canonical, base, a, u) : ERR_MEMORY;

	*out = u && !s ? u : NULL;
	return s == ERR_MEMORY ? s : OK;
}

status links_of(const purified *p, const char *url, arena *a, found_links *out)
{
	const char *base;
	url_set set = {.mask = 15};
	found_links f = {0};
	url_parts u;
	status s = base_of(p, url, a, &base);

	if (s)
		return s;
	while (set.mask < p->links_len * 2)
		set.mask = set.mask * 2 + 1;
	set.slots = arena_zeros(a, set.mask + 1, sizeof *set.slots);
	f.items = arena_alloc(a, (p->links_len + 1) * sizeof *f.items);
	if (!set.slots || !f.items)
		return ERR_MEMORY;
	for (size_t i = 0; i < p->links_len; i++) {
		s = url_parse(p->links[i].href, base, a, &u);

		if (s == ERR_MEMORY)
			return s;
		f.unreadable += s == ERR_FORMAT;
		if (!s)
			add(&f, &set, &u, p->links[i].nofollow);
	}
	s = canonical_of(p, base, a, &f.canonical);
	if (!s)
		*out = f;
	return s;
}
