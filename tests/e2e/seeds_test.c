/* What becomes of seeds is news. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/e2e/faults.h"

TestSuite(seeds_end, .init = fault_open, .fini = fault_close);

static char to_missing[100];
static hostile_route routes[] = {{"/fine", hostile_html, "<p>The harbour was closed for a week"}, {"/away", hostile_redirect, to_missing},
				 {"/image", hostile_raw, "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 1\r\n\r\nx"}, {0}};

static bool says(const char *text)
{
	return strstr(harness_output(), text) != NULL;
}

Test(seeds_end, dead_ones_are_named_and_fail_the_crawl_if_nothing_of_their_host_was_reached)
{
	hostile *h = hostile_start(routes);
	char line[200];

	snprintf(to_missing, sizeof to_missing, "%s", hostile_url(h, "/missing"));
	cr_expect_eq(fault_crawl("%s %s %s", hostile_url(h, "/fine"), hostile_url(h, "/away"), hostile_url(h, "/image")), 0, "%s", harness_output());
	snprintf(line, sizeof line, "seed %s, to %s: failure: http 404", hostile_url(h, "/away"), to_missing);
	cr_expect(says(line), "%s", harness_output());
	cr_expect(says("/image: skip: type image/png"), "%s", harness_output());
	cr_expect_not(says("/fine"), "%s", harness_output());
	cr_expect_eq(fault_crawl("--strict-seeds %s", hostile_url(h, "/fine")), 1, "%s", harness_output());
	cr_expect_eq(fault_crawl("%s http://127.0.0.1:%d/", hostile_url(h, "/fine"), harness_free_port()), 1, "%s", harness_output());
	cr_expect(says("skip: robots.txt: Failed to connect: Connection refused"), "%s", harness_output());
	cr_expect_eq(harness_run("inspect '%s' seeds", fault_store()), 0);
	snprintf(line, sizeof line, "page      %s", hostile_url(h, "/fine"));
	cr_expect(says(line), "%s", harness_output());
	snprintf(line, sizeof line, "failure   %s  to %s  http 404", hostile_url(h, "/away"), to_missing);
	cr_expect(says(line), "%s", harness_output());
	cr_expect_eq(harness_run("inspect --json '%s' seeds", fault_store()), 0);
	cr_expect(says("\"state\":\"skip\",\"reason\":\"type image/png\",\"to_url\":null,\"host_reached\":1,\"dead\":1"), "%s", harness_output());
}
