/* robots.txt that cannot be fetched, redirects, or is written as people write it. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/e2e/faults.h"

TestSuite(fault_robots, .init = fault_open, .fini = fault_close);

#define BUSY "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n"
#define SHORT "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nUser-agent: *\nAllow: /\n"

/* Hosts whose robots.txt cannot be fetched, and the reason why nothing else of them is requested. No answer: nobody
 * listens. */
static struct {
	const char *name, *scheme, *host;
	hostile_answer *answer;
	const char *text, *end;
} unreachable[] = {
	{"503", "http", "127.0.0.1", hostile_raw, BUSY, "skip: robots.txt: http 503"},
	{"503 for ever, with a page in it", "http", "127.0.0.1", hostile_raw,
	 "HTTP/1.1 500 Oops\r\nContent-Length: 24\r\n\r\nUser-agent: *\nAllow: /\r\n", "skip: robots.txt: http 500"},
	{"202 with nothing", "http", "127.0.0.1", hostile_raw, "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n", "skip: robots.txt: http 202"},
	{"202 with a challenge", "http", "127.0.0.1", hostile_raw, "HTTP/1.1 202 Accepted\r\nContent-Length: 18\r\n\r\n\n<html><p>One moment", "skip: robots.txt: http 202"},
	{"204", "http", "127.0.0.1", hostile_raw, "HTTP/1.1 204 No Content\r\n\r\n", "skip: robots.txt: http 204"},
	{"no answer", "http", "127.0.0.1", hostile_silence, NULL, "skip: robots.txt: deadline"},
	{"cut short", "http", "127.0.0.1", hostile_raw, SHORT, "skip: robots.txt: "},
	{"refused", "http", "127.0.0.1", NULL, NULL, "skip: robots.txt: Failed to connect"},
	{"no TLS", "https", "127.0.0.1", hostile_raw, BUSY, "skip: robots.txt: "},
	{"no such name", "http", "nobody.invalid", NULL, NULL, "skip: robots.txt: Could not resolve"},
	{"names cannot be asked for", "http", "busy.test", NULL, NULL, "skip: robots.txt: Could not resolve"},
};
enum { UNREACHABLE = sizeof unreachable / sizeof *unreachable };

/* Two of its pages, as seeds. */
static void add_seeds(char *seeds, const char *host, int port, const char *scheme)
{
	for (int i = 1; i <= 2; i++)
		sprintf(seeds + strlen(seeds), " %s://%s:%d/page%d", scheme, host, port, i);
}

Test(fault_robots, a_host_that_gives_none_is_left_alone_with_the_reason_while_others_continue)
{
	static const hostile_route good[] = {{"/*", hostile_html, "<p>Fine"}, {0}};
	static hostile_route routes[UNREACHABLE][3];
	hostile *h[UNREACHABLE] = {0}, *fine = hostile_start(good);
	int ports[UNREACHABLE];
	char seeds[4096] = "", url[128];

	for (size_t i = 0; i < UNREACHABLE; i++) {
		routes[i][0] = (hostile_route){"/robots.txt", unreachable[i].answer, unreachable[i].text};
		routes[i][1] = (hostile_route){"/*", hostile_html, "<p>Not to be had"};
		h[i] = unreachable[i].answer ? hostile_start(routes[i]) : NULL;
		ports[i] = h[i] ? hostile_port(h[i]) : harness_free_port();
		add_seeds(seeds, unreachable[i].host, ports[i], unreachable[i].scheme);
	}
	add_seeds(seeds, "127.0.0.1", hostile_port(fine), "http");
	cr_expect_eq(fault_crawl_timed("--allow-private -f none --timeout 30 %s", seeds), 1, "%s", harness_output());
	for (size_t i = 0; i < UNREACHABLE; i++) {
		snprintf(url, sizeof url, "%s://%s:%d/page2", unreachable[i].scheme, unreachable[i].host, ports[i]);
		cr_expect(strncmp(fault_end(url), unreachable[i].end, strlen(unreachable[i].end)) == 0, "%s: %s",
			  unreachable[i].name, fault_end(url));
		cr_expect_eq(h[i] ? hostile_hits(h[i], "/page*") : 0, 0, "%s", unreachable[i].name);
	}
	cr_expect_eq(fault_number("SELECT count(*) FROM pages"), 2);
}

static bool rules_later(const hostile_call *c)
{
	const char *status = c->nth ? "203 Non-Authoritative Information" : "202 Accepted", *rules = c->nth ? c->text : "";

	return hostile_print(c->fd, "HTTP/1.1 %s\r\nContent-Length: %zu\r\n\r\n%s", status, strlen(rules), rules);
}

