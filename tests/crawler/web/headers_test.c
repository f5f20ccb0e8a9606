/* Response heads as servers write them, fetched over a loopback port. */
#include "crawler/web/headers.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "crawler/web/fetch.h"

static int listener;
static char url[64];
static fetcher *f;

static void make(void)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
	fetch_settings settings = {.connections = 1, .timeout_ms = 10000, .bytes_most = 1000, .user_agent = "test", .allow_private = true};
	socklen_t len = sizeof at;

	listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
	cr_assert(bind(listener, (struct sockaddr *)&at, sizeof at) == 0 && listen(listener, 4) == 0);
	cr_assert(getsockname(listener, (struct sockaddr *)&at, &len) == 0);
	snprintf(url, sizeof url, "http://127.0.0.1:%d/", ntohs(at.sin_port));
	cr_assert_eq(fetcher_open(&settings, &f, NULL), OK);
}

static void drop(void)
{
	fetcher_close(f);
	close(listener);
}

TestSuite(headers, .init = make, .fini = drop);

/* The headers kept of this response. */
static response_headers headers_of(const char *answer)
{
	fetch_request request = {.url = url, .is_robots = true};
	fetch_result r;
	int fd = -1;

	cr_assert_eq(fetcher_start(f, &request), OK);
	while (!fetcher_take(f, &r)) {
		fetcher_wait(f, NULL, 0, 2);
		if (fd >= 0 || (fd = accept(listener, NULL, NULL)) < 0)
			continue;
		cr_assert(write(fd, answer, strlen(answer)) == (ssize_t)strlen(answer));
		shutdown(fd, SHUT_WR);
	}
	cr_expect_eq(r.http_status, 200, "%s", r.reason);
	close(fd);
	buffer_free(&r.body);
	return r.headers;
}

static const char *text_of(const response_headers *h)
{
	static char text[3 * HEADER_LEN_MOST];
	const char *values[] = {h->content_type, h->content_language, h->location, h->etag, h->last_modified, h->robots_tag};
	static const char *const names[] = {"type", "language", "location", "etag", "modified", "robots"};
	int len = 0;

	text[0] = '\0';
	for (size_t i = 0; i < sizeof values / sizeof *values; i++)
		if (values[i])
			len += sprintf(text + len, "%s=%s; ", names[i], values[i]);
	if (h->whole_len >= 0)
		len += sprintf(text + len, "whole=%lld; ", (long long)h->whole_len);
	if (h->retry_after_s >= 0)
		sprintf(text + len, "retry=%lld; ", (long long)h->retry_after_s);
	return text;
}

#define OK_HEAD "HTTP/1.1 200 OK\r\n"
#define EMPTY "Content-Length: 0\r\n\r\n"

