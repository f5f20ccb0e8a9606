/* The writer and the reader, with each other and with files as other programs write them. */
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <zlib.h>

#include "crawler/files/page_source.h"
#include "crawler/files/warc_writer.h"
#include "crawler/files/warc_archive.h"
#include "tests/store/scratch.h"

TestSuite(warc, .init = scratch_make_arena, .fini = scratch_remove_arena);

/* The pages of a file: "id=content id=content "; errors are "!message ". */
static const char *pages_of(const char *path)
{
	static char text[4000];
	page_source *r = NULL;
	page_record p;
	complaint why = {""};
	status s = page_source_open(path, &(page_source_settings){.wait.stop_fd = -1}, &r, &why);

	text[0] = '\0';
	cr_assert(s == OK, "%s", why.text);
	for (;;) {
		why.text[0] = '\0';
		s = page_source_next(r, scratch_arena, &p, &why);
		if (s && s != ERR_FORMAT && s != ERR_LIMIT)
			break;
		if (s)
			snprintf(text + strlen(text), sizeof text - strlen(text), "!%s ", why.text);
		else if (p.revisit_of)
			snprintf(text + strlen(text), sizeof text - strlen(text), "%s=as:%s ", p.id, p.revisit_of);
		else
			snprintf(text + strlen(text), sizeof text - strlen(text), "%s=%.*s ", p.id, (int)p.content_len, p.content);
	}
	page_source_close(r);
	return text;
}

static const char *pages_in(const char *text, size_t len)
{
	return pages_of(scratch_write("t.warc", text, len));
}

#define RECORD(type, url, content, len, block) \
	"WARC/1.0\r\nWARC-Type: " type "\r\nWARC-Target-URI: " url "\r\nContent-Type: " content "\r\nContent-Length: " len \
	"\r\n\r\n" block "\r\n\r\n"
#define HTML "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
#define IMAGE "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n"
#define MISSING "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\n"

