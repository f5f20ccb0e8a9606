/* `firstprint purify`: articles of files, streams and URLs. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/e2e/harness.h"

#define LAMP "The lighthouse on the cape was switched on again after eleven years of darkness and dispute."
#define BOOKS "A committee of nine librarians counted every book in the city since the great flood last year."

static void serve(void)
{
	harness_start("location / { root SITE; }\n"
		      "location = /old { return 301 /lamp; }\n"
		      "location = /loop { return 302 /loop; }\n"
		      "location = /lamp { default_type text/html; return 200 '<title>Lamp</title><nav>Menu</nav><p>" LAMP "<p>" BOOKS "'; }\n"
		      "location = /image { default_type image/png; return 200 'x'; }\n");
}

TestSuite(purify_command, .init = serve, .fini = harness_stop);

static const char *write_file(const char *name, const char *text)
{
	const char *path = harness_file(name);
	FILE *f = fopen(path, "w");

	cr_assert(f && fputs(text, f) >= 0 && fclose(f) == 0);
	return path;
}

#define PAGE "<title>Lamp</title><nav>Menu</nav><p>" LAMP "<p>" BOOKS

Test(purify_command, the_article_of_a_file_or_stream_is_printed)
{
	const char *file = write_file("a.html", PAGE);

	cr_expect_eq(harness_run("purify -q '%s'", file), 0);
	cr_expect_str_eq(harness_output(), "Lamp\n\n" LAMP "\n" BOOKS "\n");
	cr_expect_eq(harness_run("purify <'%s'", file), 0);
	cr_expect_str_eq(harness_output(), "Lamp\n\n" LAMP "\n" BOOKS "\n");
	write_file("bad.html", "<p>\x1b[31m" LAMP "\xc2\x9b");
	cr_expect_eq(harness_run("purify '%s'", harness_file("bad.html")), 0);
	cr_expect(strstr(harness_output(), LAMP) && !strchr(harness_output(), '\x1b') && !strstr(harness_output(), "\xc2\x9b"), "%s", harness_output());
}

Test(purify_command, several_pages_are_named)
{
	const char *lines = write_file("p.jsonl", "{\"id\":\"a\\\"b\",\"text\":\"" LAMP "\"}\nno line\n{\"id\":7,\"text\":\"" BOOKS "\"}\n");

	cr_expect_eq(harness_run("purify '%s'", lines), 1);
	harness_shell("{ ./firstprint purify '%s' 2>/dev/null || true; }", lines);
	cr_expect_str_eq(harness_output(), "==> a\"b <==\n" LAMP "\n\n==> 7 <==\n" BOOKS "\n");
	cr_expect_eq(harness_run("purify '%s' '%s'", lines, write_file("a.html", PAGE)), 1);
	cr_expect(strstr(harness_output(), "p.jsonl: line 2: not a JSON object") && strstr(harness_output(), "/a.html <==\nLamp\n\n"), "%s", harness_output());
	cr_expect_eq(harness_run("purify '%s' no/such '%s'", harness_file("a.html"), harness_file("a.html")), 1);
	cr_expect(strstr(harness_output(), "no/such: cannot be read"), "%s", harness_output());
}

Test(purify_command, with_json_filter_says_the_same_of_it)
{
	const char *lines = write_file("p.jsonl", "{\"id\":1.50,\"url\":\"http://a.test/\",\"html\":\"<nav>x</nav><p>" LAMP "<p>" BOOKS "\"}\n"
						  "{\"id\":\"2\",\"lang\":\"en\",\"html\":\"<p>" LAMP "<p>" BOOKS "<footer>y</footer>\"}\n{\"id\":3,\"text\":\"\"}\n");

	cr_expect_eq(harness_run("purify --json '%s'", lines), 0);
	cr_expect_str_eq(harness_output(), "{\"id\":1.50,\"url\":\"http://a.test/\",\"lang\":\"en\",\"text\":\"" LAMP "\\n" BOOKS "\",\"list\":false}\n"
					   "{\"id\":\"2\",\"lang\":\"en\",\"text\":\"" LAMP "\\n" BOOKS "\",\"list\":false}\n{\"id\":3,\"text\":\"\",\"list\":false}\n");
	harness_shell("./firstprint purify --json '%s' | ./firstprint filter >'%s'; ./firstprint filter '%s' | cmp - '%s'", lines, harness_file("1"), lines,
		      harness_file("1"));
}

#define LISTED "<h1>Tag: %s</h1><h2><a href='/a'>The lamp of the cape</a></h2><p>08-20</p><h2><a href='/b'>Nine librarians count books</a></h2><p>05-05</p>"

/* Two tags with the same articles: that they are lists, and that their short lines are paragraphs, is known only of the HTML. */
Test(purify_command, and_of_lists)
{
	char page[2][600];
	const char *lines;

	for (int i = 0; i < 2; i++)
		snprintf(page[i], sizeof page[i], "{\"id\":%d,\"url\":\"http://a.test/tag/%d\",\"html\":\"<title>Tag: %s</title>" LISTED "\"}\n", i, i,
			 i ? "cape" : "books", i ? "cape" : "books");
	lines = write_file("tags.jsonl", page[0]);
	harness_shell("cat >>'%s' <<'END'\n%s\nEND\n", lines, page[1]);
	cr_expect_eq(harness_run("filter -q '%s'", lines), 0);
	cr_expect(strstr(harness_output(), "\"verdict\":\"near-duplicate\",\"of\":0,\"filter\":\"cascade\",\"stage\":\"list\""), "%s", harness_output());
	harness_shell("./firstprint purify --json '%s' | ./firstprint filter -q >'%s'; ./firstprint filter -q '%s' | cmp - '%s'", lines, harness_file("1"),
		      lines, harness_file("1"));
	harness_shell("./firstprint filter -q -o '%s' '%s' >'%s'; (./firstprint export '%s' pages; ./firstprint export '%s' drops) | ./firstprint filter -q"
		      " | cmp - '%s'", harness_file("l.db"), lines, harness_file("1"), harness_file("l.db"), harness_file("l.db"), harness_file("1"));
	cr_expect_eq(harness_run("filter -q --filter cascade:lists=off '%s'", lines), 0);
	cr_expect(!strstr(harness_output(), "duplicate"), "%s", harness_output());
}

