/* Sites that want cookies, and what they must not make us do. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/e2e/faults.h"

TestSuite(cookies, .init = fault_open, .fini = fault_close);

#define ROBOTS "User-agent: *\nDisallow: /secret\n"

/* The text, to whom has the cookie; else one is set, with a redirect to the same URL. */
static bool door(const hostile_call *c)
{
	if (strstr(c->head, "Cookie: key=7\r\n") || strstr(c->head, "key=7;"))
		return strcmp(c->path, "/robots.txt") == 0 ? hostile_plain(c) : hostile_html(c);
	return hostile_print(c->fd, "HTTP/1.1 302 Found\r\nLocation: %s\r\nSet-Cookie: key=7; Path=/\r\nContent-Length: 0\r\n\r\n", c->path);
}

/* The same, by way of another URL, which sets it. */
static bool long_door(const hostile_call *c)
{
	if (strstr(c->head, "key=7"))
		return hostile_html(c);
	return hostile_print(c->fd, "HTTP/1.1 302 Found\r\nLocation: /key?for=%s\r\nContent-Length: 0\r\n\r\n", c->path);
}

static bool key(const hostile_call *c)
{
	return hostile_print(c->fd, "HTTP/1.1 302 Found\r\nLocation: %s\r\nSet-Cookie: key=7; Path=/\r\nContent-Length: 0\r\n\r\n",
			     strchr(c->path, '=') + 1);
}

static bool key_page(const hostile_call *c)
{
	return hostile_print(c->fd, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nSet-Cookie: key=7\r\nContent-Length: %zu\r\n\r\n%s", strlen(c->text),
			     c->text);
}

#define PAGE "<p>The harbour was closed for a week <a href=/secret/1>s</a> <a href=/two>two</a>"

static const hostile_route doors[] = {{"/robots.txt", door, ROBOTS}, {"/two", door, "<p>A second page of the harbour, on its trams"}, {"/*", door, PAGE}, {0}};
static const hostile_route long_doors[] = {{"/robots.txt", hostile_plain, ""}, {"/key*", key, NULL}, {"/*", long_door, "<p>The tide"}, {0}};

Test(cookies, a_site_that_sets_one_and_redirects_to_itself_is_read)
{
	hostile *h = hostile_start(doors);

	cr_expect_eq(fault_crawl("-f none %s", hostile_url(h, "/")), 0, "%s", harness_output());
	cr_expect_str_eq(fault_end(hostile_url(h, "/")), "page");
	cr_expect_str_eq(fault_end(hostile_url(h, "/two")), "page");
	cr_expect_str_eq(fault_end(hostile_url(h, "/secret/1")), "skip: robots.txt");
	cr_expect_eq(hostile_hits(h, "/robots.txt"), 2);
	cr_expect_eq(hostile_hits(h, "/two"), 1, "the cookie is kept");
}

Test(cookies, so_is_one_whose_robots_txt_sets_none)
{
	hostile *h = hostile_start(doors);

	cr_expect_eq(fault_crawl("-f none --robots ignore %s", hostile_url(h, "/two")), 0, "%s", harness_output());
	cr_expect_str_eq(fault_end(hostile_url(h, "/two")), "page");
	cr_expect_eq(hostile_hits(h, "/two"), 2);
}

Test(cookies, so_is_one_that_redirects_to_a_url_that_redirects_back)
{
	hostile *h = hostile_start(long_doors);

	cr_expect_eq(fault_crawl("-f none %s", hostile_url(h, "/")), 0, "%s", harness_output());
	cr_expect_str_eq(fault_end(hostile_url(h, "/")), "page");
	cr_expect_str_eq(fault_end(hostile_url(h, "/key?for=/")), "redirect");
	cr_expect_eq(hostile_hits(h, "/"), 2);
}

Test(cookies, without_cookies_it_is_a_redirect_to_itself)
{
	hostile *h = hostile_start(doors);

	fault_crawl("-f none --no-cookies --robots ignore %s", hostile_url(h, "/"));
	cr_expect_str_eq(fault_end(hostile_url(h, "/")), "redirect");
	cr_expect_eq(hostile_hits(h, "/"), 1);
	cr_expect_eq(hostile_told(h, "Cookie"), 0);
}

static bool fails(const hostile_call *c)
{
	return strstr(c->head, "key=7") ? hostile_print(c->fd, "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n") : door(c);
}

