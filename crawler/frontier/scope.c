#include "crawler/frontier/scope.h"

#include <stdlib.h>
#include <string.h>

#include "base/pattern.h"
#include "base/table.h"

struct scope {
	enum scope_kind kind;
	table roots;                /* hosts, domains or folders of seeds */
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

	if (s)
		s->roots.memory = arena_new();
	if (!s || !s->roots.memory) {
		scope_close(s);
		return complain(why, ERR_MEMORY, "out of memory");
	}
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
	arena_free(s->roots.memory);
	pattern_close(s->include);
	pattern_close(s->exclude);
	free(s);
}

/* Returns the part that a URL must have in common with a seed: host, domain or folder. *len: its length. */
static const char *root_of(enum scope_kind kind, const url_parts *u, size_t *len)
{
	bool is_folder = kind == SCOPE_PREFIX;
	const char *root = is_folder ? u->url : kind == SCOPE_DOMAIN ? url_domain(u->name) : u->host;

	*len = is_folder ? strcspn(root, "?") : strlen(root);
	while (is_folder && root[*len - 1] != '/')
		--*len;
	return root;
}

status scope_add_seed(scope *s, const url_parts *seed)
{
	size_t len;
	const char *root = root_of(s->kind, seed, &len);

	if (s->kind == SCOPE_ANY || table_get(&s->roots, root, len))
		return OK;
	root = arena_text(s->roots.memory, root, len);
	return root && table_put(&s->roots, root, len, 0) ? OK : ERR_MEMORY;
}

/* Is u in or below one of the folders? Looks up the folders of u one by one, the longest first. */
static bool below_prefix(const scope *s, const url_parts *u)
{
	bool found = false;

	for (size_t len = strcspn(u->url, "?"); len > 0 && !found; len--)
		if (u->url[len - 1] == '/')
			found = table_get(&s->roots, u->url, len) != NULL;
	return found;
}

static bool is_near(const scope *s, const url_parts *u)
{
	size_t len;
	const char *root;

	if (s->kind == SCOPE_ANY)
		return true;
	if (s->kind == SCOPE_PREFIX)
		return below_prefix(s, u);
	root = root_of(s->kind, u, &len);
	return table_get(&s->roots, root, len) != NULL;
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
