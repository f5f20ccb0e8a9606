/* A page that ends the process each time: the crawl goes on without it. */
#include <criterion/criterion.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "tests/e2e/faults.h"

TestSuite(killer, .init = fault_open, .fini = fault_close);

enum { PAGES = 20, RUNS_MOST = 12 };

static atomic_int victim; /* the process that a request for /0 kills; 0: not known yet */

static bool kills(const hostile_call *c)
{
	(void)c;
	while (!victim)
		hostile_sleep(1);
	kill(victim, SIGKILL);
	return false;
}

/* Crawls again and again until a run ends by itself. Returns how many there were. */
static int crawl_to_the_end(const char *arguments)
{
	int runs = 0, code = -1;

	while (code != 0 && runs < RUNS_MOST) {
		pid_t pid;

		victim = 0;
		pid = harness_spawn(NULL, "crawl -q --timeout 600 --retries 0 --delay 0 --allow-private -o '%s' %s", fault_store(),
				    arguments);
		victim = pid;
		code = harness_wait(pid);
		runs++;
	}
	cr_expect_eq(code, 0, "%s", harness_output());
	return runs;
}

static void expect_the_others(hostile *h, const char *killer)
{
	cr_expect_str_eq(fault_end(hostile_url(h, killer)), "failure: the process died three times while this was in work");
	cr_expect_eq(fault_number("SELECT count(*) FROM pages"), PAGES);
	cr_expect_eq(fault_number("SELECT count(*) FROM urls WHERE due"), 0);
	cr_expect_str_eq(harness_faults(fault_store()), "");
}

/* It is the first URL after the seed, and in work together with others. */
Test(killer, a_page_that_kills_is_fetched_last_and_alone_and_given_up_after_three_deaths)
{
	char links[4000] = "<p>Home <a href=/killer>x</a>", *at = links + strlen(links);
	const hostile_route routes[] = {{"/", hostile_html, links}, {"/killer", kills, NULL}, {"/*", hostile_numbered, "0"}, {0}};
	hostile *h = hostile_start(routes);

	for (int i = 1; i < PAGES; i++)
		at += sprintf(at, "<a href=/%d>x</a>", i);
	cr_expect_leq(crawl_to_the_end(hostile_url(h, "/")), 5, "in the first run the seed may not be committed");
	expect_the_others(h, "/killer");
	cr_expect_leq(hostile_hits(h, "/killer"), 4);
}

/* Kills the first process, once it has stored the seed. */
static bool kills_once(const hostile_call *c)
{
	static atomic_bool is_done;

	if (atomic_exchange(&is_done, true))
		return hostile_numbered(c);
	while (fault_number("SELECT count(*) FROM pages") == 0)
		hostile_sleep(1);
	return kills(c);
}

/* A person who kills a crawl finds the same first prints as without it: the page in work comes next, and not behind all others. Pages are
 * stored in the order in which they were read, which is that of the requests if one worker reads them. */
Test(killer, a_crawl_that_is_killed_once_goes_on_in_its_order)
{
	char links[4000] = "<p>Home <a href=/100>x</a>", *at = links + strlen(links);
	const hostile_route routes[] = {{"/", hostile_html, links}, {"/100", kills_once, "0"}, {"/*", hostile_numbered, "0"}, {0}};
	hostile *h = hostile_start(routes);
	char arguments[400];

	for (int i = 1; i < PAGES; i++)
		at += sprintf(at, "<a href=/%d>x</a>", i);
	snprintf(arguments, sizeof arguments, "--jobs 1 --per-host 1 %s", hostile_url(h, "/"));
	cr_expect_eq(crawl_to_the_end(arguments), 2);
	cr_expect_eq(fault_number("SELECT count(*) FROM pages WHERE id < (SELECT id FROM pages WHERE url LIKE '%/100')"), 1, "%s",
		     fault_text("SELECT group_concat(id || ' ' || url || ' ' || coalesce(of, ''), ', ') FROM (SELECT id, url, NULL AS of FROM pages"
				" UNION ALL SELECT id, url, of FROM drops ORDER BY id LIMIT 5)"));
}

Test(killer, so_is_one_of_a_crawl_with_a_depth)
{
	char arguments[400], links[4000] = "<p>Home <a href=/killer>x</a>", *at = links + strlen(links);
	const hostile_route routes[] = {{"/", hostile_html, links}, {"/killer", kills, NULL}, {"/*", hostile_numbered, "0"}, {0}};
	hostile *h = hostile_start(routes);

	for (int i = 1; i < PAGES; i++)
		at += sprintf(at, "<a href=/%d>x</a>", i);
	snprintf(arguments, sizeof arguments, "--depth 1 --per-host 8 %s", hostile_url(h, "/"));
	cr_expect_leq(crawl_to_the_end(arguments), 5);
	expect_the_others(h, "/killer");
}

/* The seed itself: nothing else is known. */
Test(killer, a_seed_that_kills_ends_the_crawl_with_a_message)
{
	const hostile_route routes[] = {{"/", kills, NULL}, {0}};
	hostile *h = hostile_start(routes);
	int code = 0;

	for (int i = 0; i < 4; i++) {
		pid_t pid;

		victim = 0;
		pid = harness_spawn(NULL, "crawl -q --retries 0 --delay 0 --allow-private -o '%s' %s", fault_store(), hostile_url(h, "/"));
		victim = pid;
		code = harness_wait(pid);
	}
	cr_expect_eq(code, 1, "%s", harness_output());
	cr_expect(strstr(harness_output(), "the process died three times"), "%s", harness_output());
}

#if !defined(WITH_SANITIZERS) /* these need much address space themselves */
enum { BIG_MIB = 24 };

static bool takes_much_memory(const hostile_call *c)
{
	static const char tags[] = "<p><a href=x>y</a><i>z</i>";
	char block[1 << 16];
	size_t len = 0;

	while (len + sizeof tags < sizeof block)
		len = (size_t)((char *)mempcpy(block + len, tags, sizeof tags - 1) - block);
	hostile_print(c->fd, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n");
	for (size_t sent = 0; sent < (size_t)BIG_MIB << 20; sent += len)
		if (!hostile_send(c->fd, block, len))
			break;
	return false;
}

Test(killer, a_page_too_large_for_the_memory_does_not_keep_the_others_from_being_stored)
{
	char links[4000] = "<p>Home <a href=/big>x</a>", *at = links + strlen(links);
	const hostile_route routes[] = {{"/", hostile_html, links}, {"/big", takes_much_memory, NULL}, {"/*", hostile_numbered, "0"}, {0}};
	hostile *h = hostile_start(routes);
	char command[1000];
	int code = -1;

	for (int i = 1; i < PAGES; i++)
		at += sprintf(at, "<a href=/%d>x</a>", i);
	snprintf(command, sizeof command,
		 "ulimit -v 600000; exec ./firstprint crawl -q --jobs 1 --max-bytes 64M --timeout 600 --retries 0 --delay 0"
		 " --allow-private -o '%s' %s >'%s' 2>&1", fault_store(), hostile_url(h, "/"), harness_file("output"));
	for (int run = 0; run < RUNS_MOST && code != 0; run++)
		code = harness_wait(harness_spawn_shell(command));
	cr_expect_eq(code, 0, "%s", harness_output());
	cr_expect_geq(fault_number("SELECT count(*) FROM pages"), PAGES);
}
#endif
