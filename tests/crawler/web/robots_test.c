#include "crawler/web/robots.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cpu_limit.h"

static bool allows(const char *text, const char *path)
{
	robots *r = robots_parse(text, strlen(text), "firstprint");
	bool allowed = robots_allows(r, path);

	cr_expect(r != NULL);
	robots_free(r);
	return allowed;
}

typedef struct row {
	const char *text, *path;
	bool allowed;
} row;

static void expect_rows(const row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++)
		cr_expect(allows(rows[i].text, rows[i].path) == rows[i].allowed, "%s of %s", rows[i].path, rows[i].text);
}

#define EXPECT_ROWS(rows) expect_rows(rows, sizeof rows / sizeof *rows)
#define ALL "User-agent: *\n"

Test(robots, our_group_overrides_the_group_for_everybody)
{
	static const row rows[] = {
		{ALL "Disallow: /\nUser-agent: firstprint\nDisallow: /x\n", "/a", true},
		{ALL "Disallow: /\nUser-agent: firstprint\nDisallow: /x\n", "/x", false},
		{"User-agent: firstprint\nDisallow: /x\n" ALL "Disallow: /\n", "/a", true},
		{ALL "Disallow: /\nUser-agent: firstprint\n", "/a", true}, /* a group without rules */
		{ALL "Disallow: /\nUser-agent: other\nDisallow:\n", "/a", false},
		{"User-agent: other\nDisallow: /\n", "/a", true},
		{"Disallow: /\n", "/a", true}, /* belongs to no group */
	};

	EXPECT_ROWS(rows);
}

Test(robots, an_agent_is_named_by_its_product_token_in_any_case)
{
	static const row rows[] = {
		{"USER-AGENT: FirstPrint\ndisALLOW: /\n", "/a", false},
		{"user-agent : firstprint/1.0\nDisallow : /\n", "/a", false},
		{"User-agent: firstprint (crawler)\nDisallow: /\n", "/a", false},
		{"User-agent: firstprint-news\nDisallow: /\n", "/a", true},
		{"User-agent: first\nDisallow: /\n", "/a", true},
		{"User-agent:\nDisallow: /\n", "/a", true},
	};

	EXPECT_ROWS(rows);
}

Test(robots, groups_that_name_us_are_merged)
{
	static const row rows[] = {
		{"User-agent: firstprint\nDisallow: /a\n" ALL "Disallow: /b\nUser-agent: firstprint\nDisallow: /c\n", "/a", false},
		{"User-agent: firstprint\nDisallow: /a\n" ALL "Disallow: /b\nUser-agent: firstprint\nDisallow: /c\n", "/b", true},
		{"User-agent: firstprint\nDisallow: /a\n" ALL "Disallow: /b\nUser-agent: firstprint\nDisallow: /c\n", "/c", false},
		{"User-agent: other\nUser-agent: firstprint\nUser-agent: third\nDisallow: /a\n", "/a", false},
		{"User-agent: other\nSitemap: http://a/s\n\nUser-agent: firstprint\nDisallow: /a\n", "/a", false},
		{"User-agent: firstprint\nSitemap: http://a/s\nDisallow: /a\n", "/a", false},
		{"User-agent: firstprint\nAllow: /b\nUser-agent: other\nDisallow: /\n", "/a", true},
	};

	EXPECT_ROWS(rows);
}

Test(robots, the_longest_match_wins_and_allow_wins_a_tie)
{
	static const row rows[] = {
		{ALL "Allow: /example/page/\nDisallow: /example/page/disallowed.gif\n", "/example/page/disallowed.gif", false},
		{ALL "Allow: /example/page/\nDisallow: /example/page/disallowed.gif\n", "/example/page/", true},
		{ALL "Disallow: /\nAllow: /p\n", "/page", true},
		{ALL "Allow: /folder\nDisallow: /folder\n", "/folder/page", true},
		{ALL "Disallow: /folder\nAllow: /folder\n", "/folder/page", true},
		{ALL "Allow: /page\nDisallow: /*.htm\n", "/page.htm", false},
		{ALL "Allow: /$\nDisallow: /\n", "/", true},
		{ALL "Allow: /$\nDisallow: /\n", "/page", false},
		{ALL "Allow: /x\n", "/y", true},
		{ALL "Disallow: /\n", "/robots.txt", true},
	};

	EXPECT_ROWS(rows);
}

