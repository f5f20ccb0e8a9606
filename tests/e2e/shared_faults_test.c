/* What goes wrong with a shared memory: each ends as docs/cluster.md promises. */
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include "tests/e2e/harness.h"
#include "tests/e2e/index_server.h"
#include "tests/e2e/shared_lines.h"
#include "tests/e2e/shared_pair.h"
#include "tests/e2e/web.h"

static void serve(void)
{
	harness_start(WEB_LOCATIONS);
}

static void stop(void)
{
	server_stop();
	harness_stop();
}

TestSuite(shared_faults, .init = serve, .fini = stop);

static void serve_if_long(void)
{
	harness_long();
	serve();
}

TestSuite(shared_faults_long, .init = serve_if_long, .fini = stop);

/* A store of each, with one key, and what it says alone. */
static void judge_alone(void)
{
	harness_run("filter -q -o '%s' /dev/null", harness_file("alone.db"));
	harness_shell("cp '%s' '%s'", harness_file("alone.db"), harness_file("a.db"));
	lines_write("a.jsonl", 0, 8 * LINES);
	harness_shell("(./firstprint filter -q -o '%s' '%s' >'%s')", harness_file("alone.db"), harness_file("a.jsonl"), harness_file("alone"));
}

/* Waits until it has joined the memory, and some lines are judged. */
static pid_t begin_sharing(void)
{
	pid_t pid = lines_judge_held("a", "");

	while (server_fact("pages") < LINES / 4)
		harness_sleep_ms(5);
	lines_go_on("a");
	return pid;
}

static int end_sharing(pid_t pid)
{
	lines_end("a");
	return harness_wait(pid);
}

static void expect_same_verdicts(void)
{
	harness_shell("test -s '%s'; cmp '%s' '%s'", harness_file("alone"), harness_file("alone"), harness_file("a.told"));
	cr_expect_str_empty(harness_faults(harness_file("a.db")));
	cr_expect_eq(server_fact("pages"), harness_number(harness_file("a.db"), "SELECT count(*) FROM pages"));
}

/* A request whose answer was lost is asked again, and judged once: else its own pages would be met. */
Test(shared_faults, an_answer_that_is_lost_is_asked_for_again)
{
	pid_t pid;

	server_start("");
	judge_alone();
	pid = lines_judge_held("a", harness_seamed("LOSES_ANSWER=XADD:4"));
	cr_expect_eq(end_sharing(pid), 0);
	harness_shell("cat '%s'", harness_file("a.said"));
	cr_expect(strstr(harness_output(), "answer is lost"), "%s", harness_output());
	expect_same_verdicts();
}

Test(shared_faults_long, connections_that_are_cut_change_no_verdict)
{
	pid_t pid;

	server_start("");
	judge_alone();
	pid = begin_sharing();
	for (int i = 0; i < 40; i++) {
		server_command("client kill type normal skipme yes");
		harness_sleep_ms(10);
	}
	cr_expect_eq(end_sharing(pid), 0);
	expect_same_verdicts();
}

/* As if entries were long: more of them than fit into an answer. What is no entry has no effect. */
Test(shared_faults, long_entries_are_read_a_few_at_once)
{
	server_start("");
	share_line("a.db", "one", "rain");
	harness_shell("(head -c 1000000 /dev/zero | tr '\\0' x >'%s')", harness_file("long"));
	for (int i = 0; i < 90; i++)
		server_command("-x xadd '{m}:log' '*' e <'%s'", harness_file("long"));
	server_command("xadd '{m}:log' '*' two fields of others");
	cr_expect(strstr(share_line("b.db", "two", "rain"), "\"verdict\":\"duplicate\""), "%s", harness_output());
	cr_expect_eq(server_fact("pages"), 1);
}

/* One that nobody can read ends a run with a sentence, in the middle of its input, too; the lines of that are not taken for unreadable
 * ones. */
