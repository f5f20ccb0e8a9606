#include "crawler/files/format.h"

#include <unistd.h>

#include "tests/store/scratch.h"

TestSuite(format, .init = scratch_make_arena, .fini = scratch_remove_arena);

static const char *name_of(enum format f)
{
	static const char *const names[] = {"lines", "values", "warc", "arc", "html", "text", "other"};

	return names[f];
}

static enum format format_in(const char *name, const char *bytes, size_t len, const char **what)
{
	complaint why;
	input *in = NULL;
	enum format f;

	cr_assert_eq(input_open(scratch_write(name, bytes, len), &(input_wait){.stop_fd = -1}, &in, &why), OK);
	f = format_of(in, name, what);
	input_close(in);
	return f;
}

#define WARC "WARC/1.0\r\n"
#define XML "<?xml version=\"1.0\"?>\n"

Test(format, it_is_told_by_what_a_file_begins_with)
{
	static const struct {
		const char *name, *bytes, *is, *what;
	} rows[] = {
		{"a", "{\"id\":1}\n", "lines", NULL},
		{"a", "", "lines", NULL},
		{"a", "\xef\xbb\xbf\n \n{\"id\":1}", "lines", NULL},
		{"a", "rain\n{\"id\":1}\n", "lines", NULL},
		{"a", "rain\n{ }\n", "lines", NULL},
		{"a", "body\n{\n  color: red;\n}\n", "text", "plain text"},
		{"a", "{\n\"id\":1}", "values", NULL},
		{"a", "[{\"id\":1}]", "values", NULL},
		{"a", "[ [ {\"id\":1}]]", "values", NULL},
		{"a", "[]", "values", NULL},
		{"a.jsonl", "[1,2],\"b\":3}\n{\"id\":1}\n", "lines", NULL},
		{"a", "{ \n\n{\"id\":1}\n", "lines", NULL},
		{"a.jsonl", "<!DOCTYPE html>\n{\"id\":1}\n", "lines", NULL},
		{"a.jsonl.gz", "From a@b\n{\"id\":1}\n", "lines", NULL},
		{"a.jsonl", "<!DOCTYPE html>\n<p>a", "html", NULL},
		{"a", WARC, "warc", NULL},
		{"a", "\xef\xbb\xbf" WARC, "warc", NULL},
		{"a", "\r\n\r\n" WARC, "warc", NULL},
		{"a", "filedesc://a.arc 0.0.0.0 20050304050607 text/plain 76\n", "arc", NULL},
		{"a", "<p>The rain", "html", NULL},
		{"a", " <!-- a --><!DOCTYPE HTML><a>", "html", NULL},
		{"a", XML "<!DOCTYPE html PUBLIC \"x\"><html>", "html", NULL},
		{"a", XML "<html>", "html", NULL},
		{"a", XML "<body xmlns=\"http://www.w3.org/1999/xhtml\">", "html", NULL},
		{"a", "<my-page>", "html", NULL},
		{"a", "<!-- no end", "html", NULL},
		{"a.html", "The rain", "html", NULL},
		{"a.HTM.gz", "<doc>", "html", NULL},
		{"a", XML "<mediawiki>", "other", "MediaWiki"},
		{"a", XML "<body>", "other", "XML"},
		{"a", "<rss version=\"2.0\">", "other", "feed"},
		{"a", "<FEED>", "other", "feed"},
		{"a", "<urlset>", "other", "sitemap"},
		{"a", "<doc id=\"1\">", "other", "XML"},
		{"a", "<DOC>", "other", "XML"},
		{"a", "<!DOCTYPE news SYSTEM \"n.dtd\"><p>", "other", "XML"},
		{"a", "The rain in the hills.\nIt fell, and fell.\n", "text", "jq"},
		{"a", "id,text\n1,rain\n", "other", "comma"},
		{"a.csv", "one column\n", "other", "comma"},
		{"a", "1\tThe rain\n", "other", "tab"},
		{"a", "com,example)/ 20250304050607 {\"url\":\"http://example.com/\"}\n", "other", "CDX"},
		{"a", " CDX N b a m s k r M S V g\n", "other", "CDX"},
		{"a", "From a@b Sat Jan  1 12:08:34 2011\n", "other", "mailbox"},
		{"a.txt", "From a@b Sat Jan  1 12:08:34 2011\r\n", "other", "mailbox"},
		{"a.txt", "[Scene: a hall.] Two men enter.\n", "text", NULL},
		{"a.txt", "[{\"id\": 1}]\n", "values", NULL},
		{"a.txt", "{Aside} He goes.\n", "text", NULL},
		{"a.txt", "{\"id\": 1, \"text\": \"x\"}\n", "lines", NULL},
		{"a.txt", "<NOVA> wins the order.\n", "text", NULL},
		{"a.txt", "<3 this song\n", "text", NULL},
		{"a.txt", "<?xml version=\"1.0\"?><DOC>", "other", "XML"},
		{"a.txt", "From the README of a tool\n\nIt packs.\n", "text", NULL},
		{"a.txt", "From here it took until 10:15:00 to climb.\nThen we sat.\n", "text", NULL},
		{"a", "id,title,text\n1,Rain,\"The rain, it fell\"\n", "other", "comma"},
		{"a.txt", "Name\tValue\nOld\t3\n", "other", "tab-separated"},
		{"a.txt", "NOTES\t\tof the maintainer\nThey are for those who pack it.\n", "text", NULL},
		{"a.txt", "-L<start>,<end>\n\nShows these lines.\n", "text", NULL},
		{"a.txt", "It prints\n\n{\n  \"a\": 1\n}\n", "text", NULL},
		{"a", "PAR1\1", "other", "Parquet"},
		{"a", "\1\2\3", "text", "jq"},
		{"a", "\xff\xfe{\1", "other", "UTF-16"},
		{"a", "{\\rtf1", "other", "RTF"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *what = NULL;
		enum format f = format_in(rows[i].name, rows[i].bytes, strlen(rows[i].bytes), &what);

		cr_expect_str_eq(name_of(f), rows[i].is, "row %zu: %s", i, rows[i].bytes);
		cr_expect(!rows[i].what || (what && strstr(what, rows[i].what)), "row %zu: %s", i, what);
	}
}

Test(format, archives_of_zeros_and_tar_are_told)
{
	static char tar[512];
	const char *what = NULL;

	cr_expect_eq(format_in("a", "\0\0", 2, &what), FORMAT_OTHER);
	cr_expect(strstr(what, "binary"));
	memcpy(tar, "corpus.txt", 10);
	memcpy(tar + 257, "ustar", 5);
	cr_expect_eq(format_in("a", tar, sizeof tar, &what), FORMAT_OTHER);
	cr_expect(strstr(what, "tar archive"), "%s", what);
}

Test(format, a_pipe_is_not_waited_for_in_vain)
{
	const char *what, *at;
	complaint why;
	input *in = NULL;
	int ends[2], old = dup(STDIN_FILENO);

	cr_assert(pipe(ends) == 0 && write(ends[1], "rain\n", 5) == 5);
	dup2(ends[0], STDIN_FILENO);
	cr_assert_eq(input_open("-", &(input_wait){.stop_fd = -1}, &in, &why), OK);
	cr_expect_eq(format_of(in, "-", &what), FORMAT_LINES);
	cr_expect_eq(input_head(in, 1, &at), 5, "nothing was taken");
	input_close(in);
	dup2(old, STDIN_FILENO);
	close(old);
	close(ends[0]);
	close(ends[1]);
}

Test(format, in_a_folder_a_page_is_told_by_its_name_or_head)
{
	static const struct {
		const char *name, *bytes;
		bool is;
	} rows[] = {{"a.jsonl", "{}", true}, {"a.jl.gz", "{}", true}, {"a.json", "{}", false},   {"a.html", "", true},
		    {"a", "<html>", true},    {"a.svg", "<svg>", false}, {"a.txt", "The rain", true},
		    {"README", "x y", false}, {"a.css", "p {}\n", false}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		complaint why;
		input *in = NULL;
		const char *what;

		cr_assert_eq(input_open(scratch_write(rows[i].name, rows[i].bytes, strlen(rows[i].bytes)),
					&(input_wait){.stop_fd = -1}, &in, &why),
			     OK);
		cr_expect_eq(format_is_found(in, rows[i].name, format_of(in, rows[i].name, &what)), rows[i].is, "row %zu", i);
		input_close(in);
	}
}

/* Opens a file with ASCII text in UTF-16, behind a byte order mark. */
static input *open_wide(const char *name, const char *text, bool big)
{
	char bytes[200];
	size_t len = 2;
	complaint why;
	input *in = NULL;

	memcpy(bytes, big ? "\xfe\xff" : "\xff\xfe", 2);
	for (; *text; text++, len += 2) {
		bytes[len + big] = *text;
		bytes[len + !big] = '\0';
	}
	cr_assert_eq(input_open(scratch_write(name, bytes, len), &(input_wait){.stop_fd = -1}, &in, &why), OK);
	return in;
}

Test(format, pages_in_utf_16_are_read)
{
	static const struct {
		const char *name, *text, *is;
		bool is_found;
	} rows[] = {{"a.html", "The rain", "html", true},
		    {"a", " <!DOCTYPE html><html>{\n{", "html", true},
		    {"a", "<p>The rain", "html", false},
		    {"a", "<rss version=\"2.0\">", "other", false},
		    {"a.txt", "The rain", "text", true},
		    {"a.txt", "{\"id\":1}\n{\"id\":2}\n", "other", false},
		    {"a", "{\"id\":1}\n{\"id\":2}\n", "other", false},
		    {"a.jsonl", "<p>\n{\"id\":1}\n", "other", false}};

	for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
		const char *name = rows[i / 2].name, *what;
		input *in = open_wide(name, rows[i / 2].text, i % 2);
		enum format f = format_of(in, name, &what);

		cr_expect_str_eq(name_of(f), rows[i / 2].is, "row %zu", i / 2);
		cr_expect_eq(format_is_found(in, name, f), rows[i / 2].is_found, "row %zu", i / 2);
		input_close(in);
	}
}
