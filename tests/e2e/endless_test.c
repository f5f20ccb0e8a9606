/* Sites of twelve articles and URLs without end: each crawl ends, and has all of the articles. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/e2e/faults.h"

TestSuite(endless, .init = fault_open, .fini = fault_close);

enum { ARTICLES = 12, REQUESTS_MOST = 200 * ARTICLES, PAGE_SIZE = 8192 };

static char *put_links(char *at, const char *form, int from, int to)
{
	for (int i = from; i < to; i++) {
		at += sprintf(at, "<a href='");
		at += sprintf(at, form, i);
		at += sprintf(at, "'>more</a>\n");
	}
	return at;
}

static char *put_article(char *at, int n)
{
	at += sprintf(at, "<title>Boat %c%c</title><p>", 'a' + n, 'b' + n);
	for (int i = 0; i < 60; i++)
		at += sprintf(at, "%c%c%c%c ", 'a' + n, 'a' + i % 20, 'e' + i / 20, 'a' + (i * 7 + n) % 20);
	return at + sprintf(at, "</p>");
}

static bool send_page(const hostile_call *c, const char *page)
{
	hostile_print(c->fd, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %zu\r\n\r\n", strlen(page));
	return hostile_send(c->fd, page, strlen(page));
}

static bool article(const hostile_call *c)
{
	const char *name = strrchr(c->path, '/') + 1;
	char page[PAGE_SIZE];

	if (*name < '0' || *name > '9')
		return hostile_print(c->fd, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
	put_article(page, atoi(name));
	return send_page(c, page);
}

static bool home(const hostile_call *c)
{
	char page[PAGE_SIZE], *at = page + sprintf(page, "<title>Harbour</title><p>Boats and their keepers. ");

	at = put_links(at, "/article/%d", 0, ARTICLES);
	put_links(at, c->text, 0, 4);
	return send_page(c, page);
}

/* Crawls the site: it ends, and has its articles and at most `others` more pages. */
static void crawl(const hostile_route *routes, int others)
{
	hostile *h = hostile_start(routes);

	cr_expect_eq(fault_crawl("%s", hostile_url(h, "/")), 0, "%s", harness_output());
	cr_expect_eq(fault_number("SELECT count(*) FROM pages WHERE title LIKE 'Boat %'"), ARTICLES);
	cr_expect_leq(fault_number("SELECT count(*) FROM pages") - ARTICLES, others, "%s",
		      fault_text("SELECT group_concat(url, ' ') FROM (SELECT url FROM pages LIMIT 60)"));
	cr_expect_leq(hostile_hits(h, "*"), REQUESTS_MOST);
	cr_expect_eq(fault_number("SELECT count(*) FROM urls WHERE due"), 0);
}

/* ── soft 404s ── */

static bool names_the_path(const hostile_call *c)
{
	char page[PAGE_SIZE],
		*at = page +
		      snprintf(
			      page, PAGE_SIZE / 2,
			      "<title>%s - Harbour</title><h1>Nothing here</h1><p>The page %s is not in our harbour. It may have"
			      " sailed, or it was never built; the keeper of this harbour cannot say which of both, and asks you"
			      " to look for another boat in the list of all boats, or to come again on another day.</p>",
			      c->path, c->path);

	put_links(at, "more%d/", 1, 4);
	return send_page(c, page);
}

Test(endless, a_soft_404_that_names_the_path)
{
	const hostile_route routes[] = {{"/robots.txt", hostile_plain, ""},
					{"/", home, "/lost%d/"},
					{"/article/*", article, NULL},
					{"*", names_the_path, NULL},
					{0}};

	crawl(routes, 1);
	cr_expect_geq(fault_number("SELECT count(*) FROM skips WHERE reason = 'soft 404'"), 4);
}

static bool suggests_something(const hostile_call *c)
{
	static const char *const boats[] = {"the red barge Alma of Kiel",
					    "an old cutter from Cork",
					    "Bente, a pilot's boat",
					    "two rafts",
					    "a tug named after nobody",
					    "the ferry over the Schlei",
					    "twelve oars",
					    "sails for sale",
					    "how a dredger works",
					    "Hanna",
					    "smoke over the pier",
					    "knots of Norway"};
	char page[PAGE_SIZE],
		*at = page + sprintf(page, "<title>Sorry - Harbour</title><h1>Sorry</h1><p>What you are looking for"
					   " is not in our harbour. You may like");

	for (int i = 0; i < 3; i++)
		at += sprintf(at, " <a href='/boat/%ld'>%s</a>,", random() % 100000, boats[random() % 12]);
	at += sprintf(at, " or the list of all boats.</p>");
	return send_page(c, page);
}

Test(endless, a_soft_404_that_suggests_something_at_random)
{
	const hostile_route routes[] = {{"/robots.txt", hostile_plain, ""},
					{"/", home, "/lost/%d"},
					{"/article/*", article, NULL},
					{"*", suggests_something, NULL},
					{0}};

	crawl(routes, 4);
}

/* ── URLs that are new each time ── */

static bool new_session(const hostile_call *c)
{
	const char *name = strrchr(c->path, '/') + 1;
	char page[PAGE_SIZE], *at = page, form[60];

	at = *name >= '0' && *name <= '9' ? put_article(at, atoi(name))
					  : at + sprintf(at, "<title>Harbour</title><p>Boats and their keepers.");
	sprintf(form, "/s/%08lx%08lx/%%d", random(), random());
	put_links(at, form, 0, ARTICLES);
	return send_page(c, page);
}

