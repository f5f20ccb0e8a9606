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
	return cookies_give(c, host, strlen(host), line);
}

static bool has(const char *host)
{
	return cookies_has(c, host, strlen(host));
}

Test(cookie_jars, all_hosts_together_have_a_limit)
{
	enum { VALUE = 4000, LINES = COOKIES_HOST_BYTES / VALUE - 1, HOSTS = COOKIES_BYTES_MOST / (LINES * VALUE) + 50 };
	char line[VALUE + 100], host[40];
	int kept = 0;

	for (int i = 0; i < HOSTS; i++) {
		snprintf(host, sizeof host, "http://h%d.test", i);
		for (int k = 0; k < LINES; k++) {
			snprintf(line, sizeof line, "127.0.0.1\tFALSE\t/\tFALSE\t0\tn%d\t%0*d", k, VALUE, 0);
			cr_assert_eq(cookies_give(c, host, strlen(host), line), OK);
		}
		kept += has(host);
	}
	cr_expect_gt(kept, HOSTS / 2);
	cr_expect_lt(kept, HOSTS, "no further host's cookies are kept");
}

Test(cookie_jars, each_host_has_its_own)
{
	cr_expect_eq(add("http://127.0.0.1:1", "a", 3), OK);
	cr_expect(has("http://127.0.0.1:1"));
	cr_expect_not(has("http://127.0.0.1:2"));
	cr_expect(has("https://127.0.0.1:1"), "http and https are one");
}

