/* Which form a file has, and pages that are no lines: JSON values and HTML. */
#include "crawler/files/page_source.h"

#include "crawler/files/folder.h"
#include "tests/store/scratch.h"

TestSuite(page_source, .init = scratch_make_arena, .fini = scratch_remove_arena);

/* What is read of a file: "ID=CONTENT|", "!NUMBER ERROR|"; and its raw texts, if they are wanted. */
static const char *read_all(const char *name, const char *bytes, size_t len, bool raw)
{
	static char text[1000];
	page_source_settings settings = {.wait.stop_fd = -1, .wants_raw = raw};
	complaint why = {""};
	page_source *s = NULL;
	page_record r;
	int n = 0, end = 0;
	status err;

	cr_assert_eq(page_source_open(scratch_write(name, bytes, len), &settings, &s, &why), OK, "%s", why.text);
	while (end++ < 50 && (err = page_source_next(s, scratch_arena, &r, &why)) != ERR_MISSING && err != ERR_IO)
		if (err)
			n += snprintf(text + n, sizeof text - (size_t)n, "!%lu %s|", r.number, why.text);
		else if (raw)
			n += snprintf(text + n, sizeof text - (size_t)n, "%.*s", (int)r.raw_len, r.raw);
		else
			n += snprintf(text + n, sizeof text - (size_t)n, "%s=%.*s|", r.id, (int)r.content_len, r.content);
	cr_expect_lt(end, 50);
	page_source_close(s);
	text[n] = '\0';
	return text;
}

static const struct {
	const char *name, *bytes, *pages;
} values[] = {
	{"an array", "[{\"id\":1,\"text\":\"a\"},{\"id\":2,\"text\":\"b\"}]", "1=a|2=b|"},
	{"over several lines", " [\n {\"id\": 1,\n \"text\": \"a]},[{\"\n},\n {\"id\":2,\"text\":\"\\\"}\"}\n]\n", "1=a]},[{|2=\"}|"},
	{"after a byte order mark", "\xef\xbb\xbf[{\"id\":1,\"text\":\"a\"}]", "1=a|"},
	{"nothing in it", "[]", ""},
	{"objects over several lines", "{\n\"id\":1,\n\"text\":\"a\"\n}\n{\r\n\"id\":2,\"text\":\"b\"}", "1=a|2=b|"},
	{"objects, Windows lines", "{\r\n\"id\":1,\"text\":\"a\"}", "1=a|"},
	{"a nested object and array", "[{\"id\":1,\"more\":[{\"x\":[1]}],\"text\":\"a\"}]", "1=a|"},
	{"what is no object", "[1,\"a, {\",null,{\"id\":1,\"text\":\"a\"}]", "!1 not a JSON object|!2 not a JSON object|!3 not a JSON object|1=a|"},
	{"a bad one among good ones", "[{\"id\":1,\"text\":\"a\"},{bad},{\"id\":2,\"text\":\"b\"}]",
	 "1=a|!2 not a JSON object|2=b|"},
	{"no end", "[{\"id\":1,\"text\":\"a\"}", "1=a|!2 the array has no end: the file may be cut short|"},
	{"one that is cut", "[\n{\"id\":1,\"te\n{\"id\":2,\"text\":\"b\"},\n{\"id\":3,\"text\":\"c\"}\n]",
	 "!1 not a JSON object: another one begins in the middle of it|2=b|3=c|"},
	{"one that is cut in an array", "[{\"id\":1,\"more\":[2,\n {\"id\":2,\"text\":\"b\"},\n {\"id\":3,\"text\":\"c\"}]",
	 "!1 not a JSON object: another one begins in the middle of it|2=b|3=c|"},
	{"one without its comma", "[\n{\"id\":1,\"more\":[2]\n{\"id\":2,\"text\":\"b\"}\n]",
	 "!1 not a JSON object: another one begins in the middle of it|2=b|"},
	{"objects in objects at the start of lines", "[\n{\"id\":1,\"more\":\n{\"list\":[\n{},\n{}]},\"text\":\"a\"},\n{\"id\":2,\"text\":\"b\"}\n]", "1=a|2=b|"},
	{"the last one has no end", "[{\"id\":1,\"text\":\"a\"},{\"id\":2,\"te", "1=a|!2 the file ends in the middle of it|"},
	{"a string without end", "[\"", "!1 the file ends in the middle of it|"},
	{"a line is a line", "{\"id\":1,\n\"text\":\"a\"}\n{\"id\":2,\"text\":\"b\"}\n",
	 "!1 not a JSON object|!2 not a JSON object|2=b|"},
};