Test(robots, wildcards_are_understood)
{
	static const row rows[] = {
		{ALL "Disallow: /fish*.php\n", "/fishheads/catfish.php?x", false},
		{ALL "Disallow: /fish*.php\n", "/Fish.php", true},
		{ALL "Disallow: /*.php$\n", "/a.php.php", false},
		{ALL "Disallow: /*.php$\n", "/a.php?x", true},
		{ALL "Disallow: *\n", "/", false},
		{ALL "Disallow: /a*$\n", "/abc", false},
		{ALL "Disallow: /a**b\n", "/axb", false},
		{ALL "Disallow: /a$b\n", "/a$b", false},
		{ALL "Disallow: /a$b\n", "/a", true},
		{ALL "Disallow: /fish\n", "/", true},
		{ALL "Disallow: /fish/\n", "/fish", true},
		{ALL "Disallow: /*?id=\n", "/x?id=1", false},
	};

	EXPECT_ROWS(rows);
}

Test(robots, escapes_are_compared_in_normal_form)
{
	static const row rows[] = {
		{ALL "Disallow: /foo/bar?baz=quz\n", "/foo/bar?baz=quz", false},
		{ALL "Disallow: /foo/bar/\xe3\x83\x84\n", "/foo/bar/%E3%83%84", false},
		{ALL "Disallow: /foo/bar/%e3%83%84\n", "/foo/bar/%E3%83%84", false},
		{ALL "Disallow: /foo/bar/%62%61%7A\n", "/foo/bar/baz", false},
		{ALL "Disallow: /~user\n", "/%7euser", false},
		{ALL "Disallow: /a%2Fb\n", "/a/b", true},
		{ALL "Disallow: /a%\n", "/a%", false},
		{ALL "Disallow: /path/file-with-a-%2A.html\n", "/path/file-with-a-*.html", false},
		{ALL "Disallow: /path/file-with-a-%2A.html\n", "/path/file-with-a-b.html", true},
		{ALL "Disallow: /path/foo-%24\n", "/path/foo-$", false},
		{ALL "Disallow: /my documents\n", "/my%20documents/x", false},
	};

	EXPECT_ROWS(rows);
}

Test(robots, line_ends_and_white_space_may_vary)
{
	static const row rows[] = {
		{"User-agent: *\r\nDisallow: /a\r\n", "/a", false},
		{"User-agent: *\rDisallow: /a\r", "/a", false},
		{"User-agent: *\nDisallow: /a", "/a", false},
		{"\xef\xbb\xbfUser-agent: *\nDisallow: /a\n", "/a", false},
		{" \tUser-agent\t:*\n Disallow:/a \n", "/a", false},
		{"# hello\nUser-agent: * # all\nDisallow: /a # not this\n", "/a", false},
		{ALL "\n\n\nDisallow: /a\n", "/a", false},
		{ALL "Disallow: # nothing\n", "/a", true},
		{ALL "Disallow:\n", "/a", true},
		{ALL "Disallow /a\n", "/a", false}, /* as Google's parser reads it */
		{ALL "Disallow /a  \n", "/a", false},
		{ALL "Disallow /a b\n", "/a", true},
		{"User-agent *\nDisallow: /a\n", "/a", false},
		{ALL "Disallow: /a\nnonsense\n:\n\x01\x02: x\nDisallow: /b\n", "/b", false},
	};

	EXPECT_ROWS(rows);
}

Test(robots, common_misspellings_are_read_as_google_reads_them)
{
	static const row rows[] = {
		{"Useragent: *\nDisallow: /a\n", "/a", false},
		{"User agent: *\nDissallow: /a\n", "/a", false},
		{ALL "Dissalow: /a\n", "/a", false},
		{ALL "Disalow: /a\n", "/a", false},
		{ALL "Diasllow: /a\n", "/a", false},
		{ALL "Disallaw: /a\n", "/a", false},
		{ALL "Disallowed: /a\n", "/a", false},
		{ALL "Forbid: /a\n", "/a", true},
	};
	robots *r = robots_parse("Site-Map: http://a/b\n", 21, "firstprint");

	EXPECT_ROWS(rows);
	cr_expect_str_eq(robots_sitemap(r, 0), "http://a/b");
	robots_free(r);
}

