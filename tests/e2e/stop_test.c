/* Stopping and continuing: signals, a DNS lookup that hangs, kill -9 at random moments. */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tests/e2e/harness.h"
#include "tests/e2e/web.h"

enum { PAGES = 120, WEB_PAGES = 1300, KILLS = 12, KILLS_OF_A_STORE = 30 };

/* A chain of pages, each with words of its own and linked from the one before; slow enough to be stopped in the middle. */
static void write_chain(void)
{
	char name[64];

	mkdir(harness_file("chain"), 0755);
	for (int i = 0; i < PAGES; i++) {
		FILE *f;

		snprintf(name, sizeof name, "chain/%d.html", i);
		f = fopen(harness_file(name), "w");
		fprintf(f, "<html lang=en><title>%d</title><p>", i);
		harness_put_words(f, i, 0, 40);
		fprintf(f, "<a href=%d.html>on</a> <a href=%d.html>further</a></html>", (i + 1) % PAGES, (i + 2) % PAGES);
		fclose(f);
	}
}

static void serve(void)
{
	harness_start(WEB_LOCATIONS
		      "location /chain/ { root DIR; limit_rate 200k; }\n"
		      "location = /hang { return 302 http://hang.example/; }\n");
	write_chain();
}

TestSuite(stop, .init = serve, .fini = harness_stop);

static pid_t crawl_slowly(const char *delay)
{
	return harness_spawn(NULL, "crawl -q --allow-private --robots ignore --delay %s -o '%s' '%s'", delay,
			     harness_file("s.db"), harness_url("/chain/0.html"));
}

static int64_t stored(void)
{
	return harness_number(harness_file("s.db"), "SELECT count(*) FROM pages");
}

/* Finishes the crawl; then every page must be stored once, and none may have been requested more often than allowed. */
static void finish_and_check(int asked_most)
{
	char path[64];

	cr_assert_eq(harness_run("crawl -q --allow-private --robots ignore --delay 0 -o '%s' '%s'", harness_file("s.db"),
				 harness_url("/chain/0.html")),
		     0, "%s", harness_output());
	cr_expect_eq(stored(), PAGES);
	cr_expect_eq(harness_number(harness_file("s.db"), "SELECT count(DISTINCT url) FROM pages"), PAGES);
	for (int i = 0; i < PAGES; i++) {
		snprintf(path, sizeof path, "/chain/%d.html", i);
		cr_expect_leq(harness_hits(path), asked_most, "%s", path);
	}
}

/* Starts a crawl and waits until it is in the middle. */
static pid_t crawl_to_the_middle(void)
{
	pid_t pid = crawl_slowly("0.1");

	harness_until(access(harness_file("s.db"), F_OK) == 0 && harness_hits("/chain/4.html") > 0);
	return pid;
}

/* Requests that were made. */
static int asked(void)
{
	char path[64];
	int n = 0;

	for (int i = 0; i < PAGES; i++) {
		snprintf(path, sizeof path, "/chain/%d.html", i);
		n += harness_hits(path);
	}
	return n;
}

static void stop_with(int signal)
{
	pid_t pid = crawl_to_the_middle();
	int before;

	kill(pid, SIGSTOP);
	before = asked();
	cr_assert_eq(kill(pid, signal), 0);
	kill(pid, SIGCONT);
	cr_expect_eq(harness_wait(pid), 3, "%s", harness_output());
	cr_expect_leq(asked(), before + 1, "it asked for more");
	cr_expect_gt(stored(), 1);
	cr_expect_lt(stored(), PAGES);
	finish_and_check(2);
}

Test(stop, sigint_keeps_everything_and_the_same_command_continues)
{
	stop_with(SIGINT);
}

Test(stop, sigterm_does_too)
{
	stop_with(SIGTERM);
}

/* Both at once: the first is read, the second arrives while the crawl is stopping. */
Test(stop, a_second_signal_ends_it_at_once_and_the_store_is_consistent)
{
	pid_t pid = crawl_to_the_middle();

	kill(pid, SIGSTOP);
	kill(pid, SIGINT);
	kill(pid, SIGTERM);
	kill(pid, SIGCONT);
	cr_expect_eq(harness_wait(pid), 3, "%s", harness_output());
	cr_expect(!strstr(harness_output(), "everything is kept"), "it did not stay to say: %s", harness_output());
	cr_expect_str_empty(harness_faults(harness_file("s.db")));
	finish_and_check(3);
}

static int crawl_web(const char *store)
{
	return harness_run("crawl -q --allow-private --delay 0 --retries 0 -o '%s' '%s'", harness_file(store), web_seed());
}

