/* Hosts that cannot be reached for a while, and networks that are down: no URL is lost. Clocks run a thousand times as fast. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/e2e/faults.h"

TestSuite(outage, .init = fault_open, .fini = fault_close);

enum { PAGES = 60 }; /* besides the first, which has links to all */
#define LINKS "60"
#define HOUR_MS 3600
#define DAY_MS (24 * HOUR_MS)
#define OPTIONS "--allow-private --timeout 3000 --per-host 2 --retries 1"

static const hostile_route routes[] = {{"/robots.txt", hostile_raw, "HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n"}, {"/*", hostile_numbered, LINKS}, {0}};

/* port 0: all. */
static void set_down(int port)
{
	FILE *f = fopen(harness_file("down"), "w");

	cr_assert(f);
	if (port)
		fprintf(f, "%d", port);
	fclose(f);
}

static void set_up(void)
{
	unlink(harness_file("down"));
}

static const char *world(void)
{
	static char out[1000];

	snprintf(out, sizeof out, "CLOCK_SPEED=1000 DOWN_FILE='%s'", harness_file("down"));
	return out;
}

/* Waits until the host was asked so often. */
static void wait_for_hits(hostile *h, int n)
{
	for (int i = 0; i < 2000 && hostile_hits(h, "/*") < n; i++)
		hostile_sleep(5);
	cr_assert_geq(hostile_hits(h, "/*"), n);
}

static int64_t failures(void)
{
	return fault_number("SELECT count(*) FROM failures");
}

static int64_t pages(void)
{
	return fault_number("SELECT count(*) FROM pages");
}

static int64_t queued(void)
{
	return fault_number("SELECT count(*) FROM urls WHERE state = 'queued'");
}

Test(outage, of_an_hour_loses_no_url)
{
	hostile *h = hostile_start(routes);
	pid_t pid = fault_start_seamed(world(), OPTIONS " %s", hostile_url(h, "/0"));

	wait_for_hits(h, 10);
	set_down(0);
	hostile_sleep(HOUR_MS);
	cr_expect_eq(failures(), 0);
	set_up();
	cr_expect_eq(fault_wait(pid), 0, "%s", harness_output());
	cr_expect_eq(pages(), PAGES + 1);
	cr_expect_eq(failures(), 0);
}

Test(outage, going_on_without_a_network_ends_with_the_queue_as_it_was)
{
	hostile *h = hostile_start(routes);

	cr_expect_eq(fault_crawl_seamed(world(), OPTIONS " --max-pages 10 %s", hostile_url(h, "/0")), 0, "%s", harness_output());
	cr_expect_gt(queued(), 30);
	set_down(0);
	cr_expect_eq(fault_crawl_seamed(world(), OPTIONS " --give-up 2h %s", hostile_url(h, "/0")), 1, "%s", harness_output());
	cr_expect(strstr(harness_output(), "the network is down"), "%s", harness_output());
	cr_expect(strstr(harness_output(), hostile_url(h, "")), "%s", harness_output());
	cr_expect_eq(failures(), 0);
	set_up();
	cr_expect_eq(fault_crawl_seamed(world(), OPTIONS " %s", hostile_url(h, "/0")), 0, "%s", harness_output());
	cr_expect_eq(pages(), PAGES + 1);
}

Test(outage, of_one_host_ends_ten_minutes_after_the_others)
{
	hostile *h = hostile_start(routes), *dead = hostile_start(routes);
	pid_t pid = fault_start_seamed(world(), OPTIONS " %s %s", hostile_url(h, "/0"), hostile_url(dead, "/0"));

	wait_for_hits(dead, 10);
	set_down(hostile_port(dead));
	cr_expect_eq(fault_wait(pid), 1, "%s", harness_output());
	cr_expect(strstr(harness_output(), hostile_url(dead, "")), "%s", harness_output());
	cr_expect_not(strstr(harness_output(), hostile_url(h, ":")), "%s", harness_output());
	cr_expect_eq(fault_number("SELECT count(*) FROM urls WHERE state = 'queued' AND host_id = 1"), 0);
	cr_expect_gt(fault_number("SELECT count(*) FROM urls WHERE state = 'queued' AND host_id = 2"), 0);
	cr_expect_eq(failures(), 0);
}

