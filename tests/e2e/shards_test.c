/* A memory that lies on several servers: its verdicts, how it grows, and what becomes of it when something goes wrong. */
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "tests/e2e/harness.h"
#include "tests/e2e/memory.h"
#include "tests/e2e/shared_lines.h"
#include "tests/e2e/shared_pair.h"
#include "tests/e2e/web.h"

enum { SHARDS = 3 };

static void serve(void)
{
	harness_start(WEB_LOCATIONS);
}

static void stop(void)
{
	memory_stop();
	harness_stop();
}

TestSuite(shards, .init = serve, .fini = stop);

static void serve_if_long(void)
{
	harness_long();
	serve();
}

TestSuite(shards_long, .init = serve_if_long, .fini = stop);

static int64_t pages_of_shard(int number)
{
	memory_command("--raw firstprint.info 'm:{shard-%d}' | grep -a -xA1 pages | tail -n 1", number);
	return atoll(harness_output());
}

/* ── verdicts ── */

Test(shards, two_at_once_get_the_verdicts_of_one_process)
{
	pair_make_memory("", SHARDS);
	pair_expect_same(pair_start());
	for (int i = 1; i <= SHARDS; i++)
		cr_expect_gt(pages_of_shard(i), memory_fact("pages") / SHARDS / 2, "shard %d has its share", i);
}

Test(shards, sites_lines_are_left_out_wherever_their_pages_lie)
{
	FILE *f;

	pair_make_memory("", SHARDS);
	f = fopen(harness_file("lines.jsonl"), "w");
	for (int i = 0; i < 12; i++) { /* each page has eight sentences of its own, and ten that are the site's */
		fprintf(f, "{\"id\":%d,\"url\":\"http://site/%d\",\"text\":\"", i, i);
		for (int k = 0; k < 10; k++)
			fprintf(f, "The menu has line %c with words that all of its pages show to their readers again and again.\\n", 'a' + k);
		for (int k = 0; k < 8; k++)
			fprintf(f, "Story%d tells%d of%d things%d nobody%d knew%d before%d. ", i * 9 + k, i * 7 + k, i + k, i * 5 + k, i * 3 + k,
				i * 11 + k, i * 13 + k);
		fprintf(f, "\"}\n");
	}
	fclose(f);
	cr_expect_eq(harness_run("filter -q --shared %s -o '%s' '%s'", memory_url(), harness_file("a.db"), harness_file("lines.jsonl")), 0, "%s",
		     harness_output());
	harness_shell("(sqlite3 '%s' 'CREATE TABLE settled AS SELECT id, bytes FROM signatures')", harness_file("a.db"));
	harness_shell("cp '%s' '%s'; sqlite3 '%s' \"DELETE FROM pages; DELETE FROM drops; DELETE FROM signatures; DELETE FROM meta WHERE name IN"
		      " ('memory', 'owner', 'epoch', 'withdrawn', 'signature-log')\"; rm -f '%s'-*",
		      harness_file("a.db"), harness_file("one.db"), harness_file("one.db"), harness_file("one.db"));
	cr_expect_eq(harness_run("filter -q -o '%s' '%s'", harness_file("one.db"), harness_file("lines.jsonl")), 0, "%s", harness_output());
	cr_expect_eq(harness_number(harness_file("one.db"),
				    "SELECT count(*) FROM signatures JOIN settled USING (id) WHERE signatures.bytes = settled.bytes"),
		     12, "settled as by one process");
}

/* ── growing ── */

Test(shards, an_old_store_teaches_its_pages)
{
	lines_write("old.jsonl", 0, LINES);
	memory_start("");
	cr_assert_eq(harness_run("filter -q -o '%s' '%s'", harness_file("a.db"), harness_file("old.jsonl")), 0);
	cr_assert_eq(harness_run("shared %s create --shards 3 --store '%s'", memory_url(), harness_file("a.db")), 0, "%s", harness_output());
	share_nothing("a.db");
	cr_expect_eq(memory_fact("pages"), harness_number(harness_file("a.db"), "SELECT count(*) FROM pages"));
	cr_expect_eq(harness_run("filter -q --shared %s -o '%s' '%s'", memory_url(), harness_file("b.db"), harness_file("old.jsonl")), 0);
	cr_expect_eq(harness_number(harness_file("b.db"), "SELECT count(*) FROM pages"), 0, "all are known");
	cr_expect_eq(harness_run("inspect '%s' '%s' --json", harness_file("a.db"), harness_file("b.db")), 0);
}

