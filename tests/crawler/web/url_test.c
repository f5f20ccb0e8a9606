#include "crawler/web/url.h"

#include <criterion/criterion.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

static arena *memory;

static void make(void)
{
	setlocale(LC_CTYPE, "C.UTF-8"); /* as main does: libcurl converts host names to punycode from the locale's charset */
	memory = arena_new();
	cr_assert(memory != NULL);
}

static void drop(void)
{
	arena_free(memory);
}

TestSuite(url, .init = make, .fini = drop);

#define BASE "http://a/b/c/d;p?q"

typedef struct row {
	const char *reference, *expected;
} row;

static const row rfc3986_normal[] = {
	{"g", "http://a/b/c/g"},
	{"./g", "http://a/b/c/g"},
	{"g/", "http://a/b/c/g/"},
	{"/g", "http://a/g"},
	{"//g", "http://g/"},
	{"?y", "http://a/b/c/d;p?y"},
	{"g?y", "http://a/b/c/g?y"},
	{"#s", "http://a/b/c/d;p?q"},
	{"g#s", "http://a/b/c/g"},
	{"g?y#s", "http://a/b/c/g?y"},
	{";x", "http://a/b/c/;x"},
	{"g;x", "http://a/b/c/g;x"},
	{"g;x?y#s", "http://a/b/c/g;x?y"},
	{"", "http://a/b/c/d;p?q"},
	{".", "http://a/b/c/"},
	{"./", "http://a/b/c/"},
	{"..", "http://a/b/"},
	{"../", "http://a/b/"},
	{"../g", "http://a/b/g"},
	{"../..", "http://a/"},
	{"../../", "http://a/"},
	{"../../g", "http://a/g"},
};

static const row rfc3986_abnormal[] = {
	{"../../../g", "http://a/g"},
	{"../../../../g", "http://a/g"},
	{"/./g", "http://a/g"},
	{"/../g", "http://a/g"},
	{"g.", "http://a/b/c/g."},
	{".g", "http://a/b/c/.g"},
	{"g..", "http://a/b/c/g.."},
	{"..g", "http://a/b/c/..g"},
	{"./../g", "http://a/b/g"},
	{"./g/.", "http://a/b/c/g/"},
	{"g/./h", "http://a/b/c/g/h"},
	{"g/../h", "http://a/b/c/h"},
	{"g;x=1/./y", "http://a/b/c/g;x=1/y"},
	{"g;x=1/../y", "http://a/b/c/y"},
	{"g?y/./x", "http://a/b/c/g?y/./x"},
	{"g?y/../x", "http://a/b/c/g?y/../x"},
	{"g#s/./x", "http://a/b/c/g"},
	{"g#s/../x", "http://a/b/c/g"},
	{"http:g", "http://a/b/c/g"}, /* as browsers resolve it */
};