Test(outage, hosts_that_never_answered_fail_as_before)
{
	hostile *h = hostile_start(routes);

	cr_expect_eq(fault_crawl_seamed(world(), OPTIONS " %s http://127.0.0.1:%d/", hostile_url(h, "/0"), harness_free_port()), 1, "%s",
		     harness_output());
	cr_expect_eq(pages(), PAGES + 1);
	cr_expect_eq(queued(), 0);
	cr_expect_eq(fault_number("SELECT count(*) FROM skips WHERE reason LIKE 'robots.txt: Failed to connect: Connection refused'"), 1);
	fault_forget();
	cr_expect_eq(fault_crawl_seamed(world(), OPTIONS " http://127.0.0.1:%d/", harness_free_port()), 1, "%s", harness_output());
}

/* Many hosts of which nothing is known, when the network goes down: they are asked again when it is up. */
Test(outage, hosts_that_were_never_asked_wait_too)
{
	hostile *h = hostile_start(routes);
	char seeds[4096] = "", *at = seeds;
	pid_t pid;

	for (int i = 0; i < 40; i++)
		at += sprintf(at, " http://s%d.test:%d/%d", i, hostile_port(h), i + 1);
	pid = fault_start_seamed(world(), OPTIONS " --retries 12 --robots ignore --connections 4 %s", seeds);
	wait_for_hits(h, 12);
	set_down(0);
	hostile_sleep(HOUR_MS);
	set_up();
	cr_expect_eq(fault_wait(pid), 0, "%s", harness_output());
	cr_expect_eq(pages(), 40);
	cr_expect_eq(failures(), 0);
	cr_expect_eq(fault_number("SELECT count(*) FROM skips"), 0);
}

Test(outage, the_progress_line_tells_of_failures_and_of_hosts_that_wait)
{
	static const hostile_route mixed[] = {{"/robots.txt", hostile_plain, ""},
					      {"/0", hostile_html, "<p>Here <a href=/1>a</a> <a href=/2>b</a>"},
					      {"/2", hostile_raw, "HTTP/1.1 500 \x1b[2J\r\nContent-Length: 0\r\n\r\n"},
					      {0}};
	hostile *h = hostile_start(mixed);

	cr_expect_eq(harness_wait(harness_spawn(harness_seamed(world()), "crawl --allow-private --timeout 3000 --delay 20 --retries 0 -o '%s' %s %s", fault_store(),
						hostile_named(h, "a.test", "/0"), hostile_named(h, "b.test", "/0")),
				  60000),
		     0, "%s", harness_output());
	cr_expect(strstr(harness_output(), " hosts wait\n") || strstr(harness_output(), " hosts wait  "), "%s", harness_output());
	cr_expect(strstr(harness_output(), "  1 failed, the last: http 404\n") || strstr(harness_output(), "  1 failed, the last: http 500\n"), "%s",
		  harness_output());
	cr_expect(strstr(harness_output(), "  4 failed, the last: http "), "%s", harness_output());
}

/* A page an hour, and each half day no network. Takes nine minutes, so it is tests/long that sets DAYS. */
Test(outage, three_days_with_three_outages_lose_no_url)
{
	hostile *h;
	pid_t pid;
	int days = 0;

	if (!getenv("DAYS"))
		cr_skip_test("DAYS is not set");
	h = hostile_start(routes);
	pid = fault_start_seamed(world(), OPTIONS " --delay 3600 %s", hostile_url(h, "/0"));
	do {
		hostile_sleep(DAY_MS / 2);
		set_down(0);
		hostile_sleep(DAY_MS / 2);
		set_up();
		days++;
	} while (pages() < PAGES + 1 && days < 6);
	cr_expect_eq(fault_wait(pid), 0, "%s", harness_output());
	cr_expect_geq(days, 3);
	cr_expect_eq(pages(), PAGES + 1);
	cr_expect_eq(failures(), 0);
	cr_expect_eq(queued(), 0);
	cr_expect_geq(hostile_hits(h, "/robots.txt"), 3, "it is asked for again each day");
	cr_expect_str_eq(harness_faults(fault_store()), "");
}
