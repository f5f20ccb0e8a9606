/* `firstprint judge`: a store that is judged again, and stores that earlier versions wrote. */
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "purify/purify.h"
#include "tests/e2e/harness.h"

TestSuite(judge_command, .init = harness_open, .fini = harness_stop);

static const char *const subjects[] = {"harbour", "railway", "orchard", "theatre", "glacier"};

/* Sixty pages: five articles, each copied, edited and cut. */
static void write_pages(void)
{
	FILE *f = fopen(harness_file("pages.jsonl"), "w");

	for (int i = 0; i < 60; i++) {
		const char *subject = subjects[i % 5];

		fprintf(f, "{\"id\":%d,\"title\":\"The %s\",\"text\":\"", i, subject);
		for (int s = 0; s < 20 - i / 15 * 3; s++)
			if (s != i % 13 || i < 5)
				fprintf(f, "Sentence %c of the %s says that its part %c%c was new to all who came there. ", 'a' + s, subject,
					'a' + s * 7 % 26, 'a' + s * 3 % 26);
		fprintf(f, "\"}\n");
	}
	fclose(f);
}

static void make_store(const char *store, const char *spec)
{
	write_pages();
	cr_assert_eq(harness_run("filter -q -f %s -o %s %s", spec, store, harness_file("pages.jsonl")), 0, "%s", harness_output());
}

/* A checksum of everything in a store that depends on verdicts. */
static const char *state_of(const char *store)
{
	harness_shell("for t in 'SELECT id, url, name, title, text, stage FROM pages ORDER BY id'"
		      " 'SELECT id, name, of, of_url, verdict, filter, stage, score, evidence, shares FROM drops ORDER BY id'"
		      " 'SELECT id, kept, hex(bytes) FROM signatures ORDER BY id' 'SELECT * FROM supersedes' 'SELECT * FROM counts'"
		      " 'SELECT * FROM meta'; do sqlite3 %s \"$t\"; done | cksum", store);
	return harness_output();
}

Test(judge_command, with_its_own_filter_nothing_changes)
{
	const char *store = harness_file("a.db");
	char *before;

	make_store(store, "cascade");
	before = strdup(state_of(store));
	cr_expect_eq(harness_run("judge %s", store), 0);
	cr_expect(strstr(harness_output(), "0 drops become pages, 0 pages become drops"), "%s", harness_output());
	cr_expect(strstr(harness_output(), "nothing is changed yet"), "%s", harness_output());
	cr_expect_str_eq(state_of(store), before);
	cr_expect_eq(harness_run("judge %s --apply", store), 0, "%s", harness_output());
	cr_expect_str_eq(state_of(store), before);
	cr_expect_eq(harness_run("judge %s -q --apply", store), 0);
	cr_expect_str_empty(harness_output());
	free(before);
}

Test(judge_command, after_another_filter_and_back_every_row_is_the_same)
{
	const char *store = harness_file("a.db");
	char *before;

	make_store(store, "cascade");
	before = strdup(state_of(store));
	cr_assert_eq(harness_run("judge %s -f exact", store), 0, "%s", harness_output());
	cr_expect(!strstr(harness_output(), "  0 drops become pages"), "%s", harness_output());
	cr_expect(strstr(harness_output(), ", judged with exact@1\n  before with cascade@16:"), "%s", harness_output());
	cr_expect(strstr(harness_output(), "\n    11  10\n"), "a page without a URL has its name: %s", harness_output());
	cr_expect_str_eq(state_of(store), before, "nothing is changed without --apply");
	cr_assert_eq(harness_run("judge %s -f exact --apply", store), 0, "%s", harness_output());
	cr_expect_str_eq(harness_faults(store), "");
	cr_expect_str_eq(harness_text(store, "SELECT value FROM meta WHERE name = 'filter'"), "exact@1");
	cr_expect_eq(harness_number(store, "SELECT count(*) FROM drops WHERE filter <> 'exact'"), 0);
	cr_expect_eq(harness_run("filter -q -o %s %s", store, harness_file("pages.jsonl")), 0, "it goes on with it: %s", harness_output());
	harness_shell("rm %s*", store);
	make_store(store, "cascade");
	free(before);
	before = strdup(state_of(store));
	cr_assert_eq(harness_run("judge %s -f sentence-hash --apply", store), 0, "%s", harness_output());
	cr_expect_str_eq(harness_faults(store), "");
	cr_assert_eq(harness_run("judge %s -f cascade --apply", store), 0, "%s", harness_output());
	cr_expect_str_eq(state_of(store), before);
	free(before);
}