Test(page_source, json_objects_need_not_be_lines)
{
	for (size_t i = 0; i < sizeof values / sizeof *values; i++)
		cr_expect_str_eq(read_all("p.json", values[i].bytes, strlen(values[i].bytes), false), values[i].pages, "%s",
				 values[i].name);
	cr_expect_str_eq(read_all("p.json", "[\0]", 3, false), "!1 not a JSON object|");
	cr_expect_str_eq(read_all("p.json", "[\0,{\"id\":1,\"text\":\"a\"}]", 23, false), "!1 not a JSON object|1=a|");
}

Test(page_source, an_object_may_lie_across_blocks)
{
	enum { LONG = 200 * 1024 };
	static char bytes[LONG + 100];
	complaint why;
	page_source *s = NULL;
	page_record r;

	memcpy(bytes, "[{\"id\":1,\"text\":\"", 17);
	for (int i = 0; i < LONG; i++)
		bytes[17 + i] = (char)('a' + i % 26);
	strcpy(bytes + 17 + LONG, "\"},{\"id\":2,\"text\":\"b\"}]");
	cr_assert_eq(page_source_open(scratch_write("p.json", bytes, strlen(bytes)), &(page_source_settings){.wait.stop_fd = -1}, &s, &why), OK);
	cr_expect_eq(page_source_next(s, scratch_arena, &r, &why), OK);
	cr_expect(r.content_len == LONG && memcmp(r.content, bytes + 17, LONG) == 0);
	cr_expect_eq(page_source_next(s, scratch_arena, &r, &why), OK);
	cr_expect_str_eq(r.content, "b");
	page_source_close(s);
}

/* ── as they came ── */

#define WARC "WARC/1.0\r\nWARC-Type: response\r\nX-Mine: yes\r\nWARC-Target-URI: http://a.test/\r\nContent-Length: 48\r\n\r\n" \
	"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>a\r\n\r\n"

Test(page_source, pages_are_given_as_they_came)
{
	static const char lines[] = "{\"id\": 7, \"more\":[1.50], \"text\":\"a\"}\r\n\n{\"id\":8,\"text\":\"b\"}";

	cr_expect_str_eq(read_all("p.jsonl", lines, strlen(lines), true), "{\"id\": 7, \"more\":[1.50], \"text\":\"a\"}\r\n{\"id\":8,\"text\":\"b\"}\n");
	cr_expect_str_eq(read_all("p.json", "[{\"id\": 1,\n\"text\":\"a\"} , {\"id\":2,\"text\":\"b\"}]", 45, true),
			 "{\"id\": 1, \"text\":\"a\"}\n{\"id\":2,\"text\":\"b\"}\n");
	cr_expect_str_eq(read_all("p.warc", "WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 2\r\n\r\nhi\r\n\r\n" WARC WARC, strlen(WARC) * 2 + 58, true),
			 WARC WARC);
}

/* ── HTML ── */

