/* Bodies and heads that no server should send: slow, endless, decompression bombs, cut short, or not HTTP at all. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "tests/e2e/faults.h"

TestSuite(fault_body, .init = fault_open, .fini = fault_close);

#define PAGE "<title>Harbour</title><p>The harbour was closed for a week, and nobody in the town knew why it was."

Test(fault_body, one_that_drips_ends_at_the_deadline)
{
	static const hostile_route routes[] = {{"/drip", hostile_drip, NULL}, {0}};
	hostile *h = hostile_start(routes);
	const char *clock = harness_clock();
	int64_t at = harness_now_ms();

	cr_expect_eq(fault_crawl_seamed(clock, "--allow-private --timeout 20 %s", hostile_url(h, "/drip")), 1, "%s", harness_output());
	cr_expect_geq(harness_now_ms() - at, 20000);
	cr_expect_lt(harness_now_ms() - at, 40000);
	cr_expect_str_eq(fault_end(hostile_url(h, "/drip")), "failure: deadline");
	cr_expect_eq(fault_number("SELECT count(*) FROM pages"), 0);
}

Test(fault_body, one_without_an_end_is_cut_and_says_so)
{
	static const hostile_route routes[] = {{"/endless", hostile_endless, NULL}, {0}};
	hostile *h = hostile_start(routes);

	cr_expect_eq(fault_crawl("--max-bytes 100000 %s", hostile_url(h, "/endless")), 0, "%s", harness_output());
	cr_expect_str_eq(fault_end(hostile_url(h, "/endless")), "page");
	cr_expect_str_eq(fault_text("SELECT truncated FROM pages"), "length");
	cr_expect_eq(fault_number("SELECT bytes FROM pages"), 100000);
}

static const char *const packings[] = {"gzip", "br", "zstd", "gzip, gzip"};

/* Without a limit on decoded bytes this would need a GiB of memory. */
Test(fault_body, a_bomb_is_cut_where_its_decoded_bytes_exceed_the_limit)
{
	for (size_t i = 0; i < sizeof packings / sizeof *packings; i++) {
		hostile_route routes[] = {{"/bomb", hostile_bomb, packings[i]}, {0}};
		hostile *h = hostile_start(routes);

		cr_expect_eq(fault_crawl("--max-bytes 1000000 %s", hostile_url(h, "/bomb")), 0, "%s: %s",
			     packings[i], harness_output());
		cr_expect_lt(harness_peak_kb(), FAULT_PEAK_KB, "%s: %ld", packings[i], harness_peak_kb());
		cr_expect_str_eq(fault_end(hostile_url(h, "/bomb")), "page", "%s", packings[i]);
		cr_expect_str_eq(fault_text("SELECT truncated FROM pages"), "length", "%s", packings[i]);
		cr_expect_eq(fault_number("SELECT bytes FROM pages"), 1000000, "%s", packings[i]);
		fault_forget();
	}
}

#define CHUNKED "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"

/* Bodies that end too early. The reason comes from libcurl, so at most one word of it is checked. */
static struct {
	const char *name;
	hostile_answer *answer;
	const char *text, *says;
} cuts[] = {
	{"chunked, cut between two chunks", hostile_raw, CHUNKED "5\r\n<p>ab\r\n", ""},
	{"chunked, cut in a chunk", hostile_raw, CHUNKED "ff\r\n<p>ab", ""},
	{"chunked, no chunk", hostile_raw, CHUNKED "no chunk\r\n", "chunk"},
	{"shorter than its length", hostile_raw, "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n" PAGE, ""},
	{"reset in the middle", hostile_reset, NULL, "reset"},
};

