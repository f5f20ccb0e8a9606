/* A second crawl into the same store: unchanged, changed and gone pages; canonical URLs; rules learned from duplicates. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/e2e/harness.h"

static const char *web(const char *path)
{
	char name[300];

	snprintf(name, sizeof name, "web/%s", path);
	return harness_file(name);
}

/* Writes a page of 40 words made from `words`, with additions to its head and links after the words. */
static void write_page(const char *path, const char *words, const char *head, const char *links)
{
	FILE *f = fopen(web(path), "w");

	cr_assert(f, "%s", path);
	fprintf(f, "<html lang=en><head><title>%s</title>%s</head><body><p>", words, head);
	for (int k = 0; k < 40; k++)
		fprintf(f, "%s%d ", words, k);
	fprintf(f, "</p>%s</body></html>", links);
	fclose(f);
}

static void serve(void)
{
	harness_start("location / { root DIR/web; index index.html; }\n"
		      "location = /robots.txt { return 404; }\n"
		      "location = /stays.html { root DIR/web; if (-f DIR/down) { return 503; } }\n"
		      "location = /moved.html { return 301 /stays.html; }\n"
		      "location ~ ^/go(\\d+)$ { return 301 /$1.html?from=go; }\n");
	mkdir(harness_file("web"), 0755);
}

TestSuite(refresh, .init = serve, .fini = harness_stop);

static const char *db(void)
{
	return harness_file("s.db");
}

static void crawl(const char *more)
{
	cr_assert_eq(harness_run("crawl -q --allow-private --delay 0 --retries 0 -o '%s' %s '%s'", db(), more, harness_url("/")), 0,
		     "%s", harness_output());
}

static const char *column(const char *path, const char *name)
{
	char sql[300];

	snprintf(sql, sizeof sql, "SELECT %s FROM urls WHERE url = '%s'", name, harness_url(path));
	return harness_text(db(), sql);
}

static void expect_adds_up(void)
{
	cr_expect_eq(harness_number(db(), "SELECT value FROM summary WHERE name = 'urls'"),
		     harness_number(db(), "SELECT sum(value) FROM summary WHERE name IN"
					  " ('pages', 'drops', 'redirects', 'failures', 'skips', 'queued')"));
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM urls u LEFT JOIN (SELECT url, 'page' AS end FROM pages UNION ALL"
					  " SELECT url, 'drop' FROM drops UNION ALL SELECT url, 'redirect' FROM redirects"
					  " UNION ALL SELECT url, 'failure' FROM failures UNION ALL SELECT url, 'skip' FROM"
					  " skips WHERE kind <> 'part') e ON e.url = u.url WHERE u.state <> 'queued' AND"
					  " e.end IS NOT u.state"), 0);
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM drops WHERE of NOT IN (SELECT id FROM pages)"), 0);
}

static void write_site(void)
{
	write_page("index.html", "home", "",
		   "<a href=stays.html>1</a> <a href=changes.html>2</a> <a href=goes.html>3</a> <a href=moved.html>4</a>");
	write_page("stays.html", "stays", "", "");
	write_page("changes.html", "before", "", "");
	write_page("goes.html", "original", "", "<a href=copy.html>c</a>");
	write_page("copy.html", "original", "", "<a href=copy2.html>c</a>");
	write_page("copy2.html", "original", "", "");
}

Test(refresh, unchanged_changed_and_gone_are_told_apart)
{
	write_site();
	crawl("");
	cr_expect_str_eq(column("/goes.html", "state"), "page");
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM drops"), 2);
	write_page("changes.html", "after", "", "<a href=new.html>n</a>");
	write_page("new.html", "new", "", "");
	unlink(web("goes.html"));
	crawl("--refresh");
	cr_expect_str_eq(column("/stays.html", "change"), "unchanged");
	cr_expect_str_eq(column("/changes.html", "change"), "changed");
	cr_expect_str_eq(column("/goes.html", "state || change"), "failuregone");
	cr_expect_str_eq(column("/new.html", "state || change"), "pagenew");
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM pages WHERE text LIKE 'after%'"), 1);
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM pages WHERE text LIKE 'before%'"), 0);
	cr_expect_str_eq(harness_text(db(), "SELECT group_concat(why) FROM (SELECT why FROM past ORDER BY why)"), "changed,gone");
	expect_adds_up();
	cr_assert_eq(harness_run("inspect '%s' changes --csv", db()), 0);
	cr_expect(strstr(harness_output(), "/new.html,new,") && strstr(harness_output(), "/goes.html,gone,"), "%s", harness_output());
	cr_expect(!strstr(harness_output(), "unchanged"), "%s", harness_output());
	cr_assert_eq(harness_run("inspect '%s'", db()), 0);
	cr_expect(strstr(harness_output(), "since the last refresh: 1 new, 1 changed, 1 gone, "), "%s", harness_output());
}

