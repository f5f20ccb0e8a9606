#include "cluster/wire.h"

#include <endian.h>
#include <string.h>

enum { TEXT_MAX = 255 };

/* ── bytes ── */

wire_reader wire_read(const void *bytes, size_t len)
{
	return (wire_reader){.at = bytes, .end = bytes ? (const uint8_t *)bytes + len : bytes};
}

firstprint_span wire_bytes(wire_reader *r, size_t len)
{
	const char *at = (const char *)r->at;

	if (r->bad || wire_left(r) < len) {
		r->bad = true;
		return (firstprint_span){0};
	}
	r->at += len;
	return (firstprint_span){at, len};
}

uint64_t wire_number(wire_reader *r, unsigned bytes)
{
	firstprint_span at = wire_bytes(r, bytes);
	uint64_t number = 0;

	if (at.len)
		memcpy(&number, at.at, at.len);
	return le64toh(number);
}

firstprint_span wire_text(wire_reader *r)
{
	return wire_bytes(r, (size_t)wire_number(r, 1));
}

void wire_put_bytes(wire_writer *w, const void *bytes, size_t len)
{
	if (len && !buffer_append(&w->bytes, bytes, len))
		w->failed = true;
}

void wire_put_number(wire_writer *w, unsigned bytes, uint64_t number)
{
	uint64_t lowest_first = htole64(number);

	wire_put_bytes(w, &lowest_first, bytes);
}

void wire_put_text(wire_writer *w, const char *text, size_t len)
{
	if (len > TEXT_MAX)
		len = TEXT_MAX;
	wire_put_number(w, 1, len);
	wire_put_bytes(w, text, len);
}

/* ── links ── */

enum { IS_SEED = 1, IS_SITEMAP = 2 };

static void put_link(wire_writer *w, const wire_link *x)
{
	size_t len = strlen(x->url);

	wire_put_number(w, 4, x->depth);
	wire_put_number(w, 2, x->hops);
	wire_put_number(w, 1, (x->is_seed ? IS_SEED : 0) | (x->is_sitemap ? IS_SITEMAP : 0));
	wire_put_number(w, 2, len);
	wire_put_bytes(w, x->url, len);
}

void wire_put_links(wire_writer *w, const wire_links *x)
{
	wire_put_number(w, 8, x->run);
	wire_put_number(w, 8, x->base);
	wire_put_number(w, 8, x->first);
	wire_put_number(w, 2, x->len);
	for (size_t i = 0; i < x->len; i++)
		put_link(w, &x->links[i]);
}

static status get_link(wire_reader *r, arena *a, wire_link *out)
{
	unsigned flags;
	firstprint_span url;

	out->depth = (unsigned)wire_number(r, 4);
	out->hops = (unsigned)wire_number(r, 2);
	flags = (unsigned)wire_number(r, 1);
	out->is_seed = flags & IS_SEED;
	out->is_sitemap = flags & IS_SITEMAP;
	url = wire_bytes(r, (size_t)wire_number(r, 2));
	if (r->bad || memchr(url.at, 0, url.len))
		return ERR_FORMAT;
	out->url = arena_text(a, url.at, url.len);
	return out->url ? OK : ERR_MEMORY;
}

status wire_get_links(firstprint_span bytes, arena *a, wire_links *out)
{
	wire_reader r = wire_read(bytes.at, bytes.len);
	wire_link *links;
	status err = OK;

	out->run = wire_number(&r, 8);
	out->base = wire_number(&r, 8);
	out->first = wire_number(&r, 8);
	out->len = (size_t)wire_number(&r, 2);
	if (r.bad || out->len > WIRE_LINKS_MOST || out->run > INT64_MAX || out->base > INT64_MAX ||
	    out->first > INT64_MAX - WIRE_LINKS_MOST)
		return ERR_FORMAT;
	out->links = links = arena_zeros(a, out->len + 1, sizeof *links);
	if (!links)
		return ERR_MEMORY;
	for (size_t i = 0; i < out->len && !err; i++)
		err = get_link(&r, a, &links[i]);
	return !err && wire_left(&r) ? ERR_FORMAT : err;
}
