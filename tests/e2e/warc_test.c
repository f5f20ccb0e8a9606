/* `crawl --warc`, and `filter` on the files that it writes. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/e2e/harness.h"

#define LOCATIONS \
	"location / { root SITE; index index.html; charset off; }\n" \
	"location = /old-tunnel.html { return 301 /tunnel.html; }\n" \
	"location = /mirror.html { alias SITE/books.html; }\n" \
	"location = /start { default_type text/html; return 200 '<a href=/books.html>b</a><a href=/mirror.html>m</a>'; }\n"

static void serve(void)
{
	harness_start(LOCATIONS);
}

TestSuite(warc_command, .init = serve, .fini = harness_stop);

static void crawl(const char *more, const char *path)
{
	cr_assert_eq(harness_run("crawl -q --allow-private --delay 0 --retries 0 --warc '%s' -o '%s' %s '%s'",
				 harness_file("w.warc.gz"), harness_file("s.db"), more, harness_url(path)),
		     0, "%s", harness_output());
}

static int records(const char *type)
{
	char wanted[80];
	int n = 0;

	snprintf(wanted, sizeof wanted, "\nWARC-Type: %s\r", type);
	harness_shell("zcat '%s' | tr -d '\\000'", harness_file("w.warc.gz"));
	for (const char *at = harness_output(); (at = strstr(at, wanted)) != NULL; at++)
		n++;
	return n;
}

Test(warc_command, an_archive_gives_the_verdicts_of_its_crawl)
{
	int64_t drops;

	crawl("", "/");
	drops = harness_number(harness_file("s.db"), "SELECT count(*) FROM drops");
	cr_assert_eq(harness_run("filter -q -o '%s' '%s'", harness_file("f.db"), harness_file("w.warc.gz")), 0, "%s", harness_output());
	cr_expect_gt(drops, 0);
	cr_expect_eq(harness_number(harness_file("f.db"), "SELECT count(*) FROM drops"), drops);
	cr_expect_str_eq(harness_text(harness_file("f.db"), "SELECT group_concat(text) FROM (SELECT text FROM pages ORDER BY url)"),
			 harness_text(harness_file("s.db"), "SELECT group_concat(text) FROM (SELECT text FROM pages ORDER BY url)"));
}

Test(warc_command, redirects_failures_and_robots_are_in_it)
{
	crawl("", "/");
	cr_expect_eq(records("warcinfo"), 1);
	cr_expect_eq(records("response"), records("request"));
	cr_expect(strstr(harness_output(), "HTTP/1.1 301 Moved"));
	cr_expect(strstr(harness_output(), "HTTP/1.1 404 Not Found"));
	cr_expect(strstr(harness_output(), "Disallow: /private/"));
	cr_expect(strstr(harness_output(), "firstprint: near-duplicate: of #"));
}

Test(warc_command, bodies_are_as_they_came)
{
	harness_stop();
	harness_start("gzip on; gzip_min_length 1; gzip_proxied any; " LOCATIONS);
	crawl("", "/start");
	cr_expect_gt(records("response"), 1);
	cr_expect(strstr(harness_output(), "\nContent-Encoding: gzip\r"));
	cr_expect(strstr(harness_output(), "\x1f\x8b"));
	cr_expect_eq(harness_run("filter -q '%s'", harness_file("w.warc.gz")), 0, "%s", harness_output());
	cr_expect(strstr(harness_output(), "\"duplicate\""), "%s", harness_output());
}

Test(warc_command, the_same_bytes_again_are_a_revisit)
{
	harness_stop();
	harness_start("gzip off; " LOCATIONS);
	crawl("", "/start");
	cr_expect_eq(records("revisit"), 1);
	cr_expect(strstr(harness_output(), "identical-payload-digest"));
}

Test(warc_command, an_unchanged_page_is_a_revisit_too)
{
	crawl("", "/");
	crawl("--refresh", "/");
	cr_expect_gt(records("revisit"), 5);
	cr_expect(strstr(harness_output(), "server-not-modified"));
	cr_expect_eq(records("warcinfo"), 2);
}