Test(page_source, a_file_of_html_is_a_page_and_its_path_names_it)
{
	static const char *const texts[] = {"<p>a", " \n<!doctype html><p>a", "\xef\xbb\xbf<p>a"};
	char path[300];
	complaint why = {""};
	page_source *s = NULL;
	page_record r;

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		snprintf(path, sizeof path, "%s", scratch_write("a b\".txt", texts[i], strlen(texts[i])));
		cr_assert_eq(page_source_open(path, &(page_source_settings){.wait.stop_fd = -1, .wants_raw = true}, &s, &why), OK, "%s", why.text);
		cr_assert_eq(page_source_next(s, scratch_arena, &r, &why), OK, "%s", why.text);
		cr_expect_str_eq(r.content, texts[i]);
		cr_expect(r.is_html && r.form == PAGE_FILE && *r.content_type == '\0' && r.number == 1);
		cr_expect_str_eq(r.url, path);
		cr_expect(strstr(r.id, "a b\\\".txt\""), "%s", r.id);
		cr_expect(r.raw_len == strlen(path) + 1 && memcmp(r.raw, path, strlen(path)) == 0 && r.raw[strlen(path)] == '\n');
		cr_expect_eq(page_source_next(s, scratch_arena, &r, &why), ERR_MISSING);
		page_source_close(s);
	}
	cr_expect(strstr(read_all("x.HTML", "no tag", 6, false), "x.HTML\"=no tag|"), "the name says it");
	cr_expect(strstr(read_all("\xff.html", "a", 1, false), "%FF.html\"=a|"));
}

/* ── folders ── */

static status note_file(void *ctx, const char *file)
{
	char *names = ctx;

	snprintf(names + strlen(names), 400 - strlen(names), "%s ", strstr(file, scratch_folder) ? file + strlen(scratch_folder) : file);
	return strstr(file, "stop") ? ERR_USAGE : OK;
}

Test(page_source, folders_are_walked_in_the_order_of_names)
{
	char names[400] = "", root[300];
	complaint why = {""};

	snprintf(root, sizeof root, "%s/t//", scratch_folder);
	cr_assert_eq(setenv("SCRATCH", scratch_folder, 1), 0);
	cr_assert_eq(system("cd \"$SCRATCH\" && mkdir -p t/b t/a/c && touch t/z t/b/1 t/b/10 t/a/c/x t/B && ln -s z t/link && ln -s . t/loop && ln -s gone t/none && mkfifo t/p"), 0);
	cr_expect(folder_is(root) && !folder_is("-") && !folder_is(scratch_path("t/z")));
	cr_expect_eq(folder_walk(root, note_file, names, &why), OK);
	cr_expect_str_eq(names, "/t/B /t/a/c/x /t/b/1 /t/b/10 /t/link /t/loop /t/none /t/p /t/z ");
	scratch_write("t/a/stop", "", 0);
	*names = '\0';
	cr_expect_eq(folder_walk(root, note_file, names, &why), ERR_USAGE, "what the function returns ends it");
	cr_expect_str_eq(names, "/t/B /t/a/c/x /t/a/stop ");
}

Test(page_source, what_is_found_in_a_folder_is_read_if_it_has_pages)
{
	static const struct {
		const char *name, *bytes;
		bool is;
	} rows[] = {{"a.html", "", true},
		    {"a", "\n<!DOCTYPE HTML><p>", true},
		    {"b", "<?xml version='1.0'?><html>", true},
		    {"a.svg", "<svg>", false},
		    {"a.json", "{\"a\":1}", false},
		    {"c.json", "{\"a\":1}\n", false},
		    {"d.json", "{\n\"a\":1}\n{\n\"a\":1}\n", false},
		    {"c4-train.00000-of-00002.json.gz", "{\"text\":1}\n{\"text\":1}\n", true},
		    {"lines.JSON", "\xef\xbb\xbf{\"text\":1}\r\n{", true},
		    {"lines.map", "{\"text\":1}\n{\"text\":1}\n", false},
		    {"a.jsonl", "x", true},
		    {"a.NDJSON.gz", "x", true},
		    {"a.jsonlx", "x", false},
		    {"a.txt", "text", true},
		    {"a.pdf.html", "%PDF-", false},
		    {"w", "WARC/1.0\r\n", true},
		    {"empty", "", false}};
	complaint why = {""};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		page_source *s = NULL;
		status err = page_source_open(scratch_write(rows[i].name, rows[i].bytes, strlen(rows[i].bytes)),
					      &(page_source_settings){.wait.stop_fd = -1, .found = true}, &s, &why);

		cr_expect_eq(err, rows[i].is ? OK : ERR_MISSING, "%s", rows[i].name);
		if (!err)
			page_source_close(s);
	}
}