static struct {
	const char *name, *file, *pages;
} rows[] = {
	{"a response", RECORD("response", "http://a/", "application/http; msgtype=response", "47", HTML "<p>"), "\"http://a/\"=<p> "},
	{"an older version's URL", RECORD("response", "<http://a/>", "application/http", "47", HTML "<p>"), "\"http://a/\"=<p> "},
	{"a log of wget", RECORD("resource", "metadata://gnu.org/software/wget/warc/wget.log", "text/plain", "3", "log"), ""},
	{"a text that Browsertrix took from a page", RECORD("resource", "urn:text:http://a.com/", "text/plain", "3", "log"), ""},
	{"a resource of text", RECORD("resource", "ftp://a.com/b.txt", "text/plain", "3", "yes"), "\"ftp://a.com/b.txt\"=yes "},
	{"a resource", RECORD("resource", "file:a", "text/html", "3", "<p>"), "\"file:a\"=<p> "},
	{"a WET file's", RECORD("conversion", "http://a/", "text/plain", "4", "rain"), "\"http://a/\"=rain "},
	{"records without a page", RECORD("warcinfo", "x", "application/warc-fields", "4", "a: b") RECORD("response", "http://a/i", "application/http", "47",
	 IMAGE "PNG") RECORD("response", "dns:a", "text/dns", "1", "x") RECORD("revisit", "http://a/", "application/http", "44",
	 IMAGE) RECORD("response", "http://a/m", "application/http", "54", MISSING "<p>"), ""},
	{"a revisit of another URL", RECORD("revisit", "http://a/1", "x\r\nWARC-Refers-To-Target-URI: <http://a/2>", "47", HTML "<p>"),
	 "\"http://a/1\"=as:http://a/2 "},
	{"a revisit of the same", RECORD("revisit", "http://a/1", "application/http", "28", "HTTP/1.1 304 Not Modified\r\n\r"), "\"http://a/1\"=as:http://a/1 "},
	{"a revisit without a head", RECORD("revisit", "http://a/1", "x", "0", ""), "\"http://a/1\"=as:http://a/1 "},
	{"several", RECORD("resource", "a:1", "text/html", "1", "x") RECORD("resource", "a:2", "text/html", "1", "y"),
	 "\"a:1\"=x \"a:2\"=y "},
	{"one without a length", "WARC/1.0\r\nWARC-Type: response\r\n\r\n" RECORD("resource", "a:2", "text/html", "1", "y"),
	 "!record without a Content-Length \"a:2\"=y "},
	{"a length that is no number", "WARC/1.0\r\nContent-Length: -1\r\n\r\n" RECORD("resource", "a:2", "text/html", "1", "y"),
	 "!record without a Content-Length \"a:2\"=y "},
	{"one without a URL or a type", "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 2\r\n\r\nab\r\n\r\nWARC/1.0\r\nContent-Length: 2\r\n\r\nab\r\n\r\n"
	 RECORD("resource", "a:2", "text/html", "1", "y"), "!response record without a WARC-Target-URI !record without a WARC-Type \"a:2\"=y "},
	{"junk between records", RECORD("resource", "a:1", "text/html", "1", "x") "what is this\n" RECORD("resource", "a:2", "text/html",
	 "1", "y"), "\"a:1\"=x !bytes that belong to no record \"a:2\"=y "},
	{"a header that does not end", "WARC/1.0\r\nWARC-Type: response\r\n", "!record whose header does not end "},
	{"a record cut short", "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 99\r\n\r\nabc",
	 "!the file ends in the middle of a record "},
	{"a length that reaches into the next record", RECORD("resource", "a:1", "text/html", "30", "x") RECORD("resource", "a:2", "text/html", "1", "y"),
	 "!its length is 30, but the next record begins after 5 bytes \"a:2\"=y "},
	{"one that reaches over the next record", RECORD("resource", "a:1", "text/html", "150", "x") RECORD("resource", "a:2", "text/html", "1", "y")
	 RECORD("resource", "a:3", "text/html", "1", "z"), "!its length is 150, but the next record begins after 5 bytes \"a:2\"=y \"a:3\"=z "},
	{"one that ends in its first line", RECORD("resource", "a:1", "text/html", "10", "x") RECORD("resource", "a:2", "text/html", "1", "y"),
	 "!its length is 10, but the next record begins after 5 bytes \"a:2\"=y "},
	{"one that ends in its second", RECORD("resource", "a:1", "text/html", "17", "x") RECORD("resource", "a:2", "text/html", "1", "y"),
	 "!its length is 17, but the next record begins after 5 bytes \"a:2\"=y "},
	{"one that ends in its first letter", RECORD("resource", "a:1", "text/html", "6", "x") RECORD("resource", "a:2", "text/html", "1", "y"),
	 "!its length is 6, but the next record begins after 5 bytes \"a:2\"=y "},
	{"one beyond the end", RECORD("warcinfo", "x", "y", "99999999999", "x") RECORD("resource", "a:2", "text/html", "1", "y"),
	 "!its length is 99999999999, but the next record begins after 5 bytes \"a:2\"=y "},
	{"one that is too short", RECORD("resource", "a:1", "text/html", "1", "xyz") RECORD("resource", "a:2", "text/html", "1", "y"),
	 "\"a:1\"=x !bytes that belong to no record \"a:2\"=y "},
	{"a record in a record", RECORD("resource", "a:1", "text/html", "36", "x\nWARC/1.0\r\nWARC-Type: warcinfo\r\n\r\nx") RECORD("resource", "a:2",
	 "text/html", "1", "y"), "\"a:1\"=x\nWARC/1.0\r\nWARC-Type: warcinfo\r\n\r\nx \"a:2\"=y "},
	{"no HTTP in it", RECORD("response", "http://a/", "application/http", "4", "what"), "!not an HTTP response "},
	{"a URL that is not UTF-8", RECORD("resource", "a:\xff", "text/html", "1", "x"), "\"a:%FF\"=x "},
};

Test(warc, records_of_other_programs_are_read)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		cr_expect_str_eq(pages_in(rows[i].file, strlen(rows[i].file)), rows[i].pages, "%s", rows[i].name);
}

Test(warc, one_gzip_member_per_record_can_be_read)
{
	const char *path = scratch_path("t.warc.gz");

	for (int i = 0; i < 2; i++) {
		gzFile file = gzopen(path, "ab");

		cr_assert(gzprintf(file, RECORD("resource", "a:%d", "text/html", "1", "x"), i) > 0 && gzclose(file) == Z_OK);
	}
	cr_expect_str_eq(pages_of(path), "\"a:0\"=x \"a:1\"=x ");
}

