#include "store/address.h"

#include <stdio.h>
#include <string.h>

#include "base/mark.h"

typedef firstprint_span span;

/* Returns what is before the first of the characters of stop, or all of it, and moves *at behind it. */
static span cut(const char **at, const char *stop)
{
	span x = {*at, strcspn(*at, stop)};

	*at += x.len;
	return x;
}

/* Removes the first label of the host, if it says only in which form the site is. */
static void read_label(address *x)
{
	const char *point = memchr(x->host.at, '.', x->host.len);
	span label = {x->host.at, point ? (size_t)(point - x->host.at) : 0};

	x->has_www = mark_is_one(label, "www");
	x->form = word_is(label, WORD_MOBILE) ? WORD_MOBILE : word_is(label, WORD_AMP) ? WORD_AMP : 0;
	if (point && (x->has_www || x->form))
		x->host = (span){point + 1, x->host.len - label.len - 1};
}

/* Removes the port; false: it has none. */
static bool cut_port(span *host)
{
	const char *colon = memrchr(host->at, ':', host->len);
	span port = {colon ? colon + 1 : "", colon ? (size_t)(host->at + host->len - colon - 1) : 0};

	if (!word_is_number(port))
		return false;
	host->len = (size_t)(colon - host->at);
	return true;
}

/* A domain may have the name of a copy, too: dev.to. */
static int read_hidden(span host)
{
	int has_port = cut_port(&host);
	address_parts labels;

	address_split(host, '.', &labels);
	if (!labels.len || *host.at == '[' || word_is_number(labels.items[labels.len - 1]))
		return has_port + 2;
	return has_port + (mark_is_one(host, "localhost") ||
			   (labels.len > 2 &&
			    mark_is_one(labels.items[0],
					"staging* stage dev dev-* test test-* testing qa uat preprod preview beta demo")));
}

bool address_read(const char *url, address *out)
{
	const char *at = url ? strstr(url, "://") : NULL;

	if (!at)
		return false;
	*out = (address){.scheme = {url, (size_t)(at - url)}};
	at += 3;
	out->host = cut(&at, "/?#");
	out->path = cut(&at, "?#");
	at += *at == '?';
	out->query = cut(&at, "#");
	out->all = (span){url, (size_t)(at - url)};
	read_label(out);
	out->hidden = read_hidden(out->host);
	return out->host.len > 0;
}

span address_name(span parameter)
{
	const char *equals = memchr(parameter.at, '=', parameter.len);

	return (span){parameter.at, equals ? (size_t)(equals - parameter.at) : parameter.len};
}

void address_split(span text, char at, address_parts *out)
{
	const char *from = text.at, *end = text.len ? text.at + text.len : from; /* from may be NULL */

	*out = (address_parts){.len = 0};
	while (from < end && out->len < ADDRESS_PARTS_MOST) {
		const char *stop = memchr(from, at, (size_t)(end - from));

		stop = stop ? stop : end;
		if (stop > from)
			out->items[out->len++] = (span){from, (size_t)(stop - from)};
		from = stop < end ? stop + 1 : end;
	}
	out->is_whole = from >= end;
}

bool address_has(const address_parts *all, span item)
{
	for (size_t i = 0; i < all->len; i++)
		if (word_same(all->items[i], item))
			return true;
	return false;
}

address_middle address_middle_of(address_parts *a, address_parts *b)
{
	size_t least = a->len < b->len ? a->len : b->len, from = 0, end = 0;

	while (from < least && word_same(a->items[from], b->items[from]))
		from++;
	while (end < least - from && word_same(a->items[a->len - 1 - end], b->items[b->len - 1 - end]))
		end++;
	return (address_middle){a->items + from,
				b->items + from,
				a->len - from - end,
				b->len - from - end,
				from ? a->items[from - 1] : (span){"", 0},
				end > 0};
}

size_t address_count(const span *items, size_t n, enum word_kind k)
{
	size_t found = 0;

	for (size_t i = 0; i < n; i++)
		found += word_is(items[i], k);
	return found;
}

void address_split_path(span path, address_parts *out)
{
	span *last;

	address_split(path, '/', out);
	last = out->len ? &out->items[out->len - 1] : NULL;
	if (!out->is_whole || !last)
		return;
	if (word_is_index(*last))
		out->len--;
	else
		last->len -= word_extension(*last);
}

bool address_same_folder(span a, span b, bool (*equal)(span, span))
{
	address_parts x, y;

	address_split_path(a, &x);
	address_split_path(b, &y);
	for (size_t i = 0; i < x.len && x.len == y.len; i++)
		if (!equal(x.items[i], y.items[i]))
			return false;
	return x.is_whole && y.is_whole ? x.len == y.len : equal(a, b);
}

const char *address_without(const char *url, const char *parameter, char out[ADDRESS_TEXT])
{
	address x;
	address_parts all;
	size_t len;
	char before = '?';

	if (!parameter || !address_read(url, &x))
		return NULL;
	address_split(x.query, '&', &all);
	len = (size_t)snprintf(out, ADDRESS_TEXT, "%.*s", (int)(x.path.at + x.path.len - url), url);
	for (size_t i = 0; i < all.len && len < ADDRESS_TEXT; i++) {
		if (word_same(address_name(all.items[i]), (span){parameter, strlen(parameter)}))
			continue;
		len += (size_t)snprintf(out + len, ADDRESS_TEXT - len, "%c%.*s", before, (int)all.items[i].len,
					all.items[i].at);
		before = '&';
	}
	return all.is_whole && len < ADDRESS_TEXT ? out : NULL;
}

const char *address_host(const char *url, char out[ADDRESS_TEXT])
{
	address x;

	if (!address_read(url, &x))
		return NULL;
	snprintf(out, ADDRESS_TEXT, "%.*s", (int)(x.path.at - url), url);
	return out;
}
