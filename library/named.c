#include "library/named.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

struct named_article {
	const char *url, *name;
};

void named_close(named *n)
{
	free(n->articles);
	arena_free(n->memory);
	*n = (named){0};
}

/* *copy: in the memory of n. */
static bool copied(named *n, const char *text, const char **copy)
{
	*copy = text ? arena_text(n->memory, text, strlen(text)) : NULL;
	return !text || *copy;
}

status named_add(named *n, const char *url, const char *name)
{
	struct named_article *all, *x;

	if (!n->memory)
		n->memory = arena_new();
	all = n->memory ? grow(n->articles, n->len, &n->room, sizeof *all) : NULL;
	if (!all)
		return ERR_MEMORY;
	n->articles = all;
	x = &all[n->len];
	if (!copied(n, url, &x->url) || !copied(n, name, &x->name))
		return ERR_MEMORY;
	n->len++;
	return OK;
}

void named_cut(named *n, size_t len)
{
	if (len < n->len)
		n->len = len;
}

static const struct named_article *find(const named *n, uint64_t id)
{
	return id >= 1 && id <= n->len ? &n->articles[id - 1] : NULL;
}

const char *named_url(const named *n, uint64_t id)
{
	const struct named_article *x = find(n, id);

	return x ? x->url : NULL;
}

const char *named_name(const named *n, uint64_t id)
{
	const struct named_article *x = find(n, id);

	return x ? x->name : NULL;
}