Test(warc, ten_thousand_records_are_read_as_a_stream)
{
	const char *path = scratch_path("t.warc.gz");
	gzFile file = gzopen(path, "wb");
	page_source *r = NULL;
	complaint why;
	page_record p;
	int n = 0;

	for (int i = 0; i < 10000; i++)
		gzputs(file, i % 100 ? RECORD("request", "http://a/", "application/http", "9", "123456789")
				     : RECORD("resource", "a:1", "text/html", "1", "x"));
	gzclose(file);
	cr_assert(page_source_open(path, &(page_source_settings){.wait.stop_fd = -1}, &r, &why) == OK);
	for (; page_source_next(r, scratch_arena, &p, &why) == OK; n++)
		arena_reset(scratch_arena);
	cr_expect_eq(n, 100);
	cr_expect_eq(p.number, 10000);
	page_source_close(r);
}

/* ── writing ── */

static warc_exchange exchange(const char *url, const char *body)
{
	return (warc_exchange){.url = url, .date = "2026-03-01T12:30:05Z", .address = "192.0.2.1",
			       .request_head = "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
			       .response_head = "HTTP/2 200 \r\nContent-Type: text/html\r\nContent-Encoding: br\r\nContent-Length: 9\r\n"
						"Transfer-Encoding: chunked\r\n\r\n",
			       .body = body, .body_len = strlen(body), .via = "http://v/", .verdict = "unique", .elapsed_ms = 7};
}

static void put(const char *path, const warc_exchange *x)
{
	complaint why = {""};
	warc_writer *w = NULL;
	uint64_t cut;

	cr_assert(warc_open(path, -1, "test/1", 0, NULL, &w, &cut, &why) == OK, "%s", why.text);
	cr_assert(warc_put(w, x, &why) == OK, "%s", why.text);
	warc_close(w);
}

/* The file, decompressed. */
static const char *unpacked(const char *path)
{
	static char text[20000];
	gzFile file = gzopen(path, "rb");
	int n = gzread(file, text, sizeof text - 1);

	cr_assert(n >= 0);
	text[n] = '\0';
	gzclose(file);
	return text;
}

static void expect_has(const char *text, const char *part)
{
	cr_expect(strstr(text, part), "%s in %s", part, text);
}

Test(warc, what_is_written_can_be_read)
{
	const char *path = scratch_path("w.warc.gz");
	warc_exchange x = exchange("http://a/1", "<p>one"), y = exchange("http://a/2", "<p>two");

	put(path, &x);
	put(path, &y);
	cr_expect_str_eq(pages_of(path), "\"http://a/1\"=<p>one \"http://a/2\"=<p>two ");
}

Test(warc, an_exchange_is_request_response_and_metadata)
{
	warc_exchange x = exchange("http://a/1", "<p>one");
	const char *text;

	put(scratch_path("w.warc.gz"), &x);
	text = unpacked(scratch_path("w.warc.gz"));
	expect_has(text, "WARC/1.1\r\nWARC-Type: warcinfo\r\n");
	expect_has(text, "WARC-Type: request\r\n");
	expect_has(text, "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n");
	expect_has(text, "WARC-IP-Address: 192.0.2.1\r\n");
	expect_has(text, "HTTP/1.1 200 \r\nContent-Type: text/html\r\nContent-Encoding: br\r\nContent-Length: 6\r\n\r\n<p>one");
	expect_has(text, "via: http://v/\r\nfetchTimeMs: 7\r\nfirstprint: unique\r\n");
	/* of "<p>one" */
	expect_has(text, "WARC-Payload-Digest: sha256:");
	cr_expect(strstr(text, "Transfer-Encoding") == NULL);
}

Test(warc, every_record_is_a_gzip_member_of_its_own)
{
	warc_exchange x = exchange("http://a/1", "<p>one");
	unsigned char bytes[8000];
	int members = 0;
	FILE *f;
	size_t n;

	put(scratch_path("w.warc.gz"), &x);
	f = fopen(scratch_path("w.warc.gz"), "rb");
	n = fread(bytes, 1, sizeof bytes, f);
	fclose(f);
	for (size_t i = 0; i + 2 < n; i++)
		members += bytes[i] == 0x1f && bytes[i + 1] == 0x8b && bytes[i + 2] == 8;
	cr_expect_eq(members, 4);
}

