/* The test site (tests/site), served by nginx: what is stored, what is dropped, what is never requested. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/e2e/harness.h"

static const char site[] = "location / { root SITE; index index.html; charset off; }\n"
			   "location = /old-tunnel.html { return 301 /older-tunnel.html; }\n"
			   "location = /older-tunnel.html { return 302 tunnel.html; }\n"
			   "location = /loop-a { return 302 /loop-b; }\n"
			   "location = /loop-b { return 302 /loop-a; }\n"
			   "location = /mirrored { return 301 http://localhost:$server_port/impressum.html; }\n";

static void serve(void)
{
	harness_start(site);
}

TestSuite(crawl, .init = serve, .fini = harness_stop);

#define CRAWL "crawl -q --allow-private --delay 0 --retries 0 "

static int crawl(const char *more)
{
	return harness_run(CRAWL "-o '%s' %s '%s'", harness_file("s.db"), more, harness_url("/"));
}

/* The outcome of a path: the state of its URL; "": it was never found. */
static const char *state_of(const char *path)
{
	char sql[300];

	snprintf(sql, sizeof sql, "SELECT state FROM urls WHERE url = '%s'", harness_url(path));
	return harness_text(harness_file("s.db"), sql);
}

static struct {
	const char *path, *state;
} ends[] = {
	{"/", "page"},
	{"/lighthouse.html", ""}, /* one of three that are the same, see below */
	{"/books.html", "page"},
	{"/books.html#comments", "never"},
	{"/tunnel.html", "page"},
	{"/old-tunnel.html", "redirect"},
	{"/older-tunnel.html", "redirect"},
	{"/loop-a", "redirect"},
	{"/loop-b", "redirect"},
	{"/private/secret.html", "skip"},
	{"/gone.html", "failure"},
	{"/paper.pdf", "skip"},
	{"/liar.html", "skip"},
	{"/notes.txt", "page"},
	{"/sub/page.html", "page"},
	{"/deep/one.html", "page"},
	{"/deep/two.html", "page"},
	{"/sub/one.html", "never"},
	{"/~user/caf%C3%A9.html", "page"},
	{"/news/", "page"},
};

Test(crawl, every_url_has_the_right_outcome)
{
	cr_assert_eq(crawl(""), 0, "%s", harness_output());
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (strcmp(ends[i].state, "never") == 0)
			cr_expect_str_eq(state_of(ends[i].path), "", "%s", ends[i].path);
		else if (*ends[i].state)
			cr_expect_str_eq(state_of(ends[i].path), ends[i].state, "%s", ends[i].path);
}

Test(crawl, one_of_three_duplicates_is_kept_and_the_others_name_it)
{
	const char *s;

	cr_assert_eq(crawl(""), 0, "%s", harness_output());
	s = harness_file("s.db");
	cr_expect_eq(harness_number(s, "SELECT count(*) FROM pages WHERE url LIKE '%/lighthouse%'"), 1);
	cr_expect_eq(harness_number(s, "SELECT count(*) FROM drops WHERE url LIKE '%/lighthouse%'"), 2);
	cr_expect_eq(harness_number(s, "SELECT count(DISTINCT of) FROM drops"), 1);
	cr_expect_eq(harness_number(s, "SELECT count(*) FROM drops d JOIN pages p ON p.id = d.of"), 2);
}

Test(crawl, what_robots_txt_forbids_is_never_requested)
{
	crawl("");
	cr_expect_eq(harness_hits("/robots.txt"), 1);
	cr_expect_eq(harness_hits("/private/secret.html"), 0);
	cr_expect_eq(harness_number(harness_file("s.db"), "SELECT count(*) FROM skips WHERE reason = 'robots.txt'"), 1);
}

