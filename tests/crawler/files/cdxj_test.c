/* The index of WARC files: its lines, what of an earlier one is kept, and what a kill leaves. */
#include <criterion/criterion.h>
#include <unistd.h>

#include "crawler/files/cdxj.h"
#include "tests/store/scratch.h"

TestSuite(cdxj, .init = scratch_make, .fini = scratch_remove);

Test(cdxj, the_key_of_a_url)
{
	static const char *const keys[][2] = {
		{"http://example.com/a?b=C", "com,example)/a?b=c"},
		{"https://www.example.com/", "com,example)/"},
		{"http://a.b.example.com:8080/x", "com,example,b,a:8080)/x"},
		{"http://www12.example.com/a/b/", "com,example)/a/b"},
		{"http://www.com/a", "com)/a"},
		{"http://wwwx.com//a//b//?", "com,wwwx)/a/b"},
		{"http://example.com/a?b=2&a=1&b=1&b&a-c=1&", "com,example)/a?&a=1&a-c=1&b&b=1&b=2"},
		{"http://example.com/%7Ea%252Fb%C3%A9?x=%26%2525", "com,example)/~a/b%c3%a9?%25&x="},
		{"http://192.0.2.7/x", "192.0.2.7)/x"},
		{"http://[2001:db8::1]:81/", "[2001:db8::1]:81)/"},
		{"urn:firstprint:7", "urn:firstprint:7"},
	};
	arena *a = arena_new();

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		cr_expect_str_eq(cdxj_key(keys[i][0], a), keys[i][1]);
	arena_free(a);
}

#define RECORD(type, url, more) \
	"WARC/1.1\r\nWARC-Type: " type "\r\nWARC-Date: 2026-03-01T12:30:05Z\r\nWARC-Target-URI: " url "\r\n" more "\r\n"

static cdxj *opened(cdxj_file *files, size_t n)
{
	complaint why = {""};
	cdxj_files all = {"s", files, n, scratch_path(""), strlen(scratch_path(""))};
	cdxj *x = NULL;

	cr_assert_eq(cdxj_open(scratch_path("i.cdxj"), &all, &x, &why), OK, "%s", why.text);
	return x;
}

static void add(cdxj *x, const char *file, const char *record, uint64_t from)
{
	cdxj_set_file(x, file);
	cdxj_add(x, record, strlen(record), from, from + 10);
}

static const char *text_of(const char *name)
{
	static char text[4000];
	FILE *f = fopen(scratch_path(name), "r");
	size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;

	text[n] = '\0';
	if (f)
		fclose(f);
	return text;
}

static const char *ended(cdxj *x)
{
	complaint why = {""};

	cr_assert_eq(cdxj_end(x, &why), OK, "%s", why.text);
	cdxj_close(x);
	cr_expect(access(scratch_path("i.cdxj.part"), F_OK) != 0 && access(scratch_path("i.cdxj.new"), F_OK) != 0);
	return text_of("i.cdxj");
}

#define LINE(host, mime, offset) \
	"com," host ")/ 20260301123005 {\"url\":\"http://" host ".com/\",\"mime\":\"" mime "\",\"length\":\"10\",\"offset\":\"" offset \
	"\",\"filename\":\"w.gz\"}\n"

Test(cdxj, a_line_for_each_record_that_can_be_replayed)
{
	static const struct {
		const char *record, *line;
	} cases[] = {
		{RECORD("resource", "http://a.com/", "Content-Type: text/html; charset=x\r\n"), LINE("a", "text/html", "7")},
		{RECORD("conversion", "http://a.com/", ""), LINE("a", "unk", "7")},
		{RECORD("response", "http://a.com/", "WARC-Payload-Digest: sha256:0a\r\n") "HTTP/1.1 404 No\r\ncontent-type: text/html\r\n\r\n",
		 "com,a)/ 20260301123005 {\"url\":\"http://a.com/\",\"mime\":\"text/html\",\"status\":\"404\",\"digest\":\"sha256:0a\","
		 "\"length\":\"10\",\"offset\":\"7\",\"filename\":\"w.gz\"}\n"},
		{RECORD("revisit", "http://a.com/", "") "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n",
		 "com,a)/ 20260301123005 {\"url\":\"http://a.com/\",\"mime\":\"warc/revisit\",\"status\":\"200\",\"length\":\"10\","
		 "\"offset\":\"7\",\"filename\":\"w.gz\"}\n"},
		{RECORD("response", "http://a.com/", "") "no HTTP", LINE("a", "unk", "7")},
		{RECORD("request", "http://a.com/", ""), ""},
		{RECORD("metadata", "http://a.com/", ""), ""},
		{"WARC/1.1\r\nWARC-Type: resource\r\n\r\n", ""},
		{"WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a.com/\r\n", ""}, /* its head does not end */
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		cdxj *x = opened(NULL, 0);

		add(x, "w.gz", cases[i].record, 7);
		cr_expect_str_eq(ended(x), cases[i].line, "%zu", i);
		unlink(scratch_path("i.cdxj"));
	}
}

