#include "crawler/files/http_message.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

static arena *memory;

static void make(void)
{
	memory = arena_new();
	cr_assert(memory != NULL);
}

static void drop(void)
{
	arena_free(memory);
}

TestSuite(http_message, .init = make, .fini = drop);

static status read_whole(const char *bytes, size_t len, size_t most, http_response *out)
{
	complaint why = {""};
	status s = http_response_read(bytes, len, memory, out, &why);

	if (!s)
		s = http_response_unpack(bytes, len, most, memory, out, &why);
	cr_expect(!s || *why.text, "every error has a message");
	return s;
}

static struct {
	const char *message, *type, *body;
	int status;
} rows[] = {
	{"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>", "text/html", "<p>", 200},
	{"HTTP/1.0 404 Not Found\n\n", "", "", 404},
	{"HTTP/2 200\r\nCONTENT-TYPE :x\r\ncontent-type:  a/b ;c \r\n\r\n", "a/b ;c", "", 200},
	{"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nA: b\r\nContent-Type: text/html\r\n\r\n<p>", "text/plain, text/html",
	 "<p>", 200},
	{"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n", "", "abcde", 200},
	{"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n9\r\nde", "", "abcde", 200},
	{"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n<p>not chunked", "", "<p>not chunked", 200},
	{"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nab", "", "ab", 200},
	{"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n<p>unpacked before", "", "<p>unpacked before", 200},
};

Test(http_message, head_and_body_are_separated)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		http_response r = {0};

		cr_expect(read_whole(rows[i].message, strlen(rows[i].message), 1000, &r) == OK, "%s", rows[i].message);
		cr_expect_eq(r.status, rows[i].status, "%s", rows[i].message);
		cr_expect_str_eq(r.content_type ? r.content_type : "", rows[i].type);
		cr_expect(r.body_len == strlen(rows[i].body) && memcmp(r.body, rows[i].body, r.body_len) == 0, "%s", rows[i].message);
	}
}

Test(http_message, bytes_that_are_no_response_are_refused)
{
	static const char *const bad[] = {"", "HTTP/1.1 200 OK\r\n", "GET / HTTP/1.1\r\n\r\n", "HTTP/1.1 OK\r\n\r\n", "\r\n\r\n"};
	http_response r;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		cr_expect(read_whole(bad[i], strlen(bad[i]), 1000, &r) == ERR_FORMAT, "%s", bad[i]);
}

/* A message whose body is compressed by deflate with these window bits. */
static size_t pack(char *out, size_t room, const char *coding, int bits, const char *text, size_t text_len)
{
	size_t head = (size_t)snprintf(out, room, "HTTP/1.1 200 OK\r\nContent-Encoding: %s\r\n\r\n", coding);
	z_stream z = {.next_in = (Bytef *)text, .avail_in = (uInt)text_len, .next_out = (Bytef *)out + head,
		      .avail_out = (uInt)(room - head)};

	cr_assert(deflateInit2(&z, 9, Z_DEFLATED, bits, 8, 0) == Z_OK && deflate(&z, Z_FINISH) == Z_STREAM_END);
	deflateEnd(&z);
	return room - z.avail_out;
}

Test(http_message, compressed_bodies_are_decompressed)
{
	static const struct {
		const char *coding;
		int bits;
	} codings[] = {{"gzip", 31}, {"x-gzip", 31}, {"deflate", 15}, {"deflate", -15}, {"identity\r\nContent-Encoding: deflate", 15}};
	char message[1000];
	http_response r;
	size_t len, head;

	for (size_t i = 0; i < sizeof codings / sizeof *codings; i++) {
		len = pack(message, sizeof message, codings[i].coding, codings[i].bits, "<p>the rain", 11);
		cr_expect(read_whole(message, len, 1000, &r) == OK);
		cr_expect(r.body_len == 11 && memcmp(r.body, "<p>the rain", 11) == 0, "%s %d", codings[i].coding, codings[i].bits);
	}
	head = (size_t)sprintf(message, "HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\n\r\n");
	len = head + ZSTD_compress(message + head, sizeof message - head, "<p>the rain", 11, 3);
	cr_expect(read_whole(message, len, 1000, &r) == OK && r.body_len == 11);
	/* "<p>the rain" as brotli: one uncompressed metablock, and the last, empty one */
	head = (size_t)sprintf(message, "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\n");
	memcpy(message + head, "\x0b\x05\x80<p>the rain\x03", 15);
	cr_expect(read_whole(message, head + 15, 1000, &r) == OK && r.body_len == 11 && memcmp(r.body, "<p>the rain", 11) == 0);
	strcpy(message, "HTTP/1.1 200 OK\r\nContent-Encoding: UTF-8\r\n\r\nthe rain");
	cr_expect(read_whole(message, strlen(message), 1000, &r) == OK && r.body_len == 8);
}

Test(http_message, gzip_may_have_several_members)
{
	char message[1000], second[500];
	size_t len = pack(message, sizeof message, "gzip", 31, "<p>the ", 7);
	size_t more = pack(second, sizeof second, "gzip", 31, "rain", 4), head = strcspn(second, "\x1f");
	http_response r;

	memcpy(message + len, second + head, more - head);
	cr_expect(read_whole(message, len + more - head, 1000, &r) == OK);
	cr_expect(r.body_len == 11 && memcmp(r.body, "<p>the rain", 11) == 0);
}

Test(http_message, a_decompression_bomb_is_refused)
{
	static char zeros[1 << 20], message[1 << 16];
	size_t len = pack(message, sizeof message, "gzip", 31, zeros, sizeof zeros);
	http_response r;

	cr_expect(read_whole(message, len, 1000, &r) == ERR_LIMIT);
	cr_expect(read_whole(message, len, sizeof zeros, &r) == OK && r.body_len == sizeof zeros);
	cr_expect(read_whole(message, len - 100, sizeof zeros, &r) == OK, "a body that is cut short gives what can be decoded");
}
