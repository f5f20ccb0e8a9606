/* --shared on PostgreSQL: the same promises as on Redis (shared_test.c, shared_faults_test.c). */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/e2e/harness.h"
#include "tests/e2e/index_server.h"
#include "tests/e2e/shared_lines.h"
#include "tests/e2e/shared_pair.h"

static void serve(void)
{
	harness_open();
	server_start_postgres();
}

static void stop(void)
{
	server_stop();
	harness_stop();
}

TestSuite(shared_postgres, .init = serve, .fini = stop);

static int64_t count(const char *store, const char *what)
{
	char sql[100];

	snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", what);
	return harness_number(harness_file(store), sql);
}

Test(shared_postgres, an_article_is_kept_once_and_freed_with_its_store)
{
	char owner[100];

	share_line("a.db", "one", "rain");
	cr_expect(strstr(share_line("b.db", "two", "rain"), "\"verdict\":\"duplicate\""), "%s", harness_output());
	share_line("b.db", "three", "snow");
	cr_expect_eq(server_fact("pages"), 2);
	snprintf(owner, sizeof owner, "%s", harness_text(harness_file("a.db"), "SELECT value FROM meta WHERE name = 'owner'"));
	cr_expect_eq(harness_run("shared %s forget '%s'", server_url(), owner), 0, "%s", harness_output());
	share_nothing("b.db");
	cr_expect_eq(count("b.db", "pages"), 2);
	cr_expect_str_empty(harness_faults(harness_file("b.db")));
	cr_expect_eq(harness_run("shared %s", server_url()), 0);
	cr_expect(!strstr(harness_output(), owner) && strstr(harness_output(), ", has ended\n"), "%s", harness_output());
}

/* Killed with all its processes, twice, while two stores judge the same lines. */
Test(shared_postgres, a_server_that_is_killed_loses_nothing)
{
	shared_pair p = pair_start_both();

	for (int i = 0; i < 2; i++) {
		harness_sleep_ms(60);
		server_kill();
		server_restart();
	}
	pair_expect_same(p);
}

/* Its tables are emptied while two stores judge: they send their pages again. */
Test(shared_postgres, an_index_that_is_lost_comes_back)
{
	shared_pair p = pair_start_both();

	cr_assert_eq(harness_run("shared %s delete", server_url()), 0, "%s", harness_output());
	pair_expect_same(p);
}

/* Somebody deletes what he takes for old rows. */
Test(shared_postgres, rows_that_are_missing_are_sent_again)
{
	share_line("a.db", "one", "rain");
	share_line("a.db", "three", "snow");
	share_line("b.db", "two", "fog");
	server_command("DELETE FROM firstprint_log WHERE n <= 4");
	share_nothing("a.db");
	cr_expect(strstr(share_line("c.db", "four", "rain"), "\"verdict\":\"duplicate\""), "%s", harness_output());
	cr_expect(strstr(share_line("c.db", "five", "fog"), "\"verdict\":\"duplicate\""), "%s", harness_output());
	cr_expect_eq(server_fact("pages"), 3);
}

Test(shared_postgres, an_index_whose_head_is_lost_is_not_two)
{
	pid_t pid;

	lines_write("a.jsonl", 0, 8 * LINES);
	pid = lines_judge_held("a", "");
	while (server_fact("pages") < LINES / 4)
		harness_sleep_ms(5);
	server_command("DELETE FROM firstprint_head");
	share_line("b.db", "two", "rain");
	lines_end("a");
	cr_expect_eq(harness_wait(pid), 1);
	harness_shell("cat '%s'", harness_file("a.said"));
	cr_expect(strstr(harness_output(), "was lost, and made anew with another key"), "%s", harness_output());
	cr_expect_eq(server_fact("pages"), 1);
}

/* Before it has joined, nobody waits for ever. */
Test(shared_postgres, a_server_that_only_reads_is_said)
{
	share_line("a.db", "one", "rain");
	server_command("ALTER DATABASE postgres SET default_transaction_read_only = on");
	cr_expect_eq(harness_run("filter --shared %s -o '%s' /dev/null", server_url(), harness_file("b.db")), 1);
	cr_expect(strstr(harness_output(), "read-only transaction"), "%s", harness_output());
}

/* The user of docs/cluster.md. All rows are lost, and come back without the right to make tables. */
Test(shared_postgres, a_user_for_its_tables_is_enough)
{
	char url[200];

	share_line("a.db", "one", "rain");
	cr_expect_eq(harness_run("shared %s delete", server_url()), 0);
	server_command("REVOKE CREATE ON SCHEMA public FROM public; CREATE ROLE crawler LOGIN; GRANT SELECT, INSERT, UPDATE, DELETE ON firstprint_head,"
		       " firstprint_log, firstprint_stores, firstprint_fields, firstprint_queue, firstprint_leases TO crawler");
	snprintf(url, sizeof url, "postgresql://crawler@%s", strchr(server_url(), '@') + 1);
	cr_expect_eq(harness_run("filter --shared %s -o '%s' /dev/null", url, harness_file("a.db")), 0, "%s", harness_output());
	cr_expect(!strstr(harness_output(), "NOTICE"), "%s", harness_output());
	cr_expect_eq(server_fact("pages"), 1);
	cr_expect_eq(harness_run("shared %s forget \"$(sqlite3 '%s' \"SELECT value FROM meta WHERE name = 'owner'\")\"", url, harness_file("a.db")), 0, "%s", harness_output());
}

Test(shared_postgres, what_is_wrong_with_an_address_is_said)
{
	static const char *const rows[][2] = {{"postgresql://firstprint@127.0.0.1:%d/nosuch/m", "database \"nosuch\" does not exist"},
					      {"postgresql://nobody@127.0.0.1:%d/postgres/m", "role \"nobody\" does not exist"},
					      {"postgresql://127.0.0.1:%d/m", "a shared index is named postgresql://"}};
	int port = atoi(strrchr(server_url(), ':') + 1);

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char url[200];

		snprintf(url, sizeof url, rows[i][0], port);
		cr_expect_eq(harness_run("filter --shared '%s' /dev/null", url), 2, "%s: %s", url, harness_output());
		cr_expect(strstr(harness_output(), rows[i][1]), "%s", harness_output());
	}
	cr_expect_eq(harness_run("filter --shared postgresql://firstprint@127.0.0.1:%d/postgres/m /dev/null", harness_free_port()), 1);
	cr_expect(strstr(harness_output(), "Connection refused"), "%s", harness_output());
}
