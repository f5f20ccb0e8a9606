/* Any number of transfers and workers finds the same URLs, each with the same outcome. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "tests/e2e/harness.h"
#include "tests/e2e/web.h"

enum { PAGES = 40 };

static void serve(void)
{
	harness_start(WEB_LOCATIONS);
	web_write(PAGES);
}

TestSuite(settings, .init = serve, .fini = harness_stop);

static const char *const ways[] = {
	"--connections 1 --per-host 1 -j 1",   "--connections 1 --per-host 1 -j 4",   "--connections 2 --per-host 2 -j 1",
	"--connections 4 --per-host 2 -j 2",   "--connections 4 --per-host 4 -j 3",   "--connections 8 --per-host 3 -j 2",
	"--connections 16 --per-host 8 -j 1",  "--connections 16 --per-host 16 -j 4", "--connections 64 --per-host 32 -j 2",
	"--connections 100 --per-host 64 -j 8",
};

/* Runs the command with different settings; all must end with the same sets of URLs. */
static void crawl_in_all_ways(const char *more)
{
	char name[32];

	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		snprintf(name, sizeof name, "%zu.db", i);
		cr_assert_eq(harness_run("crawl -q --allow-private --delay 0 --retries 0 %s %s -o '%s' '%s'", ways[i], more,
					 harness_file(name), web_seed()),
			     0, "%s %s: %s", ways[i], more, harness_output());
		cr_expect_str_empty(harness_faults(harness_file(name)));
		cr_expect_str_empty(harness_differences(harness_file(name), harness_file("0.db")), "%s %s: %s", ways[i], more,
				    harness_differences(harness_file(name), harness_file("0.db")));
	}
}

Test(settings, do_not_change_what_is_found)
{
	crawl_in_all_ways("");
	cr_expect_eq(harness_number(harness_file("0.db"), "SELECT count(*) FROM pages"), PAGES);
	cr_expect_eq(harness_number(harness_file("0.db"), "SELECT count(*) FROM drops"), PAGES);
}

Test(settings, nor_what_is_found_down_to_a_depth)
{
	crawl_in_all_ways("--depth 3");
	cr_expect_gt(harness_number(harness_file("0.db"), "SELECT count(*) FROM skips WHERE reason = 'too deep'"), 0);
}