Test(cdxj, lines_are_sorted_with_those_that_were_there)
{
	cdxj_file file = {.name = "w.gz", .size = 1000};
	cdxj *x;

	scratch_write("i.cdxj", LINE("b", "unk", "5"), strlen(LINE("b", "unk", "5")));
	x = opened(&file, 1);
	cr_expect_eq(file.covered, 15);
	add(x, "w.gz", RECORD("resource", "http://c.com/", ""), 80);
	add(x, "w.gz", RECORD("resource", "http://a.com/", ""), 90);
	cr_expect_str_eq(text_of("i.cdxj"), LINE("b", "unk", "5"), "until the end the index is the earlier one");
	cr_expect_str_eq(ended(x), LINE("a", "unk", "90") LINE("b", "unk", "5") LINE("c", "unk", "80"));
}

/* A line that leads beyond the end of its file is removed. Lines about other files, and lines that are no index, stay. */
Test(cdxj, lines_that_lead_nowhere_are_removed)
{
#define OTHER "com,x)/ 2026 {\"filename\":\"other.gz\",\"offset\":\"99999\",\"length\":\"1\"}\n"
	static const char index[] = LINE("b", "unk", "5") OTHER "junk\n" LINE("c", "unk", "95");
	cdxj_file file = {.name = "w.gz", .size = 104};

	scratch_write("i.cdxj", index, strlen(index));
	cr_expect_str_eq(ended(opened(&file, 1)), LINE("b", "unk", "5") OTHER "junk\n");
	cr_expect_eq(file.covered, 15);
}

Test(cdxj, after_a_kill_the_new_lines_are_sorted_in)
{
	static const char part[] = LINE("d", "unk", "40") LINE("b", "unk", "5") LINE("a", "unk", "20") "com,e)/ 2026";
	cdxj_file file = {.name = "w.gz", .size = 1000};
	cdxj *x;

	scratch_write("i.cdxj", LINE("b", "unk", "5"), strlen(LINE("b", "unk", "5")));
	scratch_write("i.cdxj.part", part, strlen(part));
	x = opened(&file, 1);
	cr_expect_eq(file.covered, 50);
	cr_expect_str_eq(text_of("i.cdxj"), LINE("a", "unk", "20") LINE("b", "unk", "5") LINE("d", "unk", "40"));
	cdxj_close(x);
}

Test(cdxj, files_are_found_by_their_number)
{
	char names[][20] = {"w-00002.gz", "w-99999.gz", "w-100000.gz"};
	cdxj_file files[3];
	static const char index[] = "a 1 {\"filename\":\"w-100000.gz\",\"offset\":\"3\",\"length\":\"4\"}\n"
				    "b 1 {\"filename\":\"w-00002.gz\",\"offset\":\"1\",\"length\":\"1\"}\n";

	for (int i = 0; i < 3; i++)
		files[i] = (cdxj_file){.name = names[i], .size = 100};
	scratch_write("i.cdxj", index, strlen(index));
	cr_expect_str_eq(ended(opened(files, 3)), index);
	cr_expect(files[0].covered == 2 && files[1].covered == 0 && files[2].covered == 7);
}

#define BODY(url, date, more, head) OF_TYPE("response", url, date, more, head)
#define OF_TYPE(type, url, date, more, head) \
	"WARC/1.1\r\nWARC-Type: " type "\r\nWARC-Date: " date "\r\nWARC-Target-URI: " url "\r\n" more "\r\nHTTP/1.1 " head "\r\n\r\n"

