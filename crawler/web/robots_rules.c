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

/* ── sorting ── */

static int compare(const void *a, const void *b)
{
	const robots_rule *x = a, *y = b;
	int bytes = strcmp(x->pattern, y->pattern);

	if (x->wild != y->wild)
		return x->wild - y->wild;
	if (x->wild && x->len != y->len)
		return x->len > y->len ? -1 : 1;
	return bytes ? bytes : y->allow - x->allow;
}

static bool is_prefix(const robots_rule *x, const char *path)
{
	return strncmp(path, x->pattern, x->len) == 0;
}

/* Returns the longest prefix of a path among rule i and the rules that are its prefixes. SIZE_MAX: there is none. */
static size_t climb(const robots_rules *r, size_t i, const char *path)
{
	while (i != SIZE_MAX && !is_prefix(&r->items[i], path))
		i = r->items[i].parent;
	return i;
}

/* Of equal rules, keeps the first: it allows if one of them does. */
static void remove_repetitions(robots_rules *r)
{
	size_t kept = 0;

	for (size_t i = 0; i < r->len; i++) {
		if (kept && strcmp(r->items[kept - 1].pattern, r->items[i].pattern) == 0)
			free(r->items[i].pattern);
		else
			r->items[kept++] = r->items[i];
	}
	r->len = kept;
}

void robots_rules_sort(robots_rules *r)
{
	if (!r->len)
		return;
	qsort(r->items, r->len, sizeof *r->items, compare);
	remove_repetitions(r);
	for (r->prefixes = 0; r->prefixes < r->len && !r->items[r->prefixes].wild; r->prefixes++) {
		size_t i = r->prefixes;

		r->items[i].parent = climb(r, i ? i - 1 : SIZE_MAX, r->items[i].pattern);
	}
}

/* ── deciding ── */

/* Returns the longest rule without wildcards that the path begins with; NULL: there is none. In byte order, a prefix of the path
 * comes before it, and is a prefix of everything between the two. */
static const robots_rule *longest_prefix(const robots_rules *r, const char *path)
{
	size_t low = 0, high = r->prefixes;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (strcmp(r->items[middle].pattern, path) <= 0)
			low = middle + 1;
		else
			high = middle;
	}
	low = climb(r, low ? low - 1 : SIZE_MAX, path);
	return low == SIZE_MAX ? NULL : &r->items[low];
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
	const robots_rule *best = longest_prefix(r, path);
	size_t path_len = strlen(path), bytes = 0;

	for (size_t i = r->prefixes; i < r->len; i++) {
		const robots_rule *x = &r->items[i];

		if (best && (x->len < best->len || (x->len == best->len && best->allow)))
			break; /* the rules that follow are not longer */
		bytes += path_len;
		if (bytes > ROBOTS_RULES_BYTES_MOST)
			return ROBOTS_TOO_COSTLY;
		if (matches(x, path, path_len))
			best = x;
	}
	return !best || best->allow ? ROBOTS_ALLOWS : ROBOTS_FORBIDS;
}

void robots_rules_free(robots_rules *r)
{
	for (size_t i = 0; i < r->len; i++)
		free(r->items[i].pattern);
	free(r->items);
	*r = (robots_rules){0};
}