Test(shared_faults, an_entry_that_is_far_too_long_is_said)
{
	int64_t lines;

	server_start("");
	lines_write("a.jsonl", 0, 8 * LINES);
	pid_t pid = begin_sharing();

	harness_shell("(head -c 70000000 /dev/zero | tr '\\0' x >'%s')", harness_file("long"));
	server_command("-x xadd '{m}:log' '*' e <'%s'", harness_file("long"));
	cr_expect_eq(end_sharing(pid), 1);
	harness_shell("cat '%s'", harness_file("a.said"));
	cr_expect(strstr(harness_output(), "its next entry is longer than any that firstprint writes"), "%s", harness_output());
	harness_shell("wc -l <'%s'", harness_file("a.told"));
	lines = atoll(harness_output());
	cr_expect_lt(lines, 8 * LINES);
	harness_shell("! grep error '%s'", harness_file("a.told"));
	cr_expect_eq(harness_run("filter -q --shared %s -o '%s' /dev/null", server_url(), harness_file("b.db")), 1, "%s", harness_output());
}

/* Somebody who begins anew where only the head was lost begins a new log: the old crawlers see that it is not theirs. */
Test(shared_faults, an_index_whose_head_is_lost_is_not_two)
{
	pid_t pid;

	server_start("");
	lines_write("a.jsonl", 0, 8 * LINES);
	pid = begin_sharing();
	server_command("del '{m}:head'");
	share_line("b.db", "two", "rain");
	cr_expect_eq(end_sharing(pid), 1);
	harness_shell("cat '%s'", harness_file("a.said"));
	cr_expect(strstr(harness_output(), "was lost, and made anew with another key"), "%s", harness_output());
	cr_expect_eq(server_fact("pages"), 1);
}

/* The store is the truth: it sends its pages again. */
Test(shared_faults, a_memory_that_is_lost_as_a_whole_comes_back)
{
	pid_t pid;

	server_start("");
	judge_alone();
	pid = begin_sharing();
	for (int i = 0; i < 2; i++) {
		harness_sleep_ms(60);
		server_kill();
		server_restart();
	}
	cr_expect_eq(end_sharing(pid), 0);
	expect_same_verdicts();
}

/* "\"b1\" of \"b2\", …": of one store, drops with what they repeat. */
static const char *articles(const char *store)
{
	return harness_text(harness_file(store),
			    "SELECT group_concat(line, ', ') FROM (SELECT id, name || ' page' AS line FROM pages UNION ALL SELECT id, name ||"
			    " ' of ' || coalesce((SELECT name FROM pages WHERE id = of), 'another store''s') FROM drops ORDER BY id)");
}

/* By a store that does not know it, or by hand: articles with two keys cannot be compared, and a crawler that goes on would keep all. */
Test(shared_faults_long, a_memory_that_is_made_anew_with_another_key_is_refused)
{
	pid_t pid;

	server_start("");
	judge_alone();
	pid = begin_sharing();
	kill(pid, SIGSTOP);
	cr_assert_eq(harness_run("shared %s delete", server_url()), 0);
	cr_assert_eq(harness_run("shared %s create", server_url()), 0, "%s", harness_output());
	kill(pid, SIGCONT);
	cr_expect_eq(end_sharing(pid), 1);
	harness_shell("cat '%s'", harness_file("a.said"));
	cr_expect(strstr(harness_output(), "was lost, and made anew with another key"), "%s", harness_output());
	cr_expect_str_empty(harness_faults(harness_file("a.db")));
	cr_expect_eq(harness_run("filter -q --shared %s -o '%s' /dev/null", server_url(), harness_file("a.db")), 2);
	cr_expect(strstr(harness_output(), "has another key than the one that the store has shared"), "%s", harness_output());
	cr_expect_eq(server_fact("pages"), 0);

	cr_expect_eq(harness_run("shared %s delete", server_url()), 0);
	share_nothing("a.db");
	cr_expect_eq(server_fact("pages"), harness_number(harness_file("a.db"), "SELECT count(*) FROM pages"));
}

