#include "crawler/web/percent.h"

#include <criterion/criterion.h>
#include <string.h>

#include "crawler/web/robots.h"
#include "crawler/web/url.h"

static const char *normalized(const char *text, size_t len)
{
	static char out[200];
	char *to = out;

	for (const char *at = text, *end = text + len; at < end;)
		to = percent_normalize(&at, end, to);
	*to = '\0';
	return out;
}

static struct {
	const char *name, *text, *expected;
} rows[] = {
	{"unreserved, plain and escaped", "aZ09-._~%61%5a%30%39%2D%2e%5F%7e", "aZ09-._~aZ09-._~"},
	{"reserved stays as it is, plain or escaped", "!$&'()*+,;=:@/?%21%24%2f%3f", "!$&'()*+,;=:@/?%21%24%2F%3F"},
	{"capitals", "%aa%aB%Ab%AB", "%AA%AB%AB%AB"},
	{"what must be escaped", " \"#<>[\\]^`{|}\x01\x7f", "%20%22%23%3C%3E%5B%5C%5D%5E%60%7B%7C%7D%01%7F"},
	{"bytes beyond ASCII", "\xc3\xa9%c3%a9\xff", "%C3%A9%C3%A9%FF"},
	{"no escapes", "%%4%zz%4z%g1", "%%4%zz%4z%g1"},
	{"none that arises", "%%41%4%31%%7e%%%61", "%%41%4%31%~%%%61"},
	{"escaped once, not twice", "%2541%25", "%2541%25"},
	{"a zero", "a%00b", "a%00b"},
	{"nothing", "", ""},
};

Test(percent, has_one_normal_form)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *got = normalized(rows[i].text, strlen(rows[i].text));

		cr_expect_str_eq(got, rows[i].expected, "%s: %s", rows[i].name, got);
		got = normalized(rows[i].expected, strlen(rows[i].expected));
		cr_expect_str_eq(got, rows[i].expected, "%s, again: %s", rows[i].name, got);
	}
}

Test(percent, does_not_read_past_the_end)
{
	cr_expect_str_eq(normalized("%41", 2), "%4");
	cr_expect_str_eq(normalized("%41", 1), "%");
	cr_expect_str_eq(normalized("a\0b", 3), "a%00b");
}

/* Does a robots.txt that disallows this text forbid the URL of a link with the same text? */
static bool agree(const char *path, arena *a)
{
	const char *text = arena_printf(a, "User-agent: *\nDisallow: %s$\n", path);
	robots *r = robots_parse(text, strlen(text), "firstprint");
	url_parts u = {.path = ""};
	bool forbids;

	cr_expect_eq(url_parse(path, "http://a/", a, &u), OK, "%s", path);
	forbids = r && !robots_allows(r, u.path);
	robots_free(r);
	return forbids;
}

static const char *const odd[] = {"/%", "/%4", "/%zz", "/100%/x", "/%25", "/%2541", "/a?b=%&c=%e9", "/%2a%24", "/%2F"};

/* Each byte as it is and escaped. As it is, not: control characters, which no URL has; '#', which ends both; '\\',
 * which becomes '/' in a link. */
Test(percent, urls_and_robots_rules_agree_on_every_byte)
{
	arena *a = arena_new();

	for (int c = 1; c < 256; c++) {
		const char *plain = arena_printf(a, "/x%cy", c), *escaped = arena_printf(a, "/x%%%02xy", c);

		if (c >= ' ' && !strchr("#\\\x7f", c))
			cr_expect(agree(plain, a), "byte %d", c);
		cr_expect(agree(escaped, a), "%s", escaped);
	}
	for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
		cr_expect(agree(odd[i], a), "%s", odd[i]);
	arena_free(a);
}
