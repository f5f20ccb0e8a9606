/* harness — runs ./firstprint as a user would, against nginx on loopback, and looks into the store it leaves.
 *
 * Each test has a folder of its own; sites are started once and stopped by their own pid. */
#ifndef TESTS_E2E_HARNESS_H
#define TESTS_E2E_HARNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

/* Skips the test unless LONG is set, as `make check-long` does. First in a suite's .init: a test
 * that skips itself leaves its servers running. */
void harness_long(void);
/* The test's folder, without a site. */
void harness_open(void);
/* The same with nginx. Skips the test when there is no nginx. Locations is nginx text; "SITE" in it stands for tests/site. The port is
 * picked by the harness; harness_url gives URLs on it. */
void harness_start(const char *locations);
/* The same on 127.0.0.1 to 127.0.0.hosts. */
void harness_start_hosts(const char *locations, int hosts);
const char *harness_url_on(int host, const char *path); /* on 127.0.0.host; valid as harness_url's */
void harness_stop(void);
int harness_free_port(void); /* one nobody listens on, or will while this test runs */
const char *harness_url(const char *path); /* valid until the 64th next call */
const char *harness_file(const char *name); /* a path in the test's folder; valid while the test runs */
/* Writes the words number `from` to `end` − 1 of text i, each with a blank behind it. No other text has one of them: they are of letters
 * alone, since texts that have their numbers in common may be one article under some key. */
void harness_put_words(FILE *f, int i, int from, int end);

/* For harness_seamed: the program's monotonic clock is one of the test's own (CLOCK in seams.c), which it shares with other programs
 * of the test. Valid as harness_url's. */
const char *harness_clock(void);
int64_t harness_now_ms(void); /* on that clock, if there is one, else on the machine's */

/* Runs `firstprint ARGUMENTS` in a shell; output (both streams) is kept for harness_output. Returns the exit code. */
int harness_run(const char *format, ...) __attribute__((format(printf, 1, 2)));
const char *harness_output(void);
/* Runs a shell command, whose output is kept too. It must succeed. */
void harness_shell(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Starts it and comes back at once; environment "NAME=value" or NULL. */
pid_t harness_spawn(const char *environment, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same environment, and seams.c; valid as harness_url's. */
const char *harness_seamed(const char *environment);
/* Starts a shell with this command. */
pid_t harness_spawn_shell(const char *command);
void harness_sleep_ms(long ms);
/* Waits for its end; the exit code, or 128 + signal. −1: it hung, and was killed. */
int harness_wait(pid_t pid);
bool harness_runs(pid_t pid); /* false: it has ended, and harness_wait returns at once */
/* Waits until a condition holds, which is looked at again and again; fails the test when it hangs. */
#define harness_until(condition) \
	for (int harness_tries = 0; !(condition); harness_look_again(&harness_tries, #condition)) \
	continue
void harness_look_again(int *tries, const char *condition);
/* Waits until the program handles this signal itself. */
void harness_until_caught(pid_t pid, int signal);
/* Has what harness_spawn started printed these words by now? */
bool harness_has_printed(const char *words);
long harness_peak_kb(void); /* the most memory that one held */
/* The processor's time that one took. How long something takes is no promise; that ten times as much takes about ten times as long is. */
long harness_cpu_ms(void);

/* The first column of the first row of a question to a store, as a number or text; valid until the 64th next call. */
int64_t harness_number(const char *store, const char *sql);
const char *harness_text(const char *store, const char *sql);

/* What is wrong with a store: damage SQLite sees, a URL without the row its state speaks of, an article without a
 * signature, a drop of nothing, a URL stored twice. "": nothing, or there is no store yet. Valid as harness_text's. */
const char *harness_faults(const char *store);
/* What one store has and the other has not: URLs and how they ended, pages and drops being one end, since it hangs on
 * the order of answers which of two prints comes first. "": nothing. Valid as harness_text's. */
const char *harness_differences(const char *store, const char *other);

/* How often the site was asked for a path. */
int harness_hits(const char *path);
/* How often it answered so: 304. */
int harness_statuses(const char *path, int status);

#endif
