/* --part: a crawl in parts. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tests/e2e/harness.h"
#include "tests/e2e/index_server.h"
#include "tests/e2e/parts_site.h"
#include "tests/e2e/replay.h"

static void serve(void)
{
	harness_start_hosts(PARTS_LOCATIONS, HOSTS);
	server_start("");
}

static void stop(void)
{
	server_stop();
	harness_stop();
}

TestSuite(parts, .init = serve, .fini = stop);

static void serve_if_long(void)
{
	harness_long();
	serve();
}

TestSuite(parts_long, .init = serve_if_long, .fini = stop);

static void start_all(pid_t pids[PARTS], const char *options)
{
	for (int i = 0; i < PARTS; i++)
		pids[i] = parts_start(i + 1, options);
}

static void serve_with_postgres(void)
{
	harness_start_hosts(PARTS_LOCATIONS, HOSTS);
	server_start_postgres();
}

TestSuite(parts_postgres, .init = serve_with_postgres, .fini = stop);

/* ── what one machine gives ── */

static long long counted(const char *stores, const char *name)
{
	json_t *counts;
	long long n;

	cr_assert_eq(harness_run("inspect %s --json", stores), 0, "%s", harness_output());
	counts = json_loads(harness_output(), 0, NULL);
	n = json_integer_value(json_object_get(counts, name));
	json_decref(counts);
	return n;
}

/* Read together, the parts look as the crawl without parts. */
static void expect_read_as_one(void)
{
	static const char *const names[] = {"fetched", "urls", "skips", "redirects", "failures", "queued", "body-bytes"};
	char alone[300];

	snprintf(alone, sizeof alone, "'%s'", parts_store(0));
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		cr_expect_eq(counted(parts_stores(), names[i]), counted(alone, names[i]), "%s", names[i]);
	harness_run("inspect %s seeds --json", parts_stores());
	cr_expect(strstr(harness_output(), "\"state\":\"page\"") && !strstr(strchr(harness_output(), '\n') + 1, "{"), "one seed: %s", harness_output());
	harness_shell("./firstprint inspect %s hosts --json | wc -l | grep -qx %d", parts_stores(), HOSTS);
}

static void expect_four_are_one(void)
{
	pid_t pids[PARTS];

	parts_write(20, 1); /* one seed: whatever is found on other hosts is handed over */
	parts_crawl_alone(PARTS_QUICKLY);
	parts_begin();
	start_all(pids, PARTS_QUICKLY);
	parts_wait(pids, PARTS, 0);
	parts_expect_same_urls();
	for (int i = 1; i <= PARTS; i++)
		cr_expect_geq(harness_number(parts_store(i), "SELECT count(DISTINCT host_id) FROM urls WHERE state IN ('page', 'drop')"), 3);
	expect_read_as_one();
	replay_expect_same(parts_stores(), parts_store(1));
	cr_expect_eq(harness_run("shared %s", server_url()), 0);
	cr_expect(strstr(harness_output(), "has ended"), "%s", harness_output());
}

Test(parts, four_fetch_what_one_crawl_fetches)
{
	expect_four_are_one();
}

Test(parts_postgres, four_fetch_what_one_crawl_fetches)
{
	expect_four_are_one();
}

/* The tables of the parts are dropped between two runs, or by somebody who tidies up: they are made again. */
Test(parts_postgres, tables_that_are_lost_are_made_again)
{
	parts_write(1, 1);
	parts_begin();
	parts_wait((pid_t[]){parts_start(1, PARTS_QUICKLY " --max-time 0.3")}, 1, 0);
	server_command("DROP TABLE firstprint_queue, firstprint_fields, firstprint_leases");
	parts_wait((pid_t[]){parts_start(1, PARTS_QUICKLY " --max-time 0.3")}, 1, 0);
	server_command("SELECT count(*) FROM firstprint_fields");
	cr_expect_str_neq(harness_output(), "0\n");
}

