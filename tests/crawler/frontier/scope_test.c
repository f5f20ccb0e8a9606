#include "crawler/frontier/scope.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static arena *memory;

static void make(void)
{
	memory = arena_new();
	cr_assert(memory != NULL);
}

static void drop(void)
{
	arena_free(memory);
}

TestSuite(scope, .init = make, .fini = drop);

static url_parts parts(const char *url)
{
	url_parts u = {.url = ""};

	cr_assert(url_parse(url, NULL, memory, &u) == OK, "%s", url);
	return u;
}

static void add_seed(scope *s, const char *seed)
{
	url_parts u = parts(seed);

	cr_assert(scope_add_seed(s, &u) == OK, "%s", seed);
}

static scope *scope_of(enum scope_kind kind, const char *seed, const char *include, const char *exclude)
{
	complaint why = {""};
	scope *s = NULL;

	cr_assert(scope_open(kind, include, exclude, &s, &why) == OK, "%s", why.text);
	add_seed(s, seed);
	return s;
}

static const struct {
	enum scope_kind kind;
	const char *seed, *url;
	bool is_in;
} rows[] = {
	{SCOPE_HOST, "http://a.example.com/x", "http://a.example.com/y", true},
	{SCOPE_HOST, "http://a.example.com/x", "https://a.example.com/y", false},
	{SCOPE_HOST, "http://a.example.com/x", "http://a.example.com:8080/y", false},
	{SCOPE_HOST, "http://a.example.com/x", "http://b.example.com/y", false},
	{SCOPE_HOST, "http://a.example.com/x", "http://a.example.co/", false},
	{SCOPE_HOST, "http://a.example.com/x", "http://a.example.com.evil.org/", false},
	{SCOPE_DOMAIN, "http://a.example.com/", "https://b.c.example.com:81/", true},
	{SCOPE_DOMAIN, "http://a.example.com/", "http://example.com/", true},
	{SCOPE_DOMAIN, "http://a.example.com/", "http://notexample.com/", false},
	{SCOPE_DOMAIN, "http://a.example.co.uk/", "http://b.example.co.uk/", true},
	{SCOPE_DOMAIN, "http://a.example.co.uk/", "http://other.co.uk/", false},
	{SCOPE_DOMAIN, "http://a.github.io/", "http://b.github.io/", false},
	{SCOPE_DOMAIN, "http://localhost/", "http://localhost:81/", true},
	{SCOPE_DOMAIN, "http://192.0.2.1/", "http://192.0.2.1:81/", true},
	{SCOPE_DOMAIN, "http://192.0.2.1/", "http://198.51.2.1/", false},
	{SCOPE_DOMAIN, "http://[::1]/", "http://[::1]:81/", true},
	{SCOPE_DOMAIN, "http://[::1]/", "http://[::2]/", false},
	{SCOPE_PREFIX, "http://a.com/docs/index.html", "http://a.com/docs/x/y?z", true},
	{SCOPE_PREFIX, "http://a.com/docs/index.html", "http://a.com/docs/", true},
	{SCOPE_PREFIX, "http://a.com/docs/index.html", "http://a.com/docs", false},
	{SCOPE_PREFIX, "http://a.com/docs/index.html", "http://a.com/docsets/", false},
	{SCOPE_PREFIX, "http://a.com/docs/index.html", "https://a.com/docs/x", false},
	{SCOPE_PREFIX, "http://a.com/docs?x=/y/", "http://a.com/other", true},
	{SCOPE_PREFIX, "http://a.com/docs/", "http://a.com/?http://a.com/docs/", false},
	{SCOPE_PREFIX, "http://a.com", "http://a.com.evil.org/", false},
	{SCOPE_ANY, "http://a.com/", "https://elsewhere.org:81/x", true},
};

Test(scope, contains_what_is_near_a_seed)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		scope *s = scope_of(rows[i].kind, rows[i].seed, NULL, NULL);
		url_parts u = parts(rows[i].url);
		const char *why = scope_refuses(s, &u);

		cr_expect((why == NULL) == rows[i].is_in, "%s from %s, %d", rows[i].url, rows[i].seed, rows[i].kind);
		if (why)
			cr_expect_str_eq(why, "out of scope");
		scope_close(s);
	}
}

Test(scope, every_seed_adds_to_it)
{
	scope *s = scope_of(SCOPE_HOST, "http://h50.com/", NULL, NULL);
	char url[64];

	for (int i = 99; i >= 0; i--) {
		snprintf(url, sizeof url, "http://h%d.com/", i * 37 % 100);
		add_seed(s, url);
	}
	for (int i = 0; i < 200; i++) {
		url_parts u;

		snprintf(url, sizeof url, "http://h%d.com/x", i);
		u = parts(url);
		cr_expect((scope_refuses(s, &u) == NULL) == (i < 100), "%s", url);
	}
	scope_close(s);
}

Test(scope, without_a_seed_nothing_is_in_scope)
{
	complaint why;
	scope *s = NULL;
	url_parts u = parts("http://a.com/");

	cr_assert(scope_open(SCOPE_HOST, NULL, NULL, &s, &why) == OK);
	cr_expect_str_eq(scope_refuses(s, &u), "out of scope");
	scope_close(s);
	scope_close(NULL);
}

Test(scope, include_and_exclude_apply_as_well)
{
	static const struct {
		const char *include, *exclude, *url, *why; /* why NULL: in */
	} asked[] = {
		{"/news/", NULL, "http://a.com/news/1", NULL},
		{"/news/", NULL, "http://a.com/old", "not included"},
		{NULL, "\\?print=|/tag/", "http://a.com/x?print=1", "excluded"},
		{NULL, "\\?print=|/tag/", "http://a.com/tag/x", "excluded"},
		{NULL, "\\?print=|/tag/", "http://a.com/x", NULL},
		{"/news/", "/old/", "http://a.com/news/old/", "excluded"},
		{"/news/", NULL, "http://b.com/news/", "out of scope"},
		{"^http://a\\.com/[0-9]{4}/$", NULL, "http://a.com/2026/", NULL},
	};

	for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
		scope *s = scope_of(SCOPE_HOST, "http://a.com/", asked[i].include, asked[i].exclude);
		url_parts u = parts(asked[i].url);
		const char *why = scope_refuses(s, &u);

		cr_expect_str_eq(why ? why : "in", asked[i].why ? asked[i].why : "in", "%s", asked[i].url);
		scope_close(s);
	}
}

Test(scope, a_bad_expression_is_named_with_its_option)
{
	complaint why = {""};
	scope *s = NULL;

	cr_expect(scope_open(SCOPE_ANY, "a(", NULL, &s, &why) == ERR_USAGE && s == NULL);
	cr_expect(strstr(why.text, "--include") && strstr(why.text, "a("), "%s", why.text);
	cr_expect(scope_open(SCOPE_ANY, "a", "b[", &s, &why) == ERR_USAGE && s == NULL);
	cr_expect(strstr(why.text, "--exclude") && strstr(why.text, "b["), "%s", why.text);
	cr_expect(scope_open(SCOPE_ANY, NULL, "^/news/", &s, &why) == ERR_USAGE && s == NULL);
	cr_expect(strstr(why.text, "sees the whole URL: '^https?://[^/]+/news/'"), "%s", why.text);
}
