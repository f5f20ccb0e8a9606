#include "crawler/web/secrets.h"

#include "tests/store/scratch.h"

static const char *const headers[] = {"X-Key: hush", "Authorization: Bearer hush"};

static secrets *make(void)
{
	secrets_given given = {.headers = headers, .headers_len = 2};
	secrets *s = NULL;

	cr_assert_eq(secrets_open(&given, &s, NULL), OK);
	return s;
}

static bool are_for(const secrets *s, const char *host)
{
	return secrets_are_for(s, host, strlen(host));
}

Test(secrets, are_for_the_host_of_a_seed_and_its_https)
{
	secrets *s = make();

	cr_assert_eq(secrets_trust(s, "http://a.test"), OK);
	cr_assert_eq(secrets_trust(s, "https://b.test"), OK);
	cr_assert_eq(secrets_trust(s, "http://[::1]:8080"), OK);
	cr_expect(are_for(s, "http://a.test"));
	cr_expect(are_for(s, "https://a.test"));
	cr_expect(are_for(s, "https://b.test"));
	cr_expect(are_for(s, "http://[::1]:8080"));
	cr_expect_not(are_for(s, "http://b.test"), "not what was meant to be read by nobody");
	cr_expect_not(are_for(s, "http://a.test:8080"));
	cr_expect_not(are_for(s, "https://[::1]:8080"));
	cr_expect_not(are_for(s, "http://www.a.test"));
	cr_expect_not(are_for(s, "http://a.test.evil"));
	secrets_close(s);
}

Test(secrets, are_taken_out_of_heads)
{
	secrets *s = make();
	char head[] = "GET / HTTP/1.1\r\nHost: a\r\ncookie: a=b\r\nX-KEY: hush\r\nX-Keys: fine\r\nProxy-Authorization: Basic x\r\n"
		      "authorization: Bearer hush\r\nAccept: */*\r\n\r\n";
	char other[] = "GET / HTTP/1.1\r\nCookie: a\r\nX-Key: fine";

	secrets_redact(s, head);
	cr_expect_str_eq(head, "GET / HTTP/1.1\r\nHost: a\r\nX-Keys: fine\r\nAccept: */*\r\n\r\n");
	secrets_redact(NULL, other);
	cr_expect_str_eq(other, "GET / HTTP/1.1\r\nX-Key: fine");
	secrets_close(s);
}

static bool has(const cookies *c, const char *host)
{
	return cookies_has(c, host, strlen(host));
}

Test(secrets, cookies_go_to_the_seeds_that_their_domain_names, .init = scratch_make, .fini = scratch_remove)
{
	static const char text[] = "# a comment\n::1\tFALSE\t/\tFALSE\t0\ta\tb\r\n#HttpOnly_.b.test\tTRUE\t/\tFALSE\t0\ta\tb\n"
				   "c.test\tFALSE\t/\tFALSE\t0\ta\tb\n";
	secrets_given given = {.cookies = scratch_write("c.txt", text, sizeof text - 1)};
	cookies *c = cookies_new();
	secrets *s = NULL;

	cr_assert_eq(secrets_open(&given, &s, NULL), OK);
	cr_assert_eq(secrets_trust(s, "http://[::1]:8080"), OK);
	cr_assert_eq(secrets_trust(s, "https://www.b.test"), OK);
	cr_assert_eq(secrets_trust(s, "https://xb.test"), OK);
	cr_assert_eq(secrets_put_cookies(s, c), OK);
	cr_expect(has(c, "http://[::1]:8080"));
	cr_expect(has(c, "https://www.b.test"));
	cr_expect_not(has(c, "https://xb.test"));
	cr_expect_not(has(c, "https://b.test"), "it is no seed");
	cr_expect_not(has(c, "https://c.test"));
	secrets_close(s);
	cookies_free(c);
}