/* Who was killed is, for ten minutes here. */
Test(shared_faults, crawlers_that_have_ended_are_not_waited_for, .timeout = 1200)
{
	server_start("--appendonly yes --appendfsync always");
	share_line("a.db", "a1", "rain");
	share_line("b.db", "b1", "snow");
	cr_expect_eq(harness_run("shared %s", server_url()), 0);
	cr_expect(strstr(harness_output(), ", has ended\n"), "%s", harness_output());
	server_kill();
	server_restart();
	cr_expect(strstr(share_line("b.db", "b2", "rain"), "\"verdict\":\"duplicate\""), "%s", harness_output());
}

/* What came after the snapshot is lost. While its owner is away, a copy of it is let in: of the two, the one that comes first in the log
 * stays. */
Test(shared_faults, what_was_let_in_after_a_loss_is_found)
{
	server_start("");
	share_line("a.db", "a1", "snow");
	server_command("save");
	share_line("b.db", "b1", "rain");
	share_line("b.db", "b2", "rain");
	server_kill();
	server_restart();
	cr_expect(strstr(share_line("a.db", "a2", "rain"), "unique"), "%s", harness_output());
	share_line("a.db", "a3", "rain");
	cr_expect(strstr(share_nothing("b.db"), "1 page of this store repeats what another store has kept first, and was judged again"), "%s",
		  harness_output());
	cr_expect_str_eq(articles("a.db"), "\"a1\" page, \"a2\" page, \"a3\" of \"a2\"");
	cr_expect_str_eq(articles("b.db"), "\"b1\" of another store's, \"b2\" of another store's");
	share_nothing("a.db");
	cr_expect_str_eq(articles("a.db"), "\"a1\" page, \"a2\" page, \"a3\" of \"a2\"");
	cr_expect_eq(server_fact("pages"), 2);
	cr_expect_str_empty(harness_faults(harness_file("a.db")));
	cr_expect_str_empty(harness_faults(harness_file("b.db")));
}

/* That a page is no page any more was known to Redis only, which is lost, too: each store asks whether its originals are still there. */
Test(shared_faults, drops_of_what_nobody_has_after_a_loss_become_pages)
{
	server_start("");
	share_line("a.db", "a1", "rain");
	share_line("b.db", "b1", "snow");
	cr_expect(strstr(share_line("b.db", "b2", "rain"), "\"verdict\":\"duplicate\""), "%s", harness_output());
	server_kill();
	server_restart();
	harness_shell("rm '%s'*", harness_file("a.db"));
	share_nothing("b.db");
	cr_expect_str_eq(articles("b.db"), "\"b1\" page, \"b2\" page");
	cr_expect_eq(server_fact("pages"), 2);
}

/* The server has forgotten an id that was given; nobody gets it again. */
Test(shared_faults, ids_are_never_given_twice)
{
	server_start("");
	share_line("a.db", "a1", "snow");
	server_command("save");
	share_line("b.db", "b1", "rain");
	server_kill();
	server_restart();
	share_line("a.db", "a2", "hail");
	share_nothing("b.db");
	harness_shell("sqlite3 '%s' \"ATTACH '%s' AS b; SELECT count(DISTINCT id) FROM (SELECT id FROM pages UNION ALL SELECT id FROM b.pages)\"",
		      harness_file("a.db"), harness_file("b.db"));
	cr_expect_str_eq(harness_output(), "3\n");
	cr_expect_eq(server_fact("pages"), 3);
}

/* The run waits until there is room, and says why. */
Test(shared_faults, a_full_server_is_waited_for)
{
	pid_t pid;

	server_start("--maxmemory 2500kb");
	judge_alone();
	pid = lines_judge_held("a", "");
	lines_end("a");
	do
		server_command("info errorstats");
	while (!strstr(harness_output(), "errorstat_OOM:count="));
	server_command("config set maxmemory 0");
	cr_expect_eq(harness_wait(pid), 0);
	expect_same_verdicts();
}

/* A store as it is when its crawler was killed after a page was judged and before it was stored. Who has drops of that judges them
 * again. */
