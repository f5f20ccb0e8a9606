#include "crawler/web/transfer.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/clock.h"
#include "crawler/web/robots.h"
#include "crawler/web/sitemap.h"
#include "crawler/web/unpack.h"
#include "purify/content.h"

bool transfer_is_page(const transfer *t)
{
	return !t->request.is_robots && !t->request.is_sitemap;
}

/* The user's limit applies to pages; a robots.txt is read as far as the standard requires. */
size_t transfer_bytes_most(const transfer *t)
{
	size_t most = t->settings->bytes_most;

	/* one byte more, so that robots_parse sees that it was cut */
	return !transfer_is_page(t) && most <= ROBOTS_BYTES_MOST ? ROBOTS_BYTES_MOST + 1 : most;
}

/* May another try succeed, because the server or the network may recover? */
static bool is_temporary_error(CURLcode code)
{
	switch (code) {
	case CURLE_COULDNT_RESOLVE_HOST:
	case CURLE_COULDNT_CONNECT:
	case CURLE_OPERATION_TIMEDOUT:
	case CURLE_PARTIAL_FILE:
	case CURLE_GOT_NOTHING:
	case CURLE_RECV_ERROR:
	case CURLE_SEND_ERROR:
	case CURLE_HTTP2:
	case CURLE_HTTP2_STREAM:
		return true;
	default:
		return false;
	}
}

static void fail(fetch_result *r, bool is_temporary, const char *reason)
{
	r->outcome = FETCH_FAILED;
	r->is_temporary = is_temporary;
	snprintf(r->reason, sizeof r->reason, "%s", reason);
}

/* May the server respond differently to another try? To one that was misdirected (421) on another connection, to one that came too
 * early (425) later. */
static bool is_temporary_status(long http_status)
{
	return http_status >= 500 || http_status == 408 || http_status == 421 || http_status == 423 || http_status == 425 ||
	       http_status == 429;
}

static void fail_status(fetch_result *r, bool is_temporary)
{
	fail(r, is_temporary, "");
	snprintf(r->reason, sizeof r->reason, "http %ld", r->http_status);
}

/* Was no connection made within the deadline? */
static bool is_unreached(transfer *t, CURLcode code)
{
	curl_off_t connected_us = 0;

	if (code != CURLE_OPERATION_TIMEDOUT)
		return code == CURLE_COULDNT_RESOLVE_HOST || code == CURLE_COULDNT_RESOLVE_PROXY ||
		       code == CURLE_COULDNT_CONNECT;
	curl_easy_getinfo(t->easy, CURLINFO_CONNECT_TIME_T, &connected_us);
	return connected_us == 0 && !t->result.http_status;
}

/* Describes the error in words that are the same for all URLs of a host, without times. */
static const char *connect_error(transfer *t, char *text, size_t size)
{
	long error = 0;

	curl_easy_getinfo(t->easy, CURLINFO_OS_ERRNO, &error);
	snprintf(text, size, error ? "Failed to connect: %s" : "Failed to connect", strerror((int)error));
	return text;
}

static void classify_failure(transfer *t, CURLcode code)
{
	fetch_result *r = &t->result;
	char text[200];

	r->is_unreached = !t->refused_address && is_unreached(t, code);
	r->no_memory = code == CURLE_OUT_OF_MEMORY && !r->http_status;
	if (t->refused_address)
		fail(r, false, t->settings->allow_private ? "link-local or metadata address" : FETCH_PRIVATE);
	else if (code == CURLE_OPERATION_TIMEDOUT)
		fail(r, true, "deadline");
	else if (code == CURLE_COULDNT_CONNECT)
		fail(r, true, connect_error(t, text, sizeof text));
	else if (code == CURLE_COULDNT_RESOLVE_HOST)
		fail(r, true, "Could not resolve the host's name");
	else if (t->no_memory || r->no_memory)
		fail(r, true, "out of memory");
	else if (code == CURLE_OUT_OF_MEMORY)
		fail(r, true, "a header line is too long"); /* libcurl reports this as out of memory, too */
	else
		fail(r, is_temporary_error(code), t->error[0] ? t->error : curl_easy_strerror(code));
}

static void decode_body(transfer *t)
{
	fetch_result *r = &t->result;
	buffer raw = r->body;
	bool whole;
	status err;

	if (!r->headers.content_encoding || !raw.len)
		return;
	r->body = (buffer){0};
	err = unpack(r->headers.content_encoding, raw.bytes, raw.len, transfer_bytes_most(t), &r->body, &whole);
	t->no_memory |= err == ERR_MEMORY;
	r->truncated |= !whole;
	if (t->settings->keep_heads)
		r->raw = raw;
	else
		buffer_free(&raw);
}

/* Is this no robots.txt, although it was sent for one? With a status other than 200, nothing and HTML are what a server sends that
 * has the file only for browsers, or not yet. */