/* While no crawler runs. */
Test(shards, a_memory_is_made_anew_on_several)
{
	pair_make_memory("recovery=5", 1);
	share_line("a.db", "a1", "rain");
	share_line("b.db", "b1", "snow");
	memory_command("del m");
	cr_assert_eq(harness_run("shared %s create --shards 3 --store '%s'", memory_url(), harness_file("a.db")), 0, "%s", harness_output());
	share_nothing("a.db");
	share_nothing("b.db");
	cr_expect(strstr(share_line("a.db", "a2", "snow"), "duplicate"), "%s", harness_output());
	cr_expect(strstr(share_line("b.db", "b2", "rain"), "duplicate"), "%s", harness_output());
	cr_expect_eq(memory_fact("pages"), 2);
	pair_expect_fit(harness_file("a.db"), harness_file("b.db"));
}

Test(shards, one_more_takes_what_comes_from_then_on)
{
	int64_t before[3];

	pair_make_memory("", SHARDS - 1);
	lines_write("some.jsonl", 0, LINES);
	lines_write("more.jsonl", LINES / 2, 2 * LINES);
	harness_run("filter -q --shared %s -o '%s' '%s'", memory_url(), harness_file("a.db"), harness_file("some.jsonl"));
	for (int i = 1; i <= 2; i++)
		before[i] = pages_of_shard(i);
	cr_assert_eq(harness_run("shared %s add-shard", memory_url()), 0, "%s", harness_output());
	cr_expect_eq(harness_run("filter -q --shared %s -o '%s' '%s'", memory_url(), harness_file("b.db"), harness_file("more.jsonl")), 0, "%s",
		     harness_output());
	cr_expect(pages_of_shard(1) < before[1] + LINES / 2 && pages_of_shard(2) < before[2] + LINES / 2 && pages_of_shard(3) > LINES / 4,
		  "%d %d %d", (int)pages_of_shard(1), (int)pages_of_shard(2), (int)pages_of_shard(3));
	cr_expect_gt(harness_number(harness_file("b.db"), "SELECT count(*) FROM drops WHERE elsewhere = 1"), LINES / 2 - 1, "what the other store has");
	pair_expect_fit(harness_file("a.db"), harness_file("b.db"));
}

Test(shards_long, one_more_is_used_by_crawlers_that_run)
{
	shared_pair p;

	pair_make_memory("recovery=5", SHARDS - 1);
	p = pair_start_both();
	cr_assert_eq(harness_run("shared %s add-shard", memory_url()), 0, "%s", harness_output());
	pair_expect_same(p);
	cr_expect_gt(pages_of_shard(3), LINES / 4);
}

Test(shards, what_cannot_be_divided_is_refused)
{
	memory_start("");
	cr_expect_eq(harness_run("shared %s create --shards 3 --filter sentence-hash", memory_url()), 2);
	cr_expect(strstr(harness_output(), "cannot be divided among several servers"), "%s", harness_output());
	cr_expect_eq(harness_run("shared %s create --shards 3 --filter cascade:clusters=4", memory_url()), 2);
	cr_expect_eq(harness_run("shared %s create", memory_url()), 0);
	cr_expect(strstr(harness_output(), "is made, with one shard"), "%s", harness_output());
	cr_expect_eq(harness_run("shared %s add-shard", memory_url()), 2);
	cr_expect(strstr(harness_output(), "is one shard"), "%s", harness_output());
}