Test(crawl, robots_txt_names_us_by_the_first_word_of_the_user_agent)
{
	harness_stop();
	harness_start("location / { root SITE; index index.html; add_header X-Robots-Tag 'shybot: nofollow'; }\n"
		      "location = /robots.txt { return 200 'User-agent: otherbot\nDisallow: /\nUser-agent: *\nDisallow: /private/'; }\n");
	cr_expect_eq(crawl("--user-agent 'otherbot/2.0' --contact ops@example.org"), 1);
	cr_expect_eq(harness_hits("/"), 0);
	cr_expect_eq(harness_number(harness_file("s.db"), "SELECT count(*) FROM skips WHERE reason = 'robots.txt'"), 1);
	harness_shell("cat '%s'", harness_file("access.log"));
	cr_expect(strstr(harness_output(), "\"otherbot/2.0 (+ops@example.org)\""), "%s", harness_output());
	cr_expect_eq(harness_run(CRAWL "--user-agent 'shybot (test)' -o '%s' '%s'", harness_file("t.db"), harness_url("/")), 0);
	cr_expect_eq(harness_number(harness_file("t.db"), "SELECT count(*) FROM pages"), 1, "the page is kept, its links are not followed");
}

Test(crawl, robots_can_be_ignored)
{
	cr_assert_eq(crawl("--robots ignore"), 0);
	cr_expect_eq(harness_hits("/robots.txt"), 0);
	cr_expect_eq(harness_hits("/private/secret.html"), 1);
}

Test(crawl, nothing_is_requested_twice)
{
	crawl("");
	cr_expect_eq(harness_hits("/books.html"), 1);
	cr_expect_eq(harness_hits("/lighthouse.html"), 1);
	cr_expect_eq(harness_hits("/loop-a"), 1);
}

Test(crawl, a_finished_crawl_run_again_does_nothing)
{
	int pages;

	crawl("");
	pages = (int)harness_number(harness_file("s.db"), "SELECT count(*) FROM pages");
	cr_expect_eq(crawl(""), 0);
	cr_expect_eq(harness_hits("/books.html"), 1);
	cr_expect_eq(harness_number(harness_file("s.db"), "SELECT count(*) FROM pages"), pages);
}

Test(crawl, depth_counts_links_from_the_seed)
{
	cr_assert_eq(crawl("--depth 2"), 0);
	cr_expect_str_eq(state_of("/deep/one.html"), "page");
	cr_expect_str_eq(state_of("/deep/two.html"), "skip");
	cr_expect_eq(harness_hits("/deep/two.html"), 0);
}

Test(crawl, max_pages_ends_a_run_and_the_next_one_continues)
{
	cr_assert_eq(crawl("--max-pages 3"), 0, "%s", harness_output());
	cr_expect_eq(harness_number(harness_file("s.db"), "SELECT value FROM summary WHERE name = 'fetched'"), 3);
	cr_expect_gt(harness_number(harness_file("s.db"), "SELECT count(*) FROM queue"), 0);
	cr_assert_eq(crawl(""), 0);
	cr_expect_str_eq(state_of("/deep/two.html"), "page");
	cr_expect_eq(harness_number(harness_file("s.db"), "SELECT count(*) FROM queue"), 0);
}

Test(crawl, include_and_exclude_choose_links)
{
	cr_assert_eq(crawl("--include 'html$' --exclude 'book|light'"), 0);
	cr_expect_str_eq(state_of("/books.html"), "skip");
	cr_expect_str_eq(state_of("/news/"), "skip");
	cr_expect_str_eq(state_of("/impressum.html"), "page");
	cr_expect(!strstr(harness_output(), "matched no URL"), "%s", harness_output());
	cr_assert_eq(harness_run(CRAWL "-o '%s' --exclude '/nothing/\\d+' --never-drop 'nowhere' --prefer 'html$' --include 'none' '%s'",
				 harness_file("t.db"), harness_url("/")), 0);
	cr_expect(strstr(harness_output(), "--exclude '/nothing/\\d+' matched no URL"), "%s", harness_output());
	cr_expect(strstr(harness_output(), "--include 'none' matched no URL") && strstr(harness_output(), "--never-drop 'nowhere' matched no URL") &&
		  strstr(harness_output(), "--prefer 'html$' matched no URL"), "%s", harness_output());
}