Test(warc, a_revisit_names_the_record_it_repeats_and_has_no_body)
{
	warc_exchange x = exchange("http://a/2", "<p>one");
	const char *text;

	x.same_url = "http://a/1";
	x.same_date = "2026-01-01T00:00:00Z";
	put(scratch_path("w.warc.gz"), &x);
	text = unpacked(scratch_path("w.warc.gz"));
	expect_has(text, "WARC-Type: revisit\r\n");
	expect_has(text, "revisit/identical-payload-digest\r\nWARC-Refers-To-Target-URI: http://a/1\r\nWARC-Refers-To-Date: 2026");
	cr_expect(strstr(text, "<p>one") == NULL);
	cr_expect_str_eq(pages_of(scratch_path("w.warc.gz")), "\"http://a/2\"=as:http://a/1 ");
}

Test(warc, line_breaks_in_a_value_begin_no_field)
{
	warc_exchange x = exchange("http://a/1", "<p>");

	x.verdict = "unique\r\nvia: http://evil/";
	x.address = "1\r\nWARC-Type: x";
	put(scratch_path("w.warc.gz"), &x);
	cr_expect(strstr(unpacked(scratch_path("w.warc.gz")), "evil") == NULL);
	cr_expect(strstr(unpacked(scratch_path("w.warc.gz")), "WARC-Type: x") == NULL);
}

Test(warc, what_was_sent_to_a_proxy_is_left_out)
{
	warc_exchange x = exchange("http://a/1?q", "<p>");
	const char *text;

	x.request_head = "GET http://a/1?q HTTP/2\r\nHost: a\r\nProxy-Authorization: Basic c2VjcmV0\r\nAccept: */*\r\n\r\n";
	put(scratch_path("w.warc.gz"), &x);
	text = unpacked(scratch_path("w.warc.gz"));
	expect_has(text, "\r\n\r\nGET /1?q HTTP/1.1\r\nHost: a\r\nAccept: */*\r\n\r\n");
	cr_expect(strstr(text, "c2VjcmV0") == NULL);
}

static void gzip_of_no_warc(const char *path)
{
	gzFile file = gzopen(path, "wb");

	cr_assert(gzputs(file, "dear diary") > 0 && gzclose(file) == Z_OK);
}

Test(warc, a_file_that_is_no_warc_is_not_changed)
{
	const char *path = scratch_write("notes.txt", "dear diary", 10);
	complaint why = {""};
	warc_writer *w = NULL;
	uint64_t cut;
	struct stat s;

	cr_expect(warc_open(path, -1, "test/1", 0, NULL, &w, &cut, &why) == ERR_FORMAT && w == NULL);
	expect_has(why.text, path);
	cr_expect(stat(path, &s) == 0 && s.st_size == 10);
	gzip_of_no_warc(scratch_path("notes.gz"));
	cr_expect(warc_open(scratch_path("notes.gz"), -1, "test/1", 0, NULL, &w, &cut, &why) == ERR_FORMAT && w == NULL);
	cr_expect(warc_open("/nowhere/x.warc.gz", -1, "test/1", 0, NULL, &w, &cut, &why) == ERR_IO);
	expect_has(why.text, "/nowhere/x.warc.gz");
}

static off_t size_of(const char *path)
{
	struct stat s;

	cr_assert(stat(path, &s) == 0);
	return s.st_size;
}

/* Cut at every seventh byte of its last record, the file is repaired and can be appended to. */
Test(warc, an_incomplete_record_is_removed)
{
	const char *path = scratch_path("w.warc.gz");
	warc_exchange x = exchange("http://a/1", "<p>one"), y = exchange("http://a/2", "<p>two");
	off_t one, two;

	put(path, &x);
	one = size_of(path);
	put(path, &y);
	two = size_of(path);
	for (off_t cut = two - 1; cut > one; cut -= 7) {
		cr_assert(truncate(path, cut) == 0);
		put(path, &x);
		cr_expect(strstr(pages_of(path), "!") == NULL, "cut at %ld: %s", (long)cut, pages_of(path));
		cr_expect(strncmp(pages_of(path), "\"http://a/1\"=<p>one ", 20) == 0);
		cr_assert(truncate(path, one) == 0);
		put(path, &y);
	}
}