/* A body is one of the URL itself, though others have its key, in a file of the archive, and was there when the index was settled. */
Test(cdxj, the_response_with_a_body_is_found)
{
	static const struct {
		cdxj_question q;
		const char *date;
	} asked[] = {
		{{"http://a.com/1", "2026-03-01T00:00:00Z", "2026-03-01T00:00:00Z", NULL}, "2026-03-01T00:00:00Z"},
		{{"http://a.com/1", "2026-03-01T00:00:01Z", "2026-03-09T00:00:00Z", NULL}, "2026-03-02T10:20:30Z"},
		{{"http://a.com/1", "2026-03-03T00:00:00Z", "2026-03-09T00:00:00Z", NULL}, NULL},
		{{"http://a.com/1", "2026-02-01T00:00:00Z", "2026-02-28T23:59:59Z", NULL}, NULL},
		{{"http://a.com/2", "2026-01-01T00:00:00Z", "2026-12-31T00:00:00Z", NULL}, "2026-03-05T00:00:00Z"},
		{{"http://www.a.com/2", "2026-01-01T00:00:00Z", "2026-12-31T00:00:00Z", NULL}, NULL},
		{{"http://a.com/", "2026-01-01T00:00:00Z", "2026-12-31T00:00:00Z", NULL}, NULL},
		{{"http://z.com/", "2026-01-01T00:00:00Z", "2026-12-31T00:00:00Z", NULL}, NULL},
		{{"http://late.com/", "2026-01-01T00:00:00Z", "2026-12-31T00:00:00Z", NULL}, NULL},
		{{"http://a.com/2", NULL, NULL, NULL}, "2026-03-05T00:00:00Z"},
		{{"http://a.com/3", NULL, NULL, "sha256:22"}, "2026-03-07T00:00:00Z"},
		{{"http://a.com/3", NULL, NULL, "sha256:33"}, NULL},
		{{"http://a.com/3", "2026-03-08T00:00:00Z", "2026-03-08T00:00:00Z", NULL}, "2026-03-07T00:00:00Z"}, /* what a revisit repeats */
		{{"http://a.com/3", "2026-03-09T00:00:00Z", "2026-03-09T00:00:00Z", NULL}, NULL},
	};
	arena *a = arena_new();
	complaint why = {""};
	cdxj *x = opened(NULL, 0);
	const char *date;

	add(x, "s-00000.warc.gz", BODY("http://a.com/1", "2026-03-02T10:20:30Z", "", "200 OK"), 10);
	add(x, "s-00001.warc.gz", BODY("http://a.com/1", "2026-03-01T00:00:00Z", "", "200 OK"), 20);
	add(x, "s-00000.warc.gz", BODY("http://a.com/2", "2026-03-01T00:00:00Z", "WARC-Truncated: disconnect\r\n", "200 OK"), 30);
	add(x, "s-00000.warc.gz", BODY("http://a.com/2", "2026-03-02T00:00:00Z", "", "404 No"), 40);
	add(x, "other.warc.gz", BODY("http://a.com/2", "2026-03-03T00:00:00Z", "", "200 OK"), 50);
	add(x, "s-00000.warc.gz", RECORD("revisit", "http://a.com/2", "") "HTTP/1.1 200 OK\r\n\r\n", 60);
	add(x, "s-00000.warc.gz", BODY("http://a.com/2", "2026-03-05T00:00:00Z", "", "200 OK"), 70);
	add(x, "s-00000.warc.gz", BODY("http://a.com/3", "2026-03-06T00:00:00Z", "WARC-Payload-Digest: sha256:11\r\n", "200 OK"), 72);
	add(x, "s-00000.warc.gz", BODY("http://a.com/3", "2026-03-07T00:00:00Z", "WARC-Payload-Digest: sha256:22\r\n", "200 OK"), 74);
	add(x, "s-00000.warc.gz", OF_TYPE("revisit", "http://a.com/3", "2026-03-08T00:00:00Z", "WARC-Payload-Digest: sha256:22\r\n", "200 OK"), 76);
	add(x, "s-00000.warc.gz", OF_TYPE("revisit", "http://a.com/3", "2026-03-09T00:00:00Z", "WARC-Payload-Digest: sha256:44\r\n", "200 OK"), 78);
	cr_assert_eq(cdxj_settle(x, &why), OK, "%s", why.text);
	add(x, "s-00000.warc.gz", BODY("http://late.com/", "2026-03-05T00:00:00Z", "", "200 OK"), 80);
	for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
		status err = cdxj_find(x, &asked[i].q, a, &date);

		cr_expect_eq(err, asked[i].date ? OK : ERR_MISSING, "%zu", i);
		cr_expect(err || strcmp(date, asked[i].date) == 0, "%zu", i);
	}
	cr_expect(strstr(ended(x), "com,late)/ 2026") && strstr(text_of("i.cdxj"), "\"truncated\":\"disconnect\""), "%s", text_of("i.cdxj"));
	arena_free(a);
}

Test(cdxj, errors_name_the_file)
{
	complaint why = {""};
	cdxj *x = NULL;

	cr_expect_eq(cdxj_open("/nowhere/i.cdxj", &(cdxj_files){0}, &x, &why), ERR_IO);
	cr_expect_str_eq(why.text, "/nowhere/i.cdxj.part: cannot be written: No such file or directory");
	cr_expect_null(x);
}

/* Files that were taken away, of which the next ones get the names. */
Test(cdxj, lines_of_files_of_the_archive_that_are_gone_are_removed)
{
	static const char index[] = "a 1 {\"filename\":\"s-00000.warc.gz\",\"offset\":\"0\",\"length\":\"4\"}\n"
				    "a 1 {\"filename\":\"s-00001.warc.gz\",\"offset\":\"0\",\"length\":\"4\"}\n"
				    "a 1 {\"filename\":\"s-00007.warc.gz\",\"offset\":\"0\",\"length\":\"4\"}\n"
				    "a 1 {\"filename\":\"s-x-00001.warc.gz\",\"offset\":\"0\",\"length\":\"4\"}\n";
	cdxj_file file = {"s-00000.warc.gz", 10, 0};
	const char *left;

	scratch_write("i.cdxj", index, sizeof index - 1);
	scratch_write("s-00007.warc.gz", "x", 1);
	left = ended(opened(&file, 1));
	cr_expect(strstr(left, "s-00000") && !strstr(left, "\"s-00001") && strstr(left, "s-x-00001"), "%s", left);
	cr_expect(strstr(left, "s-00007"), "it is there, behind a gap: %s", left);
}