Test(refresh, a_pattern_that_matches_an_unchanged_page_was_used)
{
	write_site();
	crawl("");
	crawl("--refresh --never-drop stays --prefer nowhere");
	cr_expect(!strstr(harness_output(), "stays"), "%s", harness_output());
	cr_expect(strstr(harness_output(), "--prefer 'nowhere' matched no URL"), "%s", harness_output());
}

/* Only a menu or a link of them has changed. */
Test(refresh, pages_and_drops_whose_article_is_the_same_are_told_so)
{
	write_site();
	crawl("");
	write_page("changes.html", "before", "", "<a href=stays.html>s</a>");
	write_page("copy2.html", "original", "", "<a href=stays.html>s</a>");
	write_page("copy.html", "another", "", "");
	harness_shell("sed -i 's/<title>stays/<title>stays for long/' '%s'", web("stays.html"));
	crawl("--refresh");
	cr_expect_str_eq(column("/copy2.html", "state || change"), "dropchanged");
	cr_assert_eq(harness_run("inspect '%s' changes", db()), 0);
	cr_expect(strstr(harness_output(), "/changes.html  (its article is the same; what is around it may not be)"), "%s", harness_output());
	cr_expect(strstr(harness_output(), "/copy2.html  (its article is the same; what is around it may not be)"), "%s", harness_output());
	cr_expect(strstr(harness_output(), "/copy.html  was #"), "%s", harness_output());
	cr_expect(strstr(harness_output(), "/stays.html  (its title has changed, and not its text)"), "%s", harness_output());
	cr_expect(strstr(harness_output(), ": 4 URLs changed, of which 2 have the same article"), "%s", harness_output());
}

#define LONG_A "lighthouse-keeper-of-the-north-"
#define LONG_B "drawbridge-over-the-river-mouth-"

/* Two articles, then a digest of both. */
static void write_digest(void)
{
	FILE *f = fopen(web("digest.html"), "w");

	cr_assert(f);
	fprintf(f, "<html lang=en><head><title>digest</title></head><body>");
	for (int a = 0; a < 2; a++) {
		fputs("<p>", f);
		for (int k = 0; k < 40; k++)
			fprintf(f, "%s%d ", a ? LONG_B : LONG_A, k);
		fputs("</p>", f);
	}
	fputs("</body></html>", f);
	fclose(f);
}

/* Judged again, it would be a part of the digest that came after it. */
Test(refresh, an_article_that_came_again_in_other_bytes_keeps_its_verdict)
{
	static const char verdicts[] = "SELECT group_concat(id || replace(url, rtrim(url, replace(url, '/', '')), ' ') || '=' || coalesce(stage, ''), ' ')"
				       " FROM (SELECT id, url, stage FROM pages UNION ALL SELECT id, url, stage FROM drops ORDER BY id) WHERE url NOT LIKE '%new.html'";
	char before[300];

	write_page("index.html", "home", "", "<nav><a href=a.html>1</a> <a href=copy.html>2</a></nav>");
	write_page("a.html", LONG_A, "", "<nav><a href=b.html>b</a></nav>");
	write_page("b.html", LONG_B, "", "<nav><a href=digest.html>d</a></nav>");
	write_page("copy.html", LONG_A, "", "");
	write_digest();
	crawl("-j 1");
	snprintf(before, sizeof before, "%s", harness_text(db(), verdicts));
	cr_expect(strstr(before, " a.html=no-candidate") && strstr(before, " copy.html=text") && strstr(before, " digest.html=containment"), "%s", before);
	write_page("a.html", LONG_A, "", "<nav><a href=b.html>b</a> <a href=new.html>n</a></nav>");
	write_page("b.html", LONG_B, "<meta name=x>", "<nav><a href=digest.html>d</a></nav>");
	write_page("copy.html", LONG_A, "<meta name=x>", "");
	write_page("new.html", "new", "", "");
	crawl("--refresh");
	cr_expect_str_eq(harness_text(db(), verdicts), before);
	cr_expect_str_eq(column("/copy.html", "state || change"), "dropchanged");
	cr_expect_str_eq(column("/new.html", "state || change"), "pagenew");
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM past"), 0);
	expect_adds_up();
	cr_assert_eq(harness_run("inspect '%s' changes", db()), 0);
	cr_expect(strstr(harness_output(), "/a.html  (its article is the same; what is around it may not be)"), "%s", harness_output());
	cr_expect(strstr(harness_output(), "/copy.html  (its article is the same; what is around it may not be)  (a drop of #2)"), "%s", harness_output());
	cr_expect(strstr(harness_output(), ": 3 URLs changed, of which 3 have the same article"), "%s", harness_output());
	crawl("--refresh");
	cr_expect_str_eq(column("/a.html", "change"), "unchanged");
}