/* A limit on the size of files stands for a full disk. */
Test(warc, what_a_full_disk_cuts_off_is_removed_at_once)
{
	const char *path = scratch_path("w.warc.gz");
	warc_exchange x = exchange("http://a/1", "<p>one"), y = exchange("http://a/2", "<p>two");
	complaint why = {""};
	warc_writer *w = NULL;
	struct rlimit old;
	uint64_t cut;

	signal(SIGXFSZ, SIG_IGN);
	cr_assert(getrlimit(RLIMIT_FSIZE, &old) == 0);
	cr_assert(warc_open(path, -1, "test/1", 0, NULL, &w, &cut, &why) == OK && warc_put(w, &x, &why) == OK);
	cr_assert(setrlimit(RLIMIT_FSIZE, &(struct rlimit){warc_length(w) + 10, old.rlim_max}) == 0);
	cr_expect(warc_put(w, &y, &why) == ERR_IO);
	cr_expect_eq(size_of(path), (off_t)warc_length(w));
	cr_assert(setrlimit(RLIMIT_FSIZE, &old) == 0);
	cr_expect(warc_put(w, &y, &why) == OK);
	warc_close(w);
	cr_expect_str_eq(pages_of(path), "\"http://a/1\"=<p>one \"http://a/2\"=<p>two ");
}

Test(warc, a_file_with_only_an_incomplete_record_starts_again)
{
	const char *path = scratch_path("w.warc.gz");
	warc_exchange x = exchange("http://a/1", "<p>one");

	for (off_t len = 1; len < 200; len += 3) {
		cr_assert(unlink(path) == 0 || len == 1);
		put(path, &x);
		cr_assert(truncate(path, len) == 0);
		put(path, &x);
		cr_expect_str_eq(pages_of(path), "\"http://a/1\"=<p>one ", "cut at %ld", (long)len);
	}
}

/* A record whose body contains a gzipped record: random bytes cannot be compressed, so they are in the file as they
 * are. */
static void put_record_within(const char *path)
{
	static const char record[] = "WARC/1.1\r\nWARC-Type: resource\r\n\r\n";
	static char body[60000], inner[500];
	warc_exchange x = exchange("http://a/1", "");
	z_stream z = {.next_in = (Bytef *)record, .avail_in = sizeof record - 1, .next_out = (Bytef *)inner,
		      .avail_out = sizeof inner};

	srand(5);
	for (size_t i = 0; i < sizeof body; i++)
		body[i] = (char)rand();
	cr_assert(deflateInit2(&z, 9, Z_DEFLATED, 31, 8, 0) == Z_OK && deflate(&z, Z_FINISH) == Z_STREAM_END);
	deflateEnd(&z);
	memcpy(body + 30000, inner, sizeof inner - z.avail_out);
	x.body = body;
	x.body_len = sizeof body;
	put(path, &x);
}

Test(warc, a_record_within_a_record_is_not_mistaken_for_the_last)
{
	const char *path = scratch_path("w.warc.gz");
	warc_exchange y = exchange("http://a/2", "<p>two");
	off_t whole, before;

	put(path, &y);
	before = size_of(path);
	put_record_within(path);
	whole = size_of(path);
	put(path, &y);
	cr_expect_gt(size_of(path), whole, "nothing of a complete file is removed");
	cr_assert(truncate(path, whole - 20000) == 0); /* in the outer record, after the inner one */
	put(path, &y);
	cr_expect_lt(size_of(path), before + 4000);
	cr_expect(strstr(pages_of(path), "!") == NULL, "%s", pages_of(path));
}

static void append(const char *path, const char *bytes, size_t len)
{
	FILE *f = fopen(path, "ab");

	cr_assert(f && fwrite(bytes, 1, len, f) == len && fclose(f) == 0);
}

Test(warc, zeros_are_removed_and_other_bytes_are_not)
{
	const char *path = scratch_path("w.warc.gz");
	warc_exchange x = exchange("http://a/1", "<p>one");
	complaint why = {""};
	warc_writer *w = NULL;
	uint64_t cut;
	off_t size;

	put(path, &x);
	append(path, "\0\0\0\0\0\0", 6);
	put(path, &x);
	cr_expect_str_eq(pages_of(path), "\"http://a/1\"=<p>one \"http://a/1\"=<p>one ");
	append(path, "dear diary", 10);
	size = size_of(path);
	cr_expect(warc_open(path, -1, "test/1", 0, NULL, &w, &cut, &why) == ERR_FORMAT);
	expect_has(why.text, "is damaged after byte");
	cr_expect_eq(size_of(path), size);
}