static bool is_no_robots(const transfer *t)
{
	const buffer *body = &t->result.body;
	size_t at = 0;

	if (!t->request.is_robots || t->result.http_status == 200)
		return false;
	while (at < body->len && strchr(" \t\r\n", body->bytes[at]) && body->bytes[at])
		at++;
	return at == body->len || body->bytes[at] == '<';
}

static void classify_body(transfer *t)
{
	fetch_result *r = &t->result;
	char why[CONTENT_WHY];
	enum content_kind kind;

	r->outcome = FETCH_BODY;
	if (is_no_robots(t))
		fail_status(r, true);
	if (!transfer_is_page(t))
		return;
	r->is_provisional = r->http_status == 202;
	r->is_list = t->request.is_seed && !t->unwanted && sitemap_is(r->body.bytes ? r->body.bytes : "", r->body.len);
	if (r->is_list)
		return;
	kind = content_kind_of(r->headers.content_type, r->body.bytes ? r->body.bytes : "", r->body.len, why);
	r->is_text = kind == CONTENT_TEXT;
	if (kind != CONTENT_OTHER && r->body.len > 0 && !(r->is_text && t->settings->skips_text))
		return;
	r->outcome = FETCH_SKIP;
	r->is_provisional |= kind == CONTENT_HTML && r->http_status == 200;
	snprintf(r->reason, sizeof r->reason, "%s",
		 kind == CONTENT_OTHER ? why
		 : r->body.len == 0    ? "content is empty" /* such pages would all be duplicates of each other */
				       : "type text/plain");
}

/* Copies a head into the result, which owns it. NULL: there is none, it was too long, or out of memory. */
static char *hand_over(buffer *head)
{
	char *text = head->len && head->len < HEAD_LEN_MOST && !memchr(head->bytes, '\0', head->len) ? strdup(head->bytes)
												     : NULL;

	buffer_clear(head);
	return text;
}

static void keep_address(transfer *t)
{
	char *address = NULL;

	if (t->settings->proxy)
		return; /* it would be the proxy's */
	if (curl_easy_getinfo(t->easy, CURLINFO_PRIMARY_IP, &address) == CURLE_OK && address)
		snprintf(t->result.address, sizeof t->result.address, "%s", address);
}

/* Is the range of a 206 all of the body? It may have been cut by us, or not be read. */
static bool is_whole(const transfer *t)
{
	int64_t len = t->result.headers.whole_len;

	return len >= 0 && (t->unwanted || t->too_long || (int64_t)t->result.body.len == len);
}

/* Classifies a response that arrived, completely or as far as it was wanted. */
static void classify_response(transfer *t)
{
	fetch_result *r = &t->result;

	if (r->http_status == 206 && !is_whole(t)) {
		fail_status(r, false); /* no range was requested */
	} else if (r->headers.lengths_differ) {
		fail(r, false, "differing content-lengths");
	} else if (r->http_status / 100 == 2) {
		decode_body(t);
		if (t->no_memory)
			fail(r, true, "out of memory");
		else
			classify_body(t);
	} else if (r->http_status == 304 && (t->request.etag || t->request.last_modified)) {
		r->outcome = FETCH_UNCHANGED;
	} else if (r->http_status / 100 == 3 && r->headers.location) {
		r->outcome = FETCH_REDIRECT;
	} else {
		fail_status(r, is_temporary_status(r->http_status));
	}
}

/* Is it a page with its end tag, although the connection was closed before the length that the server had announced, or before its
 * last chunk? Browsers show such a page. */
static bool has_end_tag(const transfer *t)
{
	static const char tag[] = "</html>";
	const buffer *body = &t->result.body;
	size_t end = body->len;

	while (end && body->bytes[end - 1] && strchr(" \t\r\n", body->bytes[end - 1]))
		end--;
	return transfer_is_page(t) && !t->result.headers.content_encoding && end >= strlen(tag) &&
	       strncasecmp(body->bytes + end - strlen(tag), tag, strlen(tag)) == 0;
}

void transfer_classify(transfer *t, CURLcode code)
{
	fetch_result *r = &t->result;
	bool stopped_by_us = code == CURLE_WRITE_ERROR && (t->too_long || t->unwanted);
	bool closed_early = code == CURLE_PARTIAL_FILE && has_end_tag(t);

	curl_easy_getinfo(t->easy, CURLINFO_RESPONSE_CODE, &r->http_status);
	r->elapsed_ms = clock_ms() - t->started_ms;
	keep_address(t);
	r->request_head = hand_over(&t->request_head);
	if (r->request_head && !t->settings->keep_secrets)
		secrets_redact(t->settings->secrets, r->request_head);
	r->response_head = hand_over(&t->response_head);
	r->body_ignored = t->unwanted;
	if (code == CURLE_OK || stopped_by_us || closed_early)
		classify_response(t);
	else
		classify_failure(t, code);
}