Test(refresh, what_has_moved_without_a_redirect_is_told)
{
	write_site();
	crawl("");
	write_page("index.html", "home", "", "<a href=stays.html>1</a> <a href=archive.html>2</a>");
	harness_shell("mv '%s' '%s'; rm '%s'", web("changes.html"), harness_file("moving"), web("goes.html"));
	harness_shell("mv '%s' '%s'", harness_file("moving"), web("archive.html"));
	crawl("--refresh");
	cr_assert_eq(harness_run("inspect '%s' changes", db()), 0);
	cr_expect(strstr(harness_output(), "/changes.html  (now at ") && strstr(harness_output(), "/archive.html)  was #"), "%s", harness_output());
	cr_expect(strstr(harness_output(), "/goes.html  was #"), "%s", harness_output());
}

/* An article that is gone is found by its URL; two of the past are compared as any two. */
Test(refresh, what_is_gone_can_still_be_looked_at)
{
	write_site();
	crawl("");
	write_page("changes.html", "after", "", "");
	crawl("--refresh");
	unlink(web("changes.html"));
	crawl("--refresh");
	cr_expect_eq(harness_run("inspect '%s' diff '%s'", db(), harness_url("/changes.html")), 0, "%s", harness_output());
	cr_expect(strstr(harness_output(), "before") && strstr(harness_output(), "after"), "%s", harness_output());
	cr_expect_eq(harness_run("inspect '%s' explain '%s'", db(), harness_url("/changes.html")), 0);
	cr_expect(strstr(harness_output(), ": gone."), "%s", harness_output());
	cr_expect_eq(harness_run("inspect '%s' show '%s'", db(), harness_url("/changes.html")), 0);
	cr_expect(strstr(harness_output(), "after"), "%s", harness_output());
}

Test(refresh, the_oldest_duplicate_replaces_a_page_that_is_gone)
{
	write_site();
	crawl("");
	unlink(web("goes.html"));
	crawl("--refresh");
	cr_expect_str_eq(column("/copy.html", "state"), "page");
	cr_expect_str_eq(column("/copy2.html", "state"), "drop");
	cr_expect_str_eq(harness_text(db(), "SELECT of_url FROM drops"), harness_url("/copy.html"));
}

/* The original is gone while its duplicates are being fetched: what they are changes meanwhile. */
Test(refresh, duplicates_that_become_pages_while_they_are_fetched_are_pages)
{
	char links[3000] = "", name[40];

	for (int i = 0; i < 40; i++) {
		snprintf(name, sizeof name, "copy%d.html", i);
		write_page(name, "original", "", "");
		snprintf(links + strlen(links), sizeof links - strlen(links), "<a href=copy%d.html>c</a> ", i);
	}
	write_page("index.html", "home", "", links);
	crawl("");
	for (int i = 0; i < 40; i++) {
		snprintf(name, sizeof name, "copy%d.html", i);
		write_page(name, "another", "", "");
	}
	unlink(web(strrchr(harness_text(db(), "SELECT url FROM pages WHERE url LIKE '%copy%'"), '/') + 1));
	crawl("--refresh --per-host 16");
	expect_adds_up();
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM pages"), 2);
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM drops"), 38);
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM pages WHERE text LIKE 'original%'"), 0);
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM urls WHERE change = 'changed'"), 39);
}

Test(refresh, unchanged_pages_are_not_sent_again)
{
	int64_t sent;

	write_site();
	crawl("");
	sent = harness_number(db(), "SELECT count(*) FROM pages WHERE etag IS NULL");
	cr_expect_eq(sent, 0);
	crawl("--refresh");
	cr_expect_eq(harness_hits("/stays.html"), 2);
	cr_expect_eq(harness_statuses("/stays.html", 304), 1);
	cr_expect_eq(harness_statuses("/copy.html", 304), 1, "a drop is asked for with its own validators");
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM pages WHERE checked_at < fetched_at"), 0);
	expect_adds_up();
}