Test(shards, where_they_are_is_said)
{
	memory_start("");
	cr_expect_eq(harness_run("shared %s create --shards 2", memory_url()), 0);
	cr_expect(strstr(harness_output(), "is made, with 2 shards on 1 server\n"), "%s", harness_output());
	cr_expect_eq(harness_run("shared %s add-shard", memory_url()), 0);
	cr_expect(strstr(harness_output(), "has now 3 shards on 1 server\n"), "%s", harness_output());
	cr_expect_eq(harness_run("shared %s create --shards 2", memory_url()), 1);
	cr_expect(strstr(harness_output(), "there is a memory of this name"), "%s", harness_output());
	cr_expect_eq(harness_run("shared %s", memory_url()), 0);
	cr_expect(strstr(harness_output(), "m:{shard-3}") && strstr(harness_output(), ", on 127.0.0.1:"), "%s", harness_output());
}

Test(shards_long, a_memory_that_is_deleted_leaves_no_shard)
{
	pair_make_memory("", SHARDS);
	share_line("a.db", "a1", "rain");
	cr_expect_eq(harness_run("shared %s delete", memory_url()), 0, "%s", harness_output());
	memory_command("dbsize");
	cr_expect_str_eq(harness_output(), "0\n");
	cr_expect_eq(harness_run("shared %s delete", memory_url()), 1);
	share_nothing("a.db");
	cr_expect_eq(memory_fact("pages"), 1, "the store has made it again");
}

Test(shards, drops_of_a_forgotten_store_become_pages)
{
	pair_make_memory("", SHARDS);
	share_line("a.db", "a1", "rain");
	share_line("a.db", "a2", "snow");
	share_line("b.db", "b1", "rain");
	cr_assert_eq(harness_run("shared %s forget %s", memory_url(), harness_text(harness_file("a.db"), "SELECT value FROM meta WHERE name = 'owner'")),
		     0, "%s", harness_output());
	cr_expect_eq(memory_fact("pages"), 0);
	share_nothing("b.db");
	cr_expect_str_eq(harness_text(harness_file("b.db"), "SELECT name FROM pages"), "\"b1\"");
	cr_expect_eq(memory_fact("pages"), 1);
	cr_expect_eq(harness_run("shared %s forget store-nobody", memory_url()), 1);
	cr_expect(strstr(harness_output(), "no store of this name"), "%s", harness_output());
}

/* ── faults ── */

Test(shards_long, connections_that_are_cut_change_no_verdict)
{
	shared_pair p;

	pair_make_memory("", SHARDS);
	p = pair_start_both();
	for (int i = 0; i < 40; i++) {
		memory_command("client kill type normal skipme yes");
		harness_sleep_ms(10);
	}
	pair_expect_same(p);
}

/* Whatever was asked: nothing is judged or remembered twice, or not at all. b comes first: all is new to it. */
Test(shards_long, answers_that_are_lost_are_asked_for_again, .timeout = 1200)
{
	static const char *const commands[] = {"TURN:3", "CHECK:7", "KEEP:3", "DONE:3"};

	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		char environment[64];
		shared_pair p;

		snprintf(environment, sizeof environment, "LOSES_ANSWER=FIRSTPRINT.%s", commands[i]);
		pair_make_memory("", SHARDS);
		p.b = pair_start_one("b", harness_seamed(environment));
		while (memory_fact("next_id") < LINES / 2)
			harness_sleep_ms(5);
		p.a = pair_start_one("a", "");
		pair_expect_same(p);
		harness_shell("grep -q 'answer is lost' '%s'", harness_file("b.said"));
		memory_stop();
		harness_shell("rm -rf '%s' '%s'/[ab].*", harness_file("redis"), harness_file("."));
	}
}

/* b hangs in its turn. The next one goes on after the lease, and what the late one wanted to ask or to remember is refused: a has met the
 * same pages meanwhile. */