/* The cookies of a run are forgotten, so a refresh meets the redirect again. */
static void refresh(hostile_route *routes, hostile_answer *first, hostile_answer *second, const char *url)
{
	routes[1].answer = first;
	cr_expect_eq(fault_crawl("-f none %s", url), 0, "%s", harness_output());
	cr_expect_eq(fault_number("SELECT count(*) FROM pages"), 1);
	cr_expect_eq(fault_crawl("-f none --refresh"), 0, "%s", harness_output());
	cr_expect_eq(fault_number("SELECT count(*) FROM past"), 0, "nothing has changed");
	routes[1].answer = second;
	fault_crawl("-f none --refresh");
	cr_expect_eq(fault_number("SELECT count(*) FROM pages"), 1, "a page that cannot be had now stays");
	cr_expect_eq(fault_number("SELECT count(*) FROM urls WHERE due = 1"), 0);
	cr_expect_str_eq(harness_faults(fault_store()), "");
}

Test(cookies, a_refresh_of_such_a_site_changes_nothing)
{
	static hostile_route routes[] = {{"/robots.txt", hostile_plain, ""}, {"/*", NULL, "<p>The harbour"}, {0}};

	refresh(routes, door, fails, hostile_url(hostile_start(routes), "/"));
}

static bool long_fails(const hostile_call *c)
{
	return strncmp(c->path, "/key", 4) == 0 ? key(c) : strstr(c->head, "key=7") ? fails(c) : long_door(c);
}

static bool both(const hostile_call *c)
{
	return strncmp(c->path, "/key", 4) == 0 ? key(c) : long_door(c);
}

Test(cookies, nor_does_one_of_a_site_that_redirects_by_another_url)
{
	static hostile_route routes[] = {{"/robots.txt", hostile_plain, ""}, {"/*", NULL, "<p>The harbour"}, {0}};

	refresh(routes, both, long_fails, hostile_url(hostile_start(routes), "/"));
}

static int asked;

/* Fails once to whom has the cookie. */
static bool shaky(const hostile_call *c)
{
	return strstr(c->head, "key=7") && ++asked == 1 ? fails(c) : door(c);
}

Test(cookies, asking_again_takes_no_retry_away_and_seeds_stay_exempt)
{
	static const hostile_route routes[] = {{"/robots.txt", hostile_plain, ""}, {"/*", shaky, "<p>The harbour"}, {0}};
	hostile *h = hostile_start(routes);

	cr_expect_eq(fault_crawl("-f none --retries 1 --include /art %s", hostile_url(h, "/")), 0, "%s", harness_output());
	cr_expect_str_eq(fault_end(hostile_url(h, "/")), "page");
	cr_expect_eq(hostile_hits(h, "/"), 3);
}

/* A true loop, whose cookie changes with each request, ends. */
static bool loop(const hostile_call *c)
{
	return hostile_print(c->fd, "HTTP/1.1 302 Found\r\nLocation: %s\r\nSet-Cookie: n=%d\r\nContent-Length: 0\r\n\r\n",
			     strcmp(c->path, "/a") == 0 ? "/b" : "/a", c->nth);
}

Test(cookies, a_loop_with_cookies_ends)
{
	static const hostile_route routes[] = {{"/a", loop, NULL}, {"/b", loop, NULL}, {0}};
	hostile *h = hostile_start(routes);

	cr_expect_eq(fault_crawl("%s", hostile_url(h, "/a")), 1, "%s", harness_output());
	cr_expect_leq(hostile_hits(h, "/*"), 10);
	cr_expect_eq(fault_number("SELECT count(*) FROM urls WHERE due = 1"), 0);
}

static char elsewhere[1000];

/* Sets cookies in all the ways in which they could reach others. */
static bool leak(const hostile_call *c)
{
	return hostile_print(c->fd,
			     "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nSet-Cookie: own=1\r\nSet-Cookie: site=1; Domain=site.test; Path=/\r\n"
			     "Set-Cookie: suffix=1; Domain=test\r\nSet-Cookie: other=1; Domain=b.site.test\r\nContent-Length: %zu\r\n\r\n%s",
			     strlen(elsewhere), elsewhere);
}

Test(cookies, no_other_host_is_sent_them)
{
	static const hostile_route a_routes[] = {{"/", leak, NULL}, {"/again", hostile_html, "<p>Again"}, {0}};
	static const hostile_route b_routes[] = {{"/*", hostile_html, "<p>Another host"}, {0}};
	hostile *a = hostile_start(a_routes), *b = hostile_start(b_routes);

	snprintf(elsewhere, sizeof elsewhere, "<p>Here <a href=/again>a</a> <a href=%s>b</a> <a href=%s>c</a> <a href=%s>d</a> <a href=%s>d</a>",
		 hostile_named(b, "b.site.test", "/"), hostile_named(b, "a.site.test", "/port"), hostile_named(b, "site.test", "/"),
		 hostile_named(b, "c.a.site.test", "/"));
	cr_expect_eq(fault_crawl_seamed("", "--allow-private -f none --scope any %s", hostile_named(a, "a.site.test", "/")), 0, "%s", harness_output());
	cr_expect_eq(fault_number("SELECT count(*) FROM pages"), 6);
	cr_expect_eq(hostile_told(a, "own=1"), 1);
	cr_expect_eq(hostile_told(a, "site=1"), 1);
	cr_expect_eq(hostile_told(a, "suffix=1"), 0, "it is for a public suffix");
	cr_expect_eq(hostile_told(a, "other=1"), 0);
	cr_expect_eq(hostile_told(b, "Cookie"), 0);
}

