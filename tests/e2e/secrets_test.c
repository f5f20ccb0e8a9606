/* Headers, passwords and cookies of the user: the hosts of the seeds are sent them, nobody else, and no file has them. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/e2e/faults.h"

TestSuite(secrets_sent, .init = fault_open, .fini = fault_close);

#define GIVEN "--header 'X-Key: hush-1' --user 'me:hush-2' --cookies '%s'"
#define BASIC "Authorization: Basic bWU6aHVzaC0y"

static char page[1000], to_sitemap[200], to_other[200];

static const char *cookie_file(const char *domain)
{
	FILE *f = fopen(harness_file("cookies.txt"), "w");

	cr_assert(f);
	fprintf(f, "# Netscape HTTP Cookie File\n\n%s\tFALSE\t/\tFALSE\t0\tkey\thush-3\nother.test\tFALSE\t/\tFALSE\t0\tkey\thush-4\n", domain);
	fclose(f);
	return harness_file("cookies.txt");
}

static void expect_sent(hostile *h, int n)
{
	cr_expect_eq(hostile_told(h, "X-Key: hush-1"), n, "%d", hostile_told(h, "X-Key: hush-1"));
	cr_expect_eq(hostile_told(h, BASIC), n, "%d", hostile_told(h, BASIC));
	cr_expect_eq(hostile_told(h, "Cookie: key=hush-3"), n, "%d", hostile_told(h, "Cookie: key=hush-3"));
	cr_expect_eq(hostile_told(h, "hush-4"), 0);
}

/* How many lines of the file have the words. */
static int lines(const char *words, const char *path)
{
	harness_shell("{ zcat -f '%s' | grep -a -c -e '%s' || true; }", path, words);
	return atoi(harness_output());
}

static const hostile_route away[] = {{"/robots.txt", hostile_plain, ""}, {"/map.xml", hostile_plain, ""}, {"/*", hostile_html, "<p>Another host"}, {0}};
static hostile_route home[] = {{"/robots.txt", hostile_redirect, to_sitemap}, {"/", hostile_html, page}, {"/to", hostile_redirect, to_other}, {0}};

Test(secrets_sent, only_the_hosts_of_seeds_get_them)
{
	hostile *a = hostile_start(home), *b = hostile_start(away);
	const char *file = cookie_file(".seed.test"), *warc = harness_file("w.warc.gz");

	snprintf(to_sitemap, sizeof to_sitemap, "%s", hostile_named(b, "robots.test", "/robots.txt"));
	snprintf(to_other, sizeof to_other, "%s", hostile_named(b, "seed.test", "/redirected"));
	snprintf(page, sizeof page, "<p>Home <a href=/to>a</a> <a href=%s>b</a> <a href=%s>c</a>", hostile_named(b, "other.test", "/"),
		 hostile_named(b, "www.seed.test", "/"));
	cr_expect_eq(fault_crawl_seamed("", "-v --allow-private -f none --scope any --warc '%s' " GIVEN " %s", warc, file,
					hostile_named(a, "seed.test", "/")),
		     0, "%s", harness_output());
	cr_expect_null(strstr(harness_output(), "hush"), "%s", harness_output());
	expect_sent(a, 3);
	expect_sent(b, 0);
	cr_expect_eq(fault_number("SELECT count(*) FROM pages"), 4);
	cr_expect_eq(lines("hush\\|bWU6\\|^Cookie\\|^Authorization", warc), 0);
	cr_expect_eq(lines("hush\\|bWU6", fault_store()), 0);
	cr_expect_gt(lines("^GET / HTTP", warc), 0);
}

Test(secrets_sent, warc_secrets_keeps_them_in_the_archive)
{
	static const hostile_route routes[] = {{"/*", hostile_html, "<p>Home"}, {0}};
	hostile *a = hostile_start(routes);
	const char *file = cookie_file("127.0.0.1"), *warc = harness_file("w.warc.gz");

	cr_expect_eq(fault_crawl("-f none --robots ignore --warc '%s' --warc-secrets " GIVEN " %s", warc, file, hostile_url(a, "/")), 0, "%s", harness_output());
	expect_sent(a, 1);
	cr_expect_eq(lines("^X-Key: hush-1", warc), 1);
	cr_expect_eq(lines("^" BASIC, warc), 1);
	cr_expect_eq(lines("^Cookie: key=hush-3", warc), 1);
}

