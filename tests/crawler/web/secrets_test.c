#include "crawler/web/secrets.h"

#include <criterion/criterion.h>
#include <string.h>

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