Test(refresh, a_page_that_cannot_be_reached_is_kept)
{
	write_site();
	crawl("");
	fclose(fopen(harness_file("down"), "w"));
	crawl("--refresh");
	cr_expect_str_eq(column("/stays.html", "state || ' ' || change"), "page unreached: http 503");
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM failures"), 0);
	unlink(harness_file("down"));
	crawl("--refresh");
	cr_expect_str_eq(column("/stays.html", "change"), "unchanged");
	expect_adds_up();
}

/* A person has kept a copy. It stays a page when its bytes change, and not its text. */
Test(refresh, what_a_person_has_kept_stays_kept)
{
	write_site();
	crawl("");
	cr_assert_eq(harness_run("undo -q '%s' '%s'", db(), harness_url("/copy.html")), 0, "%s", harness_output());
	for (int i = 0; i < 3; i++) {
		char head[40];

		snprintf(head, sizeof head, "<meta name=%.*s>", i + 1, "build"); /* another length, so that nginx sees it at once */
		write_page("copy.html", "original", head, "<a href=copy2.html>c</a>");
		write_page("goes.html", "original", head, "<a href=copy.html>c</a>");
		crawl("--refresh");
		cr_expect_str_eq(column("/copy.html", "state || change"), "pagechanged", "%d", i);
		cr_expect_str_eq(column("/goes.html", "state || change"), "pagechanged", "the page that it is no copy of, %d", i);
	}
	expect_adds_up();
}

Test(refresh, that_reaches_no_article_fails)
{
	write_site();
	crawl("");
	cr_expect_eq(harness_run("crawl -q --delay 0 --retries 0 --refresh -o '%s'", db()), 1);
	cr_expect(strstr(harness_output(), "no article could be fetched again; "), "%s", harness_output());
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM failures"), 0);
}

/* What the last refresh has found stays until another one begins. */
Test(refresh, that_is_refused_for_its_archive_changes_nothing)
{
	write_site();
	crawl("");
	write_page("changes.html", "after", "", "");
	crawl("--refresh");
	harness_shell("{ echo 'a,b' >'%s'; }", harness_file("list.csv"));
	cr_expect_neq(harness_run("crawl --allow-private --delay 0 --refresh -o '%s' --warc '%s'", db(), harness_file("list.csv")), 0, "%s", harness_output());
	cr_expect_str_eq(column("/changes.html", "change || due"), "changed0", "%s", harness_output());
}

Test(refresh, a_page_that_moved_becomes_a_redirect)
{
	write_site();
	crawl("");
	unlink(web("stays.html"));
	mkdir(web("stays.html"), 0755); /* nginx redirects to the folder, and does not list it */
	crawl("--refresh");
	cr_expect_str_eq(column("/stays.html", "state || change"), "redirectchanged");
	cr_assert_eq(harness_run("inspect '%s' changes", db()), 0);
	cr_expect(strstr(harness_output(), "/stays.html  (now a redirect to http://"), "%s", harness_output());
	cr_expect_str_eq(column("/stays.html/", "state"), "failure");
	expect_adds_up();
}

Test(refresh, a_refresh_needs_no_seeds)
{
	write_site();
	crawl("");
	cr_expect_eq(harness_run("crawl -q --allow-private --delay 0 --refresh -o '%s'", db()), 0, "%s", harness_output());
	cr_expect_eq(harness_hits("/stays.html"), 2);
	cr_expect_eq(harness_run("crawl -q --refresh -o '%s'", harness_file("none.db")), 2);
	cr_expect(strstr(harness_output(), "none.db"), "%s", harness_output());
}

Test(refresh, include_and_exclude_choose_what_is_fetched)
{
	write_site();
	crawl("");
	write_page("stays.html", "stays-no-more", "", "");
	write_page("changes.html", "after", "", "");
	crawl("--refresh --exclude stays");
	cr_expect_eq(harness_hits("/stays.html"), 1);
	cr_expect_str_eq(column("/stays.html", "state || due || coalesce(change, '')"), "page0");
	cr_expect_str_eq(column("/changes.html", "change"), "changed");
	expect_adds_up();
}

Test(refresh, a_site_that_is_down_changes_nothing)
{
	write_site();
	crawl("");
	cr_expect_eq(harness_run("crawl -q --allow-private --delay 0 --retries 0 --robots ignore --timeout 1 --refresh --proxy"
				 " http://127.0.0.1:1 --give-up 1s -o '%s'", db()), 1);
	cr_expect(strstr(harness_output(), "the network is down"), "%s", harness_output());
	cr_expect(strstr(harness_output(), "7 URLs stay in the queue"), "%s", harness_output());
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM failures"), 0);
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM redirects"), 1);
	cr_expect_eq(harness_number(db(), "SELECT value FROM summary WHERE name = 'to-refresh'"), 7);
	expect_adds_up();
}