Test(parts, which_part_is_said_plainly)
{
	parts_write(1, 1);
	cr_expect_eq(harness_run("crawl --part 1/4 -o '%s' '%s'", parts_store(1), harness_file("seeds")), 2);
	cr_expect(strstr(harness_output(), "--part: parts of a crawl share an index"), "%s", harness_output());
	for (int i = 0; i < 5; i++) {
		static const char *const wrong[] = {"5/4", "0/4", "1", "1/0", "1/4x"};

		cr_expect_eq(harness_run("crawl --shared %s --part %s -o '%s' '%s'", server_url(), wrong[i], parts_store(1), harness_file("seeds")), 2);
		cr_expect(strstr(harness_output(), "expected K/N"), "%s", harness_output());
	}
	parts_begin();
	parts_wait((pid_t[]){parts_start(1, PARTS_QUICKLY " --max-time 0.3")}, 1, 0);
	cr_expect_eq(harness_run("crawl --shared %s --part 2/4 -o '%s' '%s'", server_url(), parts_store(1), harness_file("seeds")), 2);
	cr_expect(strstr(harness_output(), "the store is part 1/4"), "%s", harness_output());
	cr_expect_eq(harness_run("crawl --shared %s --part 2/3 -o '%s' '%s'", server_url(), parts_store(2), harness_file("seeds")), 2);
	cr_expect(strstr(harness_output(), "the crawl has 4 parts, not 3"), "%s", harness_output());
	cr_expect_neq(access(parts_store(2), F_OK), 0, "no store is made for it");
	cr_expect_eq(harness_run("crawl --shared %s --part 1/4 -o '%s' '%s'", server_url(), parts_store(2), harness_file("seeds")), 2);
	cr_expect(strstr(harness_output(), "part 1 is store-"), "%s", harness_output());
	cr_expect_neq(access(parts_store(2), F_OK), 0);
	harness_run("shared %s --json", server_url());
	cr_expect(!strstr(strstr(harness_output(), "\"requests\":") + 1, "\"requests\":"), "nor does it join: %s", harness_output());
}

Test(parts, a_crawl_that_is_none_of_them_is_told)
{
	parts_write(1, 1);
	parts_begin();
	parts_wait((pid_t[]){parts_start(1, PARTS_QUICKLY " --max-time 0.3")}, 1, 0);
	cr_expect_eq(harness_run("crawl --allow-private --shared %s -o '%s' '%s'", server_url(), parts_store(0), harness_file("seeds")), 0);
	cr_expect(strstr(harness_output(), "has 4 parts, and this store is none of them"), "%s", harness_output());
	cr_expect_eq(harness_run("crawl -q --allow-private --shared %s -o '%s' '%s'", server_url(), parts_store(0), harness_file("seeds")), 0);
	cr_expect_not(strstr(harness_output(), "none of them"), "%s", harness_output());
}

Test(parts, nothing_of_them_is_left_of_a_memory_that_is_deleted)
{
	parts_write(2, 4);
	parts_begin();
	parts_wait((pid_t[]){parts_start(1, PARTS_QUICKLY " --max-time 0.3")}, 1, 0);
	server_command("xadd '{m}:links:2' '*' to nobody");
	cr_expect_eq(harness_run("shared %s delete", server_url()), 0, "%s", harness_output());
	server_command("dbsize");
	cr_expect_str_eq(harness_output(), "0\n");
}

/* All parts learn where a seed is redirected to, and follow links to that host from then on. It is host 12, of part 2; host 1 is part
 * 4's, host 3 part 3's. */
Test(parts, where_a_seed_is_redirected_to_is_in_the_scope_of_all)
{
	pid_t pids[PARTS];
	char link[100];

	parts_write(3, 0);
	parts_add_page(12, "only.html", "");
	snprintf(link, sizeof link, "<a href=%s>there</a>", harness_url_on(12, "/only.html"));
	parts_add_page(3, "late.html", link);
	harness_shell("(echo '%s' >'%s')", harness_url_on(1, "/to/12"), harness_file("seeds"));
	parts_begin();
	start_all(pids, "--scope host --delay 0");
	parts_wait(pids, PARTS, 0);
	cr_expect_eq(harness_number(parts_store(2), "SELECT count(*) FROM pages"), 3);
	harness_shell("(echo '%s' >'%s')", harness_url_on(3, "/late.html"), harness_file("seeds"));
	start_all(pids, "--scope host --delay 0");
	parts_wait(pids, PARTS, 0);
	cr_expect_eq(harness_number(parts_store(2), "SELECT count(*) FROM pages WHERE url LIKE '%only.html'"), 1);
	parts_expect_whole();
}

