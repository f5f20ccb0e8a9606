/* Limits for crawls that nobody watches. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/e2e/faults.h"

TestSuite(bounds, .init = fault_open, .fini = fault_close);

enum { PAGES = 80 }; /* besides the first, which has links to all */
#define LINKS "80"

static bool busy(const hostile_call *c)
{
	return strcmp(c->path, "/0") == 0 ? hostile_numbered(c)
					  : hostile_print(c->fd, "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n");
}

static const hostile_route routes[] = {{"/robots.txt", hostile_plain, ""}, {"/*", hostile_numbered, LINKS}, {0}};
static const hostile_route busy_routes[] = {{"/robots.txt", hostile_plain, ""}, {"/*", busy, LINKS}, {0}};

static int64_t of_host(const char *what, const char *host)
{
	char sql[500];

	snprintf(sql, sizeof sql, "SELECT count(*) FROM %s WHERE url LIKE '%s%%'", what, host);
	return fault_number(sql);
}

Test(bounds, a_host_has_no_more_pages_than_it_may_have)
{
	hostile *a = hostile_start(routes), *b = hostile_start(routes);

	cr_expect_eq(fault_crawl("-f none --per-host 4 --per-host-pages 10 %s %s", hostile_url(a, "/0"), hostile_url(b, "/0")), 0, "%s", harness_output());
	cr_expect_eq(of_host("pages", hostile_url(a, "")), 10);
	cr_expect_eq(of_host("pages", hostile_url(b, "")), 10);
	cr_expect_eq(fault_number("SELECT count(*) FROM skips WHERE reason = '--per-host-pages'"), 2 * (PAGES + 1 - 10));
	cr_expect_eq(fault_number("SELECT count(*) FROM urls WHERE state = 'queued'"), 0);
}

/* What a run before has queued is held against the patterns of this one. */
Test(bounds, what_is_excluded_now_is_not_fetched_from_the_queue)
{
	hostile *h = hostile_start(routes);
	int64_t pages;

	cr_expect_eq(fault_crawl("-f none --max-pages 3 %s", hostile_url(h, "/0")), 0, "%s", harness_output());
	cr_expect_gt(fault_number("SELECT count(*) FROM urls WHERE state = 'queued'"), 10);
	pages = fault_number("SELECT count(*) FROM pages");
	cr_expect_eq(fault_crawl("-f none --exclude '/[0-9]+$' %s", hostile_url(h, "/0")), 0, "%s", harness_output());
	cr_expect_eq(fault_number("SELECT count(*) FROM pages"), pages);
	cr_expect_eq(fault_number("SELECT count(*) FROM urls WHERE state = 'queued'"), 0);
	cr_expect_gt(fault_number("SELECT count(*) FROM skips WHERE reason = 'excluded'"), 10);
	cr_expect(!strstr(harness_output(), "matched no URL"), "%s", harness_output());
}

Test(bounds, a_run_ends_after_its_time_and_goes_on)
{
	hostile *h = hostile_start(routes);

	cr_expect_eq(fault_crawl_timed("--allow-private -f none --delay 1 --max-time 10s %s", hostile_url(h, "/0")), 0, "%s", harness_output());
	cr_expect_gt(fault_number("SELECT count(*) FROM urls WHERE state = 'queued'"), 20);
	cr_expect_gt(fault_number("SELECT count(*) FROM pages"), 0);
	cr_expect_eq(fault_crawl("-f none %s", hostile_url(h, "/0")), 0, "%s", harness_output());
	cr_expect_eq(fault_number("SELECT count(*) FROM pages"), PAGES + 1);
}

