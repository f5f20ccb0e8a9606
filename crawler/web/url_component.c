#include "crawler/web/url_component.h"

#include <string.h>

#include "crawler/web/url.h"

static const char *path_of(const char *url)
{
	return url + url_host_len(url);
}

/* Returns where the path ends, before the query. */
static const char *path_end(const char *url)
{
	return url + strcspn(url, "?");
}

/* Between two slashes a segment is empty; behind the last one there is none. */
static bool next_segment(const char *at, const char *end, url_part *out)
{
	at += at < end && *at == '/';
	if (at >= end)
		return false;
	*out = (url_part){true, at, strcspn(at, "/?"), at, 0};
	return true;
}

static bool next_parameter(const char *at, url_part *out)
{
	size_t len;

	while (*at == '?' || *at == '&')
		at++;
	if (!*at)
		return false;
	len = strcspn(at, "&");
	*out = (url_part){false, at, len, at + len, 0};
	for (size_t i = 0; i < len; i++)
		if (at[i] == '=') {
			out->name_len = i;
			out->value = at + i + 1;
			out->value_len = len - i - 1;
			break;
		}
	return true;
}

bool url_part_next(const char *url, const char **at, url_part *out)
{
	const char *end = path_end(url);
	const char *from = *at ? *at : path_of(url);

	if (!(from < end && next_segment(from, end, out)) && !next_parameter(from > end ? from : end, out))
		return false;
	*at = out->is_segment ? out->name + out->name_len : out->value + out->value_len;
	return true;
}

static bool is_same_part(const url_part *x, const url_part *y)
{
	return x->is_segment == y->is_segment && x->name_len == y->name_len && memcmp(x->name, y->name, x->name_len) == 0;
}

bool url_has_part(const char *url, const url_part *part)
{
	const char *at = NULL;
	url_part p;

	while (url_part_next(url, &at, &p))
		if (is_same_part(&p, part))
			return true;
	return false;
}

/* Copies the URL up to the query. With a segment, the '/' before it is removed, too. Returns the end of the copy. */
static char *copy_path(const char *url, const url_part *without, char *to)
{
	const char *at = path_of(url), *end = path_end(url);
	char *path = mempcpy(to, url, (size_t)(at - url));
	url_part p;

	for (to = path; at < end && next_segment(at, end, &p); at = p.name + p.name_len)
		if (!is_same_part(&p, without))
			to = mempcpy(to, at, (size_t)(p.name + p.name_len - at));
	to = mempcpy(to, at, (size_t)(end - at));
	if (to == path)
		*to++ = '/';
	return to;
}

/* Copies the query with its '?', if any parameter remains. Returns the end of the copy. */
static char *copy_query(const char *url, const url_part *without, char *to)
{
	const char *at = path_end(url);
	char mark = '?';
	url_part p;

	for (; next_parameter(at, &p); at = p.value + p.value_len) {
		if (is_same_part(&p, without))
			continue;
		*to++ = mark;
		mark = '&';
		to = mempcpy(to, p.name, (size_t)(p.value + p.value_len - p.name));
	}
	return to;
}

const char *url_without_part(const char *url, const url_part *part, arena *a)
{
	char *out = arena_alloc(a, strlen(url) + 2);

	if (out)
		*copy_query(url, part, copy_path(url, part, out)) = '\0';
	return out;
}

bool url_same_place(const char *x, const char *y)
{
	size_t n = (size_t)(path_end(x) - x), m = (size_t)(path_end(y) - y);

	if (strcmp(x + n, y + m) != 0)
		return false;
	while (n && x[n - 1] == '/')
		n--;
	while (m && y[m - 1] == '/')
		m--;
	return n == m && memcmp(x, y, n) == 0;
}

/* Finds a part of `of` without which x and y are the same place. */
static bool find_difference(const char *of, const char *x, const char *y, arena *a, url_part *out)
{
	const char *at = NULL;
	url_part p;

	while (url_part_next(of, &at, &p)) {
		const char *plain_x = url_without_part(x, &p, a), *plain_y = url_without_part(y, &p, a);

		if (!plain_x || !plain_y || !url_same_place(plain_x, plain_y))
			continue;
		*out = p;
		return true;
	}
	return false;
}

bool url_difference(const char *x, const char *y, arena *a, url_part *out)
{
	return find_difference(x, x, y, a, out) || find_difference(y, x, y, a, out);
}