/* All names under localhost are one machine. */
Test(parts, hosts_at_one_address_are_asked_in_turns)
{
	struct timespec began, ended;
	pid_t pids[PARTS];
	FILE *f;

	parts_write(4, 0);
	harness_shell("sed -i 's,http://[^>]*,/p0.html,' '%s'/127.0.0.1/*.html", harness_file("."));
	f = fopen(harness_file("seeds"), "w");
	for (int i = 1; i <= 8; i++)
		fprintf(f, "http://h%d.localhost%s\n", i, strrchr(harness_url("/p0.html"), ':'));
	fclose(f);
	parts_begin();
	clock_gettime(CLOCK_MONOTONIC, &began);
	start_all(pids, "--delay 0.1");
	parts_wait(pids, PARTS, 0);
	clock_gettime(CLOCK_MONOTONIC, &ended);
	harness_shell("for i in 1 2 3 4; do sqlite3 '%s'/p$i.db \"SELECT url FROM urls WHERE state IN ('page', 'drop')\"; done | wc -l | grep -qx 32",
		      harness_file("."));
	cr_expect_geq(ended.tv_sec * 1000 + ended.tv_nsec / 1000000 - began.tv_sec * 1000 - began.tv_nsec / 1000000, 31 * 100);
}

/* ── what goes wrong ── */

Test(parts_long, killed_ones_and_a_redis_that_forgets_all_lose_no_link)
{
	pid_t pids[PARTS];

	parts_write(60, 4);
	parts_crawl_alone(PARTS_QUICKLY);
	parts_begin();
	start_all(pids, PARTS_QUICKLY);
	for (int i = 0; i < 12; i++) {
		int part = i % PARTS;

		harness_sleep_ms(30 + i * 37 % 90);
		if (i % 5 == 4) {
			server_kill();
			server_restart();
			continue;
		}
		kill(pids[part], SIGKILL);
		harness_wait(pids[part]);
		pids[part] = parts_start_joined(part + 1, PARTS_QUICKLY);
	}
	parts_wait(pids, PARTS, 0);
	parts_expect_same_urls();
}

/* Before and after each of its commits. */
Test(parts_long, one_that_is_killed_at_any_commit_loses_no_link)
{
	pid_t pids[PARTS];
	int runs = 0, code = 137;

	parts_write(20, 3);
	parts_crawl_alone(PARTS_QUICKLY);
	parts_begin();
	for (int i = 0; i < PARTS; i++)
		pids[i] = i == 1 ? 0 : parts_start(i + 1, PARTS_QUICKLY);
	while (code != 0 && harness_runs(pids[0]) && ++runs < 200) {
		char environment[64];

		snprintf(environment, sizeof environment, "DIES_%s_COMMIT=%d", runs % 2 ? "BEFORE" : "AFTER", 3 + runs / 2);
		pids[1] = parts_start_seamed(2, environment, PARTS_QUICKLY);
		code = harness_wait(pids[1]);
		cr_assert(code == 0 || code == 137, "%d: %s", code, parts_said(2));
	}
	cr_expect_gt(runs, 5);
	if (code != 0) /* it was killed when all was done, and the others have ended */
		parts_wait((pid_t[]){parts_start(2, PARTS_QUICKLY)}, 1, 0);
	cr_expect_eq(harness_wait(pids[0]), 0);
	parts_wait(pids + 2, 2, 0);
	parts_expect_same_urls();
}

Test(parts, one_that_hangs_is_waited_for)
{
	pid_t pids[PARTS];

	parts_write(20, 16);
	parts_crawl_alone(PARTS_QUICKLY);
	parts_begin();
	start_all(pids, PARTS_QUICKLY);
	harness_sleep_ms(150);
	kill(pids[1], SIGSTOP);
	harness_sleep_ms(2000);
	for (int i = 0; i < PARTS; i++)
		cr_expect(harness_runs(pids[i]), "%s", parts_said(i + 1));
	kill(pids[1], SIGCONT);
	parts_wait(pids, PARTS, 0);
	parts_expect_same_urls();
}