Test(endless, a_session_in_the_path_that_is_new_with_each_response)
{
	const hostile_route routes[] = {{"/robots.txt", hostile_plain, ""}, {"*", new_session, NULL}, {0}};

	crawl(routes, 1);
	cr_expect_gt(fault_number("SELECT count(*) FROM skips WHERE reason = 'host-budget'"), 0);
	cr_expect(strstr(harness_output(), "host-budget"), "%s", harness_output());
}

/* --no-host-budget goes on; here it would go on for ever, if the run had no limit. */
Test(endless, what_is_beyond_the_budget_is_fetched_on_request)
{
	const hostile_route routes[] = {{"/robots.txt", hostile_plain, ""}, {"*", new_session, NULL}, {0}};
	hostile *h = hostile_start(routes);
	int requests;

	fault_crawl("%s", hostile_url(h, "/"));
	requests = hostile_hits(h, "*");
	fault_crawl("--no-host-budget --max-pages %d", requests);
	cr_expect_geq(hostile_hits(h, "*"), 2 * requests - 1);
}

/* Every page of a mirror repeats one of the first host, and each of them is its first on the mirror. */
Test(endless, a_mirror_has_all_its_counts)
{
	enum { PAGES = 300 };
	char count[8];
	const hostile_route routes[] = {{"/robots.txt", hostile_plain, ""}, {"/*", hostile_numbered, count}, {0}};
	hostile *first = hostile_start(routes), *second = hostile_start(routes);

	sprintf(count, "%d", PAGES);
	cr_expect_eq(fault_crawl("%s", hostile_url(first, "/")), 0);
	cr_expect_eq(fault_crawl("%s", hostile_url(second, "/")), 0);
	cr_expect_eq(hostile_hits(second, "/*"), hostile_hits(first, "/*"));
	cr_expect_eq(fault_number("SELECT count(*) FROM skips"), 0);
}

/* The articles stand on the first host, and the second has each of them at many URLs. */
Test(endless, rules_are_learned_from_copies_of_another_host)
{
	char page[PAGE_SIZE] = "<title>Mirror</title><p>", *at = page + strlen(page);
	const hostile_route first[] = {{"/robots.txt", hostile_plain, ""}, {"/*", hostile_numbered, "30"}, {0}},
			    second[] = {{"/robots.txt", hostile_plain, ""},
					{"/", hostile_html, page},
					{"/*", hostile_numbered, "0"},
					{0}};
	hostile *h;

	for (int i = 1; i <= 30; i++)
		at += sprintf(at, "<a href=/%d?ref=a%d>x</a> <a href=/%d?ref=b%d>x</a>", i, i, i, i);
	cr_expect_eq(fault_crawl("%s", hostile_url(hostile_start(first), "/")), 0);
	h = hostile_start(second);
	cr_expect_eq(fault_crawl("%s", hostile_url(h, "/")), 0);
	cr_expect_str_eq(fault_text("SELECT name || ' ' || state FROM rules"), "ref active");
	cr_expect_gt(fault_number("SELECT count(*) FROM skips WHERE reason = 'repeats: ?ref='"), 0);
	cr_expect_eq(fault_number("SELECT count(*) FROM pages"), 32, "the articles and two front pages");
}

/* ── pages of nothing ── */

static bool month(const hostile_call *c)
{
	static const char *const names[] = {"January", "February", "March",     "April",   "May",      "June",
					    "July",    "August",   "September", "October", "November", "December"};
	int year = 2024, m = 6;
	char page[PAGE_SIZE], *at = page;

	sscanf(c->path, "/cal?y=%d&m=%d", &year, &m);
	at += sprintf(at, "<title>%s %d - Harbour</title><h1>%s %d</h1><p>", names[m % 12], year, names[m % 12], year);
	at += year == 2024
		      ? sprintf(at, "A boat comes in this month. <a href='/article/%d'>See</a>", m)
		      : sprintf(at,
				"There are no events in this month, or none that the keeper of the harbour has written down.");
	sprintf(at,
		"<p>See also <a href='/cal?y=%d&m=%d'>%s</a> and <a href='/cal?y=%d&m=%d'>%s</a>, or ask the keeper of the harbour"
		" on any day but Sunday",
		m ? year : year - 1, (m + 11) % 12, names[(m + 11) % 12], m < 11 ? year : year + 1, (m + 1) % 12,
		names[(m + 1) % 12]);
	return send_page(c, page);
}

Test(endless, months_without_events)
{
	const hostile_route routes[] = {{"/robots.txt", hostile_plain, ""},
					{"/article/*", article, NULL},
					{"/cal?*", month, NULL},
					{"/", month, NULL},
					{0}};

	crawl(routes, 13 + 120);
}

static bool numbered_list(const hostile_call *c)
{
	int n = atoi(strrchr(c->path, '=') + 1);
	char page[PAGE_SIZE], *at = page + sprintf(page, "<title>All boats</title><h1>All boats, page %d</h1><p>", n);

	if (n <= 1)
		at = put_links(at, "/article/%d", 0, ARTICLES);
	else
		at += sprintf(
			at,
			"There are no more boats. Please choose another page, or ask the keeper for a list of all boats that"
			" the harbour has ever seen, which he has in his house.");
	sprintf(at, "<p><a href='/list?a=1&p=%d'>next</a>", n + 1);
	return send_page(c, page);
}

Test(endless, a_list_whose_pages_are_empty_but_have_a_next_one)
{
	const hostile_route routes[] = {{"/robots.txt", hostile_plain, ""},
					{"/article/*", article, NULL},
					{"/list*", numbered_list, NULL},
					{"/", home, "/list?a=1&p=%d"},
					{0}};

	crawl(routes, 2 + 60);
}
