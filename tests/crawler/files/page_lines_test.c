#include "crawler/files/page_source.h"

#include <zlib.h>

#include "tests/store/scratch.h"

TestSuite(page_lines, .init = scratch_make_arena, .fini = scratch_remove_arena);

static page_fields names; /* of the test */

static page_source *open_lines(const char *path)
{
	complaint why = {""};
	page_source *r = NULL;

	cr_assert(page_source_open(path, &(page_source_settings){.wait.stop_fd = -1, .fields = names}, &r, &why) == OK, "%s", why.text);
	return r;
}

static page_source *lines_of(const char *text, size_t len)
{
	return open_lines(scratch_write("p.jsonl", text, len));
}

static status next(page_source *r, page_record *out)
{
	complaint why = {""};
	status s = page_source_next(r, scratch_arena, out, &why);

	if (s && s != ERR_MISSING)
		cr_expect(why.text[0] != '\0', "every error has a message");
	return s;
}

/* Reads a text of one line. */
static status read_one(const char *text, size_t len, page_record *out)
{
	page_source *r = lines_of(text, len);
	status s = next(r, out);

	page_source_close(r);
	return s;
}

Test(page_lines, the_id_is_kept_as_written)
{
	static const struct {
		const char *line, *id;
	} rows[] = {
		{"{\"id\":\"p7\",\"text\":\"x\"}", "\"p7\""},
		{"{\"id\":12,\"text\":\"x\"}", "12"},
		{"{\"id\":1.50,\"text\":\"x\"}", "1.50"},
		{"{\"id\":1e3,\"text\":\"x\"}", "1e3"},
		{"{\"id\":-0,\"text\":\"x\"}", "-0"},
		{"{\"id\":-2.5E+10,\"text\":\"x\"}", "-2.5E+10"},
		{"{\"id\":1e999,\"text\":\"x\"}", "1e999"},
		{"{\"id\":12345678901234567890,\"text\":\"x\"}", "12345678901234567890"},
		{"{\"id\":\"p\\u00e9\",\"text\":\"x\"}", "\"p\\u00e9\""},
		{"{\"id\":\"a\\\"b\\\\\",\"text\":\"x\"}", "\"a\\\"b\\\\\""},
		{"{\"id\":\"\",\"text\":\"x\"}", "\"\""},
		{" { \"id\" : 7 , \"text\" : \"x\" } \r", "7"},
		{"{\"text\":\"x\",\"more\":[1,{}],\"id\":3}", "3"},
		{"{\"meta\":{\"id\":1},\"list\":[{\"id\":2}],\"id\":3,\"text\":\"x\"}", "3"},
		{"{\"url\":\"id\",\"title\":\"\\\"id\\\":9\",\"text\":\"{\\\"id\\\":8}\",\"id\":3}", "3"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		page_record l = {.id = ""};

		cr_expect(read_one(rows[i].line, strlen(rows[i].line), &l) == OK, "%s", rows[i].line);
		cr_expect_str_eq(l.id ? l.id : "", rows[i].id, "%s", rows[i].line);
	}
}

Test(page_lines, a_line_that_is_no_page_is_refused)
{
	static const char *const rows[] = {
		"{\"text\":\"x\"}",
		"{\"meta\":{\"id\":1},\"text\":\"x\"}",
		"{\"id\":null,\"text\":\"x\"}",
		"{\"id\":true,\"text\":\"x\"}",
		"{\"id\":[1],\"text\":\"x\"}",
		"{\"id\":{\"id\":1},\"text\":\"x\"}",
		"{\"id\":01,\"text\":\"x\"}",
		"{\"id\":1.,\"text\":\"x\"}",
		"{\"id\":.5,\"text\":\"x\"}",
		"{\"id\":1e,\"text\":\"x\"}",
		"{\"id\":+1,\"text\":\"x\"}",
		"{\"id\":1 2,\"text\":\"x\"}",
		"{\"id\":1x,\"text\":\"x\"}",
		"{\"id\":\"p",
		"{\"id\":1}",
		"{\"id\":1,\"text\":5}",
		"{\"id\":1,\"html\":null}",
		"{\"id\":1,\"text\":\"x\"",
		"{\"id\":1,\"text\":\"x\"}}",
		"{\"id\":1,\"text\":\"\xff\"}",
		"\"id\"",
		"rain",
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		page_record l;

		cr_expect(read_one(rows[i], strlen(rows[i]), &l) == ERR_FORMAT, "%s", rows[i]);
		cr_expect(l.number == 1, "%s", rows[i]);
	}
}

Test(page_lines, its_fields_are_read)
{
	static const char line[] = "{\"id\":1,\"url\":\"http://a/\",\"title\":\"T\",\"lang\":\"en\",\"text\":\"a\\u00e9\\nb\"}";
	page_record l;

	cr_assert(read_one(line, strlen(line), &l) == OK);
	cr_expect_str_eq(l.url, "http://a/");
	cr_expect_str_eq(l.title, "T");
	cr_expect_str_eq(l.lang, "en");
	cr_expect_str_eq(l.content, "a\xc3\xa9\nb");
	cr_expect(l.content_len == 5 && !l.is_html);
}

Test(page_lines, html_is_used_if_there_is_text_too)
{
	static const char line[] = "{\"id\":1,\"text\":\"plain\",\"html\":\"<p>rich\",\"title\":5}";
	page_record l;

	cr_assert(read_one(line, strlen(line), &l) == OK);
	cr_expect(l.is_html);
	cr_expect_str_eq(l.content, "<p>rich");
	cr_expect(l.url == NULL && l.lang == NULL && l.title == NULL, "a field that is no string counts as missing");
}

Test(page_lines, a_bad_line_does_not_end_the_reading)
{
	static const char text[] = "\n  \n{\"id\":1,\"text\":\"a\"}\r\n\r\nnonsense\n{\"id\":\0\"}\n\t\n{\"id\":2,\"text\":\"b\"}";
	static const struct {
		status expected;
		unsigned long number;
	} rows[] = {{OK, 3}, {ERR_FORMAT, 5}, {ERR_FORMAT, 6}, {OK, 8}, {ERR_MISSING, 8}, {ERR_MISSING, 8}};
	page_source *r = lines_of(text, sizeof text - 1);

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		page_record l;

		cr_expect(next(r, &l) == rows[i].expected, "reading %zu", i);
		cr_expect(l.number == rows[i].number, "reading %zu: line %lu", i, l.number);
	}
	page_source_close(r);
	page_source_close(NULL);
}

