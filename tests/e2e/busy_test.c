/* Other programs that use the store: readers do not delay a crawl, a writer does for a while, and nothing is lost. */
#include <criterion/criterion.h>
#include <dirent.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/e2e/harness.h"
#include "tests/e2e/web.h"

enum { PAGES = 30 };

static void serve(void)
{
	harness_start(WEB_LOCATIONS);
	web_write(PAGES);
}

TestSuite(busy, .init = serve, .fini = harness_stop);

#define CRAWL "crawl -q --allow-private --delay 0 --retries 0 "

static int crawl(const char *store, const char *more)
{
	return harness_run(CRAWL "%s -o '%s' '%s'", more, harness_file(store), web_seed());
}

static sqlite3 *open_store(const char *begin)
{
	sqlite3 *db = NULL;

	cr_assert_eq(sqlite3_open_v2(harness_file("s.db"), &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
	cr_assert_eq(sqlite3_exec(db, begin, NULL, NULL, NULL), SQLITE_OK, "%s", sqlite3_errmsg(db));
	return db;
}

static int count_pages(sqlite3 *db)
{
	sqlite3_stmt *q = NULL;
	int count = -1;

	if (sqlite3_prepare_v2(db, "SELECT count(*) FROM pages", -1, &q, NULL) == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW)
		count = sqlite3_column_int(q, 0);
	sqlite3_finalize(q);
	return count;
}

static void check_nothing_is_lost(void)
{
	cr_assert_eq(crawl("calm.db", ""), 0, "%s", harness_output());
	cr_expect_str_empty(harness_faults(harness_file("s.db")));
	cr_expect_str_empty(harness_differences(harness_file("s.db"), harness_file("calm.db")));
}

Test(busy, a_reader_sees_one_snapshot_and_does_not_delay_the_crawl)
{
	sqlite3 *reader;
	int before;

	cr_assert_eq(crawl("s.db", "--max-pages 5"), 0, "%s", harness_output());
	reader = open_store("BEGIN");
	before = count_pages(reader);
	cr_expect_eq(crawl("s.db", ""), 0, "%s", harness_output());
	cr_expect_eq(count_pages(reader), before, "one transaction, one instant");
	cr_expect_eq(harness_number(harness_file("s.db"), "SELECT count(*) FROM pages"), PAGES);
	sqlite3_close(reader);
	check_nothing_is_lost();
}

static bool has_open(pid_t pid, const char *file)
{
	char path[64], to[PATH_MAX];
	bool found = false;
	DIR *d;

	snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
	d = opendir(path);
	cr_assert(d);
	for (const struct dirent *e; (e = readdir(d)) != NULL && !found;) {
		ssize_t len = readlinkat(dirfd(d), e->d_name, to, sizeof to - 1);

		to[len > 0 ? len : 0] = '\0';
		found = strcmp(to, file) == 0;
	}
	closedir(d);
	return found;
}

Test(busy, a_writer_from_outside_is_waited_for)
{
	sqlite3 *writer;
	pid_t pid;

	cr_assert_eq(crawl("s.db", "--max-pages 5"), 0, "%s", harness_output());
	writer = open_store("BEGIN IMMEDIATE");
	pid = harness_spawn(NULL, CRAWL "-o '%s' '%s'", harness_file("s.db"), web_seed());
	harness_until(has_open(pid, harness_file("s.db")) || !harness_runs(pid));
	cr_expect_eq(count_pages(writer), harness_number(harness_file("s.db"), "SELECT count(*) FROM pages"));
	cr_assert_eq(sqlite3_exec(writer, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(writer);
	cr_expect_eq(harness_wait(pid), 0, "%s", harness_output());
	check_nothing_is_lost();
}

Test(busy, a_writer_that_stays_is_reported_and_nothing_is_lost)
{
	sqlite3 *writer;

	cr_assert_eq(crawl("s.db", "--max-pages 5"), 0, "%s", harness_output());
	writer = open_store("BEGIN IMMEDIATE");
	cr_expect_eq(crawl("s.db", ""), 1);
	cr_expect(strstr(harness_output(), "s.db: another program has locked it: wait"), "%s", harness_output());
	sqlite3_close(writer);
	cr_expect_eq(crawl("s.db", ""), 0, "%s", harness_output());
	check_nothing_is_lost();
}