Test(refresh, links_that_were_not_followed_stay_so)
{
	write_site();
	write_page("stays.html", "stays", "", "<a href='http://[bad/'>x</a>");
	crawl("--skip-drop-links");
	cr_expect_eq(harness_number(db(), "SELECT value FROM summary WHERE name = 'links-cut'"), 2);
	crawl("--skip-drop-links --refresh");
	crawl("--skip-drop-links --refresh");
	cr_expect_eq(harness_number(db(), "SELECT value FROM summary WHERE name = 'links-cut'"), 2);
	cr_expect_eq(harness_hits("/copy2.html"), 0);
	expect_adds_up();
}

enum { COPIES = 150 };

/* For example, a login wall whose words have changed. */
Test(refresh, a_group_whose_pages_have_all_changed_stays_one)
{
	char links[COPIES * 30] = "", name[40];

	for (int round = 0; round < 2; round++) {
		for (int i = 0; i < COPIES; i++) {
			snprintf(name, sizeof name, "wall%d.html", i);
			write_page(name, round ? "sign-in" : "log-in", "", "");
			if (!round)
				snprintf(links + strlen(links), sizeof links - strlen(links), "<a href=%s>w</a>", name);
		}
		write_page("index.html", "home", "", links);
		crawl(round ? "--refresh --per-host 4" : "--per-host 4");
		cr_expect_eq(harness_number(db(), "SELECT count(*) FROM pages"), 2);
		cr_expect_eq(harness_number(db(), "SELECT count(*) FROM drops"), COPIES - 1);
		cr_expect_eq(harness_number(db(), "SELECT count(*) FROM urls WHERE change = 'changed'"), round * COPIES);
		expect_adds_up();
	}
	cr_expect_leq(harness_number(db(), "SELECT max(id) FROM signatures"), 2 * COPIES + 20, "it was taken apart from its end");
}

/* A page and its other URLs get another text: it stays the page, and they its drops, whichever of the URLs comes first in the queue. */
Test(refresh, a_changed_page_stays_the_page_of_its_other_urls)
{
	write_page("article.html", "spring", "", "");
	write_page("list.html", "list", "", "<a href=article.html>1</a>");
	write_page("index.html", "home", "", "<a href=list.html>l</a>");
	crawl("");
	write_page("index.html", "home", "", "<a href=list.html>l</a><a href='article.html?v=a'>2</a><a href='article.html?v=b'>3</a>");
	crawl("--refresh");
	cr_expect_str_eq(harness_text(db(), "SELECT group_concat(state) FROM urls WHERE url LIKE '%article%'"), "page,drop,drop");
	cr_expect_str_eq(column("/article.html", "state || depth"), "page2");
	write_page("article.html", "midsummer", "", "");
	crawl("--refresh");
	cr_expect_str_eq(harness_text(db(), "SELECT group_concat(state) FROM urls WHERE url LIKE '%article%'"), "page,drop,drop");
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM urls WHERE change = 'changed' AND url LIKE '%article%'"), 3);
	expect_adds_up();
}

/* ── seeds that lead to pages ── */

static void write_list(const char *name, const char *format)
{
	FILE *f = fopen(web(name), "w");

	cr_assert(f);
	fprintf(f, format, harness_url("/article.html"));
	fclose(f);
}

Test(refresh, a_sitemap_a_feed_or_a_list_is_a_seed)
{
	static const char *const lists[][2] = {
		{"map.xml", "<?xml version='1.0'?><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>%s</loc></url></urlset>"},
		{"feed", "<rss version='2.0'><channel><item><link>%s</link></item></channel></rss>"},
		{"urls.txt", "%s\n"},
	};

	write_page("article.html", "story", "", "");
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		const char *store = harness_file(lists[i][0]);
		char path[40];

		write_list(lists[i][0], lists[i][1]);
		snprintf(path, sizeof path, "/%s", lists[i][0]);
		cr_expect_eq(harness_run("crawl -q --allow-private --delay 0 -o '%s' '%s'", store, harness_url(path)), 0, "%s", harness_output());
		cr_expect_str_eq(harness_text(store, "SELECT group_concat(url) FROM pages"), harness_url("/article.html"));
		cr_expect_str_eq(harness_text(store, "SELECT group_concat(reason) FROM skips"), "sitemap");
	}
}

/* ── canonical ── */