/* Its URLs are sent again to the store that takes its place. */
Test(parts_long, one_that_is_lost_for_good_begins_anew)
{
	pid_t pids[PARTS];
	char owner[100];

	parts_write(40, 2);
	parts_crawl_alone(PARTS_QUICKLY);
	parts_begin();
	start_all(pids, PARTS_QUICKLY);
	while (access(parts_store(3), F_OK) != 0 || harness_number(parts_store(3), "SELECT count(*) FROM sqlite_master WHERE name = 'urls'") == 0 ||
	       harness_number(parts_store(3), "SELECT count(*) FROM pages") < 20)
		harness_sleep_ms(5);
	kill(pids[2], SIGKILL);
	harness_wait(pids[2]);
	snprintf(owner, sizeof owner, "%s", harness_text(parts_store(3), "SELECT value FROM meta WHERE name = 'owner'"));
	harness_shell("rm '%s'*", parts_store(3));
	harness_sleep_ms(300);
	parts_wait((pid_t[]){parts_start(3, PARTS_QUICKLY)}, 1, 2);
	cr_expect(strstr(parts_said(3), "if its file is lost: firstprint shared"), "%s", parts_said(3));
	harness_shell("./firstprint shared %s forget %s", server_url(), owner);
	pids[2] = parts_start(3, PARTS_QUICKLY);
	parts_wait(pids, PARTS, 0);
	parts_expect_same_urls();
}

/* After a loss of power, or from a copy: others have got more from it than it knows of, and now it finds other links. */
Test(parts, one_that_is_older_than_what_it_has_told_goes_on)
{
	pid_t pids[PARTS];

	parts_write(20, 2);
	parts_begin();
	start_all(pids, PARTS_QUICKLY " --max-pages 15");
	parts_wait(pids, PARTS, 0);
	harness_shell("cp '%s' '%s'", parts_store(2), harness_file("earlier"));
	start_all(pids, PARTS_QUICKLY " --max-pages 40");
	parts_wait(pids, PARTS, 0);
	harness_shell("rm '%s'*; mv '%s' '%s'", parts_store(2), harness_file("earlier"), parts_store(2));
	for (int page = 0; page < 20; page++) {
		char name[32];

		snprintf(name, sizeof name, "/new%d.html", page);
		parts_add_page(1, name + 1, "");
		harness_shell("for i in 4 6 12 14 15; do echo '<a href=%s>new</a>' >>'%s'/127.0.0.$i/p%d.html; done",
			      harness_url_on(1, name), harness_file("."), page);
	}
	start_all(pids, PARTS_QUICKLY);
	parts_wait(pids, PARTS, 0);
	parts_expect_whole();
	cr_expect_gt(harness_number(parts_store(4), "SELECT count(*) FROM urls WHERE url LIKE '%/new%' AND state IN ('page', 'drop')"), 0);
}

/* Once its sender has sent a later one. */
static bool first_entry_is_taken_away(void)
{
	server_command(
		"eval \"local e = redis.call('xrange', KEYS[1], '-', '+') for i = 2, #e do if e[i][2][2] == e[1][2][2] then"
		" return redis.call('xdel', KEYS[1], e[1][1]) end end return 0\" 1 '{m}:links:2'");
	return strcmp(harness_output(), "1\n") == 0;
}

/* As after a failover: of what was sent, one entry is lost, and later ones are there. */
Test(parts_long, an_entry_that_is_lost_is_sent_again)
{
	pid_t pids[PARTS];

	parts_write(30, 2);
	parts_crawl_alone(PARTS_QUICKLY);
	parts_begin();
	pids[1] = parts_start(2, PARTS_QUICKLY " --max-time 0.3");
	parts_wait(&pids[1], 1, 0);
	for (int i = 0; i < PARTS; i++)
		pids[i] = i == 1 ? 0 : parts_start(i + 1, PARTS_QUICKLY);
	for (int tries = 0; !first_entry_is_taken_away(); tries++) {
		cr_assert_lt(tries, 3000);
		harness_sleep_ms(10);
	}
	pids[1] = parts_start(2, PARTS_QUICKLY);
	parts_wait(pids, PARTS, 0);
	parts_expect_same_urls();
}

