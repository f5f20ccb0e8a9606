/* cdxj_key — the key by which replay tools look a URL up, as Heritrix and pywb make it: it ignores differences that seldom
 * matter. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/hex.h"
#include "crawler/files/cdxj.h"
#include "crawler/web/percent.h"
#include "crawler/web/url.h"

/* "a.b.c" → "c,b,a". */
static void reverse_labels(const char *host, size_t len, char *out)
{
	while (len > 0) {
		size_t from = len;

		while (from > 0 && host[from - 1] != '.')
			from--;
		out = mempcpy(out, host + from, len - from);
		len = from > 0 ? from - 1 : 0;
		if (from > 0)
			*out++ = ',';
	}
	*out = '\0';
}

/* Skips "www." and "www12.". */
static const char *without_www(const char *name)
{
	const char *end = strncmp(name, "www", 3) == 0 ? name + 3 + strspn(name + 3, "0123456789") : name;

	return *end == '.' ? end + 1 : name;
}

static const char *key_of_host(const url_parts *u, arena *a)
{
	const char *name = without_www(u->name), *port = strrchr(u->host, ':');
	char *labels = arena_alloc(a, strlen(name) + 2);
	bool is_address = *name == '[' || name[strspn(name, "0123456789.")] == '\0';

	if (!labels)
		return NULL;
	if (is_address)
		memcpy(labels, name, strlen(name) + 1);
	else
		reverse_labels(name, strlen(name), labels);
	return port && isdigit((unsigned char)port[1]) ? arena_printf(a, "%s%s", labels, port) : labels;
}

/* Decodes escapes, and those that this produces: "%2525" becomes "%". Works in place. */
static size_t decode(char *text, size_t len)
{
	size_t to = 0;

	for (size_t i = 0; i < len; i++) {
		int byte;

		text[to++] = text[i];
		while (to >= 3 && (byte = hex_escaped(text + to - 3, text + to)) >= 0) {
			text[to - 3] = (char)byte;
			to -= 2;
		}
	}
	return to;
}

/* Returns the text in lower case, with all escapes in one form. */
static char *normal(const char *from, size_t len, arena *a)
{
	char *text = arena_text(a, from, len), *out = text ? arena_alloc(a, 3 * len + 1) : NULL, *to = out;

	if (!out)
		return NULL;
	len = decode(text, len);
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c <= ' ' || c >= 0x7f || c == '#' || c == '%')
			to = percent_escape(c, to);
		else
			*to++ = (char)c;
	}
	*to = '\0';
	for (to = out; *to; to++)
		*to = (char)tolower((unsigned char)*to);
	return out;
}

/* Merges slashes in a row into one, and removes those at the end, but not the first. */
static void merge_slashes(char *path)
{
	char *to = path;

	for (const char *at = path; *at; at++)
		if (*at != '/' || to == path || to[-1] != '/')
			*to++ = *at;
	*to = '\0';
	if (to - path > 1 && to[-1] == '/')
		to[-1] = '\0';
}

/* Sorts "a" before "a=", and "a=" before "a-b". */
static int by_name_and_value(const void *one, const void *other)
{
	const char *x = *(const char *const *)one, *y = *(const char *const *)other;
	size_t x_len = strcspn(x, "="), y_len = strcspn(y, "=");
	int by_name = memcmp(x, y, x_len < y_len ? x_len : y_len);

	if (by_name || x_len != y_len)
		return by_name ? by_name : x_len < y_len ? -1 : 1;
	return strcmp(x + x_len, y + y_len);
}

/* Sorts the parameters. NULL: out of memory. */
static const char *sorted(char *query, arena *a)
{
	size_t n = 1, i = 0;
	char **parts, *out, *to;

	for (const char *at = query; (at = strchr(at, '&')) != NULL; at++)
		n++;
	parts = arena_alloc(a, n * sizeof *parts);
	out = arena_alloc(a, strlen(query) + 1);
	if (!parts || !out)
		return NULL;
	to = out;
	for (char *rest = query; rest;)
		parts[i++] = strsep(&rest, "&");
	qsort(parts, n, sizeof *parts, by_name_and_value);
	for (i = 0; i < n; i++) {
		if (i > 0)
			*to++ = '&';
		to = stpcpy(to, parts[i]);
	}
	*to = '\0';
	return out;
}

char *cdxj_key(const char *url, arena *a)
{
	url_parts u;
	const char *host, *query;
	char *path, *parameters;
	size_t path_len;

	if (url_parse(url, NULL, a, &u) != OK)
		return arena_text(a, url, strlen(url));
	path_len = strcspn(u.path, "?");
	query = u.path[path_len] ? u.path + path_len + 1 : "";
	host = key_of_host(&u, a);
	path = normal(u.path, path_len, a);
	parameters = normal(query, strlen(query), a);
	query = parameters ? sorted(parameters, a) : NULL;
	if (!host || !path || !query)
		return NULL;
	merge_slashes(path);
	return arena_printf(a, *query ? "%s)%s?%s" : "%s)%s", host, path, query);
}
