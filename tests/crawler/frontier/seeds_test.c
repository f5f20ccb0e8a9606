#include "crawler/frontier/seeds.h"

#include <unistd.h>
#include <zlib.h>

#include "tests/store/scratch.h"

TestSuite(seeds, .init = scratch_make, .fini = scratch_remove);

/* The calls of a reader, one per line. */
typedef struct call_log {
	char seeds[512], refused[512];
	int stop_after; /* 0: never */
} call_log;

static status note_seed(void *ctx, const url_parts *u)
{
	call_log *t = ctx;
	size_t len = strlen(t->seeds);

	snprintf(t->seeds + len, sizeof t->seeds - len, "%s\n", u->url);
	return t->stop_after && --t->stop_after == 0 ? ERR_LIMIT : OK;
}

static void note_refused(void *ctx, const char *message)
{
	call_log *t = ctx;
	size_t len = strlen(t->refused);

	snprintf(t->refused + len, sizeof t->refused - len, "%s\n", message);
}

static status read_into(call_log *t, const char *operand, complaint *why)
{
	return seeds_read(operand, &(seeds_reader){note_seed, note_refused, t}, why);
}

static call_log read_text(const char *text)
{
	call_log t = {.stop_after = 0};
	complaint why = {""};

	cr_expect(read_into(&t, scratch_write("s.txt", text, strlen(text)), &why) == OK, "%s", why.text);
	return t;
}

Test(seeds, a_line_is_a_seed_without_its_comment)
{
	static const struct {
		const char *name, *text, *seeds;
	} rows[] = {
		{"plain", "http://a/\nhttp://b/x\n", "http://a/\nhttp://b/x\n"},
		{"no line end", "http://a/", "http://a/\n"},
		{"a space and no line end", "http://a/ ", "http://a/\n"},
		{"blank lines", "\n  \n\t\nhttp://a/\n\n", "http://a/\n"},
		{"line comments", "# one\n  # two\nhttp://a/\n", "http://a/\n"},
		{"comments after a URL", "http://a/ # one\nhttp://b/\t# two\n", "http://a/\nhttp://b/\n"},
		{"a fragment is no comment", "http://a/x#part\n", "http://a/x\n"},
		{"carriage returns", "http://a/\r\n# c\r\n\r\nhttp://b/\r\n", "http://a/\nhttp://b/\n"},
		{"byte order mark", "\xef\xbb\xbfhttp://a/\n", "http://a/\n"},
		{"mark before a comment", "\xef\xbb\xbf# c\nhttp://a/\n", "http://a/\n"},
		{"a note after a tab", "http://a/\tthe first\nhttp://b/\n", "http://a/\nhttp://b/\n"},
		{"old line ends", "http://a/\rhttp://b/\r", "http://a/\nhttp://b/\n"},
		{"a sitemap", "<?xml version='1.0'?><!DOCTYPE urlset><s:urlset xmlns:s='x'><s:url><s:loc>http://a/1</s:loc></s:url></s:urlset>", "http://a/1\n"},
		{"a sitemap after a mark, a blank line and a warning", "\xef\xbb\xbf\n PHP Warning: x\n<?xml version='1.0'?><urlset><url><loc>http://a/1</loc></url></urlset>", "http://a/1\n"},
		{"an index", "<sitemapindex><sitemap><loc>http://a/s.xml</loc></sitemap><sitemap><loc>s.xml</loc></sitemap></sitemapindex>", "http://a/s.xml\n"},
		{"indented", "  http://a/  \n", "http://a/\n"},
		{"no scheme", "example.com/a\n", "https://example.com/a\n"},
		{"twice", "http://a/\nHTTP://A:80\n", "http://a/\nhttp://a/\n"},
		{"empty file", "", ""},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		call_log t = read_text(rows[i].text);

		cr_expect_str_eq(t.seeds, rows[i].seeds, "%s: %s", rows[i].name, t.seeds);
		cr_expect_str_eq(t.refused, "", "%s: %s", rows[i].name, t.refused);
	}
}

