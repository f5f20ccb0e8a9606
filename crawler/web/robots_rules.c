#include "crawler/web/robots_rules.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

bool robots_rules_add(robots_rules *r, char *pattern, bool allow)
{
	size_t len = strlen(pattern);
	robots_rule *items = r->len < ROBOTS_RULES_MOST ? grow(r->items, r->len, &r->room, sizeof *items) : NULL;

	if (!items) {
		free(pattern);
		return r->len == ROBOTS_RULES_MOST;
	}
	r->items = items;
	r->items[r->len++] = (robots_rule){.pattern = pattern,
					   .len = len,
					   .allow = allow,
					   .wild = strchr(pattern, '*') || (len && pattern[len - 1] == '$')};
	return true;
}

static int compare(const void *a, const void *b)
{
	const robots_rule *x = a, *y = b;

	return x->len != y->len ? (x->len > y->len ? -1 : 1) : y->allow - x->allow;
}

void robots_rules_sort(robots_rules *r)
{
	if (r->len)
		qsort(r->items, r->len, sizeof *r->items, compare);
}

/* Does the pattern match the start of the path? It looks for each part between two '*' after the part before it: the first match is
 * as good as any later one. */
static bool matches(const robots_rule *x, const char *path, size_t path_len)
{
	const char *pattern = x->pattern, *at = path, *end = path + path_len;
	bool first = true;

	for (;;) {
		size_t len = strcspn(pattern, "*");
		bool last = pattern[len] == '\0', to_end = last && len && pattern[len - 1] == '$';

		len -= to_end;
		if ((size_t)(end - at) < len)
			return false;
		if (first && memcmp(at, pattern, len) != 0)
			return false;
		if (!first && to_end)
			return memcmp(end - len, pattern, len) == 0;
		if (!first)
			at = memmem(at, (size_t)(end - at), pattern, len);
		if (!at || last)
			return at && (!to_end || at + len == end);
		at += len;
		pattern += len + 1;
		first = false;
	}
}

enum robots_decision robots_rules_decide(const robots_rules *r, const char *path)
{
	size_t path_len = strlen(path), bytes = 0;

	for (size_t i = 0; i < r->len; i++) {
		const robots_rule *x = &r->items[i];

		bytes += x->wild ? path_len : 0;
		if (bytes > ROBOTS_RULES_BYTES_MOST)
			return ROBOTS_TOO_COSTLY;
		if (x->wild ? matches(x, path, path_len) : strncmp(path, x->pattern, x->len) == 0)
			return x->allow ? ROBOTS_ALLOWS : ROBOTS_FORBIDS;
	}
	return ROBOTS_ALLOWS;
}

void robots_rules_free(robots_rules *r)
{
	for (size_t i = 0; i < r->len; i++)
		free(r->items[i].pattern);
	free(r->items);
	*r = (robots_rules){0};
}
