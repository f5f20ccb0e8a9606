#include "tests/e2e/shared_pair.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/e2e/harness.h"
#include "tests/e2e/index_server.h"
#include "tests/e2e/replay.h"
#include "tests/e2e/shared_lines.h"

pid_t pair_start_one(const char *name, const char *environment)
{
	char lines[16];

	snprintf(lines, sizeof lines, "%s.jsonl", name);
	lines_write(lines, 0, 6 * LINES);
	return lines_judge_held(name, environment);
}

shared_pair pair_start(void)
{
	shared_pair p;

	p.a = pair_start_one("a", "");
	p.b = pair_start_one("b", ""); /* twins meet at once */
	return p;
}

static int count_compared(void)
{
	int n = 0;

	harness_run("shared %s --json", server_url());
	for (const char *at = harness_output(); (at = strstr(at, "\"compared\":true")) != NULL; at++)
		n++;
	return n;
}

shared_pair pair_start_both(void)
{
	shared_pair p = pair_start();

	for (int tries = 0; count_compared() < 2 || server_fact("pages") < LINES / 2; tries++) {
		cr_assert_lt(tries, 3000, "%s", harness_output());
		harness_sleep_ms(5);
	}
	lines_go_on("a");
	lines_go_on("b");
	return p;
}

static void expect_end(pid_t pid, const char *name)
{
	int code;

	lines_end(name);
	code = harness_wait(pid);
	harness_shell("tail -n 2 '%s/%s.said'", harness_file("."), name);
	cr_expect_eq(code, 0, "%s: %s", name, harness_output());
}

void pair_expect_fit(const char *a, const char *b)
{
	cr_expect_str_empty(harness_faults(a));
	cr_expect_str_empty(harness_faults(b));
	cr_expect_eq(server_fact("pages"),
		     harness_number(a, "SELECT count(*) FROM pages") + harness_number(b, "SELECT count(*) FROM pages"));
	harness_shell("sqlite3 '%s' \"ATTACH '%s' AS b; SELECT of FROM (SELECT of FROM drops UNION SELECT of FROM b.drops) WHERE of NOT IN"
		      " (SELECT id FROM pages UNION SELECT id FROM b.pages)\"", a, b);
	cr_expect_str_empty(harness_output(), "no drop repeats what is nowhere");
}

void pair_expect_same(shared_pair p)
{
	char stores[700];

	lines_end("b"); /* both go on at once */
	expect_end(p.a, "a");
	expect_end(p.b, "b");
	server_wait(); /* it may have been killed when they had ended */
	for (int i = 0; i < 2; i++) { /* twice: if one had ended before the fault, what it compares now withdraws pages of the other */
		share_nothing("a.db");
		share_nothing("b.db");
	}
	snprintf(stores, sizeof stores, "'%s' '%s'", harness_file("a.db"), harness_file("b.db"));
	replay_expect_same(stores, harness_file("a.db"));
	pair_expect_fit(harness_file("a.db"), harness_file("b.db"));
}
