/* Each of our own allocations fails once, and once from there on. */
#include <criterion/criterion.h>

#include "tests/e2e/harness.h"
#include "tests/torture/torture.h"

TestSuite(memory, .init = torture_serve, .fini = harness_stop);

#define CRAWL "crawl -q -j 2 --allow-private --delay 0 -o DIR/s.db ALL/seeds"
#define FILTER "filter -j 2 ALL/pages.jsonl"

Test(memory, filter_prints_all_or_says_why_not)
{
	torture_run(&(torture){.seam = "memory", .arguments = FILTER, .most = 150});
	torture_run(&(torture){.seam = "memory", .for_good = true, .arguments = FILTER, .most = 40});
}

Test(memory, filter_leaves_a_whole_store)
{
	torture_run(&(torture){.seam = "memory", .arguments = FILTER " -o DIR/s.db", .has_store = true, .most = 150});
}

Test(memory, crawl_loses_nothing)
{
	torture_run(&(torture){.seam = "memory", .arguments = CRAWL, .has_store = true, .most = 250});
}

Test(memory, crawl_loses_nothing_when_memory_stays_away)
{
	torture_run(&(torture){.seam = "memory", .for_good = true, .arguments = CRAWL, .has_store = true, .most = 60});
}

Test(memory, eval_measures_or_says_why_not)
{
	torture_run(&(torture){.seam = "memory", .arguments = "eval -j 2 ALL/pages.jsonl ALL/truth.tsv -f cascade -f minhash"
							     " --show 3",
			       .any_output = true, .most = 150});
}

/* The site has changed since: a page, and one that is gone. */
Test(memory, a_refresh_loses_nothing)
{
	cr_assert_eq(harness_run("crawl -q --allow-private --delay 0 -o '%s' '%s'", harness_file("old.db"), harness_url("/")), 0,
		     "%s", harness_output());
	torture_change();
	torture_run(&(torture){.seam = "memory", .before = "cp ALL/old.db DIR/s.db", .arguments = CRAWL " --refresh",
			       .has_store = true, .most = 60});
	torture_run(&(torture){.seam = "sqlite", .before = "cp ALL/old.db DIR/s.db", .arguments = CRAWL " --refresh",
			       .has_store = true, .most = 50});
}

Test(memory, a_report_is_whole_or_says_why_not)
{
	cr_assert_eq(harness_run("filter -q -o '%s' '%s'", harness_file("old.db"), harness_file("pages.jsonl")), 1); /* a line is none */
	torture_run(&(torture){.seam = "memory", .before = "cp ALL/old.db DIR/s.db", .arguments = "report -q DIR/s.db -o DIR/r.html",
			       .any_output = true, .most = 150});
}
