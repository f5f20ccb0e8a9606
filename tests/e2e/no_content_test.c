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
	for (int i = 0; i < 2; i++) { /* it is known from the first page on */
		cr_expect_eq(fault_crawl("--refresh"), 0, "%s", harness_output());
		cr_expect_eq(soft_404s(), LINKS);
		cr_expect_eq(hostile_hits(h, "/nosuchpage*"), 2);
		cr_expect_eq(fault_number("SELECT count(*) FROM urls WHERE change = 'changed'"), 0);
	}
	repaired = true;
	cr_expect_eq(fault_crawl("--refresh"), 0, "%s", harness_output());
	cr_expect_eq(soft_404s(), 0);
	cr_expect_eq(fault_number("SELECT count(*) FROM failures"), LINKS);
}

/* However early the first run ends: its pages are looked at when the second one knows. */
Test(no_content, a_run_that_goes_on_skips_what_an_earlier_one_has_stored)
{
	hostile_route routes[] = {{"/", hostile_html, links("/lamp?id=%d")}, {"/lamp*", hostile_html, SORRY},
				  {"/nosuchpage*", hostile_html, SORRY}, {0}};
	hostile *h = hostile_start(routes);

	cr_expect_eq(fault_crawl("--max-pages 3 '%s'", hostile_url(h, "/")), 0, "%s", harness_output());
	cr_expect_eq(soft_404s(), 0);
	cr_expect_eq(fault_number("SELECT count(*) FROM urls WHERE state IN ('page', 'drop')"), 3, "two of them are none");
	cr_expect_eq(fault_crawl("'%s'", hostile_url(h, "/")), 0, "%s", harness_output());
	cr_expect_eq(soft_404s(), LINKS);
	cr_expect_eq(fault_number("SELECT count(*) FROM urls WHERE state IN ('page', 'drop')"), 1);
}

/* The second folder is asked about when the probe of the first has ended. What pages of both have in common is no answer. */
Test(no_content, a_refresh_knows_both_answers_of_a_host)
{
	static char boats[8192];
	hostile_route routes[] = {{"/", hostile_html, NULL}, {"/lamp*", hostile_html, SORRY},
				  {"/nosuchpage*", hostile_html, SORRY}, {"/boats/nosuchpage*", hostile_html, "<p>Nobody has ever built that one"},
				  {"/boats/", hostile_html, boats}, {"/boats/*", hostile_html, "<p>Nobody has ever built that one"}, {0}};
	char seed[200];
	hostile *h;

	snprintf(boats, sizeof boats, "<p>Of boats. %s", links("/boats/%d"));
	routes[0].text = links("/lamp?id=%d");
	h = hostile_start(routes);
	snprintf(seed, sizeof seed, "%s", hostile_url(h, "/"));
	cr_expect_eq(fault_crawl("'%s' '%s'", seed, hostile_url(h, "/boats/")), 0, "%s", harness_output());
	cr_expect_eq(soft_404s(), 2 * LINKS);
	cr_expect_eq(fault_crawl("--refresh"), 0, "%s", harness_output());
	cr_expect_eq(soft_404s(), 2 * LINKS);
	cr_expect_eq(fault_number("SELECT count(*) FROM urls WHERE change = 'changed'"), 0);
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
