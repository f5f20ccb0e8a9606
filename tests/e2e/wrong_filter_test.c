/* Filters that break the contract (tests/plugin/foreign/wrong.c): each run ends with one message that names the filter
 * and exit code 1, and what was judged before is kept. */
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/e2e/harness.h"

TestSuite(wrong_filter, .init = harness_open, .fini = harness_stop);

static const char *wrong_filter(void)
{
	const char *so = getenv("WRONG_FILTER");

	cr_assert(so, "WRONG_FILTER is not set");
	return so;
}

static void write_pages(void)
{
	FILE *f = fopen(harness_file("pages.jsonl"), "w");

	for (int i = 1; i <= 40; i++)
		fprintf(f, "{\"id\":%d,\"text\":\"Page %d is here.%s\"}\n", i, i, i == 31 ? " WRONG" : "");
	fclose(f);
}

static const struct {
	const char *does, *says;
	int code;
	int kept; /* pages in the store afterwards; −1: there is no store */
} rows[] = {
	{"nothing", "\"id\":40", 0, 40},
	{"sign-unaligned", "\"id\":40", 0, 40},
	{"crashes-in-open", "opening it ends the program", 1, -1},
	{"exits-in-open", "opening it ends the program", 1, -1},
	{"open-fails", "its open returned -99", 1, -1},
	{"refuses", "does not like this at all", 2, -1},
	{"refuses-without-a-word", "refuses these options", 2, -1},
	{"sign-fails", "its sign returned -77", 1, 30},
	{"sign-at-no-address", "its sign gave a signature of 1 bytes at address NULL", 1, 30},
	{"sign-too-long", "at most 16777216 are allowed", 1, 30},
	{"too-many-stages", "it has 1000000 stages; at most 8 are allowed", 1, -1},
	{"stage-without-a-name", "its stage 2 has no name", 1, -1},
	{"stage-of-no-kind", "its stage nearest is of kind 77, which does not exist", 1, -1},
	{"stage-out-of-range", "its stage nearest has a number out of range: bits", 1, -1},
	{"two-counting-stages", "it has two stages that count", 1, -1},
	{"finalize-fails", "its finalize returned 3", 1, 30},
	{"finalize-at-no-address", "its finalize gave a signature of 1 bytes at address NULL", 1, 30},
	{"keys-fail", "its keys returned -99", 1, 30},
	{"keys-blame-signature", "keys: the signature was not made by this filter", 1, 30},
	{"keys-at-no-address", "its 1 keys for the stage compared are at address NULL", 1, 30},
	{"too-many-keys", "its keys for the stage compared are 1000000; at most 65536 are allowed", 1, 30},
	{"too-many-hits", "its keys for the stage compared need 256 hits; at most 255 are allowed", 1, 30},
	{"two-fingerprints", "its keys for the stage nearest are 2; at most 1 are allowed", 1, 30},
	{"compare-fails", "its compare returned -99", 1, 30},
	{"compare-kind", "its match has the kind 77", 1, 30},
	{"compare-nan", "a likeness that is not finite", 1, 30},
	{"explain-fails", "its explain returned -99", 1, 30},
	{"explain-changes-kind", "its explain changed the verdict's kind or page", 1, 30},
	{"explain-changes-page", "its explain changed the verdict's kind or page", 1, 30},
	{"explain-score", "the score 1.25", 1, 30},
	{"weigh-fails", "its weigh returned -99", 1, 30},
	{"kind", "the kind 77", 1, 30},
	{"of-nothing", "names page 0, which is not stored", 1, 30},
	{"of-a-stranger", "names page 1001, which is not stored", 1, 30},
	{"of-when-unique", "is unique and names page 1", 1, 30},
	{"score-when-unique", "is unique and has the score 0.4", 1, 30},
	{"sign-blames-signature", "its sign returned -3", 1, 30},
	{"weigh-blames-signature", "weigh: the signature was not made by this filter", 1, 30},
	{"weigh-without-memory", "weigh: out of memory", 1, 0},
	{"score-nan", "the score", 1, 30},
	{"score-high", "the score 1.5", 1, 30},
	{"score-low", "the score -0.5", 1, 30},
	{"evidence-without-end", "1000000 lines of evidence", 1, 30},
	{"evidence-without-name", "evidence 1 has no name", 1, 30},
	{"evidence-nan", "evidence 1 has no name or no finite value", 1, 30},
	{"shares-without-end", "1000000 shares", 1, 30},
	{"share-of-a-stranger", "share 1 is of no stored page", 1, 30},
	{"share-high", "share 1 is of no stored page, or not from 0 to 1", 1, 30},
	{"no-stage", "stage is not text", 1, 30},
	{"long-stage", "stage is not text of 1 to 64 bytes", 1, 30},
	{"stage-not-utf8", "stage is not text", 1, 30},
	{"long-proposed-by", "proposed_by is not text", 1, 30},
	{"word-without-end", "word is not text", 1, 30},
	{"word-not-utf8", "word is not text", 1, 30},
};