Test(fault_robots, nothing_with_another_status_than_200_is_no_permission)
{
	static const hostile_route routes[] = {{"/robots.txt", rules_later, "User-agent: *\nDisallow: /private\n"},
					       {"/", hostile_html, "<p>Home <a href=/private>x</a>"},
					       {0}};
	hostile *h = hostile_start(routes);

	cr_expect_eq(fault_crawl_timed("--allow-private -f none %s", hostile_url(h, "/")), 0, "%s", harness_output());
	cr_expect_eq(hostile_hits(h, "/robots.txt"), 2);
	cr_expect_str_eq(fault_end(hostile_url(h, "/")), "page");
	cr_expect_str_eq(fault_end(hostile_url(h, "/private")), "skip: robots.txt");
}

/* ── redirects ── */

Test(fault_robots, five_redirects_are_followed_also_to_other_hosts)
{
	static hostile_route first[] = {{"/robots.txt", hostile_redirect, "/1"},
					{"/1", hostile_redirect, NULL},
					{"/3", hostile_redirect, NULL},
					{"/private*", hostile_html, "<p>Private"},
					{"/*", hostile_html, "<p>Home <a href=/private/a>a</a>"},
					{0}};
	static hostile_route second[] = {{"/2", hostile_redirect, NULL},
					 {"/4", hostile_redirect, "/5"},
					 {"/5", hostile_plain, "User-agent: *\nDisallow: /private\n"},
					 {0}};
	hostile *a = hostile_start(first), *b = hostile_start(second);

	first[1].text = hostile_named(b, "localhost", "/2");
	second[0].text = hostile_url(a, "/3");
	first[2].text = hostile_url(b, "/4");
	cr_expect_eq(fault_crawl("%s", hostile_url(a, "/")), 0, "%s", harness_output());
	cr_expect_eq(hostile_hits(b, "/5"), 1);
	cr_expect_eq(hostile_hits(a, "/private/a"), 0);
	cr_expect_str_eq(fault_end(hostile_url(a, "/private/a")), "skip: robots.txt");
	cr_expect_str_eq(fault_end(hostile_url(a, "/")), "page");
}

Test(fault_robots, redirects_without_end_forbid_the_host)
{
	static const hostile_route routes[] = {{"/robots.txt", hostile_redirect, "/on/1"},
					       {"/on/*", hostile_redirect_on, NULL},
					       {"/*", hostile_html, "<p>Home"},
					       {0}};
	hostile *h = hostile_start(routes);

	cr_expect_eq(fault_crawl("%s", hostile_url(h, "/")), 1, "%s", harness_output());
	cr_expect_eq(hostile_hits(h, "/on/*"), 5);
	cr_expect_eq(hostile_hits(h, "/"), 0);
	cr_expect(strstr(fault_end(hostile_url(h, "/")), "skip: robots.txt: "), "%s", fault_end(hostile_url(h, "/")));
}

/* ── its contents ── */

#define LINKS "<p>Home <a href=/a.php>a</a> <a href=/a.php5>a</a> <a href=/x/secret/1>b</a> <a href=/end>c</a>" \
	" <a href=/endless>d</a> <a href=/tie>e</a> <a href=/tie/in>f</a> <a href=/private/1>g</a> <a href=/late>h</a>"

static struct {
	const char *name, *robots, *forbidden, *allowed; /* robots NULL: a file longer than what is read, see below */
} files[] = {
	{"wildcards", "User-agent: *\nDisallow: /*.php$\nDisallow: /*/secret\nDisallow: /end$\n",
	 "/a.php /x/secret/1 /end", "/a.php5 /endless /tie"},
	{"allow wins a tie, the longer wins", "User-agent: *\nDisallow: /tie\nAllow: /tie\nAllow: /*.php\nDisallow: /a.php5\n"
	 "Disallow: /tie/in", "/a.php5 /tie/in", "/tie /a.php"},
	{"byte order mark, CRLF", "\xef\xbb\xbfUser-agent: *\r\nDisallow: /private\r\n\r\n", "/private/1", "/tie"},
	{"CR alone", "User-agent: *\rDisallow: /private\r", "/private/1", "/tie"},
	{"blanks and comments", " user-AGENT : * # all\n\n# but\n\tdisallow:/private # here\n", "/private/1", "/tie"},
	{"our own group alone", "User-agent: *\nDisallow: /\n\nUser-agent: FirstPrint/2.0\nDisallow: /private\n", "/private/1",
	 "/tie /end"},
	{"a page", "<!DOCTYPE html><html><head><title>Robots</title></head><body>\nDisallow: /\n</body></html>", "",
	 "/private/1 /tie"},
	{"longer than is read", NULL, "/private/1", "/late /tie"},
};
enum { FILES = sizeof files / sizeof *files };