static const row spellings[] = {
	{"HTTP://EXAMPLE.com/A", "http://example.com/A"},
	{"http://example.com", "http://example.com/"},
	{"http://example.com?x", "http://example.com/?x"},
	{"http://example.com:80/", "http://example.com/"},
	{"https://example.com:443/", "https://example.com/"},
	{"http://example.com:443/", "http://example.com:443/"},
	{"http://example.com:/", "http://example.com/"},
	{"http://example.com:0080/", "http://example.com/"},
	{"http://user:secret@example.com/", "http://example.com/"},
	{"http://user@example.com/", "http://example.com/"},
	{"/%7Euser", "http://a/~user"},
	{"/%aa%2f", "http://a/%AA%2F"},
	{"/%2e%2e/x", "http://a/x"},
	{"%2e%2E/x", "http://a/b/x"},
	{"%2e/x", "http://a/b/c/x"},
	{"%", "http://a/b/c/%"},
	{"/%zz%4", "http://a/%zz%4"},
	{"foo%?100%", "http://a/b/c/foo%?100%"},
	{"/x%23y%3Fz", "http://a/x%23y%3Fz"},
	{"?a=%26&b=%3D", "http://a/b/c/d;p?a=%26&b=%3D"},
	{"/a b", "http://a/a%20b"},
	{"/a%20b", "http://a/a%20b"},
	{"?a b", "http://a/b/c/d;p?a%20b"},
	{"?a+b", "http://a/b/c/d;p?a+b"},
	{"/caf\xc3\xa9", "http://a/caf%C3%A9"},
	{"/caf%c3%a9", "http://a/caf%C3%A9"},
	{"?q=\xc3\xa9", "http://a/b/c/d;p?q=%C3%A9"},
	{"/\xff", "http://a/%FF"},
	{"/\"<>|[]{}^`", "http://a/%22%3C%3E%7C%5B%5D%7B%7D%5E%60"},
	{"/!$&'()*+,;=:@", "http://a/!$&'()*+,;=:@"},
	{"//host/x", "http://host/x"},
	{"\\x\\y?a\\b", "http://a/x/y?a%5Cb"},
	{"\\\\host\\x", "http://host/x"},
	{"/a\nb\tc\rd", "http://a/abcd"},
	{"%2\re%2e/x", "http://a/b/x"},
	{"  /x  ", "http://a/x"},
	{"/x \n", "http://a/x"},
	{"\n /x", "http://a/x"},
	{"http:", "http://a/b/c/d;p?q"},
	{"http:?x", "http://a/b/c/d;p?x"},
	{"HTTP:page", "http://a/b/c/page"},
	{"http:/page", "http://a/page"},
	{"x?a=b:c", "http://a/b/c/x?a=b:c"},
	{"./a:b", "http://a/b/c/a:b"},
	{"http://b\xc3\xbc" "cher.example/", "http://xn--bcher-kva.example/"},
	{"http://B\xc3\x9c" "CHER.example/", "http://xn--bcher-kva.example/"},
	{"http://xn--bcher-kva.example/", "http://xn--bcher-kva.example/"},
	{"http://ex%61mple.com/", "http://example.com/"},
	{"http://[::1]:8080/x", "http://[::1]:8080/x"},
	{"http://[2001:DB8:0:0::A]/", "http://[2001:db8::a]/"},
};

static void expect_rows(const row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		url_parts u = {.url = ""};

		cr_expect(url_parse(rows[i].reference, BASE, memory, &u) == OK, "%s", rows[i].reference);
		cr_expect_str_eq(u.url, rows[i].expected, "%s → %s, not %s", rows[i].reference, u.url, rows[i].expected);
	}
}

#define EXPECT_ROWS(rows) expect_rows(rows, sizeof rows / sizeof *rows)

Test(url, resolves_the_normal_examples_of_rfc_3986)
{
	EXPECT_ROWS(rfc3986_normal);
}

Test(url, resolves_the_abnormal_examples_of_rfc_3986)
{
	EXPECT_ROWS(rfc3986_abnormal);
}

Test(url, has_one_normal_form)
{
	EXPECT_ROWS(spellings);
}

static void expect_fixed(const row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		url_parts once = {.url = ""}, twice = {.url = ""};

		cr_expect(url_parse(rows[i].reference, BASE, memory, &once) == OK, "%s", rows[i].reference);
		cr_expect(url_parse(once.url, NULL, memory, &twice) == OK, "%s", once.url);
		cr_expect_str_eq(once.url, twice.url, "%s → %s", once.url, twice.url);
		if (once.host && twice.host)
			cr_expect_str_eq(once.host, twice.host, "%s → %s", once.host, twice.host);
	}
}

Test(url, a_normalized_url_does_not_change)
{
	expect_fixed(rfc3986_normal, sizeof rfc3986_normal / sizeof *rfc3986_normal);
	expect_fixed(rfc3986_abnormal, sizeof rfc3986_abnormal / sizeof *rfc3986_abnormal);
	expect_fixed(spellings, sizeof spellings / sizeof *spellings);
}