/* A crawl that goes on without seeds takes those of the store. */
Test(secrets_sent, a_refresh_sends_them_to_the_seeds_of_the_store)
{
	static const hostile_route routes[] = {{"/*", hostile_html, "<p>Home"}, {0}};
	hostile *a = hostile_start(routes);

	cr_expect_eq(fault_crawl("-f none --robots ignore %s", hostile_url(a, "/")), 0);
	expect_sent(a, 0);
	cr_expect_eq(fault_crawl("-f none --robots ignore --refresh " GIVEN, cookie_file("127.0.0.1")), 0, "%s", harness_output());
	expect_sent(a, 1);
}

Test(secrets_sent, what_cannot_be_sent_is_refused_without_naming_it)
{
	static const struct { const char *given, *said; } rows[] = {
		{"--header hush", "--header: expected a header, \"Name: value\""},
		{"--header 'X:'", "--header: expected a header"},
		{"--header 'Host: hush'", "--header: Host is set by the crawler itself"},
		{"--header \"$(printf 'X: a\\001hush')\"", "--header: X contains a control character"},
		{"--user hush", "--user: expected a name and a password, NAME:PASSWORD"},
		{"--user @/no/such/file", "--user: cannot read /no/such/file: No such file"},
		{"--cookies /no/such/file", "--cookies: cannot read /no/such/file"},
		{"--cookies /dev/zero", "--cookies: /dev/zero is longer than 16777216 bytes"},
		{"--header @/dev/null", "--header: /dev/null has no header"},
		{"--user @/dev/null", "--user: /dev/null is empty"},
		{"--cookies /", "--cookies: cannot read /: Is a directory"},
		{"--cookies /etc/passwd", "--cookies: /etc/passwd:1: not a cookie in Netscape's format"},
		{"--no-cookies --cookies /etc/passwd", "--no-cookies and --cookies exclude each other"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		cr_expect_eq(fault_crawl("%s http://127.0.0.1:9/", rows[i].given), 2, "%s", rows[i].given);
		cr_expect(strstr(harness_output(), rows[i].said), "%s: %s", rows[i].given, harness_output());
		cr_expect_null(strstr(harness_output(), "hush"), "%s", harness_output());
	}
}

Test(secrets_sent, files_may_have_them)
{
	static const hostile_route routes[] = {{"/*", hostile_html, "<p>Home"}, {0}};
	hostile *a = hostile_start(routes);

	harness_shell("{ printf 'X-Key: hush-1\\r\\n\\nX-More: hush-5\\n' >'%s'; echo me:hush-2 >'%s'; }", harness_file("headers"), harness_file("user"));
	cr_expect_eq(fault_crawl("-f none --robots ignore --header '@%s' --user '@%s' --cookies '%s' %s", harness_file("headers"),
				 harness_file("user"), cookie_file("127.0.0.1"), hostile_url(a, "/")),
		     0, "%s", harness_output());
	expect_sent(a, 1);
	cr_expect_eq(hostile_told(a, "X-More: hush-5"), 1);
}

static char linking[128];

static bool late_redirect(const hostile_call *c)
{
	harness_until(access(fault_store(), F_OK) == 0 && strcmp(fault_end(linking), "page") == 0);
	return hostile_redirect(c);
}

/* The host that a seed redirects to is none of theirs, also if a link had led there before. */
Test(secrets_sent, a_refresh_does_not_take_the_target_of_a_redirect_for_a_seed)
{
	static hostile_route routes[] = {{"/1", hostile_html, page}, {"/2", late_redirect, to_other}, {0}};
	hostile *a = hostile_start(routes), *b = hostile_start(away);

	snprintf(to_other, sizeof to_other, "%s", hostile_url(b, "/x"));
	snprintf(page, sizeof page, "<p>Home <a href=%s>b</a>", to_other);
	snprintf(linking, sizeof linking, "%s", hostile_url(a, "/1"));
	cr_expect_eq(fault_crawl("-f none --robots ignore --per-host 2 %s %s", linking, hostile_url(a, "/2")), 0, "%s", harness_output());
	cr_expect_str_eq(fault_end(to_other), "page");
	cr_expect_eq(fault_crawl("-f none --robots ignore --refresh " GIVEN, cookie_file("127.0.0.1")), 0, "%s", harness_output());
	expect_sent(a, 2);
	expect_sent(b, 0);
}