Test(robots, only_a_star_alone_means_everybody)
{
	static const row rows[] = {
		{"User-agent: *Fetch*\nDisallow: /\n", "/a", true},
		{"User-agent: *bot\nDisallow: /\n", "/a", true},
		{"User-agent: * # all\nDisallow: /\n", "/a", false},
		{"User-agent: * all\nDisallow: /\n", "/a", false},
	};

	EXPECT_ROWS(rows);
}

Test(robots, a_crawl_delay_ends_no_group)
{
	static const row rows[] = {
		{"User-agent: a\nCrawl-delay: 5\nUser-agent: firstprint\nDisallow: /a\n", "/a", false},
		{"User-agent: firstprint\nCrawl-delay: 5\nUser-agent: b\nDisallow: /a\n", "/a", false},
		{"User-agent: firstprint\nDisallow: /b\nUser-agent: b\nDisallow: /a\n", "/a", true},
	};

	EXPECT_ROWS(rows);
}

Test(robots, a_file_that_is_no_robots_txt_allows_everything)
{
	static const row rows[] = {
		{"", "/a", true},
		{"<!DOCTYPE html>\n<html><head><style>a:hover{}</style></head><body><p>User-agent: *\n</html>\n", "/a", true},
		{"\xff\xfe\x00", "/a", true},
	};

	EXPECT_ROWS(rows);
	cr_expect(robots_allows(NULL, "/a"));
	cr_expect(robots_crawl_delay(NULL) < 0);
	robots_free(NULL);
}

Test(robots, lines_past_the_limit_are_not_read)
{
	static const char first[] = ALL "Disallow: /first\n", last[] = "Disallow: /last\n";
	size_t len = ROBOTS_BYTES_MOST + sizeof last - 1;
	char *text = malloc(len);
	robots *r;

	cr_assert(text != NULL);
	memset(text, '\n', len);
	memcpy(text, first, sizeof first - 1);
	memcpy(text + ROBOTS_BYTES_MOST, last, sizeof last - 1);
	r = robots_parse(text, len, "firstprint");
	cr_expect(!robots_allows(r, "/first"));
	cr_expect(robots_allows(r, "/last"));
	robots_free(r);
	memcpy(text + ROBOTS_BYTES_MOST - (sizeof last - 1), last, sizeof last - 1);
	r = robots_parse(text, ROBOTS_BYTES_MOST, "firstprint");
	cr_expect(!robots_allows(r, "/last"), "the last of the bytes that are read");
	robots_free(r);
	free(text);
}

Test(robots, reads_the_crawl_delay_of_the_group)
{
	static const struct {
		const char *text;
		double delay;
	} rows[] = {
		{ALL "Crawl-delay: 2.5\n", 2.5},
		{ALL "crawl-DELAY:10\nDisallow: /x\n", 10},
		{ALL "Crawl-delay: 9\nUser-agent: firstprint\nCrawl-delay: 3\n", 3},
		{ALL "Crawl-delay: 9\nUser-agent: firstprint\nDisallow: /x\n", -1},
		{"User-agent: other\nCrawl-delay: 9\n", -1},
		{ALL "Crawl-delay: -4\n", -1},
		{ALL "Crawl-delay: inf\n", -1},
		{ALL "Crawl-delay: nan\n", -1},
		{ALL "Crawl-delay: soon\n", -1},
		{ALL "Crawl-delay:\n", -1},
		{ALL "Disallow: /\n", -1},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		robots *r = robots_parse(rows[i].text, strlen(rows[i].text), "firstprint");

		cr_expect(robots_crawl_delay(r) == rows[i].delay, "%s: %g", rows[i].text, robots_crawl_delay(r));
		robots_free(r);
	}
}

Test(robots, a_pattern_with_many_stars_is_matched_quickly)
{
	enum { STARS = 2000, PATH = 4000 };
	char *text = malloc(64 + 2 * STARS), *path = malloc(PATH + 1), *to = text;

	cpu_limit_s(20);
	cr_assert(text && path);
	to += sprintf(to, ALL "Disallow: /");
	for (int i = 0; i < STARS; i++)
		to += sprintf(to, "*a");
	sprintf(to, "b\n");
	memset(path, 'a', PATH);
	path[0] = '/';
	path[PATH] = '\0';
	cr_expect(allows(text, path));
	free(text);
	free(path);
}
