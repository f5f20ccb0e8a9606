/* Redirects that form loops or long chains, or lead where they must not. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/e2e/faults.h"

TestSuite(fault_redirect, .init = fault_open, .fini = fault_close);

Test(fault_redirect, loops_and_chains_end_and_every_redirect_is_stored)
{
	static const hostile_route routes[] = {
		{"/", hostile_html, "<p>Home <a href=/self>1</a> <a href=/there>2</a> <a href=/on/1>3</a>"},
		{"/self", hostile_redirect, "/self"},
		{"/there", hostile_redirect, "/back"},
		{"/back", hostile_redirect, "/there"},
		{"/on/*", hostile_redirect_on, NULL},
		{0},
	};
	hostile *h = hostile_start(routes);

	cr_expect_eq(fault_crawl("%s", hostile_url(h, "/")), 0, "%s", harness_output());
	cr_expect_eq(hostile_hits(h, "/self"), 1);
	cr_expect_eq(hostile_hits(h, "/there"), 1);
	cr_expect_eq(hostile_hits(h, "/back"), 1);
	cr_expect_eq(hostile_hits(h, "/on/*"), 11, "the first, and ten in a row");
	cr_expect_str_eq(fault_end(hostile_url(h, "/on/11")), "redirect");
	cr_expect_str_eq(fault_end(hostile_url(h, "/on/12")), "skip: too many redirects");
	cr_expect_eq(fault_number("SELECT count(*) FROM redirects WHERE status = 302"), 14);
	cr_expect_str_eq(fault_text("SELECT to_url FROM redirects WHERE url LIKE '%/there'"), hostile_url(h, "/back"));
}

/* ── to private addresses ── */

static const char *const inside[] = {
	"127.0.0.1",	      "localhost",	      "2130706433",  "0x7f.1",	 "0177.0.0.1", "127.1",
	"0.0.0.0",	      "[::1]",		      "[::]",	     "10.0.0.1", "192.168.1.1", "169.254.169.254",
	"[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::ffff:10.0.0.1]", "[fe80::1]", "[fd00::1]", "[64:ff9b::7f00:1]",
	"inner.test", /* a name that looks like any other */
};
enum { INSIDE = sizeof inside / sizeof *inside };

static hostile_route nothing[] = {{"/*", hostile_html, "<p>Nobody should see this"}, {0}};

Test(fault_redirect, a_hop_to_a_private_address_is_refused_before_connecting)
{
	static char paths[INSIDE][16], to[INSIDE][128];
	static hostile_route routes[INSIDE + 2];
	hostile *in = hostile_start(nothing), *out = hostile_start(routes);
	char seeds[4096] = "";

	for (size_t i = 0; i < INSIDE; i++) {
		snprintf(paths[i], sizeof paths[i], "/to/%zu", i);
		snprintf(to[i], sizeof to[i], "%s", hostile_named(in, inside[i], paths[i]));
		routes[i] = (hostile_route){paths[i], hostile_redirect, to[i]};
		sprintf(seeds + strlen(seeds), " %s", hostile_named(out, "public.test", paths[i]));
	}
	routes[INSIDE] = (hostile_route){"/*", hostile_html, "<p>All may see this"};
	cr_expect_eq(fault_crawl_seamed("", "--robots ignore %s %s", seeds, hostile_named(out, "public.test", "/")), 0, "%s",
		     harness_output());
	cr_expect_eq(fault_number("SELECT count(*) FROM redirects"), INSIDE);
	cr_expect_eq(fault_number("SELECT count(*) FROM failures WHERE reason LIKE 'private address%'"), INSIDE, "%s",
		     fault_text("SELECT url || ' ' || reason FROM failures WHERE reason NOT LIKE 'private address%'"));
	cr_expect_eq(fault_number("SELECT count(*) FROM pages"), 1);
	cr_expect_eq(hostile_connections(in), 0);
}

Test(fault_redirect, a_seed_or_link_to_a_private_address_is_refused_too)
{
	static hostile_route routes[] = {{"/*", hostile_html, NULL}, {0}};
	hostile *in = hostile_start(nothing), *out = hostile_start(routes);
	char seeds[4096] = "", links[4096] = "<p>Home";

	for (size_t i = 0; i < INSIDE; i++) {
		sprintf(seeds + strlen(seeds), " %s", hostile_named(in, inside[i], "/seed"));
		sprintf(links + strlen(links), " <a href=%s>x</a>", hostile_named(in, inside[i], "/link"));
	}
	routes[0].text = links;
	cr_expect_eq(fault_crawl_seamed("", "--scope any %s %s", seeds, hostile_named(out, "public.test", "/")), 1, "%s",
		     harness_output());
	cr_expect_eq(fault_number("SELECT count(*) FROM pages"), 1);
	cr_expect_eq(fault_number("SELECT count(*) FROM skips WHERE reason NOT LIKE 'robots.txt: private address%'"), 0);
	cr_expect_geq(fault_number("SELECT count(*) FROM skips WHERE url LIKE '%/seed'"), 10);
	cr_expect_eq(hostile_connections(in), 0);
}

/* libcurl itself follows these redirects. */
Test(fault_redirect, robots_txt_does_not_lead_to_a_private_address)
{
	static hostile_route routes[] = {{"/robots.txt", hostile_redirect, NULL}, {"/*", hostile_html, "<p>Home"}, {0}};
	hostile *in = hostile_start(nothing), *out = hostile_start(routes);

	routes[0].text = hostile_named(in, "127.0.0.1", "/robots.txt");
	cr_expect_eq(fault_crawl_seamed("", "%s", hostile_named(out, "public.test", "/")), 1, "%s", harness_output());
	cr_expect_eq(hostile_hits(out, "/robots.txt"), 1);
	cr_expect_eq(hostile_hits(out, "/"), 0);
	cr_expect_eq(hostile_connections(in), 0);
	cr_expect(strstr(fault_text("SELECT reason FROM skips"), "robots.txt: private address"), "%s",
		  fault_text("SELECT reason FROM skips"));
}