Test(cookies, are_saved_for_their_owner_alone_and_sent_again)
{
	hostile *h = hostile_start(doors);
	const char *file = harness_file("cookies.txt");
	struct stat s;

	cr_expect_eq(fault_crawl("-f none --save-cookies '%s' %s", file, hostile_url(h, "/two")), 0, "%s", harness_output());
	cr_assert_eq(stat(file, &s), 0);
	cr_expect_eq(s.st_mode & 0777, 0600);
	fault_forget();
	harness_shell("{ echo 'other.test\tFALSE\t/\tFALSE\t0\tkey\t9' >>'%s'; }", file);
	cr_expect_eq(fault_crawl("-f none --cookies '%s' --save-cookies '%s' %s", file, file, hostile_url(h, "/two")), 0, "%s", harness_output());
	cr_expect_eq(hostile_hits(h, "/two"), 2);
	cr_expect_eq(hostile_hits(h, "/robots.txt"), 3, "once without the cookie");
	harness_shell("cat '%s'", file);
	cr_expect(strstr(harness_output(), "other.test") && strstr(harness_output(), "127.0.0.1\t"), "%s", harness_output());
	cr_expect_eq(fault_crawl("-f none --save-cookies /no/such/folder/c %s", hostile_url(h, "/two")), 2);
	cr_expect(strstr(harness_output(), "--save-cookies /no/such/folder/c: cannot be written: No such file"), "%s", harness_output());
}

#define LARGE "vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv"

/* 20 cookies of 1,000 bytes that no other page sets; in the page's own head, or in one before it. */
static bool flood(const hostile_call *c)
{
	bool early = strcmp(c->text, "early") == 0;
	int page = atoi(c->path + 1);
	char text[100];

	snprintf(text, sizeof text, "<p>Page %d <a href=/%08d>next</a>", page, (page + 1) % 30);
	hostile_print(c->fd, early ? "HTTP/1.1 103 Early Hints\r\n" : "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n");
	for (int i = 0; i < 20; i++)
		hostile_print(c->fd, "Set-Cookie: n%dx%d=" LARGE LARGE LARGE LARGE LARGE LARGE LARGE LARGE LARGE LARGE "\r\n", page, i);
	return hostile_print(c->fd, "%sSet-Cookie: few=1\r\nContent-Length: %zu\r\n\r\n%s",
			     early ? "\r\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" : "", strlen(text), text);
}

static void expect_bounded(const char *how)
{
	hostile_route routes[] = {{"/robots.txt", hostile_plain, ""}, {"/*", flood, how}, {0}};
	const char *file = harness_file("flood.txt");
	struct stat s;

	cr_expect_eq(fault_crawl("-f none --traps follow --save-cookies '%s' %s", file, hostile_url(hostile_start(routes), "/00000000")), 0, "%s", harness_output());
	cr_expect_eq(fault_number("SELECT count(*) FROM pages"), 30);
	cr_assert_eq(stat(file, &s), 0);
	cr_expect_lt(s.st_size, 100000, "%s: %lld bytes", how, (long long)s.st_size);
	hostile_stop();
	fault_forget();
}

Test(cookies, a_host_that_sets_too_many_loses_them)
{
	expect_bounded("own");
	expect_bounded("early");
}

Test(cookies, what_a_host_has_set_counts_more_than_what_the_file_had)
{
	static const hostile_route routes[] = {{"/*", key_page, "<p>The harbour"}, {0}};
	hostile *h = hostile_start(routes);
	const char *file = harness_file("c.txt");

	harness_shell("{ printf '127.0.0.1\\tFALSE\\t/\\tFALSE\\t0\\tkey\\told\\n' >'%s'; ln -sf '%s' '%s'; }", file, file, harness_file("link"));
	cr_expect_eq(fault_crawl("-f none --robots ignore --cookies '%s' --save-cookies '%s' %s", file, harness_file("link"), hostile_url(h, "/")), 0);
	cr_expect_eq(hostile_told(h, "Cookie: key=old"), 1);
	fault_forget();
	cr_expect_eq(fault_crawl("-f none --robots ignore --cookies '%s' --save-cookies /dev/null %s", file, hostile_url(h, "/")), 0, "%s", harness_output());
	cr_expect_eq(hostile_told(h, "Cookie: key=7"), 1);
	harness_shell("{ test -L '%s' && test -c /dev/null; }", harness_file("link"));
}