Test(fault_body, one_that_is_cut_short_is_tried_again_and_never_becomes_a_page)
{
	enum { CUTS = sizeof cuts / sizeof *cuts };
	static hostile_route routes[CUTS][2];
	char seeds[2048] = "";
	hostile *h[CUTS];

	for (size_t i = 0; i < CUTS; i++) {
		routes[i][0] = (hostile_route){"/cut", cuts[i].answer, cuts[i].text};
		h[i] = hostile_start(routes[i]);
		snprintf(seeds + strlen(seeds), sizeof seeds - strlen(seeds), " %s", hostile_url(h[i], "/cut"));
	}
	cr_expect_eq(fault_crawl("--retries 1 %s", seeds), 1, "%s", harness_output());
	for (size_t i = 0; i < CUTS; i++) {
		const char *end = fault_end(hostile_url(h[i], "/cut"));

		cr_expect(strncmp(end, "failure: ", 9) == 0 && strstr(end, cuts[i].says), "%s: %s", cuts[i].name, end);
		cr_expect_eq(hostile_hits(h[i], "/cut"), 2, "%s", cuts[i].name);
	}
	cr_expect_eq(fault_number("SELECT count(*) FROM pages"), 0);
}

/* Its end tag says that nothing is missing. */
Test(fault_body, one_that_ends_with_its_end_tag_is_a_page_whatever_length_was_announced)
{
	static const hostile_route routes[] = {
		{"/chunked", hostile_raw, CHUNKED "1d\r\n<html><p>the rain fell</html>\r\n0\r\n"},
		{"/longer", hostile_raw, "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n<html><p>the snow fell</HTML>\n"},
		{"/script", hostile_raw, "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n<html><script>w(\"</html>\");"},
		{0},
	};
	hostile *h = hostile_start(routes);

	cr_expect_eq(fault_crawl("--retries 0 -f none %s %s %s", hostile_url(h, "/chunked"), hostile_url(h, "/longer"),
				 hostile_url(h, "/script")),
		     0, "%s", harness_output());
	cr_expect_str_eq(fault_end(hostile_url(h, "/chunked")), "page");
	cr_expect_str_eq(fault_end(hostile_url(h, "/longer")), "page");
	cr_expect(strncmp(fault_end(hostile_url(h, "/script")), "failure: ", 9) == 0);
}