Test(refresh, when_the_canonical_page_is_gone_the_skipped_one_comes_back)
{
	write_page("index.html", "home", "", "<a href=share.html>s</a> <a href=article.html>a</a>");
	write_page("share.html", "story", "<link rel=canonical href=/article.html>", "");
	write_page("article.html", "story", "", "");
	crawl("");
	cr_expect_str_eq(column("/share.html", "state"), "skip");
	unlink(web("article.html"));
	crawl("--refresh");
	cr_expect_str_eq(column("/article.html", "state"), "failure");
	cr_expect_str_eq(column("/share.html", "state"), "page");
	expect_adds_up();
}

/* Each page names the next one as canonical; the one that is stored stays. */
Test(refresh, a_ring_of_canonical_urls_stops_changing)
{
	char head[80], name[40], links[300] = "";
	int64_t past;

	for (int i = 0; i < 4; i++) {
		snprintf(name, sizeof name, "ring%d.html", i);
		snprintf(head, sizeof head, "<link rel=canonical href=ring%d.html>", (i + 1) % 4);
		write_page(name, "ring", head, "");
		snprintf(links + strlen(links), sizeof links - strlen(links), "<a href=%s>r</a>", name);
	}
	write_page("index.html", "home", "", links);
	crawl("");
	crawl("--refresh");
	crawl("--refresh");
	past = harness_number(db(), "SELECT count(*) FROM past");
	crawl("--refresh");
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM past"), past);
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM pages WHERE url LIKE '%ring%'"), 1);
	expect_adds_up();
}

Test(refresh, a_page_with_a_stored_canonical_page_is_skipped)
{
	write_page("index.html", "home", "", "<a href=article.html>a</a> <a href=share.html>s</a> <a href=far.html>f</a>");
	write_page("article.html", "story", "<link rel=canonical href=article.html>", "");
	write_page("share.html", "story", "<link rel=canonical href=/article.html>", "<a href=behind.html>b</a>");
	write_page("far.html", "far", "<link rel=canonical href=http://elsewhere.invalid/x>", "");
	write_page("behind.html", "behind", "", "");
	crawl("");
	cr_expect_str_eq(column("/article.html", "state"), "page");
	cr_expect_str_eq(column("/share.html", "state"), "skip");
	cr_expect_str_eq(harness_text(db(), "SELECT of_url FROM skips WHERE reason = 'canonical'"), harness_url("/article.html"));
	cr_expect_str_eq(column("/behind.html", "state"), "page", "its links are followed");
	cr_expect_str_eq(column("/far.html", "state"), "page", "out of scope: it stands");
	expect_adds_up();
}

Test(refresh, a_canonical_page_that_comes_later_replaces_the_others)
{
	write_page("index.html", "home", "", "<a href=share.html>s</a> <a href=lost.html>l</a>");
	write_page("share.html", "story", "<link rel=canonical href=/article.html>", "<a href=copy.html>c</a>");
	write_page("article.html", "story", "", ""); /* not linked yet */
	write_page("copy.html", "story", "", "");
	write_page("lost.html", "lost", "<link rel=canonical href=/gone.html>", "");
	crawl("");
	cr_expect_str_eq(column("/article.html", "state"), "page");
	cr_expect_str_eq(column("/share.html", "state"), "skip");
	cr_expect_str_eq(column("/copy.html", "state"), "drop");
	cr_expect_str_eq(harness_text(db(), "SELECT of_url FROM drops"), harness_url("/article.html"));
	cr_expect_str_eq(column("/lost.html", "state"), "page", "what it names is not there: it stands");
	cr_expect_str_eq(harness_text(db(), "SELECT group_concat(why || url) FROM past"),
			 harness_text(db(), "SELECT 'canonical' || url FROM skips WHERE reason = 'canonical'"));
	expect_adds_up();
}

/* A skipped URL has no article, by whose time its body would be found: the archive's index has the digest. */
Test(refresh, a_skipped_page_is_archived_once)
{
	char warc[300];

	write_page("index.html", "home", "", "<a href=article.html>a</a> <a href=share.html>s</a>");
	write_page("article.html", "story", "", "");
	write_page("share.html", "story", "<link rel=canonical href=/article.html>", "");
	snprintf(warc, sizeof warc, "--warc '%s'", harness_file("s.warc.gz"));
	crawl(warc);
	snprintf(warc, sizeof warc, "--refresh --warc '%s'", harness_file("s.warc.gz"));
	crawl(warc);
	cr_expect_str_eq(column("/share.html", "state"), "skip");
	harness_shell("zcat '%s' | grep -a -B3 '^WARC-Target-URI: .*share.html' | grep -a -c 'WARC-Type: response'", harness_file("s.warc.gz"));
	cr_expect_str_eq(harness_output(), "1\n");
}

