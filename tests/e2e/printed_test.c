/* `firstprint filter`: what it prints is stored, wherever it is killed, and what it cannot print ends it. */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/e2e/harness.h"

TestSuite(printed, .init = harness_open, .fini = harness_stop);

enum { PAGES = 150 };

/* Pages of words of their own; the id of each is its number. If there are repeats, every fifth is one of the page before it. */
static const char *write_pages(bool has_repeats)
{
	const char *path = harness_file("p.jsonl");
	FILE *f = fopen(path, "w");

	for (int i = 0; i < PAGES; i++) {
		fprintf(f, "{\"id\":%d,\"text\":\"", i);
		harness_put_words(f, has_repeats && i % 5 == 4 ? i - 1 : i, 0, 120);
		fprintf(f, "\"}\n");
	}
	fclose(f);
	return path;
}

/* The number of whole lines that were printed: each begins with the id that is next. */
static int printed(void)
{
	char start[32];
	int n = 0;

	for (const char *at = harness_output(), *end; (end = strchr(at, '\n')) != NULL; at = end + 1, n++) {
		snprintf(start, sizeof start, "{\"id\":%d,", n);
		cr_assert(strncmp(at, start, strlen(start)) == 0, "line %d: %.100s", n, at);
	}
	return n;
}

/* How many of the first n lines are stored. */
static int stored(const char *store, int n)
{
	char sql[200];

	if (access(store, F_OK) != 0 || harness_number(store, "SELECT count(*) FROM sqlite_master WHERE name = 'drops'") == 0)
		return 0;
	snprintf(sql, sizeof sql,
		 "SELECT count(*) FROM (SELECT name FROM pages UNION ALL SELECT name FROM drops) WHERE CAST(name AS INTEGER) < %d", n);
	return (int)harness_number(store, sql);
}

/* Kills the program in each of its writes, or, without LONG, in some of them, and finally in none. */
static void kill_in_each_write(const char *options, const char *file)
{
	const char *store = harness_file("s.db");
	int step = getenv("LONG") ? 1 : 13, code = 128 + SIGKILL, most = 0, n;
	char environment[64];

	for (int i = 1; code == 128 + SIGKILL; i += step) {
		harness_shell("rm -f '%s'*", store);
		snprintf(environment, sizeof environment, "DIES_AT_WRITE=%d", i);
		code = harness_wait(harness_spawn(harness_seamed(environment), "filter -q %s -o '%s' '%s'", options, store, file));
		n = printed();
		cr_assert_eq(stored(store, n), n, "killed in write %d: of %d lines that it printed, %d are stored", i, n, stored(store, n));
		most = code && n > most ? n : most;
	}
	cr_expect_eq(code, 0, "%s", harness_output());
	cr_expect_gt(most, 0, "it was always killed before it printed");
}

Test(printed, each_verdict_is_stored_whenever_it_is_killed)
{
	kill_in_each_write("", write_pages(true));
	cr_expect_eq(printed(), PAGES);
}

Test(printed, each_page_is_stored_too)
{
	kill_in_each_write("--keep -", write_pages(false));
	cr_expect_eq(printed(), PAGES);
}

/* What is printed before the input ends is all that can be known by then. */
Test(printed, verdicts_of_an_earlier_run_do_not_wait_for_the_end)
{
	const char *store = harness_file("s.db"), *file = write_pages(true), *fifo = harness_file("fifo");
	pid_t pid;
	int fd;

	cr_assert_eq(harness_run("filter -q -o '%s' '%s'", store, file), 0);
	harness_shell("mkfifo '%s'", fifo);
	pid = harness_spawn(NULL, "filter -q -o '%s' '%s' '%s'", store, file, fifo);
	fd = open(fifo, O_WRONLY | O_CLOEXEC);
	harness_until(harness_has_printed("\"id\":149"));
	close(fd);
	cr_expect_eq(harness_wait(pid), 0, "%s", harness_output());
}

/* Its input has no end. What it has stored by then stays. */
static void expect_failure(const char *options, const char *output, const char *wanted)
{
	harness_shell("{ while cat '%s' 2>/dev/null; do :; done | { timeout 600 ./firstprint filter -q %s 2>'%s'; echo $? >>'%s'; } %s; cat '%s'; }",
		      harness_file("p.jsonl"), options, harness_file("errors"), harness_file("errors"), output, harness_file("errors"));
	cr_expect_str_eq(harness_output(), wanted, "%s %s: %s", options, output, harness_output());
}

Test(printed, an_error_of_output_ends_the_command)
{
	char store[300];

	write_pages(true);
	snprintf(store, sizeof store, "-o '%s'", harness_file("s.db"));
	for (int i = 0; i < 3; i++) {
		const char *options = i == 0 ? "" : i == 1 ? "--keep -" : store;

		expect_failure(options, "| head -n 1 >/dev/null", "141\n"); /* SIGPIPE */
		expect_failure(options, ">/dev/full", "firstprint: standard output: cannot be written: No space left on device\n1\n");
	}
	cr_expect_str_eq(harness_faults(harness_file("s.db")), "");
	harness_shell("bash -c 'for c in \"sign -q\" \"purify --json\"; do ./firstprint $c $(yes \"$0\" | head -n 300) | head -n 1 >/dev/null; echo ${PIPESTATUS[0]}; done' '%s'",
		      harness_file("p.jsonl"));
	cr_expect_str_eq(harness_output(), "141\n141\n");
}

/* A store would get the free descriptor of standard output. */
Test(printed, nothing_is_written_into_a_store_in_place_of_a_closed_descriptor)
{
	const char *store = harness_file("s.db"), *file = write_pages(true);

	harness_shell("{ ./firstprint filter -q -o '%s' '%s' >&- 2>'%s'; echo $?; cat '%s'; cat '%s-lock' 2>/dev/null; true; }", store, file,
		      harness_file("errors"), harness_file("errors"), store);
	cr_expect_str_eq(harness_output(), "1\nfirstprint: standard output: cannot be written: Bad file descriptor\n");
	harness_shell("{ ./firstprint filter -q -o '%s' '%s' <&- >&- 2>&-; echo $?; }", store, file);
	cr_expect_str_eq(harness_output(), "1\n");
	cr_expect_str_eq(harness_faults(store), "");
	harness_shell("{ ./firstprint filter -q 2>&1 <&-; echo $?; }");
	cr_expect_str_eq(harness_output(), "firstprint: standard input: after byte 0: Bad file descriptor\n1\n");
}