static int64_t ended(const char *store)
{
	if (access(store, F_OK) != 0 || harness_number(store, "SELECT count(*) FROM sqlite_master WHERE name = 'pages'") == 0)
		return 0;
	return harness_number(store, "SELECT count(*) FROM urls WHERE state <> 'queued'");
}

/* Crawls the test web and is killed some time after it has begun to store; every third one at any time after its start. */
static void crawl_and_kill(const char *store, int kill_number)
{
	int64_t before = ended(store);
	pid_t pid = harness_spawn(NULL, "crawl -q --allow-private --delay 0 --retries 0 -o '%s' '%s'", store, web_seed());

	if (kill_number % 3)
		harness_until(ended(store) > before || !harness_runs(pid));
	harness_sleep_ms(rand() % 60);
	kill(pid, SIGKILL);
	harness_wait(pid);
}

/* Kills the crawl of one store until so many kills, or the end of the crawl, have met it at work, then lets it finish. */
static void kill_and_finish(const char *name, int kills)
{
	int64_t before = 0, now;
	char store[128];
	int met = 0;

	snprintf(store, sizeof store, "%s", harness_file(name));
	for (int i = 0; i < kills; i++) {
		crawl_and_kill(store, i);
		cr_expect_str_empty(harness_faults(store), "after kill %d: %s", i, harness_faults(store));
		now = ended(store);
		cr_expect_geq(now, before);
		met += now > before;
		before = now;
	}
	cr_expect_gt(met, 0, "no kill met it at work");
	cr_assert_eq(crawl_web(name), 0, "%s", harness_output());
	cr_expect_eq(harness_number(store, "SELECT count(*) FROM urls WHERE state = 'queued'"), 0);
	cr_expect_str_empty(harness_faults(store));
	cr_expect_str_empty(harness_differences(store, harness_file("calm.db")), "%s",
			    harness_differences(store, harness_file("calm.db")));
}

/* The environment variable KILLS sets their number; they are divided among as many stores as needed. */
Test(stop, kill_9_loses_nothing_and_stores_nothing_twice)
{
	const char *asked = getenv("KILLS");
	int kills = asked ? atoi(asked) : KILLS;
	char name[32];

	web_write(WEB_PAGES);
	cr_assert_eq(crawl_web("calm.db"), 0, "%s", harness_output());
	srand(1);
	for (int i = 0; kills > 0; i++, kills -= KILLS_OF_A_STORE) {
		snprintf(name, sizeof name, "%d.db", i);
		kill_and_finish(name, kills < KILLS_OF_A_STORE ? kills : KILLS_OF_A_STORE);
	}
}

/* Nothing is written to standard input and to "silent", and the start of a line to "endless". */
Test(stop, a_filter_that_waits_for_input_can_be_stopped)
{
	static const char *const runs[] = {"filter", "filter --order longest-first", "filter endless", "filter silent"};
	int pipe_fds[2], fd;

	harness_shell("cd '%s' && mkfifo silent endless", harness_file("."));
	fd = open(harness_file("endless"), O_RDWR | O_CLOEXEC);
	cr_assert(fd >= 0 && write(fd, "{\"text\":\"", 9) == 9);
	cr_assert(pipe(pipe_fds) == 0 && dup2(pipe_fds[0], STDIN_FILENO) >= 0);
	for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
		const char *file = strrchr(runs[i], ' ');
		pid_t pid = i < 2 ? harness_spawn(NULL, "%s", runs[i]) : harness_spawn(NULL, "filter '%s'", harness_file(file + 1));

		harness_until_caught(pid, i % 2 ? SIGTERM : SIGINT);
		kill(pid, i % 2 ? SIGTERM : SIGINT);
		cr_expect_eq(harness_wait(pid), 3, "run %zu: %s", i, harness_output());
	}
	close(fd);
}

Test(stop, a_hanging_name_lookup_does_not_delay_it)
{
	pid_t pid = harness_spawn(harness_seamed(""), "crawl -q --delay 0 --allow-private --timeout 3600 -o '%s' http://hang.test/",
				  harness_file("s.db"));

	harness_until(harness_has_printed("a lookup hangs"));
	kill(pid, SIGINT);
	cr_expect_eq(harness_wait(pid), 3, "it ends, though the lookup does not: %s", harness_output());
}

Test(stop, a_second_crawl_on_the_store_is_refused)
{
	pid_t pid = crawl_to_the_middle();

	cr_expect_eq(harness_run("crawl -q -o '%s' http://x.example/", harness_file("s.db")), 1);
	cr_expect(strstr(harness_output(), "another firstprint is writing"), "%s", harness_output());
	cr_expect_eq(harness_run("inspect '%s'", harness_file("s.db")), 0, "readers are welcome: %s", harness_output());
	kill(pid, SIGTERM);
	harness_wait(pid);
}
