#include "crawler/web/cookies.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static cookies *c;

static void make(void)
{
	c = cookies_new();
	cr_assert(c);
}

static void drop(void)
{
	cookies_free(c);
}

TestSuite(cookie_jars, .init = make, .fini = drop);

static status add(const char *host, const char *name, size_t value_len)
{
	static char line[8192];
	int len = snprintf(line, sizeof line, "127.0.0.1\tFALSE\t/\tFALSE\t0\t%s\t", name);

	memset(line + len, 'v', value_len);
	line[(size_t)len + value_len] = '\0';
	return cookies_add(c, host, strlen(host), line);
}

static bool has(const char *host)
{
	return cookies_has(c, host, strlen(host));
}

Test(cookie_jars, each_host_has_its_own)
{
	cr_expect_eq(add("http://127.0.0.1:1", "a", 3), OK);
	cr_expect(has("http://127.0.0.1:1"));
	cr_expect_not(has("http://127.0.0.1:2"));
	cr_expect_not(has("https://127.0.0.1:1"));
}

Test(cookie_jars, a_host_that_sets_too_many_loses_them_and_may_begin_again)
{
	char name[20];
	bool had = false;

	for (int i = 0; i < 40; i++) {
		snprintf(name, sizeof name, "n%d", i);
		cr_expect_eq(add("http://127.0.0.1", name, 2000), OK);
		had |= i > 30 && !has("http://127.0.0.1");
	}
	cr_expect(had, "80,000 bytes were kept");
	cr_expect(has("http://127.0.0.1"));
}
