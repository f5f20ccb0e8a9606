/* A proxy on loopback: what is asked for through it, and what never is. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/e2e/faults.h"

TestSuite(proxy, .init = fault_open, .fini = fault_close);

/* A proxy is asked for whole URLs. */
static const hostile_route routes[] = {
	{"http://public.example/robots.txt", hostile_plain, "User-agent: *\nAllow: /\n"},
	{"http://public.example/", hostile_html, "<p>Front page <a href=http://10.1.2.3/>a</a><a href=http://0x7f.1/>b</a>"
						 "<a href=http://[::1]/>c</a><a href=http://localhost/>d</a><a href=http://169.254.169.254/>e</a>"
						 "<a href=/away>f</a>"},
	{"http://public.example/away", hostile_redirect, "http://192.168.0.1/"},
	{"http://sly.example/robots.txt", hostile_redirect, "http://169.254.169.254/robots.txt"},
	{"http://sly.example/", hostile_html, "<p>Never"},
	{"*", hostile_html, "<p>Secret"},
	{0},
};

static const char *const guarded[] = {"http://10.1.2.3/", "http://127.0.0.1/", "http://[::1]/", "http://localhost/", "http://169.254.169.254/",
				      "http://192.168.0.1/"};
enum { GUARDED = sizeof guarded / sizeof *guarded };

static int asked_for(hostile *h, const char *url)
{
	char all[200];

	snprintf(all, sizeof all, "%s*", url);
	return hostile_hits(h, all);
}

Test(proxy, on_loopback_does_not_lift_the_guard_on_what_it_is_asked_for)
{
	hostile *h = hostile_start(routes);

	cr_expect_eq(fault_crawl_seamed("NO_PROXY='*' no_proxy='*'", "--scope any --proxy %s http://public.example/ http://sly.example/", hostile_url(h, "")),
		     1, "%s", harness_output());
	cr_expect_str_eq(fault_end("http://public.example/"), "page");
	for (size_t i = 0; i < GUARDED; i++)
		cr_expect_eq(asked_for(h, guarded[i]), 0, "%s", guarded[i]);
	cr_expect(strstr(fault_end("http://10.1.2.3/"), "private address"), "%s", fault_end("http://10.1.2.3/"));
	cr_expect_eq(asked_for(h, "http://sly.example/robots.txt"), 1);
	cr_expect(strstr(fault_end("http://sly.example/"), "private address"), "%s", fault_end("http://sly.example/"));
}

Test(proxy, asks_for_private_addresses_if_that_is_allowed_but_never_for_metadata)
{
	hostile *h = hostile_start(routes);

	cr_expect_eq(fault_crawl("--scope any --proxy %s http://public.example/ http://sly.example/", hostile_url(h, "")), 1, "%s", harness_output());
	cr_expect_gt(asked_for(h, "http://10.1.2.3/"), 0);
	cr_expect_eq(asked_for(h, "http://169.254.169.254/"), 0);
	cr_expect(strstr(fault_end("http://169.254.169.254/"), "metadata"), "%s", fault_end("http://169.254.169.254/"));
}