/* A stream that is full takes no more; then links wait in the store of their sender. */
Test(parts_long, a_full_stream_is_waited_for)
{
	pid_t pids[PARTS];

	parts_write(10, 2);
	parts_crawl_alone(PARTS_QUICKLY);
	parts_begin();
	pids[1] = parts_start(2, PARTS_QUICKLY " --max-time 0.3");
	parts_wait(&pids[1], 1, 0);
	for (int i = 0; i < 10; i++)
		server_command("eval \"for i = 1, 100 do redis.call('xadd', KEYS[1], '*', 'from', 'x', 'links', 'y') end\" 1 '{m}:links:2'");
	for (int i = 0; i < PARTS; i++)
		pids[i] = i == 1 ? 0 : parts_start(i + 1, PARTS_QUICKLY " --max-time 1.5");
	pids[1] = pids[3];
	parts_wait(pids, PARTS - 1, 0);
	server_command("xlen '{m}:links:2' | grep -qx 1000");
	start_all(pids, PARTS_QUICKLY);
	parts_wait(pids, PARTS, 0);
	parts_expect_same_urls();
}

/* Host 7 is part 1's, host 12 part 2's. */
Test(parts_long, who_ends_early_is_not_waited_for)
{
	pid_t pids[PARTS];
	char link[100];

	parts_write(20, 16);
	parts_begin();
	for (int i = 0; i < PARTS; i++)
		pids[i] = parts_start(i + 1, i == 1 ? PARTS_QUICKLY " --max-pages 5" : PARTS_QUICKLY);
	parts_wait(pids, PARTS, 0);
	cr_expect_leq(harness_number(parts_store(2), "SELECT count(*) FROM urls WHERE state IN ('page', 'drop')"), 8);
	snprintf(link, sizeof link, "<a href=%s>there</a>", harness_url_on(12, "/only.html"));
	parts_add_page(7, "late.html", link);
	harness_shell("(echo '%s' >'%s')", harness_url_on(7, "/late.html"), harness_file("seeds"));
	parts_wait((pid_t[]){parts_start(1, PARTS_QUICKLY)}, 1, 0);
	cr_expect(strstr(parts_said(1), "wait for 1 other part, to which their hosts belong"), "%s", parts_said(1));
}

Test(parts, one_that_was_not_begun_is_waited_for)
{
	pid_t pids[PARTS];

	parts_write(5, 16);
	parts_crawl_alone(PARTS_QUICKLY);
	parts_begin();
	for (int i = 0; i < 3; i++)
		pids[i] = parts_start(i + 1, PARTS_QUICKLY);
	harness_sleep_ms(1000);
	for (int i = 0; i < 3; i++)
		cr_expect(harness_runs(pids[i]), "%s", parts_said(i + 1));
	pids[3] = parts_start(4, PARTS_QUICKLY);
	parts_wait(pids, PARTS, 0);
	parts_expect_same_urls();
}

/* ── growing ── */

/* Its hosts are now those of part 1, which are 7, 11 and 13; what it had fetched of others it keeps. */
Test(parts, a_crawl_of_its_own_becomes_a_part)
{
	static const char others[] = "SELECT count(*) FROM urls WHERE state IN ('page', 'drop') AND url NOT GLOB '*.7:*' AND url NOT GLOB '*.11:*'"
				     " AND url NOT GLOB '*.13:*'";
	pid_t pids[PARTS];
	int64_t fetched;

	parts_write(20, 16);
	parts_begin();
	harness_run("crawl -q --allow-private --delay 0 --shared %s --scope any --max-pages 60 -o '%s' '%s'", server_url(), parts_store(1),
		    harness_file("seeds"));
	fetched = harness_number(parts_store(1), others);
	cr_expect_gt(fetched, 30);
	start_all(pids, PARTS_QUICKLY);
	parts_wait(pids, PARTS, 0);
	parts_expect_whole();
	cr_expect_eq(harness_number(parts_store(1), others), fetched);
	harness_shell("for i in 1 2 3 4; do sqlite3 '%s'/p$i.db \"SELECT url FROM urls WHERE state IN ('page', 'drop')\"; done | sort -u | wc -l |"
		      " grep -qx 320", harness_file("."));
}