Test(bounds, a_host_that_is_busy_all_the_time_is_given_up)
{
	hostile *h = hostile_start(busy_routes);

	cr_expect_eq(fault_crawl_timed("--allow-private --retries 2 %s", hostile_url(h, "/0")), 0, "%s",
		     harness_output());
	cr_expect_leq(hostile_hits(h, "/*"), 40);
	cr_expect_gt(fault_number("SELECT count(*) FROM skips WHERE reason = 'the host answers 429 or 503 all the time'"), 40);
	cr_expect_eq(fault_number("SELECT count(*) FROM urls WHERE state = 'queued'"), 0);
}

Test(bounds, a_store_that_is_deleted_meanwhile_is_noticed)
{
	hostile *h = hostile_start(routes);
	pid_t pid = fault_start_seamed("", "--allow-private --delay 0.05 %s", hostile_url(h, "/0"));

	harness_until(hostile_hits(h, "/*") >= 10);
	unlink(fault_store());
	cr_expect_eq(harness_wait(pid), 1, "%s", harness_output());
	cr_expect(strstr(harness_output(), "deleted, moved or replaced"), "%s", harness_output());
	cr_expect_lt(hostile_hits(h, "/*"), PAGES);
}

Test(bounds, a_warc_file_that_is_deleted_meanwhile_is_noticed)
{
	hostile *h = hostile_start(routes);
	pid_t pid = fault_start_seamed("", "--allow-private --delay 0.05 --warc '%s' %s", harness_file("w.warc.gz"), hostile_url(h, "/0"));

	harness_until(hostile_hits(h, "/*") >= 10);
	unlink(harness_file("w.warc.gz"));
	cr_expect_eq(harness_wait(pid), 1, "%s", harness_output());
	cr_expect(strstr(harness_output(), "w.warc.gz: the file was deleted, moved or replaced"), "%s", harness_output());
	cr_expect_lt(hostile_hits(h, "/*"), PAGES);
}

Test(bounds, a_store_that_is_cut_says_so)
{
	static const int lengths[] = {50, 99, 4096, 20000};
	hostile *h = hostile_start(routes);

	cr_expect_eq(fault_crawl("%s", hostile_url(h, "/0")), 0, "%s", harness_output());
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		harness_shell("cp '%s' '%s' && truncate -s %d '%s'", fault_store(), harness_file("cut.db"), lengths[i], harness_file("cut.db"));
		cr_expect_eq(harness_run("inspect '%s'", harness_file("cut.db")), 1);
		cr_expect(strstr(harness_output(), "cut short"), "%d: %s", lengths[i], harness_output());
	}
	harness_shell("cp /etc/passwd '%s'", harness_file("cut.db"));
	cr_expect_eq(harness_run("inspect '%s'", harness_file("cut.db")), 1);
	cr_expect(strstr(harness_output(), "not a SQLite file"), "%s", harness_output());
}

/* From a device, or from a pipe that somebody has forgotten. The numbers of bytes are those of input.h, and of --memory. */
Test(bounds, an_input_without_an_end_is_named_and_not_read_for_ever)
{
	static const struct {
		const char *start, *rest;
	} rows[] = {{"{\"text\":\"", ""}, {"[{\"text\":\"", ""}, {"[", "| tr '\\000' '['"}, {"WARC/1.0\\r\\nx: ", ""}};
	const char *fifo = harness_file("fifo");

	harness_shell("mkfifo '%s'", fifo);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		harness_shell("{ { { printf '%s'; cat /dev/zero %s; } >'%s' 2>/dev/null & } && { timeout 600 ./firstprint filter -q --memory 8M '%s'; echo $?; }; }",
			      rows[i].start, rows[i].rest, fifo, fifo);
		cr_expect(strstr(harness_output(), "/fifo: after byte 2"), "%s: %s", rows[i].start, harness_output());
		cr_expect(strstr(harness_output(), "268435456 bytes without the end of a line or value: it is not read further\n1\n"), "%s: %s",
			  rows[i].start, harness_output());
	}
	cr_expect_eq(harness_run("filter -q /dev/zero"), 1);
	cr_expect(strstr(harness_output(), "/dev/zero: binary"), "%s", harness_output());
}