static void hang_before(const char *command)
{
	char environment[64];
	siginfo_t x;
	shared_pair p;

	snprintf(environment, sizeof environment, "STOPS_BEFORE=FIRSTPRINT.%s", command);
	pair_make_memory("lease=0.05 recovery=0.2", SHARDS);
	p.b = pair_start_one("b", harness_seamed(environment));
	cr_assert_eq(waitid(P_PID, (id_t)p.b, &x, WSTOPPED | WNOWAIT), 0);
	p.a = pair_start_one("a", "");
	lines_end("a");
	cr_assert_eq(waitid(P_PID, (id_t)p.a, &x, WEXITED | WNOWAIT), 0);
	kill(p.b, SIGCONT);
	pair_expect_same(p);
}

Test(shards_long, one_that_hangs_in_its_turn_is_not_waited_for, .timeout = 1200)
{
	hang_before("CHECK:7");
}

Test(shards_long, what_comes_after_its_turn_is_not_remembered, .timeout = 1200)
{
	hang_before("KEEP:3");
}

static void lose(const char *key)
{
	shared_pair p;

	pair_make_memory("recovery=5", SHARDS);
	p = pair_start_both();
	memory_command("del '%s'", key);
	pair_expect_same(p);
}

Test(shards_long, one_that_is_lost_comes_back_from_the_stores)
{
	lose("m:{shard-2}");
}

Test(shards, one_that_is_lost_while_no_crawler_runs_comes_back)
{
	pair_make_memory("", SHARDS);
	share_line("a.db", "a1", "rain"); /* one on each */
	share_line("a.db", "a2", "snow");
	share_line("a.db", "a3", "wind");
	memory_command("del 'm:{shard-2}'");
	cr_expect_eq(memory_fact("pages"), 2);
	cr_expect_eq(harness_run("shared %s", memory_url()), 0);
	cr_expect(strstr(harness_output(), "which has lost it"), "%s", harness_output());
	share_nothing("a.db");
	cr_expect_eq(memory_fact("pages"), 3);
}

/* The head and a shard are lost, and somebody makes them anew, which ends at the shard that is still there. */
Test(shards_long, what_is_not_made_to_its_end_is_not_made)
{
	pair_make_memory("", SHARDS);
	share_line("a.db", "a1", "rain");
	memory_command("del m 'm:{shard-1}'");
	cr_expect_eq(harness_run("shared %s create --shards 3", memory_url()), 1);
	cr_expect(strstr(harness_output(), "there is a shard m:{shard-2}"), "%s", harness_output());
	memory_command("exists 'm:{shard-1}'");
	cr_expect_str_eq(harness_output(), "0\n");
	share_nothing("a.db");
	cr_expect_eq(memory_fact("pages"), 1);
}

Test(shards, a_shard_of_another_memory_is_refused)
{
	pair_make_memory("", SHARDS);
	share_line("a.db", "a1", "rain");
	memory_command("rename 'm:{shard-1}' away");
	memory_command("del m 'm:{shard-2}' 'm:{shard-3}'");
	cr_assert_eq(harness_run("shared %s create --shards 3", memory_url()), 0, "%s", harness_output());
	memory_command("rename away 'm:{shard-1}'");
	cr_expect_eq(harness_run("filter -q --shared %s -o '%s' /dev/null", memory_url(), harness_file("b.db")), 1);
	cr_expect(strstr(harness_output(), "the shard m:{shard-1} has another key"), "%s", harness_output());
}

Test(shards_long, the_head_that_is_lost_comes_back_from_the_stores)
{
	lose("m");
}

Test(shards_long, all_that_is_lost_comes_back_from_the_stores)
{
	shared_pair p;

	pair_make_memory("recovery=5", SHARDS);
	p = pair_start_both();
	for (int i = 0; i < 2; i++) {
		harness_sleep_ms(30);
		memory_kill();
		memory_restart();
	}
	pair_expect_same(p);
}

