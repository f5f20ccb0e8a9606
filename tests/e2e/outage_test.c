/* Hosts that cannot be reached for a while, and networks that are down: no URL is lost. The clock is the test's own. */
#include <criterion/criterion.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/e2e/faults.h"

TestSuite(outage, .init = fault_open, .fini = fault_close);

enum { PAGES = 60 }; /* besides the first, which has links to all */
#define LINKS "60"
#define HOUR_MS (3600 * (int64_t)1000)
#define DAY_MS (24 * HOUR_MS)
#define OPTIONS "--allow-private --timeout 3000 --per-host 2 --retries 1"

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

static int down_after = INT_MAX, down_port; /* of pages */

/* Before it answers for the so-and-so-manyth time, the network goes down. */
static bool page_or_outage(const hostile_call *c)
{
	static atomic_int answers;

	if (++answers == down_after)
		set_down(down_port);
	return hostile_numbered(c);
}

static const hostile_route routes[] = {{"/robots.txt", hostile_raw, "HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n"}, {"/*", page_or_outage, LINKS}, {0}};

static int step_s = 30;

static const char *world(void)
{
	static char out[1000];

	snprintf(out, sizeof out, "%s CLOCK_STEP_S=%d DOWN_FILE='%s'", harness_clock(), step_s, harness_file("down"));
	return out;
}

static bool is_down(void)
{
	return access(harness_file("down"), F_OK) == 0;
}

/* Waits until so much time has passed on the program's clock. */
static void wait_ms(pid_t pid, int64_t ms)
{
	int64_t until = harness_now_ms() + ms;

	harness_until(harness_now_ms() >= until || !harness_runs(pid));
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
	pid_t pid;

	down_after = 10;
	pid = fault_start_seamed(world(), OPTIONS " %s", hostile_url(h, "/0"));
	harness_until(is_down());
	wait_ms(pid, HOUR_MS);
	cr_expect_eq(failures(), 0);
	set_up();
	cr_expect_eq(harness_wait(pid), 0, "%s", harness_output());
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
	static const hostile_route all[] = {{"/robots.txt", hostile_plain, ""}, {"/*", hostile_numbered, LINKS}, {0}};
	hostile *h = hostile_start(all), *dead = hostile_start(routes);

	down_after = 10;
	down_port = hostile_port(dead);
	cr_expect_eq(fault_crawl_seamed(world(), OPTIONS " %s %s", hostile_url(h, "/0"), hostile_url(dead, "/0")), 1, "%s", harness_output());
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
	down_after = 12;
	pid = fault_start_seamed(world(), OPTIONS " --retries 12 --robots ignore --connections 4 %s", seeds);
	harness_until(is_down());
	wait_ms(pid, HOUR_MS);
	set_up();
	cr_expect_eq(harness_wait(pid), 0, "%s", harness_output());
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
						hostile_named(h, "a.test", "/0"), hostile_named(h, "b.test", "/0"))),
		     0, "%s", harness_output());
	cr_expect(strstr(harness_output(), " hosts wait\n") || strstr(harness_output(), " hosts wait  "), "%s", harness_output());
	cr_expect(strstr(harness_output(), "  1 failed, the last: http 404\n") || strstr(harness_output(), "  1 failed, the last: http 500\n"), "%s",
		  harness_output());
	cr_expect(strstr(harness_output(), "  4 failed, the last: http "), "%s", harness_output());
}

/* A page an hour, and each half day no network. */
Test(outage, three_days_with_three_outages_lose_no_url)
{
	hostile *h = hostile_start(routes);
	pid_t pid;
	int days = 0;

	step_s = 900;
	pid = fault_start_seamed(world(), OPTIONS " --delay 3600 %s", hostile_url(h, "/0"));
	do {
		wait_ms(pid, DAY_MS / 2);
		set_down(0);
		wait_ms(pid, DAY_MS / 2);
		set_up();
		days++;
	} while (pages() < PAGES + 1 && days < 6);
	cr_expect_eq(harness_wait(pid), 0, "%s", harness_output());
	cr_expect_geq(days, 3);
	cr_expect_eq(pages(), PAGES + 1);
	cr_expect_eq(failures(), 0);
	cr_expect_eq(queued(), 0);
	cr_expect_geq(hostile_hits(h, "/robots.txt"), 3, "it is asked for again each day");
	cr_expect_str_eq(harness_faults(fault_store()), "");
}
