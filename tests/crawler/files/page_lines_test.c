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

Test(page_lines, an_id_has_one_form)
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
		{"{\"id\":\"p\\u00e9\",\"text\":\"x\"}", "\"p\xc3\xa9\""},
		{"{\"id\":\"http:\\/\\/a\\u002f\\ud83d\\ude00\\u0001\\n\",\"text\":\"x\"}", "\"http://a/\xf0\x9f\x98\x80\\u0001\\n\""},
		{"{\"id\":\"a\\\"b\\\\\",\"text\":\"x\"}", "\"a\\\"b\\\\\""},
		{"{\"id\":\"\",\"text\":\"x\"}", "\"\""},
		{" { \"id\" : 7 , \"text\" : \"x\" } \r", "7"},
		{"{\"text\":\"x\",\"more\":[1,{}],\"id\":3}", "3"},
		{"{\"meta\":{\"id\":1},\"list\":[{\"id\":2}],\"id\":3,\"text\":\"x\"}", "3"},
		{"{\"id\":1,\"id\":2,\"text\":\"x\"}", "2"},
		{"{\"i\\u0064\":4,\"text\":\"x\"}", "4"},
		{"{\"id\":\"\\ud83d\",\"text\":\"x\"}", "\"\xef\xbf\xbd\""}, /* what no reader of JSON takes is written anew */
		{"{\"id\":\"a\xff\\q\",\"text\":\"x\"}", "\"a\xef\xbf\xbd\xef\xbf\xbd\""},
		{"{\"url\":\"id\",\"title\":\"\\\"id\\\":9\",\"text\":\"{\\\"id\\\":8}\",\"id\":3}", "3"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		page_record l = {.id = ""};

		cr_expect(read_one(rows[i].line, strlen(rows[i].line), &l) == OK, "%s", rows[i].line);
		cr_expect_str_eq(l.id ? l.id : "", rows[i].id, "%s", rows[i].line);
	}
}

Test(page_lines, a_line_without_an_id_is_named_by_its_place)
{
	static const char *const ids[] = {"\"ID\":1",   "\"meta\":{\"id\":1}", "\"id\":null", "\"id\":true",
					  "\"id\":[1]", "\"id\":{\"id\":1}",   "\"id\":01",   "\"id\":1.",
					  "\"id\":.5",  "\"id\":1e",           "\"id\":+1",   "\"id\":1x",
					  "\"id\":NaN"};
	char line[100], place[300];
	page_record l;

	for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
		snprintf(line, sizeof line, "\n{\"text\":\"x\",%s}", ids[i]);
		cr_expect(read_one(line, strlen(line), &l) == OK, "%s", line);
		snprintf(place, sizeof place, "\"%s:2\"", scratch_path("p.jsonl"));
		cr_expect_str_eq(l.id, place, "%s", line);
	}
}

Test(page_lines, other_fields_may_have_anything)
{
	static const char *const others[] = {"NaN",
					     "-Infinity",
					     "17293822569102704641",
					     "1e400",
					     "\"\\ud83d\"",
					     "{\"a\\u0000b\":0}",
					     "\"\xff\xfe\"",
					     "\"tab\there\"",
					     "\"\\x41\"",
					     "[[[[{\"text\":\"no\"}]]]]",
					     "\"\\\\\"",
					     "truth"};
	static char line[100 << 10];
	page_record l;

	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		snprintf(line, sizeof line, "{\"id\":1,\"more\":%s,\"text\":\"x\"}", others[i]);
		cr_expect(read_one(line, strlen(line), &l) == OK && strcmp(l.content, "x") == 0, "%s", line);
	}
	sprintf(line, "{\"id\":1,\"more\":%0*d,\"text\":\"x\"}", 40 << 10, 7); /* brackets in place of its zeros */
	for (char *c = line; *c; c++)
		*c = *c != '0' && *c != '7' ? *c : c - line < (20 << 10) + 15 ? '[' : ']';
	cr_expect(read_one(line, strlen(line), &l) == OK && strcmp(l.content, "x") == 0,
		  "twenty thousand arrays in each other");
}

Test(page_lines, what_is_no_character_of_a_text_is_replaced)
{
	static const char *const rows[][2] = {{"a\\ud83db", "a\xef\xbf\xbd"
							    "b"},
					      {"\\ude00\\ud83d\\ude00", "\xef\xbf\xbd\xf0\x9f\x98\x80"},
					      {"\\ud83d\\u0041", "\xef\xbf\xbd"
								 "A"},
					      {"caf\xe9", "caf\xef\xbf\xbd"},
					      {"\\q", "\xef\xbf\xbd"},
					      {"a\tb\x01", "a\tb\xef\xbf\xbd"},
					      {"\\u12g4", "\xef\xbf\xbd"
							  "12g4"},
					      {"\\\"\\/\\b\\f\\n\\r\\t\\\\", "\"/\b\f\n\r\t\\"}};
	char line[100];
	page_record l;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		snprintf(line, sizeof line, "{\"id\":1,\"text\":\"%s\"}", rows[i][0]);
		cr_expect(read_one(line, strlen(line), &l) == OK, "%s", line);
		cr_expect_str_eq(l.content, rows[i][1], "%s", line);
	}
}

