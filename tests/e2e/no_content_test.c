/* What a host says to anybody, whatever is asked for: soft 404s and login walls. */
#include <criterion/criterion.h>
#include <stdatomic.h>
#include <stdio.h>

#include "tests/e2e/faults.h"

TestSuite(no_content, .init = fault_open, .fini = fault_close);

#define SORRY \
	"<title>Harbour shop</title><h1>Oh dear</h1><p>This lamp is sold, or it never was in our shop. Please go back to the" \
	" list of all lamps, ask us by letter, or come to the harbour on any morning but Sunday, when the shop is closed and" \
	" the keeper is out at sea with his boat and both of his dogs."
enum { LINKS = 30 };

/* A page with so many links, each with its number in it; until the next call. */
static const char *links(const char *link)
{
	static char out[8192];
	char *at = out + sprintf(out, "<p>Front page of the harbour");

	for (int i = 1; i <= LINKS; i++) {
		at += sprintf(at, "<a href='");
		at += sprintf(at, link, i);
		at += sprintf(at, "'>x</a>\n");
	}
	return out;
}

static bool to_login(const hostile_call *c)
{
	return hostile_print(c->fd, "HTTP/1.1 302 Found\r\nLocation: /login?next=%s\r\nContent-Length: 0\r\n\r\n", c->path);
}

static int64_t drops_by(const char *stage)
{
	char sql[200];

	snprintf(sql, sizeof sql, "SELECT count(*) FROM drops WHERE stage = '%s'", stage);
	return fault_number(sql);
}

static int64_t soft_404s(void)
{
	return fault_number("SELECT count(*) FROM skips WHERE reason = 'soft 404'");
}

Test(no_content, what_a_url_that_cannot_exist_gives_teaches_no_rule)
{
	hostile_route routes[] = {{"/", hostile_html, links("/lamp?id=%d")}, {"/lamp*", hostile_html, SORRY},
				  {"/nosuchpage*", hostile_html, SORRY}, {0}};
	hostile *h = hostile_start(routes);

	cr_expect_eq(fault_crawl("%s", hostile_url(h, "/")), 0, "%s", harness_output());
	cr_expect_eq(soft_404s(), LINKS);
	cr_expect_eq(harness_run("inspect '%s' explain '%s'", fault_store(), hostile_url(h, "/lamp?id=7")), 0);
	cr_expect(strstr(harness_output(), "compared with what its host said"), "%s", harness_output());
	cr_expect_eq(fault_number("SELECT count(*) FROM pages"), 1, "of nothing else");
	cr_expect_eq(fault_number("SELECT count(*) FROM drops"), 0);
	cr_expect_eq(fault_number("SELECT count(*) FROM urls"), LINKS + 1, "the probe is no URL of the crawl");
	cr_expect_eq(hostile_hits(h, "/nosuchpage*"), 2);
	cr_expect_eq(fault_number("SELECT count(*) FROM rules WHERE state <> 'watched'"), 0);
}

static atomic_bool repaired;

static bool sorry_until_repaired(const hostile_call *c)
{
	return repaired ? hostile_print(c->fd, "HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n") : hostile_html(c);
}

Test(no_content, a_refresh_finds_out_whether_it_is_still_said)
{
	hostile_route routes[] = {{"/", hostile_html, links("/lamp?id=%d")}, {"/lamp*", sorry_until_repaired, SORRY},
				  {"/nosuchpage*", sorry_until_repaired, SORRY}, {0}};
	hostile *h = hostile_start(routes);

	cr_expect_eq(fault_crawl("%s", hostile_url(h, "/")), 0, "%s", harness_output());
	cr_expect_eq(fault_crawl("--refresh"), 0, "%s", harness_output());
	cr_expect_eq(soft_404s(), LINKS);
	repaired = true;
	cr_expect_eq(fault_crawl("--refresh"), 0, "%s", harness_output());
	cr_expect_eq(soft_404s(), 0);
	cr_expect_eq(fault_number("SELECT count(*) FROM failures"), LINKS);
}

Test(no_content, what_was_skipped_is_fetched_on_request)
{
	hostile_route routes[] = {{"/", hostile_html, "<p>Lamps of the harbour <a href='/list?C=N;O=D'>1</a> <a href='/a?utm_source=x'>2</a> <a href='/b/b/b/b/'>3</a>"},
				  {"/list*", hostile_html, "<p>The list of all lamps in the harbour"}, {"/a*", hostile_html, "<p>One lamp of many"},
				  {"/b*", hostile_html, "<p>A path that goes in circles"}, {0}};
	hostile *h = hostile_start(routes);

	cr_expect_eq(fault_crawl("%s", hostile_url(h, "/")), 0, "%s", harness_output());
	cr_expect_eq(fault_number("SELECT count(*) FROM urls WHERE state = 'skip'"), 3);
	cr_expect_eq(fault_crawl("--traps follow"), 0, "%s", harness_output());
	cr_expect_eq(fault_number("SELECT count(*) FROM urls WHERE state = 'skip'"), 0);
	cr_expect_eq(hostile_hits(h, "/list?C=N;O=D"), 1);
	cr_expect_eq(hostile_hits(h, "/b/b/b/b/"), 1);
}

Test(no_content, a_login_wall_is_found_behind_its_redirects)
{
	hostile_route routes[] = {{"/", hostile_html, links("/members/%d")}, {"/members/*", to_login, NULL},
				  {"/login*", hostile_html, SORRY}, {0}};
	hostile *h = hostile_start(routes);

	cr_expect_eq(fault_crawl("%s", hostile_url(h, "/")), 0, "%s", harness_output());
	cr_expect_eq(soft_404s(), LINKS);
	cr_expect_eq(hostile_hits(h, "/members/nosuchpage*"), 2);
}

Test(no_content, reprints_of_an_honest_host_are_what_they_were)
{
	hostile_route routes[] = {{"/", hostile_html, links("/lamp/%d")}, {"/lamp/nosuchpage*", hostile_raw,
				   "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"}, {"/lamp/*", hostile_html, SORRY}, {0}};
	hostile *h = hostile_start(routes);

	cr_expect_eq(fault_crawl("%s", hostile_url(h, "/")), 0, "%s", harness_output());
	cr_expect_eq(drops_by("text"), LINKS - 1);
	cr_expect_eq(hostile_hits(h, "/lamp/nosuchpage*"), 1);
}

Test(no_content, robots_txt_forbids_a_probe_too)
{
	hostile_route routes[] = {{"/robots.txt", hostile_plain, "User-agent: *\nDisallow: /lamp/no\n"},
				  {"/", hostile_html, links("/lamp/%d")}, {"/lamp/*", hostile_html, SORRY}, {0}};
	hostile *h = hostile_start(routes);

	cr_expect_eq(fault_crawl("%s", hostile_url(h, "/")), 0, "%s", harness_output());
	cr_expect_eq(drops_by("text"), LINKS - 1);
	cr_expect_eq(hostile_hits(h, "/lamp/nosuchpage*"), 0);
}

Test(no_content, a_long_page_that_a_host_gives_to_anybody_is_an_article)
{
	static char text[4000];
	char *at = text + sprintf(text, "<p>");
	hostile_route routes[] = {{"/", hostile_html, links("/lamp/%d")}, {"/lamp/*", hostile_html, text}, {0}};

	for (int i = 0; i < 400; i++)
		at += sprintf(at, "w%dx ", i);
	cr_expect_eq(fault_crawl("%s", hostile_url(hostile_start(routes), "/")), 0, "%s", harness_output());
	cr_expect_eq(soft_404s(), 0);
	cr_expect_gt(drops_by("text"), 0);
}
