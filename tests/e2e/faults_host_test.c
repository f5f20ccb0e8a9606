/* Hosts that are busy, cannot be found, or are very many; and a clock that jumps. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "tests/e2e/faults.h"

TestSuite(fault_host, .init = fault_open, .fini = fault_close);

/* ── busy ── */

/* Answers the first request with Retry-After. text: a number of seconds; or, after a '+', a number of seconds from now,
 * which is sent as a date. */
static bool busy_once(const hostile_call *c, int code)
{
	char when[64];
	time_t date;

	if (c->nth > 0)
		return hostile_html(&(hostile_call){.fd = c->fd, .text = "<p>Here at last"});
	if (*c->text == '+') {
		date = time(NULL) + strtol(c->text, NULL, 10);
		strftime(when, sizeof when, "%a, %d %b %Y %H:%M:%S GMT", gmtime(&date));
	} else {
		snprintf(when, sizeof when, "%s", c->text);
	}
	return hostile_print(c->fd, "HTTP/1.1 %d Busy\r\nRetry-After: %s\r\nContent-Length: 0\r\n\r\n", code, when);
}

static bool busy_429(const hostile_call *c)
{
	return busy_once(c, 429);
}

static bool busy_503(const hostile_call *c)
{
	return busy_once(c, 503);
}

#define THREE "<p>Home <a href=/busy>1</a> <a href=/b>2</a> <a href=/c>3</a>"

static struct {
	const char *name;
	hostile_route routes[5];
} busy[] = {
	{"429, seconds", {{"/robots.txt", hostile_plain, ""}, {"/", hostile_html, THREE}, {"/busy", busy_429, "4"}, {"/*", hostile_html, "<p>x"}, {0}}},
	{"429, a date", {{"/robots.txt", hostile_plain, ""}, {"/", hostile_html, THREE}, {"/busy", busy_429, "+5"}, {"/*", hostile_html, "<p>x"}, {0}}},
	{"503, seconds", {{"/robots.txt", hostile_plain, ""}, {"/", hostile_html, THREE}, {"/busy", busy_503, "4"}, {"/*", hostile_html, "<p>x"}, {0}}},
};
enum { BUSY = sizeof busy / sizeof *busy };

/* Four seconds, since it waits two in any case. The clock stands still while it is answered, so a request at the same time is one that
 * was made before the answer. */
static void expect_quiet(hostile *h, const char *name)
{
	int64_t asked = hostile_at(h, "/busy", 0), at;

	for (int i = 0; (at = hostile_at(h, "*", i)) >= 0; i++)
		if (at > asked)
			cr_expect_geq(at - asked, 4000, "%s: asked again after %d ms", name, (int)(at - asked));
}

Test(fault_host, one_that_is_busy_is_left_alone_as_long_as_it_asks_and_then_tried_again)
{
	hostile *h[BUSY];
	char seeds[512] = "";

	for (size_t i = 0; i < BUSY; i++) {
		h[i] = hostile_start(busy[i].routes);
		sprintf(seeds + strlen(seeds), " %s", hostile_url(h[i], "/"));
	}
	cr_expect_eq(fault_crawl_timed("--allow-private -f none --retries 1 %s", seeds), 0, "%s", harness_output());
	for (size_t i = 0; i < BUSY; i++) {
		expect_quiet(h[i], busy[i].name);
		cr_expect_str_eq(fault_end(hostile_url(h[i], "/busy")), "page", "%s", busy[i].name);
		cr_expect_str_eq(fault_end(hostile_url(h[i], "/c")), "page", "%s", busy[i].name);
		cr_expect_eq(hostile_hits(h[i], "/busy"), 2, "%s", busy[i].name);
	}
}

Test(fault_host, one_that_is_busy_is_left_alone_even_without_retries)
{
	hostile *h = hostile_start(busy[0].routes);

	cr_expect_eq(fault_crawl_timed("--allow-private -f none --retries 0 %s", hostile_url(h, "/")), 0, "%s", harness_output());
	expect_quiet(h, busy[0].name);
	cr_expect_str_eq(fault_end(hostile_url(h, "/busy")), "failure: http 429");
	cr_expect_str_eq(fault_end(hostile_url(h, "/c")), "page");
}

/* ── not to be found ── */

static hostile_route chain[] = {
	{"/1", hostile_html, "<p>One <a href=2>on</a>"},
	{"/2", hostile_html, "<p>Two <a href=3>on</a>"},
	{"/3", hostile_html, "<p>Three"},
	{0},
};