/* The known part is not read, so damage there is not noticed; an incomplete record after it is. */
Test(warc, the_part_known_to_be_complete_is_not_read)
{
	const char *path = scratch_path("w.warc.gz");
	warc_exchange x = exchange("http://a/1", "<p>one");
	complaint why = {""};
	warc_writer *w = NULL;
	uint64_t cut = 0, known;
	off_t size;
	FILE *f;

	put(path, &x);
	known = (uint64_t)size_of(path);
	put(path, &x);
	size = size_of(path);
	cr_assert(truncate(path, size - 9) == 0);
	f = fopen(path, "r+b");
	cr_assert(f && fseek(f, 40, SEEK_SET) == 0 && fwrite("damaged", 1, 7, f) == 7 && fclose(f) == 0);
	cr_expect(warc_open(path, -1, "test/1", 0, NULL, &w, &cut, &why) == ERR_FORMAT, "read from the front it is damaged");
	cr_assert(warc_open(path, -1, "test/1", known, NULL, &w, &cut, &why) == OK, "%s", why.text);
	cr_expect(cut > 0 && cut < (uint64_t)size - known);
	cr_expect_eq(warc_length(w), (uint64_t)size_of(path));
	warc_close(w);
}

Test(warc, a_known_length_that_is_no_end_of_a_record_is_not_trusted)
{
	const char *path = scratch_path("w.warc.gz");
	warc_exchange x = exchange("http://a/1", "<p>one");
	complaint why = {""};
	warc_writer *w = NULL;
	uint64_t cut = 0;
	off_t size;

	put(path, &x);
	size = size_of(path);
	for (int i = 0; i < 3; i++) {
		uint64_t known[] = {17, (uint64_t)size - 3, (uint64_t)size + 1000};

		cr_assert(warc_open(path, -1, "test/1", known[i], NULL, &w, &cut, &why) == OK, "%d: %s", i, why.text);
		cr_expect_eq(cut, 0u, "%d", i);
		warc_close(w);
	}
	cr_expect_str_eq(pages_of(path), "\"http://a/1\"=<p>one ");
}

/* ── damage ── */

enum { MEMBERS = 5, MEMBER = 400 };