Test(crawl, chinese_in_gb2312_is_read)
{
	crawl("");
	cr_expect_eq(harness_number(harness_file("s.db"), "SELECT count(*) FROM pages WHERE text LIKE '%守塔人%' AND"
							  " charset = 'GBK' AND charset_from = 'meta' AND lang = 'zh'"),
		     1);
}

Test(crawl, loopback_is_refused_unless_allowed)
{
	cr_expect_eq(harness_run("crawl -q --delay 0 -o '%s' '%s'", harness_file("s.db"), harness_url("/")), 1);
	cr_expect(strstr(harness_output(), "1 × robots.txt: private address (see --allow-private)"), "%s", harness_output());
	cr_expect_eq(harness_hits("/"), 0);
	cr_expect_eq(harness_hits("/robots.txt"), 0);
	cr_expect_eq(harness_number(harness_file("s.db"),
				    "SELECT count(*) FROM skips WHERE reason LIKE 'robots.txt: private address%'"),
		     1);
	cr_expect_eq(harness_run(CRAWL "--max-pages 1 -o '%s' '%s'", harness_file("s.db"), harness_url("/")), 0, "the same command with it goes on");
	cr_expect_eq(harness_number(harness_file("s.db"), "SELECT count(*) FROM pages"), 1);
}

/* A proxy would fetch from private addresses, which are refused here. */
Test(crawl, a_proxy_in_the_environment_is_not_used)
{
	pid_t pid = harness_spawn("http_proxy=http://127.0.0.1:1 HTTP_PROXY=http://127.0.0.1:1 all_proxy=http://127.0.0.1:1 no_proxy=",
				  CRAWL "--depth 0 -o '%s' '%s'", harness_file("s.db"), harness_url("/"));

	cr_expect_eq(harness_wait(pid), 0, "%s", harness_output());
	cr_expect_eq(harness_hits("/"), 1);
	cr_expect_eq(harness_run(CRAWL "--depth 0 --proxy http://127.0.0.1:1 -o '%s' '%s'", harness_file("t.db"), harness_url("/")), 1);
	cr_expect_eq(harness_hits("/"), 1, "the one that is named is");
}

Test(crawl, a_redirect_of_a_seed_widens_the_scope)
{
	cr_assert_eq(harness_run(CRAWL "-o '%s' '%s'", harness_file("s.db"), harness_url("/mirrored")), 0, "%s",
		     harness_output());
	cr_expect_eq(harness_number(harness_file("s.db"), "SELECT count(*) FROM pages WHERE url LIKE '%localhost%'"), 1);
}

Test(crawl, the_summary_adds_up)
{
	const char *s;

	crawl("");
	s = harness_file("s.db");
	cr_expect_eq(harness_number(s, "SELECT count(*) FROM urls"),
		     harness_number(s, "SELECT (SELECT count(*) FROM pages) + (SELECT count(*) FROM drops) +"
				       " (SELECT count(*) FROM redirects) + (SELECT count(*) FROM failures) +"
				       " (SELECT count(*) FROM skips WHERE reason <> 'unreadable links') +"
				       " (SELECT count(*) FROM queue)"));
	cr_expect_eq(harness_number(s, "SELECT count FROM skips WHERE reason = 'unreadable links'"), 1);
}

/* The exit code shows that a line was bad. */
Test(crawl, a_bad_seed_line_is_reported_and_the_run_continues)
{
	FILE *f = fopen(harness_file("seeds.txt"), "w");

	fprintf(f, "# seeds\r\n\r\n%s\r\nhtp://nonsense\r\n%s # again\n", harness_url("/books.html"),
		harness_url("/books.html"));
	fclose(f);
	cr_expect_eq(harness_run(CRAWL "--depth 0 -o '%s' '%s'", harness_file("s.db"), harness_file("seeds.txt")), 1);
	cr_expect(strstr(harness_output(), "seeds.txt:4: "), "%s", harness_output());
	cr_expect_str_eq(state_of("/books.html"), "page");
}