static char *long_robots(void)
{
	enum { LEN = 600 * 1024 };
	char *text = malloc(LEN + 100);
	size_t len = (size_t)sprintf(text, "User-agent: *\n");

	while (len < 499 * 1024)
		len += (size_t)sprintf(text + len, "# a comment of a robot that likes to talk\n");
	len += (size_t)sprintf(text + len, "Disallow: /private\n");
	while (len < LEN)
		len += (size_t)sprintf(text + len, "# and talk\n");
	sprintf(text + len, "Disallow: /late\n");
	return text;
}

static void expect_hits(hostile *h, const char *name, const char *paths, int hits)
{
	char list[256], *rest = list;

	snprintf(list, sizeof list, "%s", paths);
	for (char *path; (path = strsep(&rest, " ")) != NULL;)
		if (*path)
			cr_expect_eq(hostile_hits(h, path), hits, "%s: %s", name, path);
}

/* A small --max-bytes is for pages: rules after it are read nevertheless. */
Test(fault_robots, rules_are_read_as_the_rfc_says)
{
	static hostile_route routes[FILES][3];
	hostile *h[FILES];
	char seeds[2048] = "", *text = long_robots();

	for (size_t i = 0; i < FILES; i++) {
		routes[i][0] = (hostile_route){"/robots.txt", hostile_plain, files[i].robots ? files[i].robots : text};
		routes[i][1] = (hostile_route){"/*", hostile_html, LINKS};
		h[i] = hostile_start(routes[i]);
		sprintf(seeds + strlen(seeds), " %s", hostile_url(h[i], "/"));
	}
	cr_expect_eq(fault_crawl("-f none --max-bytes 2000 %s", seeds), 0, "%s", harness_output());
	for (size_t i = 0; i < FILES; i++) {
		expect_hits(h[i], files[i].name, files[i].forbidden, 0);
		expect_hits(h[i], files[i].name, files[i].allowed, 1);
	}
	free(text);
}

Test(fault_robots, a_crawl_delay_is_kept_between_starts)
{
	static const hostile_route routes[] = {{"/robots.txt", hostile_plain, "User-agent: *\nCrawl-delay: 1\n"},
					       {"/", hostile_html, "<p>Home <a href=/page/1>1</a> <a href=/page/2>2</a>"},
					       {"/page/*", hostile_html, "<p>Page"},
					       {0}};
	hostile *h = hostile_start(routes);

	cr_expect_eq(fault_crawl_timed("--allow-private -f none --per-host 4 %s", hostile_url(h, "/")), 0, "%s", harness_output());
	/* a slow server may see a request long after its start, but sees the first one before the second starts */
	cr_expect_geq(hostile_at(h, "/page/1", 0) - hostile_at(h, "/robots.txt", 0), 1000);
	cr_expect_geq(hostile_at(h, "/page/2", 0) - hostile_at(h, "/robots.txt", 0), 2000);
	cr_expect_eq(fault_number("SELECT count(*) FROM pages"), 3);
}

/* Sitemaps are asked for as pages are: not where robots.txt forbids it, on whichever host they are, nor behind a redirect. */
Test(fault_robots, covers_sitemaps_on_whichever_host)
{
	static hostile_route closed[] = {{"/robots.txt", hostile_plain, "User-agent: *\nDisallow: /\n"}, {"/*", hostile_html, "<p>No"}, {0}};
	static char robots[512], location[128];
	static hostile_route open[] = {{"/robots.txt", hostile_plain, robots}, {"/redirect.xml", hostile_redirect, location},
				       {"/own/*", hostile_html, "<p>No"}, {"/*", hostile_html, "<p>Front page"}, {0}};
	hostile *forbidden = hostile_start(closed), *h = hostile_start(open);

	snprintf(location, sizeof location, "%s", hostile_url(forbidden, "/moved.xml"));
	snprintf(robots, sizeof robots, "User-agent: *\nDisallow: /own/\nSitemap: %s\nSitemap: %s\nSitemap: %s\n",
		 hostile_url(forbidden, "/map.xml"), hostile_url(h, "/redirect.xml"), hostile_url(h, "/own/map.xml"));
	cr_expect_eq(fault_crawl("%s", hostile_url(h, "/")), 0, "%s", harness_output());
	cr_expect_eq(hostile_hits(forbidden, "/robots.txt"), 1);
	cr_expect_eq(hostile_hits(forbidden, "/map.xml"), 0);
	cr_expect_eq(hostile_hits(forbidden, "/moved.xml"), 0);
	cr_expect_eq(hostile_hits(h, "/redirect.xml"), 1);
	cr_expect_eq(hostile_hits(h, "/own/map.xml"), 0);
	cr_expect_str_eq(fault_end(hostile_url(h, "/own/map.xml")), "skip: robots.txt");
	cr_expect_str_eq(fault_end(hostile_url(forbidden, "/moved.xml")), "skip: robots.txt");
}
