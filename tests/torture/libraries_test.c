/* Allocations fail inside the libraries: we are told by a return value, and must look at it. */
#include <criterion/criterion.h>

#include "tests/e2e/harness.h"
#include "tests/torture/torture.h"

TestSuite(libraries, .init = torture_serve, .fini = harness_stop);

#define CRAWL "crawl -q -j 2 --allow-private --delay 0 -o DIR/s.db ALL/seeds"
#define FILTER "filter -j 2 -o DIR/s.db ALL/pages.jsonl"

Test(libraries, sqlite_runs_out_of_memory)
{
	torture_run(&(torture){.seam = "sqlite", .arguments = CRAWL, .has_store = true, .most = 100});
	torture_run(&(torture){.seam = "sqlite", .arguments = FILTER, .has_store = true, .most = 60});
}

/* It takes some of its failed allocations for malformed URLs and bad compression, which are ends of a URL. */
Test(libraries, libcurl_does)
{
	torture_run(&(torture){.seam = "curl", .arguments = CRAWL, .has_store = true, .may_differ = true, .most = 60});
}

/* Its lexer drops the bytes it finds no room for and goes on: what a line then says, nobody can know. */
Test(libraries, jansson_does)
{
	torture_run(&(torture){.seam = "json", .any_output = true,
			       .arguments = "filter -j 2 ALL/pages.jsonl", .most = 100});
}

Test(libraries, libxml_does)
{
	torture_run(&(torture){.seam = "xml", .arguments = CRAWL, .has_store = true, .most = 60});
}