static const char *gzip_file(const char *name, const char *text)
{
	const char *path = scratch_path(name);
	gzFile file = gzopen(path, "wb");

	cr_assert(file && gzwrite(file, text, (unsigned)strlen(text)) > 0 && gzclose(file) == Z_OK);
	return path;
}

Test(page_lines, a_gzipped_file_is_read_like_any_other)
{
	page_source *r = open_lines(gzip_file("p.gz", "{\"id\":1,\"text\":\"a\"}\n{\"id\":2,\"text\":\"b\"}\n"));
	page_record l;

	cr_expect(next(r, &l) == OK && strcmp(l.id, "1") == 0);
	cr_expect(next(r, &l) == OK && strcmp(l.id, "2") == 0);
	cr_expect(next(r, &l) == ERR_MISSING);
	page_source_close(r);
}

Test(page_lines, a_gzipped_file_cut_short_is_an_error)
{
	const char *path = gzip_file("p.gz", "{\"id\":1,\"text\":\"a\"}\n");
	page_source *r;
	page_record l;
	status s;

	cr_assert(truncate(path, 30) == 0);
	r = open_lines(path);
	s = next(r, &l);
	cr_expect((s ? s : next(r, &l)) == ERR_IO);
	page_source_close(r);
}

Test(page_lines, a_line_that_is_too_long_is_skipped)
{
	static char block[1 << 20];
	const char *path = scratch_path("long.gz");
	gzFile file = gzopen(path, "wb1");
	page_source *r;
	page_record l;

	memset(block, 'x', sizeof block);
	for (size_t i = 0; file && i <= PAGE_BYTES_MOST / sizeof block; i++)
		cr_assert(gzwrite(file, block, sizeof block) == sizeof block);
	cr_assert(file && gzputs(file, "\n{\"id\":2,\"text\":\"b\"}\n") > 0 && gzclose(file) == Z_OK);
	r = open_lines(path);
	cr_expect(next(r, &l) == ERR_LIMIT && l.number == 1);
	cr_expect(next(r, &l) == OK && l.number == 2);
	page_source_close(r);
}

Test(page_lines, a_file_that_cannot_be_read_is_named)
{
	complaint why = {""};
	page_source *r = NULL;
	const char *path = scratch_path("missing.jsonl");

	cr_expect(page_source_open(path, &(page_source_settings){.wait.stop_fd = -1}, &r, &why) == ERR_IO && r == NULL);
	cr_expect(strstr(why.text, path) != NULL, "%s", why.text);
}

