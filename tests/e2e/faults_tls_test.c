/* TLS that must not be trusted, or whose handshake stalls. The certificates are made by tls/make. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/e2e/faults.h"

TestSuite(fault_tls, .fini = fault_close);

static int port;

static void serve(void)
{
	char locations[512];

	port = harness_free_port();
	snprintf(locations, sizeof locations,
		 "listen 127.0.0.1:%d ssl;\n"
		 "ssl_certificate SITE/../e2e/tls/$ssl_server_name.pem; ssl_certificate_key SITE/../e2e/tls/$ssl_server_name.pem;\n"
		 "location / { default_type text/html; return 200 '<p>Nobody should read this unless it is $host'; }\n"
		 "location = /robots.txt { return 404; }\n",
		 port);
	harness_start(locations);
}

static const char *authority(void)
{
	static char path[512];
	const char *source = getenv("srcdir");

	snprintf(path, sizeof path, "%s/tests/e2e/tls/ca.pem", source && *source ? source : ".");
	return path;
}

static const char *url(const char *name, const char *path)
{
	static char urls[16][128];
	static unsigned next;
	char *u = urls[next++ % 16];

	snprintf(u, 128, "https://%s:%d%s", name, port, path);
	return u;
}

static struct {
	const char *name, *end, *says; /* says: from OpenSSL */
	int tries;
} names[] = {
	{"good.test", "page", "", 0},
	{"expired.test", "failure: SSL", "expired", 1},
	{"other.test", "failure: SSL", "name matches", 1},
	{"unknown.test", "failure: SSL", "issuer", 1},
};
enum { NAMES = sizeof names / sizeof *names };

Test(fault_tls, only_a_certificate_that_is_valid_for_the_name_is_accepted)
{
	char seeds[1024] = "", sql[256];

	serve();
	for (size_t i = 0; i < NAMES; i++)
		sprintf(seeds + strlen(seeds), " %s", url(names[i].name, "/"));
	cr_expect_eq(fault_crawl_seamed("", "--allow-private --robots ignore --retries 2 --ca '%s' %s", authority(), seeds), 1,
		     "%s", harness_output());
	for (size_t i = 0; i < NAMES; i++) {
		const char *end = fault_end(url(names[i].name, "/"));

		cr_expect(strncmp(end, names[i].end, strlen(names[i].end)) == 0 && strstr(end, names[i].says), "%s: %s", names[i].name, end);
		snprintf(sql, sizeof sql, "SELECT tries FROM failures WHERE url = '%s'", url(names[i].name, "/"));
		cr_expect_eq(fault_number(sql), names[i].tries, "%s: no other try helps", names[i].name);
	}
	cr_expect_eq(harness_hits("/"), 1, "only the good one was asked");
}

Test(fault_tls, without_a_trusted_robots_txt_nothing_is_requested)
{
	serve();
	cr_expect_eq(fault_crawl_seamed("", "--allow-private --ca '%s' %s", authority(), url("expired.test", "/")), 1, "%s",
		     harness_output());
	cr_expect(strstr(fault_end(url("expired.test", "/")), "skip: robots.txt: SSL"), "%s",
		  fault_end(url("expired.test", "/")));
	cr_expect_eq(harness_hits("/robots.txt"), 0);
	cr_expect_eq(harness_hits("/"), 0);
}

Test(fault_tls, an_authority_is_trusted_only_if_it_is_given)
{
	serve();
	cr_expect_eq(fault_crawl_seamed("", "--allow-private --robots ignore %s", url("good.test", "/")), 1);
	cr_expect(strstr(fault_end(url("good.test", "/")), "failure: SSL"), "%s",
		  fault_end(url("good.test", "/")));
	cr_expect_eq(fault_crawl("--ca /nowhere/ca.pem %s", url("good.test", "/")), 2);
	cr_expect(strstr(harness_output(), "/nowhere/ca.pem"), "%s", harness_output());
}

Test(fault_tls, a_handshake_that_stalls_ends_at_the_deadline)
{
	static const hostile_route routes[] = {{"/*", hostile_silence, NULL}, {0}};
	const char *clock;
	int64_t at;
	hostile *h;

	fault_open();
	clock = harness_clock();
	at = harness_now_ms();
	h = hostile_start(routes);
	port = hostile_port(h);
	cr_expect_eq(fault_crawl_seamed(clock, "--allow-private --robots ignore --timeout 20 %s", url("127.0.0.1", "/")), 1, "%s", harness_output());
	cr_expect_str_eq(fault_end(url("127.0.0.1", "/")), "failure: deadline");
	cr_expect_geq(hostile_connections(h), 1);
	cr_expect_lt(harness_now_ms() - at, 40000, "it had more than its deadline");
}