Test(fault_host, a_name_that_is_unknown_is_tried_again_while_others_continue)
{
	hostile *h = hostile_start(chain);

	cr_expect_eq(fault_crawl_timed("--allow-private -f none --robots ignore --retries 1 http://nobody.invalid/ http://busy.test/ %s",
				       hostile_named(h, "fine.test", "/1")),
		     1, "%s", harness_output());
	cr_expect_eq(fault_number("SELECT count(*) FROM pages"), 3);
	cr_expect_eq(fault_number("SELECT count(*) FROM failures WHERE reason LIKE 'Could not resolve%' AND tries = 2"), 2);
}

enum { CONNECT_MS = 10000 }; /* what fetch.c gives a connection */

Test(fault_host, a_lookup_that_hangs_ends_at_the_deadline_while_others_continue)
{
	hostile *h = hostile_start(chain);
	const char *clock = harness_clock();
	int64_t at = harness_now_ms();

	cr_expect_eq(fault_crawl_seamed(clock, "--allow-private -f none --robots ignore --timeout 600 http://hang.test/ %s",
					hostile_named(h, "fine.test", "/1")),
		     1, "%s", harness_output());
	cr_expect_geq(harness_now_ms() - at, CONNECT_MS);
	cr_expect_lt(hostile_at(h, "/3", 0) - at, CONNECT_MS, "others waited for it");
	cr_expect_eq(fault_number("SELECT count(*) FROM pages"), 3);
	cr_expect_str_eq(fault_end("http://hang.test/"), "failure: deadline");
}

/* ── many ── */

#if defined(WITH_SANITIZERS)
enum { HOST_KB = 400 };
#else
enum { HOST_KB = 40 };
#endif

static void write_hosts(int n, hostile *h)
{
	FILE *f = fopen(harness_file("hosts.txt"), "w");

	cr_assert(f);
	for (int i = 0; i < n; i++)
		fprintf(f, "http://h%d.test:%d/page\n", i, hostile_port(h));
	fclose(f);
}

static long peak_with_hosts(int n)
{
	static const hostile_route routes[] = {{"/page", hostile_html, "<p>The same on every host"}, {0}};
	hostile *h = hostile_start(routes);

	fault_forget();
	write_hosts(n, h);
	cr_expect_eq(fault_crawl_seamed("", "--allow-private -f none '%s'", harness_file("hosts.txt")), 0, "%s",
		     harness_output());
	cr_expect_eq(fault_number("SELECT count(*) FROM pages"), n);
	cr_expect_eq(hostile_hits(h, "/robots.txt"), n);
	cr_expect_eq(hostile_hits(h, "/page"), n);
	return harness_peak_kb();
}

Test(fault_host, a_thousand_cost_a_few_kilobytes_each)
{
	long few = peak_with_hosts(10), many = peak_with_hosts(1000);

	cr_expect_lt(many - few, 1000 * HOST_KB, "%ld", many - few);
}

/* ── time ── */

static bool fails_once(const hostile_call *c)
{
	return c->nth > 0 ? hostile_html(c) : hostile_print(c->fd, "HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n");
}

static const char *const jumps[] = {"86400", "-86400"};

/* The wall clock is changed while a page waits for its second try and the host for its delay. */
Test(fault_host, a_clock_that_jumps_neither_hurries_nor_stops_the_crawl)
{
	static const hostile_route routes[] = {
		{"/robots.txt", hostile_plain, "User-agent: *\nCrawl-delay: 1\n"},
		{"/", hostile_html, "<p>Home <a href=1>1</a> <a href=2>2</a>"},
		{"/1", fails_once, "<p>One"},
		{"/*", hostile_html, "<p>Page"},
		{0},
	};
	char environment[600];

	for (size_t i = 0; i < sizeof jumps / sizeof *jumps; i++) {
		hostile *h = hostile_start(routes);
		int64_t before = -1, at;

		fault_forget();
		snprintf(environment, sizeof environment, "%s CLOCK_JUMP_S=%s CLOCK_JUMP_AFTER_MS=1500", harness_clock(), jumps[i]);
		cr_expect_eq(fault_crawl_seamed(environment, "--allow-private -f none --retries 1 %s", hostile_url(h, "/")), 0, "%s: %s",
			     jumps[i], harness_output());
		for (int k = 1; (at = hostile_at(h, "*", k)) >= 0; k++) {
			if (before >= 0)
				cr_expect_geq(at - before, 1000, "%s: request %d after %d ms", jumps[i], k, (int)(at - before));
			before = at;
		}
		cr_expect_eq(fault_number("SELECT count(*) FROM pages"), 3, "%s", jumps[i]);
	}
}