/* In a cluster they lie on three primaries; one of them loses its replica, and is killed. key: NULL: that of a shard. */
static void kill_primary_of(const char *key)
{
	char leaf[100];
	shared_pair p;

	memory_start_cluster("recovery=5");
	cr_assert_eq(harness_run("shared %s create --shards 3", memory_url()), 0, "%s", harness_output());
	cr_assert_eq(harness_run("shared %s --json", memory_url()), 0);
	snprintf(leaf, sizeof leaf, "%.*s", (int)strcspn(strstr(harness_output(), "\"shard\":\"m:") + 9, "\""),
		 strstr(harness_output(), "\"shard\":\"m:") + 9);
	p = pair_start_both();
	memory_kill_primary_of(key ? key : leaf);
	pair_expect_same(p);
}

Test(shards_long, the_primary_of_a_shard_is_killed)
{
	kill_primary_of(NULL);
}

Test(shards_long, the_primary_of_the_head_is_killed)
{
	kill_primary_of("m");
}

Test(shards, a_full_memory_ends_the_run_and_loses_nothing)
{
	pair_make_memory("memory=2500000", SHARDS);
	lines_write("all.jsonl", 0, 8 * LINES);
	cr_expect_eq(harness_run("filter -q --shared %s -o '%s' '%s'", memory_url(), harness_file("a.db"), harness_file("all.jsonl")), 1);
	cr_expect(strstr(harness_output(), "the memory is full"), "%s", harness_output());
	cr_expect_str_empty(harness_faults(harness_file("a.db")));
	cr_expect_gt(harness_number(harness_file("a.db"), "SELECT count(*) FROM pages"), 50);
	cr_expect_eq(memory_fact("pages"), harness_number(harness_file("a.db"), "SELECT count(*) FROM pages"));
}

/* What came after the snapshot is lost. While its owner is away, a copy of it is let in; that is found when the owner returns. */
Test(shards, what_was_let_in_after_a_loss_is_found)
{
	pair_make_memory("recovery=0.2", SHARDS);
	share_line("a.db", "a1", "snow");
	memory_command("save");
	share_line("b.db", "b1", "rain");
	memory_kill();
	memory_restart();
	harness_sleep_ms(300);
	cr_expect(strstr(share_line("a.db", "a2", "rain"), "unique"), "%s", harness_output());
	share_nothing("b.db");
	cr_expect(strstr(share_nothing("a.db"), "1 page repeated what the memory had lost"), "%s", harness_output());
	cr_expect_eq(harness_number(harness_file("a.db"), "SELECT count(*) FROM drops WHERE of = 2"), 1);
	cr_expect_eq(memory_fact("pages"), 2);
}

Test(shards_long, what_redis_saves_is_the_whole_memory)
{
	static const char *const settings[] = {"recovery=0.2 --dbfilename d.rdb", "recovery=0.2 --appendonly yes --appendfsync always",
					       "recovery=0.2 --appendonly yes --aof-use-rdb-preamble no"};

	for (size_t i = 0; i < 3; i++) {
		int64_t pages;

		harness_shell("rm -rf '%s' '%s' '%s'*", harness_file("redis"), harness_file("b.db"), harness_file("a.db"));
		pair_make_memory(settings[i], SHARDS);
		lines_write("all.jsonl", 0, LINES);
		harness_run("filter -q --shared %s -o '%s' '%s'", memory_url(), harness_file("a.db"), harness_file("all.jsonl"));
		cr_assert_eq(harness_run("shared %s add-shard", memory_url()), 0);
		pages = memory_fact("pages");
		memory_command(i ? "bgrewriteaof" : "save");
		harness_sleep_ms(i ? 500 : 0);
		memory_kill();
		memory_restart();
		cr_expect_eq(memory_fact("pages"), pages, "%s", settings[i]);
		cr_expect_eq(memory_fact("next_id"), LINES + 1, "%s", settings[i]);
		cr_expect_eq(pages_of_shard(4), 0);
		harness_run("filter -q --shared %s -o '%s' '%s'", memory_url(), harness_file("b.db"), harness_file("all.jsonl"));
		cr_expect_eq(harness_number(harness_file("b.db"), "SELECT count(*) FROM pages"), 0);
		memory_stop();
	}
}