/* A gzip member with record i. */
static size_t member(int i, char to[MEMBER])
{
	char text[300];
	z_stream z = {0};

	snprintf(text, sizeof text, RECORD("resource", "a:%d", "text/html", "21", "%d The rain fell on it"), i, i);
	cr_assert(deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
	z.next_in = (Bytef *)text;
	z.avail_in = (uInt)strlen(text);
	z.next_out = (Bytef *)to;
	z.avail_out = MEMBER;
	cr_assert(deflate(&z, Z_FINISH) == Z_STREAM_END);
	deflateEnd(&z);
	return z.total_out;
}

Test(warc, a_damaged_member_costs_its_record)
{
	static const struct {
		const char *name;
		int from, len; /* bytes of the third member that are overwritten; len 0: what follows from is missing; −1: text stands behind it */
	} damages[] = {{"in the middle", 60, 4}, {"the rest is missing", 60, 0}, {"the check sum", -8, 2}, {"text behind it", 0, -1}, {"all of it", 0, MEMBER}};

	for (size_t k = 0; k < sizeof damages / sizeof *damages; k++) {
		char file[MEMBERS * MEMBER + 100], one[MEMBER];
		const char *said;
		size_t len = 0;

		for (int i = 0; i < MEMBERS; i++) {
			size_t n = member(i, one), from = damages[k].from < 0 ? n - 8 : (size_t)damages[k].from;

			if (i == 2 && damages[k].len > 0)
				memset(one + from, 0x5a, n - from < (size_t)damages[k].len ? n - from : (size_t)damages[k].len);
			n = i == 2 && damages[k].len == 0 ? from : n;
			memcpy(file + len, one, n);
			len += n;
			if (i == 2 && damages[k].len < 0)
				len += (size_t)sprintf(file + len, "<html>502 Bad Gateway</html>");
		}
		said = pages_in(file, len);
		for (int i = 0; i < MEMBERS; i++) {
			char wanted[40];

			snprintf(wanted, sizeof wanted, "\"a:%d\"=%d The rain", i, i);
			cr_expect_eq(strstr(said, wanted) != NULL, i != 2 || damages[k].len < 0, "%s: %d: %s", damages[k].name, i, said);
		}
		cr_expect(strstr(said, "pages may be missing"), "%s: %s", damages[k].name, said);
	}
}

/* After it there is no sound member, which would say where it ends. */
Test(warc, a_damaged_last_member_costs_its_record)
{
	char file[2 * MEMBER];
	size_t len = member(0, file);

	len += member(1, file + len);
	file[len - 8] ^= 1;
	cr_expect_str_eq(pages_in(file, len), "\"a:0\"=0 The rain fell on it ");
	file[len - 8] ^= 1;
	cr_expect_str_eq(pages_in(file, len - 4), "\"a:0\"=0 The rain fell on it ");
	cr_expect_str_eq(pages_in(file, len), "\"a:0\"=0 The rain fell on it \"a:1\"=1 The rain fell on it ");
}

/* ── ARC ── */

#define ARC \
	"filedesc://a.arc 0.0.0.0 20050304050607 text/plain 9999\n1 0 Tide\nURL IP-address Archive-date Content-type Archive-length\n\n"
#define ARC_HTTP "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>"

Test(warc, arc_files_are_read_and_their_pages_are_records_of_warc)
{
	static const char file[] = ARC
		"http://a/1 192.0.2.7 20050304050607 text/html 48\n" ARC_HTTP "a\n"
		"http://a/i 192.0.2.7 20050304050607 image/png 59\nHTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n0123456789abcde\n"
		"dns:a 192.0.2.7 20050304050607 text/dns 3\nabc\n"
		"what is this\n"
		"http://a/2 192.0.2.7 20050304050607 text/html 200 - - 0 a.arc 48\n" ARC_HTTP "b\n";
	complaint why = {""};
	page_source *s = NULL;
	page_record r;

	cr_expect_str_eq(pages_in(file, sizeof file - 1),
			 "\"http://a/1\"=<p>a !bytes that belong to no record \"http://a/2\"=<p>b ");
	cr_assert_eq(page_source_open(scratch_write("p.arc", file, sizeof file - 1),
				      &(page_source_settings){.wait.stop_fd = -1, .wants_raw = true}, &s, &why),
		     OK);
	cr_assert_eq(page_source_next(s, scratch_arena, &r, &why), OK);
	cr_expect_str_eq(r.raw,
			 "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a/1\r\nWARC-Date: 2005-03-04T05:06:07Z\r\n"
			 "Content-Type: application/http; msgtype=response\r\nContent-Length: 48\r\n\r\n" ARC_HTTP "a\r\n\r\n");
	page_source_close(s);
}

Test(warc, a_wrong_length_in_an_arc_file_costs_its_record)
{
	static const int more[] = {0, 1, 2, 3, 5, 20, 48, 49, 50, 60, 97, 150, 400};
	char file[1000];

	for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
		const char *said;

		snprintf(file, sizeof file,
			 ARC "http://a/1 192.0.2.7 20050304050607 text/html %d\n" ARC_HTTP "a\n"
			     "http://a/2 192.0.2.7 20050304050607 text/html 48\n" ARC_HTTP "b\n"
			     "http://a/3 192.0.2.7 20050304050607 text/html 48\n" ARC_HTTP "c\n",
			 48 + more[i]);
		said = pages_in(file, strlen(file));
		cr_expect((more[i] < 2) == (strstr(said, "http://a/1\"=<p>a") != NULL), "%d: %s", more[i], said);
		cr_expect(strstr(said, "\"http://a/2\"=<p>b \"http://a/3\"=<p>c"), "%d: %s", more[i], said);
	}
}