static struct {
	const char *name, *answer, *expected;
} rows[] = {
	{"all of them", OK_HEAD "Content-Type: text/html\r\nContent-Language: de\r\nLocation: /x\r\nETag: \"e\"\r\nLast-Modified: Mon\r\n"
	 "X-Robots-Tag: none\r\nRetry-After: 7\r\nX-Other: o\r\n" EMPTY,
	 "type=text/html; language=de; location=/x; etag=\"e\"; modified=Mon; robots=none; retry=7; "},
	{"none", OK_HEAD EMPTY, ""},
	{"no header at all", OK_HEAD "\r\n", ""},
	{"names in any case, values with blanks around", OK_HEAD "eTAG: \t e f \t\r\n" EMPTY, "etag=e f; "},
	{"an empty value", OK_HEAD "Content-Type:\r\n" EMPTY, "type=; "},
	{"the first of repeated headers", OK_HEAD "ETag: 1\r\nRetry-After: 1\r\nETag: 2\r\nRetry-After: 2\r\n" EMPTY, "etag=1; retry=1; "},
	{"all values of X-Robots-Tag", OK_HEAD "X-Robots-Tag: a: none\r\nETag: e\r\nx-robots-tag: noindex, nofollow\r\n" EMPTY,
	 "etag=e; robots=a: none\nnoindex, nofollow; "},
	{"a folded line", OK_HEAD "Content-Type: text/html;\r\n\t charset=gbk\r\n" EMPTY, "type=text/html; charset=gbk; "},
	{"a control character", OK_HEAD "ETag: a\x01" "b\r\nETag: c\td\r\nX-Robots-Tag: \x1b[2J\r\n" EMPTY, "etag=c\td; "},
	{"a trailer", OK_HEAD "X-Robots-Tag: nofollow\r\nTransfer-Encoding: chunked\r\nTrailer: ETag\r\n\r\n"
	 "1\r\nx\r\n0\r\nETag: late\r\nX-Robots-Tag: noindex\r\n\r\n", "robots=nofollow; "},
	{"a 1xx before", "HTTP/1.1 103 Early Hints\r\nETag: early\r\nX-Robots-Tag: noindex\r\n\r\n" OK_HEAD "X-Robots-Tag: nofollow\r\n"
	 EMPTY, "robots=nofollow; "},
	{"a Retry-After that is not a number", OK_HEAD "Retry-After: soon\r\n" EMPTY, ""},
	{"a negative Retry-After", OK_HEAD "Retry-After: -5\r\n" EMPTY, ""},
	{"a range that is all", OK_HEAD "Content-Range: bytes 0-99/100\r\n" EMPTY, "whole=100; "},
	{"the same in other letters", OK_HEAD "content-range: Bytes  0-0/1 \r\n" EMPTY, "whole=1; "},
	{"a range that is a part", OK_HEAD "Content-Range: bytes 0-98/100\r\n" EMPTY, ""},
	{"a range that begins later", OK_HEAD "Content-Range: bytes 1-99/100\r\n" EMPTY, ""},
	{"a range of something unknown", OK_HEAD "Content-Range: bytes 0-99/*\r\n" EMPTY, ""},
	{"a range of nothing", OK_HEAD "Content-Range: bytes 0-18446744073709551615/0\r\n" EMPTY, ""},
	{"a range of too much", OK_HEAD "Content-Range: bytes 0-9999999999999999998/9999999999999999999\r\n" EMPTY, ""},
	{"no range", OK_HEAD "Content-Range: bytes 0-99/100x\r\n" EMPTY, ""},
	{"a range of something else", OK_HEAD "Content-Range: items 0-99/100\r\n" EMPTY, ""},
	{"a date that has passed", OK_HEAD "Retry-After: Sun, 06 Nov 1994 08:49:37 GMT\r\n" EMPTY, "retry=0; "},
};

Test(headers, are_read_as_meant)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		response_headers h = headers_of(rows[i].answer);

		cr_expect_str_eq(text_of(&h), rows[i].expected, "%s: %s", rows[i].name, text_of(&h));
		headers_clear(&h);
	}
}

Test(headers, a_retry_after_date_becomes_seconds_from_now)
{
	char text[200];
	time_t date = time(NULL) + 1000;
	response_headers h;

	strftime(text, sizeof text, OK_HEAD "Retry-After: %a, %d %b %Y %H:%M:%S GMT\r\n" EMPTY, gmtime(&date));
	h = headers_of(text);
	cr_expect(h.retry_after_s > 990 && h.retry_after_s <= 1000, "%lld", (long long)h.retry_after_s);
	headers_clear(&h);
}

/* A head with n headers of this name, each with a value of len digits. */
static char *repeated(const char *name, int n, int len)
{
	char *text = malloc(64 + (size_t)n * (strlen(name) + (size_t)len + 8)), *to = text;

	cr_assert(text);
	to += sprintf(to, OK_HEAD);
	while (n--)
		to += sprintf(to, "%s: %0*d\r\n", name, len, 1);
	sprintf(to, EMPTY);
	return text;
}

static size_t robots_len(int n, int len)
{
	char *text = repeated("X-Robots-Tag", n, len);
	response_headers h = headers_of(text);
	size_t kept = h.robots_tag ? strlen(h.robots_tag) : 0;

	headers_clear(&h);
	free(text);
	return kept;
}

Test(headers, values_have_a_maximum_length)
{
	cr_expect_eq(robots_len(1, HEADER_LEN_MOST), HEADER_LEN_MOST);
	cr_expect_eq(robots_len(1, HEADER_LEN_MOST + 1), 0);
	cr_expect_eq(robots_len(9, 5000), 2 * 5000 + 1, "a third is not added to two");
	cr_expect_eq(robots_len(HEADER_REPEATS_MOST + 9, 1), 2 * HEADER_REPEATS_MOST - 1);
}