Test(refresh, canonical_can_be_ignored)
{
	write_page("index.html", "home", "", "<a href=share.html>s</a>");
	write_page("share.html", "share", "<link rel=canonical href=/>", "");
	crawl("--canonical ignore");
	cr_expect_str_eq(column("/share.html", "state"), "page");
}

/* What names another article as its own is that all the same. */
Test(refresh, a_canonical_url_is_a_claim)
{
	char links[300] = "", name[40];

	for (int i = 0; i < 5; i++) {
		snprintf(name, sizeof name, "story%d.html", i);
		write_page(name, name, i ? "<link rel=canonical href=/>" : "<link rel=canonical href=/missing.html>", "");
		snprintf(links + strlen(links), sizeof links - strlen(links), "<a href=%s>s</a>", name);
	}
	write_page("index.html", "home", "<link rel=canonical href=/>", links);
	cr_assert_eq(harness_run("crawl --jobs 1 --allow-private --delay 0 --retries 0 -o '%s' '%s'", db(), harness_url("/")), 0);
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM pages WHERE url LIKE '%/story%'"), 5);
	cr_expect(strstr(harness_output(), "5 pages name another article as their own") && strstr(harness_output(), "/story1.html\n    names http") &&
			  strstr(harness_output(), "/missing.html (http 404)\n"), "%s", harness_output());
	cr_assert_eq(harness_run("inspect '%s' explain '%s'", db(), harness_url("/story0.html")), 0);
	cr_expect(strstr(harness_output(), "/missing.html as its canonical URL, which has no article:"), "%s", harness_output());
	cr_assert_eq(harness_run("inspect '%s' explain '%s'", db(), harness_url("/story1.html")), 0);
	cr_expect(strstr(harness_output(), "/ as its canonical URL, and that is #1, another article: so it was"), "%s", harness_output());
	cr_assert_eq(harness_run("inspect '%s'", db()), 0);
	cr_expect(strstr(harness_output(), "the others: inspect STORE canonicals"), "%s", harness_output());
	cr_assert_eq(harness_run("inspect '%s' canonicals --csv --sort url", db()), 0);
	cr_expect(strstr(harness_output(), "/missing.html,http 404\n") && strstr(harness_output(), "/story4.html,http"), "%s", harness_output());
	cr_assert_eq(harness_run("inspect '%s' --json", db()), 0);
	cr_expect(strstr(harness_output(), "\"canonical-claims\":5"), "%s", harness_output());
	expect_adds_up();
}

/* It names a page that has nothing to do with the one that it repeats. */
Test(refresh, a_wrong_canonical_of_a_drop_is_listed)
{
	write_page("index.html", "home", "", "<a href=story.html>1</a> <a href=copy.html>2</a> <a href=right.html>3</a>");
	write_page("story.html", "story", "", "");
	write_page("copy.html", "story", "<link rel=canonical href=/>", "");
	write_page("right.html", "story", "<link rel=canonical href=/copy.html>", "");
	cr_assert_eq(harness_run("crawl -q --jobs 1 --allow-private --delay 0 -o '%s' '%s'", db(), harness_url("/")), 0);
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM drops"), 1);
	cr_assert_eq(harness_run("inspect '%s' canonicals", db()), 0);
	cr_expect(strstr(harness_output(), "/copy.html\n        names http") && strstr(harness_output(), "/  (another article)"), "%s", harness_output());
	cr_expect(!strstr(harness_output(), "/right.html\n"), "%s", harness_output());
}

/* ── traps and rules ── */

Test(refresh, traps_are_not_requested)
{
	write_page("index.html", "home", "",
		   "<a href='/list.html?PHPSESSID=0123456789abcdef'>s</a> <a href='/a/a/a/a/'>r</a> <a href='/calendar/2999/01/'>c</a>");
	write_page("list.html", "list", "", "");
	crawl("");
	cr_expect_str_eq(column("/list.html", "state"), "page", "the plain URL is taken");
	cr_expect_eq(harness_hits("/list.html?PHPSESSID=0123456789abcdef"), 0);
	cr_expect_str_eq(harness_text(db(), "SELECT group_concat(reason) FROM (SELECT reason FROM skips ORDER BY reason)"),
			 "calendar,repeating path,session id");
	cr_expect_eq(harness_run("crawl -q --allow-private --delay 0 --traps follow -o '%s' '%s'", harness_file("t.db"),
				 harness_url("/")), 0);
	cr_expect_eq(harness_hits("/list.html?PHPSESSID=0123456789abcdef"), 1);
}