Test(url, is_split_into_parts)
{
	static const struct {
		const char *url, *host, *name, *path;
	} rows[] = {
		{"http://a.example/b?c", "http://a.example", "a.example", "/b?c"},
		{"https://a.example:8443/", "https://a.example:8443", "a.example", "/"},
		{"http://[::1]:80/x", "http://[::1]", "[::1]", "/x"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		url_parts u;

		cr_assert(url_parse(rows[i].url, NULL, memory, &u) == OK, "%s", rows[i].url);
		cr_expect_str_eq(u.host, rows[i].host);
		cr_expect_str_eq(u.name, rows[i].name);
		cr_expect_str_eq(u.path, rows[i].path);
	}
}

Test(url, refuses_what_is_no_web_url)
{
	static const struct {
		const char *reference, *base;
		status expected;
	} rows[] = {
		{"mailto:me@example.com", BASE, ERR_USAGE}, {"javascript:void(0)", BASE, ERR_USAGE},
		{"data:text/html,x", BASE, ERR_USAGE},	    {"tel:123", BASE, ERR_USAGE},
		{"ftp://example.com/", BASE, ERR_USAGE},    {"file:///etc/passwd", NULL, ERR_USAGE},
		{"", NULL, ERR_FORMAT},			    {"page.html", NULL, ERR_FORMAT},
		{"/x", NULL, ERR_FORMAT},		    {"//host/x", NULL, ERR_FORMAT},
		{"http:page", "https://a/", ERR_FORMAT},    {"http://", BASE, ERR_FORMAT},
		{"http://?x", BASE, ERR_FORMAT},	    {"http://a:65536/", BASE, ERR_FORMAT},
		{"http://a:x/", BASE, ERR_FORMAT},	    {"http://a:-1/", BASE, ERR_FORMAT},
		{"http://[::1/", BASE, ERR_FORMAT},	    {"http://a b/", BASE, ERR_FORMAT},
		{"http://a%20b/", BASE, ERR_FORMAT},	    {"http://a%2fb/", BASE, ERR_FORMAT},
		{"http://caf%E9.fr/", BASE, ERR_FORMAT},    {"http://caf\xe9.fr/", BASE, ERR_FORMAT},
		{"http://./", BASE, ERR_FORMAT},	    {"http://.a/", BASE, ERR_FORMAT},
		{"http://a..b/", BASE, ERR_FORMAT},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		url_parts u = {.url = "before"};

		cr_expect(url_parse(rows[i].reference, rows[i].base, memory, &u) == rows[i].expected, "%s", rows[i].reference);
		cr_expect_str_eq(u.url, "before", "%s: an output changes on OK only", rows[i].reference);
	}
}

/* "http://a/" and n letters. */
static const char *long_url(size_t n, const char *letter)
{
	char *url = arena_alloc(memory, 16 + n * strlen(letter)), *to = url;

	cr_assert(url != NULL);
	to += sprintf(to, "http://a/");
	while (n--)
		to += sprintf(to, "%s", letter);
	return url;
}

Test(url, has_a_maximum_length)
{
	size_t most = URL_LEN_MOST - strlen("http://a/");
	url_parts u;

	cr_expect(url_parse(long_url(most, "x"), NULL, memory, &u) == OK && strlen(u.url) == URL_LEN_MOST);
	cr_expect(url_parse(long_url(most + 1, "x"), NULL, memory, &u) == ERR_FORMAT);
	cr_expect(url_parse(long_url(most / 2, "\xc3\xa9"), NULL, memory, &u) == ERR_FORMAT, "its normalized length counts");
	cr_expect(url_parse("../x", long_url(most, "x"), memory, &u) == OK);
}

Test(url, a_person_may_omit_the_scheme)
{
	static const struct {
		const char *text, *expected; /* NULL: refused */
	} rows[] = {
		{"example.com/a", "https://example.com/a"}, {"Example.com:8080", "https://example.com:8080/"},
		{"http://example.com", "http://example.com/"}, {"localhost:8000/x", "https://localhost:8000/x"},
		{"example.com?u=http", "https://example.com/?u=http"}, {"word", NULL}, {"", NULL},
		{"ftp://example.com/", NULL}, {"word/a.b", NULL},
		{"/path", NULL}, {"local/x", NULL}, {"?q", NULL}, {":80", NULL}, {"localhost", "https://localhost/"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		url_parts u = {.url = ""};
		status s = url_parse_typed(rows[i].text, memory, &u);

		cr_expect((s == OK) == (rows[i].expected != NULL), "%s: %d", rows[i].text, s);
		cr_expect_str_eq(u.url, rows[i].expected ? rows[i].expected : "", "%s", rows[i].text);
	}
}