Test(judge_command, a_kill_leaves_all_or_nothing_changed)
{
	char *store = strdup(harness_file("k.db")), *before, *after, command[600]; /* copied, since harness_file reuses its buffers */
	int undone = 0, done = 0, kills = getenv("LONG") ? 25 : 10;

	make_store(store, "cascade");
	harness_shell("cp '%s' '%s'; cp '%s' '%s'", store, harness_file("first.db"), store, harness_file("whole.db"));
	before = strdup(state_of(store));
	cr_assert_eq(harness_run("judge %s -f exact --apply", harness_file("whole.db")), 0);
	after = strdup(state_of(harness_file("whole.db")));
	snprintf(command, sizeof command, "judge %s -f exact --apply", store);
	for (int i = 0; i < kills || !undone || !done; i++) {
		const char *now;
		pid_t pid;

		cr_assert_lt(i, kills + 16, "%d not done, %d done", undone, done);
		harness_shell("rm '%s'*; cp '%s' '%s'", store, harness_file("first.db"), store);
		pid = harness_spawn(NULL, "%s", command);
		harness_sleep_ms(i < kills ? 6 * i : 6L * kills << (i - kills)); /* longer and longer, until one was done */
		kill(pid, SIGKILL);
		harness_wait(pid);
		cr_expect_str_eq(harness_faults(store), "");
		now = state_of(store);
		cr_assert(strcmp(now, before) == 0 || strcmp(now, after) == 0, "kill %d: %s, not %s or %s", i, now, before, after);
		undone += strcmp(now, before) == 0;
		done += strcmp(now, after) == 0;
	}
	free(store);
	free(before);
	free(after);
}

Test(judge_command, prints_each_change_as_json)
{
	const char *store = harness_file("a.db");

	make_store(store, "cascade");
	cr_assert_eq(harness_run("judge %s -f exact --json", store), 0);
	cr_expect(strstr(harness_output(), "\"was\":{\"verdict\":\"near-duplicate\",\"of\":"), "%s", harness_output());
	cr_expect(strstr(harness_output(), "\"now\":{\"verdict\":\"unique\",\"of\":null,\"filter\":\"exact\""), "%s", harness_output());
}

Test(judge_command, reports_what_it_cannot_judge)
{
	const char *store = harness_file("a.db");

	make_store(store, "exact");
	cr_expect_eq(harness_run("judge %s -f spotsigs:purify=off", store), 1);
	cr_expect(strstr(harness_output(), "needs all visible text"), "%s", harness_output());
	cr_expect_eq(harness_run("judge %s -f nothing-like-it", store), 2);
	cr_expect_eq(harness_run("judge %s", harness_file("none.db")), 1);
	cr_expect_eq(harness_run("judge"), 2);
}

Test(judge_command, texts_of_two_extractions_are_not_mixed_without_a_warning)
{
	const char *store = harness_file("x.db");
	char now[20], both[20];

	snprintf(now, sizeof now, "%d", PURIFY_VERSION);
	snprintf(both, sizeof both, "77 %d", PURIFY_VERSION);
	make_store(store, "exact");
	cr_expect_str_eq(harness_text(store, "SELECT value FROM meta WHERE name = 'extraction'"), now);
	cr_expect(!strstr(harness_output(), "extraction"));
	harness_shell("sqlite3 %s \"UPDATE meta SET value = '77' WHERE name = 'extraction'\"", store);
	cr_expect_eq(harness_run("filter -o %s %s", store, harness_file("pages.jsonl")), 0);
	cr_expect(strstr(harness_output(), "version 77 of the extraction"), "%s", harness_output());
	cr_expect_str_eq(harness_text(store, "SELECT value FROM meta WHERE name = 'extraction'"), both);
}
