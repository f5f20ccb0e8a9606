/* `crawl --warc`, and `filter` on the files that it writes. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/e2e/harness.h"
#include "tests/e2e/index_lines.h"

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

/* Each response is a page, or left out; but not robots.txt, which no archive is read for. */
Test(warc_command, what_is_no_page_is_counted)
{
	char command[600];
	int responses;

	crawl("", "/");
	responses = records("response") - 1;
	snprintf(command, sizeof command, "(./firstprint filter --json '%s' 2>&1 >/dev/null | jq 'select(.event == \"end\") | .read + .left_out, .left_out > 1')", harness_file("w.warc.gz"));
	harness_shell("%s", command);
	cr_expect_eq(atoi(harness_output()), responses, "%s of %d", harness_output(), responses);
	cr_expect(strstr(harness_output(), "true"));
}

/* Its checksum may be written down somewhere. */
Test(warc_command, a_finished_crawl_leaves_the_archive_as_it_is)
{
	crawl("", "/");
	cr_expect_eq(records("warcinfo"), 1);
	crawl("", "/");
	cr_expect_eq(records("warcinfo"), 1);
	crawl("--refresh", "/");
	cr_expect_eq(records("warcinfo"), 2);
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

Test(warc_command, the_same_bytes_at_the_same_url_are_a_revisit)
{
	harness_stop();
	harness_start("gzip off; etag off; if_modified_since off; " LOCATIONS);
	crawl("", "/start");
	crawl("--refresh", "/start");
	cr_expect_eq(records("revisit"), 1 + harness_number(harness_file("s.db"), "SELECT (SELECT count(*) FROM pages) + count(*) FROM drops"));
	cr_expect_not(strstr(harness_output(), "server-not-modified"));
	harness_shell("rm '%s'", harness_file("w.warc.gz"));
	crawl("--refresh", "/start"); /* into a file that does not have their bytes */
	cr_expect_gt(records("response"), 3);
	cr_expect_eq(records("revisit"), 0);
}

/* A page with the bytes of another is a revisit of that; unchanged, it still is, and no revisit of its revisit. */
Test(warc_command, what_a_revisit_refers_to_is_a_response)
{
	harness_stop();
	harness_start("gzip off; " LOCATIONS);
	crawl("", "/start");
	crawl("--refresh", "/start");
	cr_expect_gt(records("revisit"), 2);
	cr_expect(strstr(harness_output(), "server-not-modified"));
	harness_shell("zcat '%s' | tr -d '\\r' | awk '/^WARC-Type:/ {type = $2} /^WARC-Target-URI:/ && type == \"response\" {has[$2] = 1}"
		      " /^WARC-Refers-To-Target-URI:/ && !($2 in has)'", harness_file("w.warc.gz"));
	cr_expect_str_eq(harness_output(), "");
}

/* Weeks later, the first file is elsewhere, or there was none: nothing in the next one refers to it. */
Test(warc_command, a_file_has_what_its_revisits_refer_to)
{
	int responses;

	cr_assert_eq(harness_run("crawl -q --allow-private --delay 0 --retries 0 -o '%s' '%s'", harness_file("s.db"), harness_url("/")), 0);
	crawl("--refresh", "/");
	responses = records("response");
	cr_expect_gt(responses, 10);
	cr_expect_eq(records("revisit"), 0);
	harness_shell("mv '%s' '%s'", harness_file("w.warc.gz"), harness_file("vault"));
	crawl("--refresh", "/");
	cr_expect(strstr(harness_output(), "w.cdxj.1: the index of files that are not here any more"), "%s", harness_output());
	cr_expect_eq(records("response"), responses);
	cr_expect_eq(records("revisit"), 0);
	cr_expect_eq(check_index_lines("w.cdxj", "response|revisit"), responses);
	harness_shell("mv '%s' '%s'; mv '%s' '%s'", harness_file("vault"), harness_file("w.warc.gz"), harness_file("w.cdxj.1"), harness_file("w.cdxj"));
	cr_expect_eq(check_index_lines("w.cdxj", "response|revisit"), responses, "it is as it was");
}

/* The first crawl had no file. Once a file has the bodies, it gets revisits, also if its index is made again. */
Test(warc_command, a_later_file_has_each_body_once)
{
	cr_assert_eq(harness_run("crawl -q --allow-private --delay 0 --retries 0 -o '%s' '%s'", harness_file("s.db"), harness_url("/")), 0);
	for (int week = 0; week < 4; week++) {
		int before = week ? records("revisit") : 0;

		if (week == 3)
			harness_shell("rm '%s'", harness_file("w.cdxj"));
		crawl("--refresh", "/");
		cr_expect_eq(records("revisit") - before > 5, week > 0, "week %d", week);
		cr_expect_eq(harness_statuses("/books.html", 304), week);
		cr_expect_eq(harness_statuses("/books.html", 200), 2);
	}
	check_index_lines("w.cdxj", "response|revisit");
}

/* The original is gone, and the drop that becomes a page has its body in the file of the crawl before. */
Test(warc_command, a_conditional_request_needs_the_body_in_the_file)
{
	harness_stop();
	harness_start("gzip off; location / { root SITE; charset off; }\n"
		      "location = /start { default_type text/html; return 200 '<a href=/books.html>b</a><a href=/mirror.html>m</a>'; }\n"
		      "location = /books.html { root SITE; if (-f DIR/gone) { return 404; } }\n"
		      "location = /mirror.html { alias SITE/books.html; }\n");
	crawl("-j 1 --per-host 1", "/start");
	cr_assert_eq(harness_number(harness_file("s.db"), "SELECT count(*) FROM drops WHERE url LIKE '%%/mirror.html'"), 1);
	harness_shell("touch '%s'; rm '%s'", harness_file("gone"), harness_file("w.warc.gz"));
	crawl("--refresh", "/start");
	cr_assert_eq(harness_number(harness_file("s.db"), "SELECT count(*) FROM pages WHERE url LIKE '%%/mirror.html'"), 1);
	cr_expect_eq(harness_statuses("/mirror.html", 304), 0);
	cr_expect_eq(records("revisit"), 0);
	cr_expect(strstr(harness_output(), "A committee of"), "its body is in the file");
	crawl("--refresh", "/start");
	cr_expect_eq(harness_statuses("/mirror.html", 304), 1);
}

/* ── the index ── */

Test(warc_command, every_response_is_in_the_index)
{
	int responses;

	crawl("", "/");
	crawl("--refresh", "/");
	responses = records("response") + records("revisit");
	cr_expect_gt(responses, 10);
	cr_expect_eq(check_index_lines("w.cdxj", "response|revisit"), responses);
	harness_shell("cat '%s'", harness_file("w.cdxj"));
	cr_expect(strstr(harness_output(), "/old-tunnel.html\",\"mime\":\"text/html\",\"status\":\"301\""), "%s", harness_output());
	cr_expect(strstr(harness_output(), "\"mime\":\"warc/revisit\",\"status\":\"304\""), "%s", harness_output());
}

/* An index that is gone, or misses what was written before a kill, is completed from the files. */
Test(warc_command, an_index_is_completed_from_the_files)
{
	static const char *const left[] = {"nothing", "w-00000", "w-0000[01]"};

	crawl("--warc-size 4K", "/");
	harness_shell("cp '%s' '%s'", harness_file("w.cdxj"), harness_file("whole"));
	for (int i = 0; i < 3; i++) {
		harness_shell("{ rm '%s'; grep '%s' '%s' >'%s' || true; }", harness_file("w.cdxj"), left[i], harness_file("whole"), harness_file("w.cdxj.part"));
		crawl("--warc-size 4K", "/");
		harness_shell("{ grep -v robots.txt '%s' | grep -cvxFf '%s' || true; }", harness_file("whole"), harness_file("w.cdxj"));
		cr_expect_str_eq(harness_output(), "0\n", "%s", left[i]);
	}
	check_index_lines("w.cdxj", "response|revisit");
}

Test(warc_command, files_roll_over)
{
	crawl("--warc-size 4K", "/");
	cr_expect_gt(check_index_lines("w.cdxj", "response|revisit"), 10);
	harness_shell("{ ls -l '%s'*.warc.gz | awk '{ n++; small += $5 < 4096 } END { print (n > 2) (small <= 1) }'; }", harness_file("w-0"));
	cr_expect_str_eq(harness_output(), "11\n", "several, and only the last may be small: %s", harness_output());
	crawl("--refresh --warc-size 100M", "/"); /* goes on in the last file */
	cr_expect(!strstr(harness_output(), "exists"));
	harness_shell("{ zgrep -ac '^WARC-Type: warcinfo' '%s' || true; }", harness_file("w-00000.warc.gz"));
	cr_expect_str_eq(harness_output(), "1\n");
	check_index_lines("w.cdxj", "response|revisit");
	cr_expect_eq(harness_run("crawl --warc-size 1M -o '%s' http://127.0.0.1:1/", harness_file("s.db")), 2);
	cr_expect(strstr(harness_output(), "--warc-size is for --warc"), "%s", harness_output());
}

/* In the index a name that is not UTF-8 is escaped, as paths are elsewhere. */
Test(warc_command, an_archive_may_have_any_name)
{
	cr_assert_eq(harness_run("crawl -q --allow-private --delay 0 --warc '%s' -o '%s' '%s'", harness_file("\xff.warc.gz"), harness_file("s.db"),
				 harness_url("/start")), 0, "%s", harness_output());
	harness_shell("{ grep -c '\"filename\":\"%%FF.warc.gz\"' '%s' || true; }", harness_file("\xff.cdxj"));
	cr_expect_str_neq(harness_output(), "0\n");
}

Test(warc_command, what_is_no_archive_is_refused_and_stays)
{
	harness_shell("{ echo hello >'%s'; mkdir '%s'; }", harness_file("j.warc.gz"), harness_file("d.cdxj"));
	cr_expect_eq(harness_run("crawl -q --allow-private --warc '%s' -o '%s' '%s'", harness_file("j.warc.gz"), harness_file("s.db"), harness_url("/")), 1);
	cr_expect(strstr(harness_output(), "j.warc.gz: exists and is not a gzipped WARC file"), "%s", harness_output());
	harness_shell("{ cat '%s'; ls '%s'; }", harness_file("j.warc.gz"), harness_file(""));
	cr_expect(strstr(harness_output(), "hello\n") && !strstr(harness_output(), ".part"), "%s", harness_output());
	cr_expect_eq(harness_run("crawl -q --allow-private --warc '%s' -o '%s' '%s'", harness_file("d.warc.gz"), harness_file("s.db"), harness_url("/")), 1);
	cr_expect(strstr(harness_output(), "d.cdxj: not a regular file"), "%s", harness_output());
}

/* ── revisits that are read ── */

static void filter_archive(const char *more)
{
	cr_assert_eq(harness_run("filter -q %s '%s'", more, harness_file("w.warc.gz")), 0, "%s", harness_output());
}

Test(warc_command, a_revisit_is_judged_as_what_it_repeats)
{
	char store[300], first[8192];
	int64_t drops;

	harness_stop();
	harness_start("gzip off; " LOCATIONS);
	crawl("-j 1", "/start"); /* of two pages that are read at once, either may be judged first */
	drops = harness_number(harness_file("s.db"), "SELECT count(*) FROM drops");
	cr_expect_gt(drops, 0);
	filter_archive("");
	cr_expect(strstr(harness_output(), "mirror.html\",\"verdict\":\"duplicate\",\"of\":\"") && strstr(harness_output(), "\"filter\":\"warc\",\"stage\":\"revisit\",\"score\":1"),
		  "%s", harness_output());
	snprintf(store, sizeof store, "-o '%s'", harness_file("f.db"));
	for (int i = 0; i < 2; i++) {
		filter_archive(store);
		if (i == 0)
			snprintf(first, sizeof first, "%s", harness_output());
		cr_expect_str_eq(harness_output(), first);
		cr_expect_eq(harness_number(harness_file("f.db"), "SELECT count(*) FROM drops"), drops);
		cr_expect_str_eq(harness_faults(harness_file("f.db")), "");
	}
	harness_shell("./firstprint inspect '%s' show '%s'", harness_file("f.db"), harness_url("/mirror.html"));
	cr_expect(strstr(harness_output(), "A committee of"), "it has a text: %s", harness_output());
	snprintf(store, sizeof store, "--against '%s'", harness_file("f.db"));
	filter_archive(store);
	cr_expect(strstr(harness_output(), "\"stage\":\"revisit\""), "%s", harness_output());
}

Test(warc_command, pages_of_earlier_runs_are_revisited_if_the_file_has_them)
{
	enum { AT_ONCE, FILE_REMOVED, ANOTHER_RUN_WITHOUT, CASES };

	harness_stop();
	harness_start("gzip off; " LOCATIONS);
	for (int i = 0; i < CASES; i++) {
		harness_shell("rm -f '%s' '%s'", harness_file("s.db"), harness_file("w.warc.gz"));
		crawl("--depth 0", "/books.html");
		if (i == FILE_REMOVED)
			harness_shell("rm '%s'", harness_file("w.warc.gz"));
		if (i == ANOTHER_RUN_WITHOUT)
			cr_assert_eq(harness_run("crawl -q --allow-private -o '%s' '%s'", harness_file("s.db"), harness_url("/books.html")), 0);
		crawl("--depth 0", "/mirror.html");
		cr_expect_eq(records("revisit"), i != FILE_REMOVED, "%d", i);
	}
}

Test(warc_command, an_unchanged_page_is_a_duplicate_of_itself)
{
	crawl("", "/");
	crawl("--refresh", "/");
	filter_archive("");
	cr_expect(strstr(harness_output(), "books.html\",\"filter\":\"warc\",\"stage\":\"revisit\""), "%s", harness_output());
	cr_expect(!strstr(harness_output(), "not here"), "%s", harness_output());
	harness_shell("rm '%s'", harness_file("w.warc.gz"));
	crawl("--refresh", "/");
	filter_archive("");
	cr_expect(!strstr(harness_output(), "not here"), "a new file has them again: %s", harness_output());
}

#define PAGE(url, text) "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: " url "\r\nContent-Type: text/html\r\nContent-Length: 40\r\n\r\n" text "\r\n\r\n"
#define REVISIT(url, of) "WARC/1.0\r\nWARC-Type: revisit\r\nWARC-Target-URI: " url "\r\nWARC-Refers-To-Target-URI: " of "\r\nContent-Length: 0\r\n\r\n\r\n\r\n"
#define OLD "<p>The lamp on the cape is lit again.   "
#define NEW "<p>A bridge was closed for the winter.  "

static void write_archive(const char *records)
{
	FILE *f = fopen(harness_file("w.warc.gz"), "w");

	cr_assert(f && fputs(records, f) >= 0 && fclose(f) == 0);
}

/* A URL that is revisited and then changes; a revisit of a revisit; one whose page comes later. */
Test(warc_command, the_same_archive_again_gives_the_same_verdicts)
{
	static const struct {
		const char *records, *verdicts;
	} rows[] = {{PAGE("http://a/1", OLD) REVISIT("http://a/1", "http://a/1") PAGE("http://a/1", NEW), "unique duplicate unique "},
		    {PAGE("http://a/1", OLD) REVISIT("http://a/2", "http://a/1") REVISIT("http://a/3", "http://a/2"), "unique duplicate duplicate "},
		    {PAGE("http://a/1", OLD) PAGE("http://a/2", OLD) REVISIT("http://a/2", "http://a/2") REVISIT("http://a/2", "http://a/2"),
		     "unique duplicate duplicate duplicate "}};
	char found[200], store[300];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		for (int run = 0; run < 4; run++) { /* the first without a store */
			write_archive(rows[i].records);
			if (run < 2)
				harness_shell("rm -f '%s'", harness_file("r.db"));
			snprintf(store, sizeof store, "-o '%s'", harness_file("r.db"));
			harness_shell("./firstprint filter %s '%s' | sed 's/.*\"verdict\":\"\\([a-z]*\\)\".*/\\1/' | tr '\\n' ' '", run ? store : "",
				      harness_file("w.warc.gz"));
			snprintf(found, sizeof found, "%s", harness_output());
			cr_expect(strncmp(found, rows[i].verdicts, strlen(rows[i].verdicts)) == 0, "%zu, run %d: %s", i, run, found);
		}
}

Test(warc_command, a_revisit_of_what_is_elsewhere_has_no_verdict)
{
	write_archive(REVISIT("http://a/2", "http://a/1"));
	filter_archive("");
	cr_expect(strstr(harness_output(), "1 revisit record refers to a page that is not here; it has no verdict"), "%s", harness_output());
	harness_shell("./firstprint filter -q --unread '%s' '%s'; cat '%s'", harness_file("u.warc"), harness_file("w.warc.gz"), harness_file("u.warc"));
	cr_expect(strstr(harness_output(), "WARC-Target-URI: http://a/2\r"), "%s", harness_output());
}

Test(warc_command, against_a_store_a_revisit_has_the_verdict_of_its_page)
{
	static const char verdicts[] = "duplicate http://a/0 duplicate http://a/0 unique null unique null duplicate http://a/0 ";

	write_archive(PAGE("http://a/0", OLD));
	harness_shell("./firstprint filter -q -o '%s' '%s'", harness_file("r.db"), harness_file("w.warc.gz"));
	write_archive(PAGE("http://a/1", OLD) REVISIT("http://a/2", "http://a/1") PAGE("http://a/3", NEW) REVISIT("http://a/4", "http://a/3")
		      REVISIT("http://a/5", "http://a/0"));
	harness_shell("./firstprint filter -q --against '%s' '%s' | jq -j '\"\\(.verdict) \\(.of) \"'", harness_file("r.db"), harness_file("w.warc.gz"));
	cr_expect_str_eq(harness_output(), verdicts);
}

/* What a crawl appends to it, and indexes, would not be what its name says. */
Test(warc_command, an_archive_of_another_program_is_left_as_it_is)
{
	write_archive(PAGE("http://a/0", OLD));
	harness_shell("cd '%s' && gzip -c w.warc.gz >others.warc.gz && cp others.warc.gz before", harness_file("."));
	cr_expect_eq(harness_run("crawl -q -o '%s' --warc '%s' '%s'", harness_file("o.db"), harness_file("others.warc.gz"), harness_url("/")), 2);
	cr_expect(strstr(harness_output(), "others.warc.gz: an archive of another program; write to a file of another name"), "%s", harness_output());
	harness_shell("cd '%s' && cmp others.warc.gz before; ls o.db others.cdxj 2>&- || true", harness_file("."));
	cr_expect_str_empty(harness_output());
}

/* Ours is known without its index, whatever the crawler calls itself. */
Test(warc_command, an_archive_whose_index_is_gone_goes_on)
{
	crawl("--user-agent 'Mole/1'", "/start");
	harness_shell("rm '%s'", harness_file("w.cdxj"));
	crawl("--refresh --user-agent 'Mole/1'", "/start");
	cr_expect_eq(records("warcinfo"), 2, "%s", harness_output());
	cr_expect(strstr(harness_output(), "software: Mole/1, firstprint/"));
}