Test(shared_faults, what_was_judged_and_not_stored_is_withdrawn)
{
	server_start("");
	share_line("a.db", "a1", "snow");
	harness_shell("sqlite3 '%s' '.backup %s'", harness_file("a.db"), harness_file("before.db"));
	share_line("a.db", "a2", "rain");
	share_line("b.db", "b1", "rain");
	cr_expect_str_eq(articles("b.db"), "\"b1\" of another store's");
	harness_shell("rm '%s'*; cp '%s' '%s'", harness_file("a.db"), harness_file("before.db"), harness_file("a.db"));
	share_nothing("a.db");
	cr_expect_eq(server_fact("pages"), 1);
	share_nothing("b.db");
	cr_expect_str_eq(articles("b.db"), "\"b1\" page");
	cr_expect_eq(server_fact("pages"), 2);
	cr_expect_str_empty(harness_faults(harness_file("b.db")));
}

/* Both have crawled the same site. */
static void expect_two_stores_agree(const char *a, const char *b)
{
	pair_expect_fit(a, b);
	cr_expect_str_empty(harness_differences(a, b));
}

Test(shared_faults_long, a_crawler_that_is_killed_goes_on)
{
	char a[300], b[300];

	snprintf(a, sizeof a, "%s", harness_file("a.db"));
	snprintf(b, sizeof b, "%s", harness_file("b.db"));
	server_start("");
	web_write(400);
	for (int i = 0; i < 8; i++) {
		pid_t one = harness_spawn(NULL, "crawl -q --shared %s --allow-private --delay 0 -o '%s' '%s'", server_url(), a, web_seed());
		pid_t two = harness_spawn(NULL, "crawl -q --shared %s --allow-private --delay 0 -o '%s' '%s'", server_url(), b, web_seed());

		harness_sleep_ms(20 + i * 23 % 90);
		kill(one, SIGKILL);
		kill(two, SIGKILL);
		harness_wait(one);
		harness_wait(two);
	}
	harness_run("crawl -q --shared %s --allow-private --delay 0 -o '%s' '%s'", server_url(), a, web_seed());
	harness_run("crawl -q --shared %s --allow-private --delay 0 -o '%s' '%s'", server_url(), b, web_seed());
	share_nothing("a.db");
	expect_two_stores_agree(a, b);
}

/* Was one page in work at two deaths, as it may be on a busy machine? At a third one it would be a failure. */
static bool has_died_twice(const char *store)
{
	return harness_number(store, "SELECT count(*) FROM urls WHERE refresh_last = 4") > 0;
}

/* Before and after each commit: what was judged and not stored is withdrawn, and judged again. */
Test(shared_faults, a_crawler_that_is_killed_at_any_commit_goes_on)
{
	char a[300], b[300], environment[64];
	int runs = 0, code = 137;

	snprintf(a, sizeof a, "%s", harness_file("a.db"));
	snprintf(b, sizeof b, "%s", harness_file("b.db"));
	server_start("");
	web_write(1200);
	/* so that not the first page is in work at two deaths */
	harness_run("crawl -q --shared %s --allow-private --delay 0 --max-pages 1 -o '%s' '%s'", server_url(), a, web_seed());
	while (code != 0 && ++runs < 200 && !has_died_twice(a)) {
		snprintf(environment, sizeof environment, "DIES_%s_COMMIT=%d", runs % 2 ? "BEFORE" : "AFTER", 3 + runs / 2);
		code = harness_wait(harness_spawn(harness_seamed(environment), "crawl -q --shared %s --allow-private --delay 0 -o '%s' '%s'",
						  server_url(), a, web_seed()));
		cr_assert(code == 0 || code == 137, "%d: %s", code, harness_output());
		if (runs == 4)
			harness_run("crawl -q --shared %s --allow-private --delay 0 -o '%s' '%s'", server_url(), b, web_seed());
	}
	cr_expect_gt(runs, 2);
	if (code != 0)
		harness_run("crawl -q --shared %s --allow-private --delay 0 -o '%s' '%s'", server_url(), a, web_seed());
	harness_run("crawl -q --shared %s --allow-private --delay 0 -o '%s' '%s'", server_url(), b, web_seed());
	share_nothing("a.db");
	share_nothing("b.db");
	expect_two_stores_agree(a, b);
}