Test(crawl, a_filter_other_than_that_of_the_store_is_refused)
{
	crawl("-f exact --max-pages 2");
	cr_expect_eq(crawl("-f none"), 2);
	cr_expect(strstr(harness_output(), "--filter exact"), "%s", harness_output());
	cr_expect_eq(crawl(""), 0, "without -f the store's own filter is used: %s", harness_output());
}

Test(crawl, a_response_may_forbid_indexing_or_following_links)
{
	harness_stop();
	harness_start("location / { root SITE; index index.html; }\n"
		      "location = /sub/page.html { root SITE; add_header X-Robots-Tag 'googlebot: none'; add_header X-Robots-Tag 'firstprint:"
		      " noindex, nofollow'; }\n"
		      "location = /books.html { root SITE; add_header X-Robots-Tag noindex; }\n");
	cr_assert_eq(crawl(""), 0);
	cr_expect_str_eq(state_of("/books.html"), "skip");
	cr_expect_str_eq(state_of("/sub/page.html"), "skip");
	cr_expect_str_eq(state_of("/deep/one.html"), "skip");
	cr_expect_str_eq(state_of("/impressum.html"), "page", "a noindex page's links are followed");
}

static const char *const filters[] = {"cascade", "cascade:clusters=3", "sentence-hash", "spotsigs", "feature-code", "length-variable",
				      "minhash", "exact", "exact-title", "exact-page", "none", "exact+spotsigs"};

Test(crawl, every_filter_can_crawl_and_restart_and_refuses_a_bad_option)
{
	char more[100];

	for (size_t i = 0; i < sizeof filters / sizeof *filters; i++) {
		const char *s = harness_file("s.db");
		bool keeps_all = strcmp(filters[i], "none") == 0;

		snprintf(more, sizeof more, "-f %s --max-pages 5", filters[i]);
		cr_expect_eq(crawl(more), 0, "%s: %s", filters[i], harness_output());
		cr_expect_eq(crawl(""), 0, "%s goes on: %s", filters[i], harness_output());
		cr_expect_eq(harness_number(s, "SELECT value FROM summary WHERE name = 'fetched'"), 13, "%s", filters[i]);
		cr_expect_eq(harness_number(s, "SELECT count(*) > 0 FROM drops"),
			     !keeps_all && strcmp(filters[i], "exact-page") != 0, "%s", filters[i]);
		snprintf(more, sizeof more, "-f %s%sbogus=1", filters[i], strchr(filters[i], ':') ? "," : ":");
		cr_expect_eq(crawl(more), 2, "%s", filters[i]);
		harness_shell("rm -f '%s' '%s-wal' '%s-shm'", s, s, s);
	}
}

Test(crawl, sitemaps_lead_to_pages_without_links)
{
	harness_stop();
	harness_start("location / { root SITE; index index.html; }\n"
		      "location = /robots.txt { return 200 'Sitemap: /maps/index.xml'; }\n"
		      "location = /maps/index.xml { return 200 '<sitemapindex><sitemap><loc>/maps/all.xml</loc></sitemap></sitemapindex>'; }\n"
		      "location = /maps/all.xml { default_type application/xml; return 200 '<urlset><url><loc>http://127.0.0.1:$server_port"
		      "/tunnel.html</loc></url><url><loc>http://elsewhere.invalid/</loc></url><url><loc>/deep/two.html</loc></url></urlset>'; }\n");
	cr_assert_eq(harness_run(CRAWL "-o '%s' '%s'", harness_file("s.db"), harness_url("/impressum.html")), 0, "%s", harness_output());
	cr_expect_str_eq(state_of("/tunnel.html"), "page");
	cr_expect_str_eq(state_of("/deep/two.html"), "page");
	cr_expect_str_eq(state_of("/maps/all.xml"), "skip");
	cr_expect_eq(harness_number(harness_file("s.db"), "SELECT count(*) FROM skips WHERE url = 'http://elsewhere.invalid/'"), 1);
	cr_expect_eq(harness_run(CRAWL "--sitemaps ignore -o '%s' '%s'", harness_file("t.db"), harness_url("/impressum.html")), 0);
	cr_expect_eq(harness_number(harness_file("t.db"), "SELECT count(*) FROM urls WHERE url LIKE '%tunnel%'"), 0);
}