/* Malformed heads. A browser would accept some of them. */
static struct {
	const char *name;
	hostile_answer *answer;
	const char *text, *end;
} heads[] = {
	{"no status line", hostile_raw, PAGE, "failure: "},
	{"nothing at all", hostile_raw, "", "failure: "},
	{"a status line of another protocol", hostile_raw, "ICY 200 OK\r\n\r\n" PAGE, "failure: "},
	{"no head behind the status line", hostile_raw, "HTTP/1.1 200 OK\r\n\r\n" PAGE, "page"},
	{"a status that is no number", hostile_raw, "HTTP/1.1 abc\r\n\r\n" PAGE, "failure: "},
	{"two lengths that differ", hostile_raw, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 9\r\n\r\n" PAGE, ""},
	{"a length below zero", hostile_raw, "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n" PAGE, "failure: "},
	{"a line without a colon", hostile_raw, "HTTP/1.1 200 OK\r\nnonsense\r\n\r\n" PAGE, ""},
	{"a folded line", hostile_raw, "HTTP/1.1 200 OK\r\nContent-Type: text/html;\r\n charset=utf-8\r\n\r\n" PAGE, "page"},
	{"a NUL", hostile_nul, NULL, "failure: "},
	{"a line of fifty kilobytes", hostile_long_header, "50000", "page"},
	{"a line of a megabyte", hostile_long_header, "1048576", "failure: "},
	{"lines without end", hostile_many_headers, NULL, "failure: "},
	{"a hundred answers before the answer", hostile_hundred, PAGE, "page"},
};

Test(fault_body, a_head_that_is_none_leads_to_a_row_and_never_to_a_crash)
{
	enum { HEADS = sizeof heads / sizeof *heads };
	static hostile_route routes[HEADS + 1];
	static char paths[HEADS][16];
	char seeds[4096] = "";
	hostile *h = hostile_start(routes);

	for (size_t i = 0; i < HEADS; i++) {
		snprintf(paths[i], sizeof paths[i], "/head/%zu", i);
		routes[i] = (hostile_route){paths[i], heads[i].answer, heads[i].text};
		snprintf(seeds + strlen(seeds), sizeof seeds - strlen(seeds), " %s", hostile_url(h, paths[i]));
	}
	cr_expect_eq(fault_crawl("-f none --per-host 8 %s", seeds), 0, "%s", harness_output());
	for (size_t i = 0; i < HEADS; i++) {
		const char *end = fault_end(hostile_url(h, paths[i]));

		cr_expect_str_neq(end, "", "%s", heads[i].name);
		cr_expect(strncmp(end, heads[i].end, strlen(heads[i].end)) == 0, "%s: %s", heads[i].name, end);
	}
	cr_expect_lt(harness_peak_kb(), FAULT_PEAK_KB, "%ld", harness_peak_kb());
}

/* A connection kept for the next request may be closed just when that is sent. That is no failure. */
Test(fault_body, a_kept_connection_that_is_closed_is_no_failure)
{
	static const hostile_route routes[] = {
		{"/", hostile_html, "<p>Home <a href=a>a</a> <a href=b>b</a> <a href=c>c</a>"},
		{"/a", hostile_close_idle, "<p>A"},
		{"/b", hostile_close_idle, "<p>B"},
		{"/c", hostile_close_idle, "<p>C"},
		{0},
	};
	hostile *h = hostile_start(routes);

	cr_expect_eq(fault_crawl("-f none %s", hostile_url(h, "/")), 0, "%s", harness_output());
	cr_expect_eq(fault_number("SELECT count(*) FROM pages"), 4);
	cr_expect_eq(fault_number("SELECT count(*) FROM failures"), 0);
	cr_expect_eq(hostile_connections(h), 3, "two were closed under a request");
	for (int i = 1; i < 4; i++)
		cr_expect_eq(hostile_hits(h, routes[i].path), 1, "%s", routes[i].path);
}

Test(fault_body, a_port_nobody_listens_on_is_a_failure_after_all_tries)
{
	char url[64];

	snprintf(url, sizeof url, "http://127.0.0.1:%d/", harness_free_port());
	cr_expect_eq(fault_crawl("--robots ignore --retries 1 %s", url), 1, "%s", harness_output());
	cr_expect(strstr(fault_end(url), "failure: Failed to connect"), "%s", fault_end(url));
	cr_expect_eq(fault_number("SELECT tries FROM failures"), 2);
}

/* ── codings, lengths and headers ── */

/* Sends a page packed as gzip, with the head that text is; "%s" in it stands for the length. `cut`: without the second half. */
static bool send_gzip(const hostile_call *c, int times, const char *behind, bool cut)
{
	static char room[2][20000];
	size_t len = strlen(PAGE);

	memcpy(room[0], PAGE, len);
	for (int i = 0; i < times; i++) {
		z_stream z = {.next_in = (Bytef *)room[i % 2], .avail_in = (uInt)len, .next_out = (Bytef *)room[1 - i % 2], .avail_out = 20000};

		deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
		deflate(&z, Z_FINISH);
		len = z.total_out;
		deflateEnd(&z);
	}
	len = cut ? len - 30 : len;
	hostile_print(c->fd, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: %s\r\nContent-Length: %zu\r\n\r\n", c->text,
		      len + strlen(behind));
	hostile_send(c->fd, room[times % 2], len);
	hostile_send(c->fd, behind, strlen(behind));
	return false;
}

static bool gzip_once(const hostile_call *c) { return send_gzip(c, 1, "", false); }
static bool gzip_twice(const hostile_call *c) { return send_gzip(c, 2, "", false); }
static bool gzip_and_more(const hostile_call *c) { return send_gzip(c, 1, "trailing bytes", false); }
static bool gzip_cut(const hostile_call *c) { return send_gzip(c, 1, "", true); }
static bool not_packed(const hostile_call *c) { return send_gzip(c, 0, "", false); }

static const struct {
	const char *path;
	hostile_answer *answer;
	const char *text, *end, *truncated;
} bodies[] = {
	{"/gzip", gzip_once, "gzip", "page", ""},
	{"/named-twice", gzip_once, "gzip, gzip", "page", ""},
	{"/done-twice", gzip_twice, "gzip, gzip", "page", ""},
	{"/more-behind", gzip_and_more, "gzip", "page", ""},
	{"/unknown-coding", not_packed, "UTF-8", "page", ""},
	{"/cut", gzip_cut, "gzip", "page", "length"},
	{"/part", hostile_raw, "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-9/99\r\nContent-Length: 10\r\n\r\n<p>the rain", "failure: http 206", ""},
	{"/star", hostile_raw, "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-9/*\r\nContent-Length: 10\r\n\r\n<p>the rain", "failure: http 206", ""},
	{"/too-few", hostile_raw, "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-98/99\r\nContent-Length: 10\r\n\r\n<p>the rain", "failure: http 206", ""},
	{"/all", hostile_raw, "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-10/11\r\nContent-Length: 11\r\n\r\n<p>the rain", "page", ""},
	{"/picture", hostile_raw, "HTTP/1.1 206 Partial Content\r\nContent-Type: image/png\r\nContent-Range: bytes 0-10/11\r\nContent-Length: 11\r\n\r\n<p>the rain",
	 "skip: type image/png", ""},
	{"/two-lengths", hostile_raw, "HTTP/1.1 200 OK\r\nContent-Length: 11\r\nContent-Length: 5\r\n\r\n<p>the rain", "failure", ""},
	{"/two-types", hostile_raw, "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Type: text/html\r\nContent-Length: 11\r\n\r\n<p>the rain", "page",
	 ""},
	{"/refresh", hostile_raw, "HTTP/1.1 200 OK\r\nRefresh: 0; url=/refreshed\r\nContent-Type: text/html\r\nContent-Length: 11\r\n\r\n<p>the rain", "page",
	 ""},
	{"/refreshed", hostile_html, "<p>the end", "page", ""},
};

Test(fault_body, is_unpacked_and_its_head_read_as_browsers_do)
{
	enum { BODIES = sizeof bodies / sizeof *bodies };
	static hostile_route routes[BODIES + 1];
	char seeds[2048] = "", sql[200];
	hostile *h;

	for (size_t i = 0; i < BODIES; i++)
		routes[i] = (hostile_route){bodies[i].path, bodies[i].answer, bodies[i].text};
	h = hostile_start(routes);
	for (size_t i = 0; i + 1 < BODIES; i++)
		sprintf(seeds + strlen(seeds), " %s", hostile_url(h, bodies[i].path));
	fault_crawl("-f none %s", seeds);
	for (size_t i = 0; i < BODIES; i++) {
		const char *url = hostile_url(h, bodies[i].path);

		cr_expect(strncmp(fault_end(url), bodies[i].end, strlen(bodies[i].end)) == 0, "%s: %s", bodies[i].path, fault_end(url));
		snprintf(sql, sizeof sql, "SELECT coalesce((SELECT truncated FROM pages WHERE url = '%s'), '')", url);
		cr_expect_str_eq(fault_text(sql), bodies[i].truncated, "%s", bodies[i].path);
		snprintf(sql, sizeof sql, "SELECT bytes FROM pages WHERE url = '%s'", url);
		if (i < 5)
			cr_expect_eq(fault_number(sql), (int64_t)strlen(PAGE), "%s", bodies[i].path);
	}
}

/* ── answers that may pass ── */

#define STATUS(status, body) "HTTP/1.1 " status "\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n" body

/* The route's text to the first request, then a page. */
static bool page_later(const hostile_call *c) { return c->nth ? hostile_html(&(hostile_call){.fd = c->fd, .text = PAGE}) : hostile_raw(c); }

static const struct {
	const char *path;
	hostile_answer *answer;
	const char *text, *end;
	int hits;
} provisional[] = {
	{"/421", page_later, STATUS("421 Misdirected Request", "no"), "page", 2},
	{"/423", page_later, STATUS("423 Locked", "no"), "page", 2},
	{"/425", page_later, STATUS("425 Too Early", "no"), "page", 2},
	{"/202", page_later, STATUS("202 Accepted", "<p>Please wait a moment"), "page", 2},
	{"/202-nothing", page_later, STATUS("202 Accepted", ""), "page", 2},
	{"/nothing", page_later, STATUS("200 OK", ""), "page", 2},
	{"/always-421", hostile_raw, STATUS("421 Misdirected Request", "no"), "failure: http 421", 3},
	{"/always-202", hostile_raw, STATUS("202 Accepted", "<p>The rain"), "page", 2},
	{"/always-202-nothing", hostile_raw, STATUS("202 Accepted", ""), "skip: content is empty", 2},
	{"/always-nothing", hostile_raw, STATUS("200 OK", ""), "skip: content is empty", 2},
	{"/no-content", hostile_raw, STATUS("204 No Content", ""), "skip: content is empty", 1},
	{"/nothing-of-text", hostile_raw, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n", "skip: content is empty", 1},
};
enum { PROVISIONAL = sizeof provisional / sizeof *provisional };

static hostile *serve_provisional(char *seeds)
{
	static hostile_route routes[PROVISIONAL + 1];
	hostile *h;

	for (size_t i = 0; i < PROVISIONAL; i++)
		routes[i] = (hostile_route){provisional[i].path, provisional[i].answer, provisional[i].text};
	h = hostile_start(routes);
	for (size_t i = 0; i < PROVISIONAL; i++)
		seeds += sprintf(seeds, " %s", hostile_url(h, provisional[i].path));
	return h;
}

Test(fault_body, one_that_may_be_another_in_a_moment_is_asked_for_again)
{
	char seeds[2048];
	hostile *h = serve_provisional(seeds);

	fault_crawl_timed("--allow-private -f none --retries 2 %s", seeds);
	for (size_t i = 0; i < PROVISIONAL; i++) {
		cr_expect_str_eq(fault_end(hostile_url(h, provisional[i].path)), provisional[i].end, "%s", provisional[i].path);
		cr_expect_eq(hostile_hits(h, provisional[i].path), provisional[i].hits, "%s: %d", provisional[i].path,
			     hostile_hits(h, provisional[i].path));
	}
}

Test(fault_body, without_retries_it_is_taken_as_it_is)
{
	char seeds[2048];
	hostile *h = serve_provisional(seeds);

	fault_crawl("-f none %s", seeds);
	cr_expect_str_eq(fault_end(hostile_url(h, "/202")), "page");
	cr_expect_str_eq(fault_end(hostile_url(h, "/nothing")), "skip: content is empty");
	cr_expect_str_eq(fault_end(hostile_url(h, "/421")), "failure: http 421");
	for (size_t i = 0; i < PROVISIONAL; i++)
		cr_expect_eq(hostile_hits(h, provisional[i].path), 1, "%s", provisional[i].path);
}

/* 421 once, on a connection that stays open; then a page. */
static bool misdirected(const hostile_call *c)
{
	return c->nth ? hostile_html(&(hostile_call){.fd = c->fd, .text = PAGE})
		      : hostile_print(c->fd, "HTTP/1.1 421 Misdirected Request\r\nContent-Length: 0\r\n\r\n");
}

Test(fault_body, one_that_was_misdirected_is_asked_for_on_another_connection)
{
	static const hostile_route routes[] = {{"/a", misdirected, NULL}, {0}};
	hostile *h = hostile_start(routes);

	cr_expect_eq(fault_crawl("--robots ignore -f none --retries 1 %s", hostile_url(h, "/a")), 0, "%s", harness_output());
	cr_expect_str_eq(fault_end(hostile_url(h, "/a")), "page");
	cr_expect_eq(hostile_connections(h), 2);
}
