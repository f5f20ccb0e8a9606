#include "crawler/frontier/scope.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/pattern.h"

struct scope {
	enum scope_kind kind;
	char **roots; /* hosts, domains or prefixes, sorted */
	size_t len, room;
	pattern *include, *exclude; /* NULL: none */
};

static status compile(const char *option, const char *text, pattern **out, complaint *why)
{
	if (!text)
		return OK;
	if (strncmp(text, "^/", 2) == 0)
		return complain(why, ERR_USAGE, "%s '%s': a pattern sees the whole URL: '^https?://[^/]+%s'", option, text,
				text + 1);
	return pattern_open(option, text, out, why);
}

status scope_open(enum scope_kind kind, const char *include, const char *exclude, scope **out, complaint *why)
{
	scope *s = calloc(1, sizeof *s);
	status err;

	if (!s)
		return complain(why, ERR_MEMORY, "out of memory");
	s->kind = kind;
	err = compile("--include", include, &s->include, why);
	if (!err)
		err = compile("--exclude", exclude, &s->exclude, why);
	if (err)
		scope_close(s);
	else
		*out = s;
	return err;
}

void scope_close(scope *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->len; i++)
		free(s->roots[i]);
	free(s->roots);
	pattern_close(s->include);
	pattern_close(s->exclude);
	free(s);
}

/* Returns the part that a URL must have in common with a seed: host, domain or folder. *len: its length. */
static const char *root_of(enum scope_kind kind, const url_parts *u, size_t *len)
{
	const char *root = u->host;

	if (kind == SCOPE_PREFIX) {
		size_t path = strcspn(u->url, "?");

		while (path > 0 && u->url[path - 1] != '/')
			path--;
		*len = path;
		return u->url;
	}
	if (kind == SCOPE_DOMAIN)
		root = url_domain(u->name);
	*len = strlen(root);
	return root;
}

/* Returns the index of root among the sorted roots, or the index at which to insert it. */
static size_t find_root(const scope *s, const char *root, size_t len, bool *found)
{
	size_t low = 0, high = s->len;

	*found = false;
	while (low < high) {
		size_t middle = (low + high) / 2;
		int order = strncmp(s->roots[middle], root, len);

		if (order == 0 && s->roots[middle][len] != '\0')
			order = 1;
		if (order == 0) {
			*found = true;
			return middle;
		}
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

status scope_add_seed(scope *s, const url_parts *seed)
{
	size_t len, at;
	const char *root = root_of(s->kind, seed, &len);
	bool found;
	char **roots, *copy;

	at = find_root(s, root, len, &found);
	if (found || s->kind == SCOPE_ANY)
		return OK;
	roots = grow(s->roots, s->len, &s->room, sizeof *roots);
	if (!roots)
		return ERR_MEMORY;
	s->roots = roots;
	copy = strndup(root, len);
	if (!copy)
		return ERR_MEMORY;
	memmove(s->roots + at + 1, s->roots + at, (s->len - at) * sizeof *s->roots);
	s->roots[at] = copy;
	s->len++;
	return OK;
}

/* Is u in or below one of the folders? Looks up the folders of u one by one, the longest first. */
static bool below_prefix(const scope *s, const url_parts *u)
{
	bool found = false;

	for (size_t len = strcspn(u->url, "?"); len > 0 && !found; len--)
		if (u->url[len - 1] == '/')
			find_root(s, u->url, len, &found);
	return found;
}

static bool is_near(const scope *s, const url_parts *u)
{
	size_t len;
	const char *root;
	bool found;

	if (s->kind == SCOPE_ANY)
		return true;
	if (s->kind == SCOPE_PREFIX)
		return below_prefix(s, u);
	root = root_of(s->kind, u, &len);
	find_root(s, root, len, &found);
	return found;
}

const char *scope_refuses(const scope *s, const url_parts *u)
{
	bool is_included;

	if (!is_near(s, u))
		return "out of scope";
	is_included = !s->include || pattern_matches(s->include, u->url); /* matched first, or it may seem unused */
	if (s->exclude && pattern_may_match(s->exclude, u->url))
		return "excluded";
	return is_included ? NULL : "not included";
}

void scope_tell_unused(const scope *s, void (*tell)(const char *pattern))
{
	const pattern *given[] = {s->include, s->exclude};

	for (int i = 0; i < 2; i++)
		if (given[i] && !pattern_is_used(given[i]))
			tell(pattern_shown(given[i]));
}
