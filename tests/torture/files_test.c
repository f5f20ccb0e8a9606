/* Each of SQLite's calls to the system fails once: an I/O error; or the disk is full, and stays so. */
#include <criterion/criterion.h>

#include "tests/e2e/harness.h"
#include "tests/torture/torture.h"

TestSuite(files, .init = torture_serve, .fini = harness_stop);

#define CRAWL "crawl -q -j 2 --allow-private --delay 0 -o DIR/s.db ALL/seeds"
#define FILTER "filter -j 2 -o DIR/s.db ALL/pages.jsonl"

Test(files, an_input_or_output_error_costs_a_crawl_nothing)
{
	torture_run(&(torture){.seam = "files", .arguments = CRAWL, .has_store = true, .most = 130});
}

Test(files, nor_does_a_disk_that_is_full_once)
{
	torture_run(&(torture){.seam = "disk", .arguments = CRAWL, .has_store = true, .most = 80});
}

Test(files, nor_one_that_stays_full)
{
	torture_run(&(torture){.seam = "disk", .for_good = true, .arguments = CRAWL, .has_store = true, .most = 60});
}

Test(files, a_filter_run_survives_input_or_output_errors)
{
	torture_run(&(torture){.seam = "files", .arguments = FILTER, .has_store = true, .most = 80});
}