Test(page_lines, a_line_that_is_no_page_is_refused)
{
	static const char *const rows[] = {
		"{\"id\":1 2,\"text\":\"x\"}",
		"{\"id\":\"p",
		"{\"id\":1}",
		"{\"id\":1,\"text\":5}",
		"{\"id\":1,\"html\":null}",
		"{\"id\":1,\"text\":\"x\"",
		"{\"id\":1,\"text\":\"x\"}}",
		"{\"id\":1,\"text\":\"x\\\"}",
		"{\"id\":1,\"text\":\"x\",}",
		"{\"id\":1,,\"text\":\"x\"}",
		"{\"id\" 1,\"text\":\"x\"}",
		"{\"id\":,\"text\":\"x\"}",
		"{id:1,\"text\":\"x\"}",
		"{,\"text\":\"x\"}",
		"{\"id\":1,\"text\":\"x\",\"more\":[}",
		"{}",
		"{",
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
	const char *path = scratch_path("long.jsonl.gz");
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

/* Changes a byte of the first of three members. */
static page_source *damaged_at(long at)
{
	const char *path = gzip_file("d.gz", "{\"id\":1,\"text\":\"The rain fell.\"}\n");
	FILE *file;

	for (int i = 0; i < 2; i++) {
		gzFile member = gzopen(path, "ab");

		cr_assert(gzputs(member, "{\"id\":7,\"text\":\"a\"}\n") > 0 && gzclose(member) == Z_OK);
	}
	file = fopen(path, "r+b");
	cr_assert(file && fseek(file, at, SEEK_SET) == 0 && fputc(0, file) == 0 && fclose(file) == 0);
	return open_lines(path);
}

Test(page_lines, damage_at_the_start_costs_the_first_member)
{
	static const long places[] = {0, 1, 2, 10, 20}; /* its mark, its method, its data */

	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		page_source *r = damaged_at(places[i]);
		page_record l;
		int pages = 0, errors = 0;
		status err;

		while ((err = next(r, &l)) == OK || err == ERR_FORMAT) {
			errors += err == ERR_FORMAT;
			pages += !err && strcmp(l.id, "7") == 0;
		}
		cr_expect(err == ERR_MISSING && pages == 2 && errors >= 1, "byte %ld: %d, %d errors", places[i], pages, errors);
		page_source_close(r);
	}
}

/* Deflate gives a few bytes before it finds out: they are no text. */
Test(page_lines, what_a_damaged_start_gave_does_not_say_what_the_file_is)
{
	for (long at = 10; at < 40; at++) {
		page_source *r = damaged_at(at);
		page_record l;
		int pages = 0;
		status err;

		while ((err = next(r, &l)) == OK || err == ERR_FORMAT)
			pages += !err && strcmp(l.id, "7") == 0;
		cr_expect(err == ERR_MISSING && pages == 2, "byte %ld: %d", at, pages);
		page_source_close(r);
	}
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
	names = (page_fields){.title = "body", .lang = "link"};
	cr_assert_eq(read_one(line, sizeof line - 1, &r), OK);
	cr_expect_str_eq(r.title, "The rain");
	cr_expect_str_eq(r.lang, "http://h/");
	names = (page_fields){.id = "source", .site = "source", .html = "body"};
	cr_assert_eq(read_one(line, sizeof line - 1, &r), OK);
	cr_expect_str_eq(r.url, "a.test/a.test");
	cr_expect(r.is_html);
}

Test(page_lines, fields_may_lie_deeper)
{
	static const char line[] =
		"{\"meta\":{\"url\":\"http://h/\",\"source\":{\"id\":7}},\"meta.source\":{\"text.de\":\"Regen\"},\"text\":\"no\",\"m\":{\"\xc3\xa9\":\"e\"}}";
	page_record r;

	names = (page_fields){.id = "meta.source.id", .url = "meta.url", .text = "meta.source.text.de"};
	cr_assert_eq(read_one(line, sizeof line - 1, &r), OK);
	cr_expect_str_eq(r.id, "7");
	cr_expect_str_eq(r.url, "http://h/");
	cr_expect_str_eq(r.content, "Regen");
	names = (page_fields){.text = "m.\xc3\xa9", .url = "meta.url.no", .id = "meta.source"};
	cr_assert_eq(read_one(line, sizeof line - 1, &r), OK);
	cr_expect_str_eq(r.content, "e");
	cr_expect_null(r.url);
	cr_expect(strstr(r.id, "p.jsonl:1"), "an object is no id: %s", r.id);
}

Test(page_lines, files_that_were_joined_may_have_several_byte_order_marks)
{
	static const char text[] = "\xef\xbb\xbf{\"id\":1,\"text\":\"x\"}\n\xef\xbb\xbf{\"id\":2,\"text\":\"y\"}\n";
	page_source *source = lines_of(text, sizeof text - 1);
	page_record r;

	cr_assert_eq(next(source, &r), OK);
	cr_assert_eq(next(source, &r), OK);
	cr_expect_str_eq(r.id, "2");
	page_source_close(source);
}

Test(page_lines, of_html_and_text_one_is_read)
{
	static const struct { const char *line; page_fields named; const char *content; } rows[] = {
		{"{\"html\":\"<p>h\",\"text\":\"t\"}", {NULL}, "<p>h"},
		{"{\"html\":\"\",\"text\":\"t\"}", {NULL}, "t"},
		{"{\"html\":null,\"text\":\"t\"}", {NULL}, "t"},
		{"{\"html\":\"<p>h\",\"text\":\"\"}", {NULL}, "<p>h"},
		{"{\"html\":\"<p>h\",\"raw\":\"t\"}", {.text = "raw"}, "t"},
		{"{\"html\":\"<p>h\",\"raw\":\"t\"}", {.text = "raw", .html = "html"}, "<p>h"},
		{"{\"html\":\"<p>h\"}", {.text = "raw"}, "<p>h"},
		{"{\"html\":\"\"}", {NULL}, ""},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		page_record r = {.content = "nothing"};

		names = rows[i].named;
		cr_expect_eq(read_one(rows[i].line, strlen(rows[i].line), &r), OK);
		cr_expect_str_eq(r.content, rows[i].content, "%s", rows[i].line);
		cr_expect_eq(r.is_html, *r.content == '<' || !*r.content);
	}
}

Test(page_lines, errors_name_the_field_that_was_asked_for)
{
	complaint why = {""};
	page_record r;
	page_source *source;

	names = (page_fields){.id = "doc", .text = "body"};
	source = lines_of("{\"doc\":1}\n", 10);
	cr_expect_eq(page_source_next(source, scratch_arena, &r, &why), ERR_FORMAT);
	cr_expect(strncmp(why.text, "neither \"html\" nor \"body\"", 25) == 0, "%s", why.text);
	page_source_close(source);
	source = lines_of("{\"html\":null,\"body\":5}\n", 24);
	cr_expect_eq(page_source_next(source, scratch_arena, &r, &why), ERR_FORMAT);
	cr_expect(strncmp(why.text, "\"body\" is another value, and no string", 38) == 0, "%s", why.text);
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

/* ── wrong lines before the first page ── */

/* What is read of n wrong lines and a right one, if it is wanted: "!!!=", "x" for a file that is refused. */
static const char *first_of(size_t n, const char *wrong, bool right, complaint *why)
{
	static char text[20000], said[300];
	char *at = text, *to = said;
	page_source *r;
	page_record l;
	status err;

	for (size_t i = 0; i < n; i++)
		at += sprintf(at, "%s\n", wrong);
	if (right)
		at += sprintf(at, "{\"text\":\"x\"}\n");
	r = lines_of(text, strlen(text));
	while ((err = page_source_next(r, scratch_arena, &l, why)) != ERR_MISSING && err != ERR_IO)
		*to++ = err ? '!' : '=';
	page_source_close(r);
	strcpy(to, err == ERR_IO ? "x" : "");
	return said;
}

/* The error of the first of two such lines, which are too few to be refused. */
static const char *few_errors(const char *wrong)
{
	static complaint first;
	char text[400];
	page_source *r = lines_of(text, (size_t)snprintf(text, sizeof text, "%s\n%s\n", wrong, wrong));
	page_record l;

	cr_assert_eq(page_source_next(r, scratch_arena, &l, &first), ERR_FORMAT);
	page_source_close(r);
	return first.text;
}

Test(page_lines, a_file_without_a_right_line_is_refused_as_a_whole)
{
	static const char wrong[] = "{\"content\":\"x\",\"meta\":{\"url\":1}}";
	complaint why = {""};

	cr_expect_str_eq(first_of(3, wrong, true, &why), "!!!=");
	cr_expect_str_eq(first_of(9, wrong, false, &why), "!!!!!!!!!");
	cr_expect_str_eq(first_of(10, wrong, false, &why), "x");
	cr_expect(strstr(why.text, "p.jsonl: no page in 10 lines") &&
			  strstr(why.text, "they have \"content\", \"meta.url\": --text-field"),
		  "%s", why.text);
	cr_expect(strstr(few_errors(wrong), "neither \"html\" nor \"text\"; they have \"content\", \"meta.url\": --text-field"), "%s", few_errors(wrong));
	cr_expect_str_eq(few_errors("{\"content\":\"x"), "not a JSON object");
	cr_expect_eq(strlen(first_of(99, wrong, true, &why)), 100);
	cr_expect_str_eq(first_of(100, wrong, true, &why), "x");
	cr_expect_str_eq(first_of(100, "{rain", true, &why), "x");
	cr_expect(strstr(why.text, "not a JSON object"), "%s", why.text);
}
