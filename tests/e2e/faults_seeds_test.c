/* Seed lists as people write them, and very long ones. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/e2e/faults.h"

TestSuite(fault_seeds, .init = fault_open, .fini = fault_close);

static const hostile_route routes[] = {{"/*", hostile_html, "<p>A page"}, {0}};

Test(fault_seeds, an_untidy_list_is_read_and_its_bad_lines_are_reported_by_number)
{
	hostile *h = hostile_start(routes);
	FILE *f = fopen(harness_file("seeds.txt"), "w");
	int port = hostile_port(h);

	cr_assert(f);
	fprintf(f, "\xef\xbb\xbf# a byte order mark, a comment\r\n\r\n \t \r\nhttp://a.test:%d/ # behind it\r\n", port);
	fprintf(f, "http://A.test:%d\r\nhttp://a.test:%d/#top\r\n", port, port); /* 5, 6: the same again */
	fprintf(f, "http://b\xc3\xbc" "cher.test:%d/\nhttp://b\xc3\xbc" "cher.test:%d/%%7euser\n", port, port); /* 7, 8 */
	fprintf(f, "b.test:%d/no-scheme\n", port);
	fprintf(f, "htp://nonsense\nmailto:who@a.test\nword\nhttp://\nhttp://a b/\n/path\n"); /* 10 to 15 */
	fprintf(f, "http://a.test:%d/last", port); /* no line feed */
	fclose(f);
	cr_expect_eq(fault_crawl_seamed("", "--allow-private -f none --robots ignore '%s'", harness_file("seeds.txt")), 1, "%s", harness_output());
	for (int line = 1; line <= 16; line++) {
		char named[32];

		snprintf(named, sizeof named, "seeds.txt:%d: ", line);
		cr_expect_eq(strstr(harness_output(), named) != NULL, line >= 10 && line <= 15, "line %d: %s", line,
			     harness_output());
	}
	cr_expect_str_eq(fault_end(hostile_named(h, "a.test", "/")), "page");
	cr_expect_str_eq(fault_end(hostile_named(h, "a.test", "/last")), "page");
	cr_expect_str_eq(fault_end(hostile_named(h, "xn--bcher-kva.test", "/")), "page");
	cr_expect_str_eq(fault_end(hostile_named(h, "xn--bcher-kva.test", "/~user")), "page");
	cr_expect_eq(fault_number("SELECT count(*) FROM urls WHERE url LIKE 'https://b.test:%/no-scheme'"), 1);
	cr_expect_eq(fault_number("SELECT count(*) FROM urls"), 5);
}

enum { SEEDS = 100000, WRONG = 1000 /* each thousandth */ };

static long cpu_ms_of(hostile *h, int seeds)
{
	FILE *f = fopen(harness_file("seeds.txt"), "w");

	cr_assert(f);
	for (int i = 0; i < seeds; i++)
		fprintf(f, i % WRONG ? "http://127.0.0.1:%d/page/%d\n" : "htp://127.0.0.1:%d/page/%d\n", hostile_port(h), i);
	fclose(f);
	fault_forget();
	cr_expect_eq(fault_crawl("--max-pages 1 '%s'", harness_file("seeds.txt")), 1);
	return harness_cpu_ms();
}

Test(fault_seeds, a_hundred_thousand_take_ten_times_as_long_as_ten_thousand)
{
	hostile *h = hostile_start(routes);
	long few = cpu_ms_of(h, SEEDS / 10), many = cpu_ms_of(h, SEEDS);

	cr_expect_lt(many, 30 * few, "%ld ms, %ld ms", few, many);
	cr_expect_eq(fault_number("SELECT count(*) FROM urls"), SEEDS - SEEDS / WRONG);
	cr_expect(strstr(harness_output(), "seeds.txt:99001: "));
}