/* There must be exactly one message, and it must name the filter. */
static void expect_one_sentence(const char *does)
{
	const char *at = strstr(harness_output(), "firstprint: ");

	cr_assert(at, "%s: says nothing: %s", does, harness_output());
	cr_expect(strstr(at, "wrong.so"), "%s: does not name the filter: %s", does, at);
	cr_expect(!strstr(at + 1, "firstprint: "), "%s: says more than one sentence: %s", does, at);
}

Test(wrong_filter, no_command_crashes_when_it_opens_one)
{
	static const char *const commands[] = {"filter -f '%s' '%s'", "sign -f '%s' '%s'", "keys --signatures /dev/null -f '%s' '%s'",
					       "eval -f '%s' '%s' t.tsv", "eval --sweep key=0..1 -f '%s' '%s' t.tsv", "decide-pairs -f '%s' '%s'",
					       "judge -f '%s' '%s'", "filters '%s'"};
	const char *so = wrong_filter();

	write_pages();
	harness_run("filter -o '%s' '%s'", harness_file("s.db"), harness_file("pages.jsonl"));
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		char spec[600];

		snprintf(spec, sizeof spec, "%s:does=crashes-in-open", so);
		cr_expect_eq(harness_run(commands[i], spec, harness_file(strncmp(commands[i], "judge", 5) ? "pages.jsonl" : "s.db")), 1, "%s: %s", commands[i], harness_output());
		cr_expect(strstr(harness_output(), "opening it ends the program"), "%s: %s", commands[i], harness_output());
	}
}

Test(wrong_filter, ends_in_a_message_that_names_it_and_loses_nothing)
{
	const char *so = wrong_filter();

	write_pages();
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char store[64];
		int code;

		snprintf(store, sizeof store, "%s.db", rows[i].does);
		/* its clock stands: after a second it would commit */
		code = harness_wait(harness_spawn(harness_seamed(harness_clock()), "filter -f %s:does=%s -o %s %s", so, rows[i].does, harness_file(store),
						  harness_file("pages.jsonl")));
		cr_expect_eq(code, rows[i].code, "%s: exit %d", rows[i].does, code);
		cr_expect(strstr(harness_output(), rows[i].says), "%s: %s", rows[i].does, harness_output());
		if (rows[i].code)
			expect_one_sentence(rows[i].does);
		if (rows[i].kept >= 0)
			cr_expect_eq(harness_number(harness_file(store), "SELECT count(*) FROM pages"), rows[i].kept, "%s", rows[i].does);
		else
			cr_expect(access(harness_file(store), F_OK) != 0, "%s: left a store behind", rows[i].does);
	}
}

/* Whatever the number of threads that it crashes; then the signal takes its course. */
Test(wrong_filter, that_crashes_is_named)
{
	static const struct {
		const char *command, *does, *says;
		int code; /* 0: of a sanitizer, which has a handler of its own, or of the signal */
	} crashes[] = {
		{"filter -q -j 2", "sign-crashes", "its sign crashes the program", 0},
		{"filter -q -j 2", "sign-exits", "its sign ends the program", 1},
		{"eval -q", "sign-exits", "its sign ends the program", 1},
		{"filter -q -j 2", "compare-crashes", "its compare crashes the program", 128 + SIGABRT},
		{"eval -q", "compare-crashes", "its compare crashes the program", 128 + SIGABRT},
	};

	write_pages();
	harness_shell("echo '1\t2' >%s", harness_file("truth.tsv"));
	for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) {
		int code = harness_run("%s -f exact+%s:does=%s %s %s", crashes[i].command, wrong_filter(), crashes[i].does, harness_file("pages.jsonl"),
				       *crashes[i].command == 'e' ? harness_file("truth.tsv") : "");

		cr_expect(crashes[i].code ? code == crashes[i].code : code > 0, "%s: exit %d", crashes[i].does, code);
		cr_expect(strstr(harness_output(), crashes[i].says), "%s: %s", crashes[i].does, harness_output());
		cr_expect(strstr(harness_output(), "wrong.so: its"), "%s", harness_output());
	}
}