Test(crawl, goes_on_without_seeds_and_says_when_nothing_is_left)
{
	const char *store = harness_file("it's a.db");

	cr_assert_eq(harness_run("crawl --allow-private --delay 0 --max-pages 2 -o \"%s\" '%s'", store, harness_url("/")), 0, "%s", harness_output());
	cr_expect(strstr(harness_output(), "--max-pages is reached; ") && strstr(harness_output(), " queued, and the same command goes on"), "%s", harness_output());
	cr_expect_gt(harness_number(store, "SELECT count(*) FROM urls WHERE due = 1"), 0);
	cr_expect_eq(harness_run(CRAWL "-o \"%s\"", store), 0, "%s", harness_output());
	cr_expect_eq(harness_number(store, "SELECT count(*) FROM urls WHERE due = 1"), 0);
	cr_expect(!strstr(harness_output(), "fetched before"), "%s", harness_output());
	cr_expect_eq(harness_run("crawl --allow-private --delay 0 -o \"%s\"", store), 0, "%s", harness_output());
	cr_expect(strstr(harness_output(), "everything was fetched before; \"firstprint crawl --refresh -o $'") &&
			  strstr(harness_output(), "it\\'s a.db'\" asks"),
		  "%s", harness_output());
	harness_shell("./firstprint inspect \"%s\" | sed -n 's/^  \\(firstprint.* pages\\)$/.\\/\\1/p' | bash", store);
	cr_expect(strstr(harness_output(), "/books.html"), "the command that is suggested can be run: %s", harness_output());
}

Test(crawl, the_version_names_the_libraries)
{
	cr_expect_eq(harness_run("--version"), 0);
	cr_expect(strncmp(harness_output(), "firstprint ", 11) == 0 && strstr(harness_output(), "\nlibcurl/") && strstr(harness_output(), "SQLite 3"), "%s",
		  harness_output());
}

/* What a file says counts unless the command line says something else, and one file may serve all commands. */
Test(crawl, takes_options_from_a_file)
{
	FILE *f = fopen(harness_file("my.conf"), "w");

	cr_assert(f);
	fprintf(f, "\xef\xbb\xbf# mine\r\nfilter=exact\n\n  store =  %s  \nquiet\nallow-private = yes\ndelay = 0\nmax-pages = 1\nid-field = doc\njson = no\n", harness_file("s.db"));
	fclose(f);
	cr_expect_eq(harness_run("crawl --config '%s' --max-pages 2 '%s'", harness_file("my.conf"), harness_url("/")), 0, "%s", harness_output());
	cr_expect_eq(harness_number(harness_file("s.db"), "SELECT (SELECT count(*) FROM pages) + (SELECT count(*) FROM drops)"), 2);
	cr_expect(strncmp(harness_text(harness_file("s.db"), "SELECT value FROM meta WHERE name = 'filter'"), "exact@", 6) == 0);
	harness_shell("echo '{\"doc\":1,\"text\":\"Some words.\"}' | ./firstprint filter --config '%s'", harness_file("my.conf"));
	cr_expect(strstr(harness_output(), "{\"id\":1,\"verdict\":\"unique\",\"of\":null,\"filter\":\"exact\""), "%s", harness_output());
}

/* What filter read has no crawl that could ask again. */
Test(crawl, a_store_of_files_has_nothing_to_refresh)
{
	harness_shell("{ echo '{\"id\":1,\"text\":\"The harbour was closed.\"}' | ./firstprint filter -q -o '%s' - >/dev/null; }", harness_file("f.db"));
	harness_run("crawl --refresh -o '%s'", harness_file("f.db"));
	cr_expect(strstr(harness_output(), "f.db was fetched by a crawl, so there is nothing to fetch again") && !strstr(harness_output(), "crawl --refresh"), "%s", harness_output());
}