enum { ITEMS = 300 }; /* so many that one is sampled whatever the key: not in 1 of 10^6 runs */

/* Each item is linked twice, the second time with a parameter that changes nothing. */
static void write_items(const char *word)
{
	char links[ITEMS * 80] = "", name[40], words[40];

	for (int i = 0; i < ITEMS; i++) {
		snprintf(name, sizeof name, "%d.html", i);
		snprintf(words, sizeof words, "%s%dx", word, i);
		write_page(name, words, "", "");
		snprintf(links + strlen(links), sizeof links - strlen(links), "<a href=%d.html>i</a><a href=%d.html?from=list%d>j</a>",
			 i, i, i);
	}
	write_page("index.html", "home", "", links);
}

Test(refresh, a_parameter_that_makes_no_difference_is_learned)
{
	int64_t drops, skips, repeats;

	write_items("item");
	crawl("");
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM pages"), ITEMS + 1, "no page is lost");
	cr_expect_str_eq(harness_text(db(), "SELECT part || name || state FROM rules"), "parameterfromactive");
	drops = harness_number(db(), "SELECT count(*) FROM drops");
	skips = harness_number(db(), "SELECT count(*) FROM skips WHERE reason = 'repeats: ?from='");
	cr_expect_eq(drops + skips, ITEMS);
	cr_expect_geq(skips, ITEMS / 2);
	cr_expect_eq(harness_number(db(), "SELECT skipped FROM rules"), skips);
	cr_expect_gt(harness_number(db(), "SELECT sampled FROM rules"), 0, "it keeps sampling");
	cr_assert_eq(harness_run("inspect '%s' hosts", db()), 0);
	cr_expect(strstr(harness_output(), "rule ?from= active: "), "%s", harness_output());
	cr_expect(strstr(harness_output(), "fetches saved"), "%s", harness_output());
	expect_adds_up();
	repeats = harness_number(db(), "SELECT repeats FROM rules");
	write_items("thing");
	crawl("--refresh");
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM skips WHERE reason = 'repeats: ?from='"), skips, "they stay skipped");
	cr_expect_eq(harness_number(db(), "SELECT repeats FROM rules"), repeats, "no URL counts twice");
	unlink(web(strrchr(harness_text(db(), "SELECT of_url FROM skips WHERE reason = 'repeats: ?from='"), '/') + 1));
	crawl("--refresh");
	cr_expect_str_eq(harness_text(db(), "SELECT state || contrary FROM rules"), "active0", "a page that is gone was one");
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM urls WHERE change = 'new'"), 0);
}

/* Another host was redirected to this one, with sessions and all. */
Test(refresh, a_redirect_to_what_a_rule_skips_is_skipped)
{
	char links[ITEMS * 30] = "";

	write_items("item");
	crawl("");
	for (int i = 0; i < ITEMS; i++)
		snprintf(links + strlen(links), sizeof links - strlen(links), "<a href=go%d>g</a>", i);
	write_page("index.html", "home", "", links);
	crawl("--refresh");
	cr_expect_geq(harness_number(db(), "SELECT count(*) FROM skips WHERE url LIKE '%?from=go' AND reason = 'repeats: ?from='"), ITEMS / 2);
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM pages WHERE url LIKE '%?from=go'"), 0);
	expect_adds_up();
}

Test(refresh, a_group_without_end_is_reported_and_its_links_are_not_followed)
{
	char links[4000] = "", name[40], link[60];

	for (int i = 0; i < 40; i++) {
		snprintf(name, sizeof name, "wall%d.html", i);
		snprintf(link, sizeof link, "<a href=behind%d.html>b</a>", i);
		write_page(name, "please-log-in", "", link);
		snprintf(links + strlen(links), sizeof links - strlen(links), "<a href=wall%d.html>w</a>", i);
	}
	write_page("index.html", "home", "", links);
	crawl("--group-budget 10");
	cr_expect(strstr(harness_output(), "10 pages repeat #"), "%s", harness_output());
	cr_expect(strstr(harness_output(), "login wall"), "%s", harness_output());
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM drops"), 39);
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM skips WHERE reason = 'links past the group''s budget'"), 29);
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM failures"), 11, "the links of the others are followed");
	expect_adds_up();
}

Test(refresh, links_of_drops_can_be_ignored)
{
	write_site();
	crawl("--skip-drop-links");
	cr_expect_eq(harness_number(db(), "SELECT count(*) FROM skips WHERE reason = 'links of a drop' AND kind = 'part'"), 1);
	cr_expect_eq(harness_hits("/copy2.html"), 0);
	expect_adds_up();
}