Test(page_lines, a_byte_order_mark_and_zeros_at_the_end_are_no_error)
{
	static const char zeros[1000];
	const char *path = gzip_file("p.gz", "\xef\xbb\xbf{\"id\":1,\"text\":\"a\"}\n");
	FILE *file = fopen(path, "ab");
	page_source *r;
	page_record l;

	cr_assert(file && fwrite(zeros, 1, sizeof zeros, file) == sizeof zeros && fclose(file) == 0);
	r = open_lines(path);
	cr_expect(next(r, &l) == OK && strcmp(l.id, "1") == 0);
	cr_expect(next(r, &l) == ERR_MISSING);
	page_source_close(r);
}

Test(page_lines, lines_before_the_damage_are_delivered)
{
	const char *path = gzip_file("p.gz", "{\"id\":1,\"text\":\"a\"}\n");
	FILE *file = fopen(path, "ab");
	page_source *r;
	page_record l;

	cr_assert(file && fputs("and then?", file) >= 0 && fclose(file) == 0);
	r = open_lines(path);
	cr_expect(next(r, &l) == OK && strcmp(l.id, "1") == 0);
	cr_expect(next(r, &l) == ERR_IO, "bytes after the gzip data are an error");
	page_source_close(r);
	file = fopen(path, "wb");
	cr_assert(file && fclose(file) == 0);
	for (int i = 0; i < 3; i++) {
		gzFile member = gzopen(path, "ab");

		cr_assert(gzputs(member, "{\"id\":7,\"text\":\"a\"}\n") > 0 && gzclose(member) == Z_OK);
	}
	cr_assert(truncate(path, 3 * 41 - 5) == 0 || true);
	r = open_lines(path);
	cr_expect(next(r, &l) == OK && next(r, &l) == OK, "two whole members");
	page_source_close(r);
}

Test(page_lines, fields_may_have_other_names)
{
	static const char line[] = "{\"id\":1,\"doc_id\":1.50,\"source\":\"a.test\",\"body\":\"The rain\",\"link\":\"http://h/\",\"text\":\"no\"}";
	page_record r;

	names = (page_fields){.id = "doc_id", .text = "body", .url = "link", .site = "source"};
	cr_assert_eq(read_one(line, sizeof line - 1, &r), OK);
	cr_expect_str_eq(r.id, "1.50");
	cr_expect_str_eq(r.content, "The rain");
	cr_expect_str_eq(r.url, "http://h/");
	names = (page_fields){.site = "source"};
	cr_assert_eq(read_one(line, sizeof line - 1, &r), OK);
	cr_expect_str_eq(r.url, "a.test/1");
	cr_expect_str_eq(r.content, "no");
	names = (page_fields){.id = "source", .site = "source", .html = "body"};
	cr_assert_eq(read_one(line, sizeof line - 1, &r), OK);
	cr_expect_str_eq(r.url, "a.test/a.test");
	cr_expect(r.is_html);
}

Test(page_lines, errors_name_the_field_that_was_asked_for)
{
	complaint why = {""};
	page_record r;
	page_source *source;

	names = (page_fields){.id = "doc", .text = "body"};
	source = lines_of("{\"id\":1}\n{\"doc\":1}\n{\"doc\":[]}", 29);
	cr_expect_eq(page_source_next(source, scratch_arena, &r, &why), ERR_FORMAT);
	cr_expect_str_eq(why.text, "no \"doc\"");
	cr_expect_eq(page_source_next(source, scratch_arena, &r, &why), ERR_FORMAT);
	cr_expect_str_eq(why.text, "neither \"html\" nor \"body\"");
	cr_expect_eq(page_source_next(source, scratch_arena, &r, &why), ERR_FORMAT);
	cr_expect_str_eq(why.text, "\"doc\" is neither a string nor a number");
	page_source_close(source);
}

Test(page_lines, a_file_of_another_kind_is_named_once)
{
	static const struct { const char *bytes, *says; } rows[] = {
		{"PK\x03\x04", "a zip archive"}, {"\x7f" "ELF", "a program"}, {"BZh9", "compressed by bzip2"}, {"%PDF-1.7", "a PDF"}, {"SQLite format 3", "a SQLite file"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *path = scratch_write("p.jsonl", rows[i].bytes, strlen(rows[i].bytes));
		complaint why = {""};
		page_source *r = NULL;

		cr_expect_eq(page_source_open(path, &(page_source_settings){.wait.stop_fd = -1}, &r, &why), ERR_IO);
		cr_expect(r == NULL && strstr(why.text, "p.jsonl: ") && strstr(why.text, rows[i].says), "%s", why.text);
	}
}
