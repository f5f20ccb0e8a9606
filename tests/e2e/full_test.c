/* A full disk, simulated by a limit on file size: the crawl ends with a message, the store is consistent, and the same
 * command continues when there is room again. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/e2e/harness.h"
#include "tests/e2e/web.h"

enum { PAGES = 30 };

static void serve(void)
{
	harness_start(WEB_LOCATIONS);
	web_write(PAGES);
}

TestSuite(full, .init = serve, .fini = harness_stop);

static int crawl(const char *store)
{
	return harness_run("crawl -q --allow-private --delay 0 --retries 0 -o '%s' '%s'", harness_file(store), web_seed());
}

/* The crawl, with a limit on the size of files. */
static int crawl_with_limit(const char *store, rlim_t bytes)
{
	struct rlimit old, limit;
	int code;

	cr_assert_eq(getrlimit(RLIMIT_FSIZE, &old), 0);
	limit = (struct rlimit){bytes, old.rlim_max};
	cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	code = crawl(store);
	cr_assert_eq(setrlimit(RLIMIT_FSIZE, &old), 0);
	return code;
}

static void fill_up_and_go_on(int kilobytes)
{
	const char *store;
	char name[32];

	snprintf(name, sizeof name, "%d.db", kilobytes);
	store = harness_file(name);
	cr_expect_eq(crawl_with_limit(name, (rlim_t)kilobytes * 1024), 1, "%d KiB: %s", kilobytes, harness_output());
	cr_expect(strstr(harness_output(), name), "%d KiB, the store is named: %s", kilobytes, harness_output());
	cr_expect(strstr(harness_output(), "full"), "%d KiB: %s", kilobytes,
		  harness_output());
	cr_expect_str_empty(harness_faults(store));
	if (access(store, F_OK) == 0)
		cr_expect_eq(harness_run("inspect '%s'", store), 0, "%d KiB: %s", kilobytes, harness_output());
	cr_expect_eq(crawl(name), 0, "%d KiB: %s", kilobytes, harness_output());
	cr_expect_str_empty(harness_differences(store, harness_file("calm.db")));
}

Test(full, the_crawl_says_so_and_continues_when_there_is_room)
{
	static const int kilobytes[] = {1, 10, 60, 120, 150, 180};
	struct stat s;

	cr_assert_eq(crawl("calm.db"), 0, "%s", harness_output());
	cr_assert_eq(stat(harness_file("calm.db"), &s), 0);
	for (size_t i = 0; i < sizeof kilobytes / sizeof *kilobytes; i++) {
		cr_assert_lt(kilobytes[i] * 1024, s.st_size, "the store has but %lld bytes", (long long)s.st_size);
		fill_up_and_go_on(kilobytes[i]);
	}
}