Test(purify_command, a_url_is_fetched)
{
	char url[300];

	snprintf(url, sizeof url, "%s", harness_url("/old"));
	cr_expect_eq(harness_run("purify --allow-private '%s'", url), 0);
	cr_expect_str_eq(harness_output(), "Lamp\n\n" LAMP "\n" BOOKS "\n");
	cr_expect_eq(harness_run("purify --allow-private --json '%s'", url), 0);
	cr_expect(strstr(harness_output(), "/old\",\"url\":\"") && strstr(harness_output(), "/lamp\",\"title\":\"Lamp\""), "%s", harness_output());
	cr_expect_eq(harness_run("purify '%s'", url), 1);
	cr_expect(strstr(harness_output(), "private address"), "%s", harness_output());
}

Test(purify_command, what_is_no_page_on_the_web_is_named)
{
	static const struct {
		const char *path, *says;
	} rows[] = {{"/image", "type image/png"}, {"/none", "http 404"}, {"/loop", "too many redirects"}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		cr_expect_eq(harness_run("purify --allow-private '%s'", harness_url(rows[i].path)), 1);
		cr_expect(strstr(harness_output(), rows[i].says) && strstr(harness_output(), rows[i].path), "%s", harness_output());
	}
	cr_expect_eq(harness_run("purify 'http://a b/'"), 1);
	cr_expect(strstr(harness_output(), "not a URL"), "%s", harness_output());
}