Test(seeds, nuls_utf_16_and_gzip_are_read)
{
	static const char nuls[] = "http://a/\0http://b/\0";
	static const char wide[] = "\xff\xfeh\0t\0t\0p\0:\0/\0/\0a\0/\0\n\0";
	const char *packed = scratch_path("s.gz");
	gzFile file = gzopen(packed, "wb");
	complaint why = {""};
	call_log t = {.stop_after = 0};

	cr_assert(gzputs(file, "http://a/ # one\nhttp://b/\n") > 0 && gzclose(file) == Z_OK);
	cr_expect_eq(read_into(&t, scratch_write("n", nuls, sizeof nuls - 1), &why), OK);
	cr_expect_str_eq(t.seeds, "http://a/\nhttp://b/\n");
	t = (call_log){.stop_after = 0};
	cr_expect_eq(read_into(&t, scratch_write("w", wide, sizeof wide - 1), &why), OK);
	cr_expect_str_eq(t.seeds, "http://a/\n");
	t = (call_log){.stop_after = 0};
	cr_expect_eq(read_into(&t, scratch_write("w", wide + 2, sizeof wide - 3), &why), OK);
	cr_expect_str_eq(t.seeds, "http://a/\n", "without a mark");
	t = (call_log){.stop_after = 0};
	cr_expect_eq(read_into(&t, packed, &why), OK);
	cr_expect_str_eq(t.seeds, "http://a/\nhttp://b/\n");
}

Test(seeds, a_cut_gzip_file_invents_no_url)
{
	const char *packed = scratch_path("s.gz");
	gzFile file = gzopen(packed, "wb");
	complaint why = {""};
	call_log t = {.stop_after = 0};

	cr_assert(gzputs(file, "http://a/\n") > 0 && gzflush(file, Z_FULL_FLUSH) == Z_OK && gzputs(file, "http://b/which-is-cut") > 0 &&
		  gzclose(file) == Z_OK);
	cr_assert(truncate(packed, 50) == 0);
	cr_expect_eq(read_into(&t, packed, &why), OK);
	cr_expect_str_eq(t.seeds, "http://a/\n");
	cr_expect(strstr(t.refused, "s.gz: damaged"), "%s", t.refused);
}

Test(seeds, a_bad_line_is_named_with_file_and_number_and_the_rest_is_read)
{
	call_log t = read_text("http://a/\n\nhtp://x\nword\nhttp://a:99999/\nhttp://b/\n\x1b[31m\n");
	char expected[2048];
	const char *path = scratch_path("s.txt");

	snprintf(expected, sizeof expected,
		 "%s:3: neither http nor https: htp://x\n%s:4: not a URL: word\n%s:5: not a URL: http://a:99999/\n"
		 "%s:7: not a URL: \x1b[31m\n", path, path, path, path);
	cr_expect_str_eq(t.seeds, "http://a/\nhttp://b/\n");
	cr_expect_str_eq(t.refused, expected, "%s", t.refused);
}

Test(seeds, an_operand_may_be_a_url)
{
	call_log t = {.stop_after = 0};
	complaint why = {""};

	cr_expect(read_into(&t, "HTTP://Example.com/%7ea", &why) == OK, "%s", why.text);
	cr_expect_str_eq(t.seeds, "http://example.com/~a\n");
}

Test(seeds, an_operand_that_is_neither_is_named)
{
	static const char *const rows[] = {"missing.txt", "example.com", "ftp://example.com/", "http://a:99999/", "http://"};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		call_log t = {.stop_after = 0};
		complaint why = {""};

		cr_expect(read_into(&t, rows[i], &why) == ERR_USAGE, "%s", rows[i]);
		cr_expect(strstr(why.text, rows[i]) != NULL, "%s: %s", rows[i], why.text);
		cr_expect_str_eq(t.seeds, "", "%s", rows[i]);
	}
}

Test(seeds, a_folder_is_no_file_of_seeds)
{
	call_log t = {.stop_after = 0};
	complaint why = {""};

	cr_expect(read_into(&t, scratch_folder, &why) == ERR_USAGE);
	cr_expect(strstr(why.text, scratch_folder) != NULL, "%s", why.text);
}

Test(seeds, the_reader_can_stop_it)
{
	call_log t = {.stop_after = 2};
	complaint why;
	const char *text = "http://a/\nhttp://b/\nhttp://c/\n";

	cr_expect(read_into(&t, scratch_write("s.txt", text, strlen(text)), &why) == ERR_LIMIT);
	cr_expect_str_eq(t.seeds, "http://a/\nhttp://b/\n");
}