Test(warc, lengths_beyond_the_file_cost_their_records)
{
	enum { RECORDS = 3000 };
	static char file[RECORDS * 300];
	static const char *const heads[2] = {RECORD("resource", "a:%d", "text/html", "%s", "x"),
					     "http://a/%d 192.0.2.7 20050304050607 text/html %s\n" ARC_HTTP "a\n"};
	complaint why;
	page_record p;
	page_source *s;

	for (int is_arc = 0; is_arc < 2; is_arc++) {
		size_t len = (size_t)sprintf(file, "%s", is_arc ? ARC : "");
		int good = 0, wrong = 0;
		status err;

		for (int i = 0; i < RECORDS; i++)
			len += (size_t)sprintf(file + len, heads[is_arc], i, i % 2 ? "1099511627776" : is_arc ? "48" : "1");
		cr_assert_eq(page_source_open(scratch_write("t.arc", file, len), &(page_source_settings){.wait.stop_fd = -1}, &s, &why), OK);
		while ((err = page_source_next(s, scratch_arena, &p, &why)) != ERR_MISSING && err != ERR_IO)
			*(err ? &wrong : &good) += 1;
		page_source_close(s);
		cr_expect(good == RECORDS / 2 && wrong == RECORDS / 2, "%d: %d good, %d wrong", is_arc, good, wrong);
	}
}

Test(warc, a_file_of_a_new_archive_has_its_name_when_it_is_whole)
{
	const warc_plan plan = {.path = scratch_path("n"), .software = "test/1", .most = 1};
	const warc_text record = {.url = "http://a.test/", .date = "2026-01-01T00:00:00Z", .text = "text", .len = 4};
	complaint why = {""};
	warc_archive *a = NULL;
	warc_found found;
	unsigned files;

	cr_assert(warc_archive_open(&plan, &a, &found, &why) == OK, "%s", why.text);
	cr_expect(warc_archive_put_text(a, &record, &why) == OK, "%s", why.text);
	cr_expect(access(scratch_path("n-00000.warc.gz"), F_OK) != 0, "it may get another record");
	cr_expect(warc_archive_put_text(a, &record, &why) == OK, "%s", why.text);
	cr_expect(access(scratch_path("n-00000.warc.gz"), F_OK) == 0, "the second has begun");
	cr_expect(access(scratch_path("n-00001.warc.gz"), F_OK) != 0);
	cr_expect(warc_archive_end(a, &files, &why) == OK && files == 2, "%s", why.text);
	warc_archive_close(a);
	cr_expect(access(scratch_path("n-00001.warc.gz"), F_OK) == 0 && access(scratch_path("n.cdxj"), F_OK) == 0);
}

/* Meanwhile it is deleted, moved, or another file takes its name: the next record says so, or the end. */
Test(warc, a_file_that_is_taken_away_is_noticed)
{
	const warc_exchange x = {.url = "http://a/", .date = "2026-01-01T00:00:00Z", .response_head = HTML, .body = "<p>", .body_len = 3};
	const char *path = scratch_path("gone.warc.gz"), *aside = scratch_path("aside.warc.gz");
	const warc_plan plan = {.path = path, .software = "test/1", .appends = true};

	for (int i = 0; i < 4; i++) {
		warc_archive *a = NULL;
		complaint why = {""};
		warc_found found;
		unsigned files;

		cr_assert(warc_archive_open(&plan, &a, &found, &why) == OK, "%s", why.text);
		cr_assert(warc_archive_put(a, &x, &why) == OK, "%s", why.text);
		cr_assert((i % 2 ? unlink(path) : rename(path, aside)) == 0);
		if (i >= 2)
			cr_assert(scratch_write("gone.warc.gz", "", 0));
		cr_expect_eq(i == 1 ? warc_archive_put(a, &x, &why) : warc_archive_end(a, &files, &why), ERR_IO, "%d", i);
		cr_expect(strstr(why.text, "gone.warc.gz: the file was deleted, moved or replaced"), "%d: %s", i, why.text);
		warc_archive_close(a);
	}
}

Test(warc, an_archive_has_one_writer)
{
	const warc_plan plan = {.path = scratch_path("one.warc.gz"), .software = "test/1", .appends = true};
	warc_archive *a = NULL, *b = NULL;
	complaint why = {""};
	warc_found found;
	unsigned files;

	cr_assert(warc_archive_open(&plan, &a, &found, &why) == OK, "%s", why.text);
	cr_expect(warc_archive_open(&plan, &b, &found, &why) == ERR_IO && strstr(why.text, "one.warc.gz: another process writes to it"), "%s", why.text);
	cr_expect(warc_archive_end(a, &files, &why) == OK, "%s", why.text);
	warc_archive_close(a);
	cr_expect(warc_archive_open(&plan, &b, &found, &why) == OK, "%s", why.text);
	warc_archive_close(b);
}