Test(shared_faults, a_second_process_does_not_take_a_store_over)
{
	pid_t pid;

	server_start("");
	share_line("a.db", "one", "rain");
	harness_shell("cp '%s' '%s'", harness_file("a.db"), harness_file("copy.db"));
	lines_write("a.jsonl", 0, 8 * LINES);
	pid = begin_sharing();
	kill(pid, SIGSTOP);
	cr_expect_eq(harness_run("filter -q --shared %s -o '%s' /dev/null", server_url(), harness_file("copy.db")), 0, "%s", harness_output());
	kill(pid, SIGCONT);
	cr_expect_eq(end_sharing(pid), 1);
	harness_shell("cat '%s'", harness_file("a.said"));
	cr_expect(strstr(harness_output(), "another process has joined"), "%s", harness_output());
	cr_expect_str_empty(harness_faults(harness_file("a.db")));
}

/* A snapshot, the append-only file, and a replica have what the primary has. */
Test(shared_faults_long, what_redis_saves_is_the_whole_memory)
{
	static const char *const settings[] = {"--dbfilename d.rdb", "--appendonly yes --appendfsync always",
					       "--appendonly yes --aof-use-rdb-preamble no"};

	for (size_t i = 0; i < 3; i++) {
		int64_t pages;

		harness_shell("rm -rf '%s' '%s' '%s'*", harness_file("redis"), harness_file("b.db"), harness_file("a.db"));
		server_start(settings[i]);
		lines_write("all.jsonl", 0, LINES);
		harness_run("filter -q --shared %s -o '%s' '%s'", server_url(), harness_file("a.db"), harness_file("all.jsonl"));
		pages = server_fact("pages");
		server_command(i ? "bgrewriteaof" : "save");
		harness_sleep_ms(i ? 500 : 0);
		server_kill();
		server_restart();
		cr_expect_eq(server_fact("pages"), pages, "%s", settings[i]);
		harness_run("filter -q --shared %s -o '%s' '%s'", server_url(), harness_file("b.db"), harness_file("all.jsonl"));
		cr_expect_eq(harness_number(harness_file("b.db"), "SELECT count(*) FROM pages"), 0);
		server_stop();
	}
}

/* The replica has not got the last changes. Both stores send again what is missing, before anything is judged. */
static void kill_a_primary_after(int ms)
{
	shared_pair p;

	harness_shell("rm -f '%s'/?.db*", harness_file("."));
	server_start_cluster("");
	p = pair_start_both(); /* who comes later would make a memory with another key */
	harness_sleep_ms(ms);
	server_kill_primary_of("m");
	pair_expect_same(p);
	server_stop();
}

/* What one had told after its replica was cut off is lost when it has ended; the other one goes on, and keeps reprints of that. */
Test(shared_faults_long, who_had_ended_before_a_loss_comes_back_later, .timeout = 1200)
{
	siginfo_t ended;
	shared_pair p;

	server_start_cluster("");
	p = pair_start_both();
	server_cut_replica_of("m");
	kill(p.a, SIGSTOP);
	lines_end("b");
	cr_assert_eq(waitid(P_PID, (id_t)p.b, &ended, WEXITED | WNOWAIT), 0);
	server_kill_primary_of("m");
	kill(p.a, SIGCONT);
	pair_expect_same(p);
}

/* The environment variable PRIMARIES sets how often it is done, at random moments. */
Test(shared_faults_long, the_primary_of_a_cluster_is_killed, .timeout = 1200)
{
	const char *asked = getenv("PRIMARIES");

	srandom((unsigned)time(NULL));
	for (int i = 0; i < (asked ? atoi(asked) : 1); i++)
		kill_a_primary_after(asked ? (int)(random() % 200) : 10);
}
