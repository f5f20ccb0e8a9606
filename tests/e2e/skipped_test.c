/* URLs that are skipped for another one are no loss: what that one turns out to be decides. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/e2e/harness.h"

enum { ARTICLES = 40, ITEMS = 30 };

/* /show?view=N and the like are the articles a0.html, a1.html, …; /bare has none without a parameter. Each page
 * of /chain/ names another one as canonical. */
static void serve(void)
{
	harness_start("location / { root DIR/web; index index.html; }\n"
		      "location = /robots.txt { return 404; }\n"
		      "location = /show { root DIR/web; set $name show; if ($arg_view) { set $name $arg_view; } rewrite ^ /$name.html break; }\n"
		      "location = /bare { root DIR/web; if ($args = '') { return 404; } rewrite ^ /$arg_view$arg_sid$arg_PHPSESSID.html break; }\n"
		      "location = /login { root DIR/web; rewrite ^ /show.html break; }\n"
		      "location = /moved { root DIR/web; if ($args = '') { return 302 /login; } rewrite ^ /$arg_PHPSESSID.html break; }\n"
		      "location = /slash { root DIR/web; if ($args = '') { return 301 /slash/; } rewrite ^ /$arg_PHPSESSID.html break; }\n"
		      "location = /slash/ { return 404; }\n"
		      "location ~ ^/session/([1-5])$ { default_type text/html; if ($arg_PHPSESSID = '') { return 302 $uri?PHPSESSID=$request_id; }\n"
		      "return 200 \"<title>session$1</title><p>It$1 rained$1 all$1 night$1 long$1, and$1 the$1 river$1 rose$1 above$1 its$1 banks$1."
		      "<a href='1?PHPSESSID=$request_id'>1</a><a href='2?PHPSESSID=$request_id'>2</a><a href='3?PHPSESSID=$request_id'>3</a>"
		      "<a href='4?PHPSESSID=$request_id'>4</a><a href='5?PHPSESSID=$request_id'>5</a>\"; }\n"
		      "location ~ ^/chain/(a*)$ { default_type text/html; return 200 \"<link rel=canonical href='/chain/$1a'><p>"
		      "It$1 rained$1 all$1 night$1 long$1, and$1 the$1 river$1 rose$1 above$1 its$1 banks$1.\"; }\n");
	mkdir(harness_file("web"), 0755);
}

TestSuite(skipped, .init = serve, .fini = harness_stop);

static void write_page(const char *name, const char *words, const char *links)
{
	char path[100];
	FILE *f;

	snprintf(path, sizeof path, "web/%s.html", name);
	f = fopen(harness_file(path), "w");
	cr_assert(f, "%s", name);
	fprintf(f, "<html lang=en><title>%s</title><p>", words);
	for (int k = 0; k < 40; k++)
		fprintf(f, "%s%d ", words, k);
	fprintf(f, "</p>%s", links);
	fclose(f);
}

/* Articles, and links to them: the pattern has their numbers, three times at most. */
static const char *write_articles(const char *pattern)
{
	static char links[ARTICLES * 100];
	char name[50], words[20];

	*links = '\0';
	for (unsigned i = 0; i < ARTICLES; i++) {
		snprintf(name, sizeof name, pattern, i, i * 2654435761U, i + 77);
		snprintf(words, sizeof words, "story%ux", i);
		write_page(strchr(name, '=') + 1, words, "");
		snprintf(links + strlen(links), sizeof links - strlen(links), "<a href='/%s'>a</a> ", name);
	}
	return links;
}

/* So many pages twice, the second time with ?view=, that it becomes a rule; and then, one link further, the articles. */
static void write_site(const char *links)
{
	char items[ITEMS * 80] = "", name[40], words[40];

	for (int i = 0; i < ITEMS; i++) {
		snprintf(name, sizeof name, "%d", i);
		snprintf(words, sizeof words, "item%dx", i);
		write_page(name, words, i ? "" : "<a href=/more.html>more</a>");
		snprintf(items + strlen(items), sizeof items - strlen(items), "<a href=%d.html>i</a><a href=%d.html?view=%d>j</a>", i, i, i);
	}
	write_page("index", "home", items);
	write_page("more", "more", links);
}

static const char *db(void)
{
	return harness_file("s.db");
}

/* Crawls with the options, and expects that no article is missing. */
static void expect_all_kept(const char *options)
{
	cr_assert_eq(harness_run("crawl -q --allow-private --delay 0 %s -o '%s' '%s'", options, db(), harness_url("/")), 0, "%s",
		     harness_output());
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM pages WHERE title LIKE 'story%'"), ARTICLES);
}