/* The first signal waits for the page in progress, and the second does not. */
Test(wrong_filter, that_never_returns_is_ended_by_a_second_signal)
{
	pid_t pid;

	write_pages();
	pid = harness_spawn(NULL, "filter -q -f %s:does=sign-hangs -o %s %s", wrong_filter(), harness_file("h.db"), harness_file("pages.jsonl"));
	harness_until(harness_has_printed("it hangs"));
	kill(pid, SIGINT);
	kill(pid, SIGTERM);
	cr_expect_eq(harness_wait(pid), 3, "%s", harness_output());
	cr_expect_str_empty(harness_faults(harness_file("h.db")));
}

/* The same without a store, in eval, and when a whole batch is judged. */
Test(wrong_filter, is_reported_wherever_a_filter_is_used)
{
	static const char *const commands[] = {"filter -f %s:does=kind %s", "filter -f exact+%s:does=kind %s",
					       "filter -f %s:does=kind --order longest-first %s",
					       "filter -j 1 -f %s:does=sign-fails %s"};
	const char *so = wrong_filter();

	write_pages();
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		char command[600];

		snprintf(command, sizeof command, commands[i], so, harness_file("pages.jsonl"));
		cr_expect_eq(harness_run("%s", command), 1, "%s: %s", command, harness_output());
		expect_one_sentence(command);
	}
	harness_shell("echo '1\t2' | tee %s", harness_file("truth.tsv"));
	cr_expect_eq(harness_run("eval %s %s -f %s:does=kind", harness_file("pages.jsonl"), harness_file("truth.tsv"), so), 1);
	expect_one_sentence("eval");
}

/* A store knows its filter by name and version; its path is only where the file was last time, and the user gives it. */
Test(wrong_filter, is_found_again_by_its_name_in_any_folder)
{
	const char *so = wrong_filter(), *store = harness_file("named.db"), *pages = harness_file("pages.jsonl");

	write_pages();
	harness_shell("mkdir -p '%s' && cp %s '%s'", harness_file("a+b:c"), so, harness_file("a+b:c/wrong.so"));
	cr_assert_eq(harness_run("filter -f '%s:does=nothing' -o %s %s", harness_file("a+b:c/wrong.so"), store, pages), 0, "%s",
		     harness_output());
	cr_expect_str_eq(harness_text(store, "SELECT value FROM meta WHERE name = 'filter'"), "wrong@3:does=nothing");
	cr_expect_eq(harness_run("filter -f %s -o %s %s", so, store, pages), 0, "another path, the same filter: %s", harness_output());
	harness_shell("mv '%s' '%s'", harness_file("a+b:c"), harness_file("elsewhere"));
	cr_expect_eq(harness_run("filter -f '%s' -o %s %s", harness_file("elsewhere/wrong.so"), store, pages), 0, "%s", harness_output());
	harness_shell("rm -r '%s'", harness_file("elsewhere"));
	harness_shell("sqlite3 %s \"UPDATE meta SET value = 'wrong@2:does=nothing' WHERE name = 'filter'\"", store);
	cr_expect_eq(harness_run("filter -f %s -o %s %s", so, store, pages), 2);
	cr_expect(strstr(harness_output(), "firstprint judge"), "%s", harness_output());
}

/* A store from a stranger names a file of theirs, by its filter-files or in its SPEC. */
Test(wrong_filter, a_file_that_only_a_store_names_is_not_loaded)
{
	static const char *const commands[] = {"filter -q -o %s %s", "filter -q --against %s %s", "sign --store %s %s", "judge %s",
					       "crawl -q --max-pages 1 -o %s http://127.0.0.1:1/"};
	static const char *const changes[] = {"", "UPDATE meta SET value = (SELECT value FROM meta WHERE name = 'filter-files') WHERE name = 'filter'"};
	const char *store = harness_file("s.db"), *pages = harness_file("pages.jsonl"), *so = wrong_filter();
	char command[600], options[300];

	write_pages();
	snprintf(options, sizeof options, "-f %s:does=nothing", so);
	cr_assert_eq(harness_run("filter -q %s -o %s %s", options, store, pages), 0, "%s", harness_output());
	for (size_t change = 0; change < 2; change++) {
		harness_shell("sqlite3 %s \"%s\"", store, changes[change]);
		for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
			snprintf(command, sizeof command, commands[i], store, pages);
			cr_expect_eq(harness_run("%s", command), 2, "%s: %s", commands[i], harness_output());
			cr_expect(strstr(harness_output(), "only a store names its file, /"), "%s: %s", commands[i], harness_output());
			cr_expect(strstr(harness_output(), "give --filter /") && strstr(harness_output(), "/wrong.so"), "%s: %s", commands[i],
				  harness_output());
			if (change == 0)
				cr_expect_neq(harness_run("%s %s", command, options), 2, "%s: %s", commands[i], harness_output());
		}
	}
	cr_expect_eq(harness_run("inspect %s", store), 0, "%s", harness_output());
}
