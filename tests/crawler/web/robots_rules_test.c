#include "crawler/web/robots.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/random.h"

/* Word for word what RFC 9309 says: does the pattern match the start of the path? */
static bool matches(const char *pattern, const char *path)
{
	if (!*pattern)
		return true;
	if (strcmp(pattern, "$") == 0)
		return !*path;
	if (*pattern == '*')
		return matches(pattern + 1, path) || (*path && matches(pattern, path + 1));
	return *path == *pattern && matches(pattern + 1, path + 1);
}

static bool allows(char patterns[][8], const bool *allow, size_t n, const char *path)
{
	size_t longest = 0;
	bool found = false, best = true;

	for (size_t i = 0; i < n; i++) {
		size_t len = strlen(patterns[i]);

		if (!matches(patterns[i], path) || (found && len < longest))
			continue;
		best = found && len == longest ? best || allow[i] : allow[i];
		longest = len;
		found = true;
	}
	return best;
}

/* A text of few letters, so that much of it repeats; behind a slash. */
static void draw(uint64_t *state, const char *letters, size_t most, char *out)
{
	size_t len = next_random(state) % (most + 1);

	*out++ = '/';
	for (size_t i = 0; i < len; i++)
		*out++ = letters[next_random(state) % strlen(letters)];
	*out = '\0';
}

/* A file of one group for everybody. */
static char file[3 * ROBOTS_BYTES_MOST];

static char *begin(void)
{
	return stpcpy(file, "User-agent: *\n");
}

static char *add(char *to, const char *pattern, bool allow)
{
	return to + sprintf(to, "%s: %s\n", allow ? "Allow" : "Disallow", pattern);
}

static robots *end(void)
{
	robots *r = robots_parse(file, strlen(file), "firstprint");

	cr_assert(r != NULL);
	return r;
}

Test(robots_rules, decide_as_the_rfc_says)
{
	enum { GROUPS = 3000, RULES = 12, PATHS = 20 };
	uint64_t state = 7;

	for (int g = 0; g < GROUPS; g++) {
		char patterns[RULES][8], *to = begin();
		bool allow[RULES];
		size_t n = next_random(&state) % (RULES + 1);
		robots *r;

		for (size_t i = 0; i < n; i++) {
			draw(&state, g % 2 ? "ab" : "ab*", 5, patterns[i]);
			if (next_random(&state) % 4 == 0)
				strcat(patterns[i], "$");
			allow[i] = next_random(&state) % 2;
			to = add(to, patterns[i], allow[i]);
		}
		r = end();
		for (int i = 0; i < PATHS; i++) {
			char path[16];

			draw(&state, "ab", 9, path);
			cr_expect_eq(robots_allows(r, path), allows(patterns, allow, n, path), "%s", path);
		}
		robots_free(r);
	}
}

Test(robots_rules, thousands_with_wildcards_cost_no_more_than_the_limit)
{
	char path[4000], pattern[64], *to = begin();
	robots *r;

	for (int i = 0; i < ROBOTS_RULES_MOST + 1000; i++) {
		snprintf(pattern, sizeof pattern, "/*x%05d*y", i);
		to = add(to, pattern, false);
	}
	cr_assert_leq(strlen(file), ROBOTS_BYTES_MOST);
	r = end();
	cr_expect_eq(robots_decide(r, "/a/page/of/usual/length.html?with=a&query=too"), ROBOTS_ALLOWS);
	cr_expect_eq(robots_decide(r, "/ax00017by"), ROBOTS_FORBIDS);
	cr_expect_eq(robots_decide(r, "/ax20500by"), ROBOTS_ALLOWS, "beyond the most rules");
	memset(path, 'x', sizeof path - 1);
	path[0] = '/';
	path[sizeof path - 1] = '\0';
	cr_expect_eq(robots_decide(r, path), ROBOTS_TOO_COSTLY);
	robots_free(r);
}

/* 8 MiB of a path are tried, and not a byte more. */
Test(robots_rules, rules_with_wildcards_are_tried_up_to_the_limit)
{
	char path[4097], pattern[64];

	memset(path, 'x', sizeof path - 1);
	path[0] = '/';
	path[sizeof path - 1] = '\0';
	for (int rules = 2048; rules <= 2049; rules++) {
		char *to = begin();
		robots *r;

		for (int i = 0; i < rules; i++) {
			snprintf(pattern, sizeof pattern, "/*x%05d*y", i);
			to = add(to, pattern, false);
		}
		r = end();
		cr_expect_eq(robots_decide(r, path), rules == 2048 ? ROBOTS_ALLOWS : ROBOTS_TOO_COSTLY, "%d rules", rules);
		robots_free(r);
	}
}

Test(robots_rules, thousands_of_prefixes_cost_no_limit)
{
	char path[4000], pattern[64], *to = begin();
	robots *r;

	for (int i = 0; i < ROBOTS_RULES_MOST; i++) {
		snprintf(pattern, sizeof pattern, "/a/%d/", i);
		to = add(to, pattern, i % 2);
	}
	cr_assert_leq(strlen(file), ROBOTS_BYTES_MOST);
	r = end();
	memset(path, 'x', sizeof path - 1);
	memcpy(path, "/a/1234/", 8);
	path[sizeof path - 1] = '\0';
	cr_expect_eq(robots_decide(r, path), ROBOTS_FORBIDS);
	path[6] = '5';
	cr_expect_eq(robots_decide(r, path), ROBOTS_ALLOWS);
	robots_free(r);
}