Test(skipped, a_session_id_that_is_the_id_of_an_article)
{
	write_page("index", "home", write_articles("bare?sid=%08x%08xabcd%08x"));
	expect_all_kept("--retries 0");
}

Test(skipped, a_session_of_a_platform_whose_plain_url_fails)
{
	write_page("index", "home", write_articles("bare?PHPSESSID=%08x%08xabcd%08x"));
	expect_all_kept("--retries 0");
	cr_expect_eq(harness_hits("/bare"), 1);
}

Test(skipped, a_session_of_a_platform_whose_plain_url_redirects)
{
	write_page("show", "login", "");
	write_page("index", "home", write_articles("moved?PHPSESSID=%08x%08xabcd%08x"));
	expect_all_kept("--retries 0");
}

Test(skipped, a_session_of_a_platform_whose_plain_url_fails_with_a_slash)
{
	write_page("index", "home", write_articles("slash?PHPSESSID=%08x%08xabcd%08x"));
	expect_all_kept("--retries 0");
	cr_expect_eq(harness_hits("/slash/"), 1);
}

/* Each page links to all, with a session id that is new with each response. */
Test(skipped, a_site_that_adds_a_session_to_every_url_ends)
{
	write_page("index", "home", "<a href='/session/1?PHPSESSID=0123456789abcdef'>s</a>");
	cr_assert_eq(harness_run("crawl -q --allow-private --delay 0 --max-pages 200 -o '%s' '%s'", db(), harness_url("/")), 0, "%s",
		     harness_output());
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM pages WHERE title LIKE 'session%'"), 5);
	cr_expect_leq(harness_number(db(), "SELECT count(*) FROM pages") + harness_number(db(), "SELECT count(*) FROM drops"), 20);
}

Test(skipped, a_learned_parameter_whose_plain_url_is_excluded)
{
	write_page("show", "all", "");
	write_site(write_articles("show?view=a%u"));
	expect_all_kept("--exclude 'show$'");
}

Test(skipped, a_session_of_a_platform_whose_plain_url_is_out_of_scope)
{
	write_page("index", "home", write_articles("bare?PHPSESSID=%08x%08xabcd%08x"));
	expect_all_kept("--exclude 'bare$'");
}

Test(skipped, a_learned_parameter_whose_plain_url_fails)
{
	write_site(write_articles("bare?view=a%u"));
	expect_all_kept("--retries 0");
	cr_expect_str_eq(harness_text(db(), "SELECT state FROM rules WHERE name = 'view'"), "withdrawn");
}

Test(skipped, a_learned_parameter_whose_plain_url_is_another_page)
{
	write_page("show", "all", "");
	write_site(write_articles("show?view=a%u"));
	expect_all_kept("--retries 0");
	cr_expect_str_eq(harness_text(db(), "SELECT state FROM rules WHERE name = 'view'"), "withdrawn");
}

Test(skipped, a_learned_parameter_that_makes_no_difference_stays_learned)
{
	char links[1000] = "";

	write_page("same", "same", "");
	for (int i = 0; i < 20; i++)
		snprintf(links + strlen(links), sizeof links - strlen(links), "<a href='/same.html?view=b%d'>b</a>", i);
	write_site(links);
	cr_assert_eq(harness_run("crawl -q --allow-private --delay 0 --retries 0 -o '%s' '%s'", db(), harness_url("/")), 0, "%s",
		     harness_output());
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM pages WHERE title = 'same'"), 1);
	cr_expect_str_eq(harness_text(db(), "SELECT state FROM rules WHERE name = 'view'"), "active");
	cr_expect_geq(harness_number(db(), "SELECT sampled FROM rules WHERE name = 'view'"), 1, "at least one was tried");
	cr_expect_geq(harness_number(db(), "SELECT count(*) FROM skips WHERE reason = 'repeats: ?view='"), 10);
}

Test(skipped, a_chain_of_canonical_urls_is_followed_as_redirects_are)
{
	write_page("index", "home", "<a href='/chain/'>c</a>");
	cr_assert_eq(harness_run("crawl -q --allow-private --delay 0 --depth 1 -o '%s' '%s'", db(), harness_url("/")), 0, "%s",
		     harness_output());
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM pages WHERE url LIKE '%/chain/%'"), 11, "ten after the first");
}
