#include "crawler/files/http_message.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/buffer.h"
#include "crawler/web/unpack.h"
#include "plugin/firstprint.h"

/* ── head ── */

/* Returns the length of the head with the empty line that ends it; 0: it has no end. */
static size_t head_len(const char *bytes, size_t len)
{
	size_t most = len < HTTP_HEAD_MOST ? len : HTTP_HEAD_MOST;

	for (size_t i = 0; i < most; i++) {
		if (bytes[i] != '\n')
			continue;
		if (i + 1 < most && bytes[i + 1] == '\n')
			return i + 2;
		if (i + 2 < most && bytes[i + 1] == '\r' && bytes[i + 2] == '\n')
			return i + 3;
	}
	return 0;
}

/* Returns the value in a line of the head, without spaces around it; its at is NULL if the line is another header, or has a NUL. */
static firstprint_span value_of(const char *line, const char *stop, const char *name)
{
	size_t len = strlen(name);
	const char *at = line + len + 1;

	if ((size_t)(stop - line) <= len || line[len] != ':' || strncasecmp(line, name, len) != 0 ||
	    memchr(at, '\0', (size_t)(stop - at)))
		return (firstprint_span){0};
	while (at < stop && isspace((unsigned char)*at))
		at++;
	while (stop > at && isspace((unsigned char)stop[-1]))
		stop--;
	return (firstprint_span){at, (size_t)(stop - at)};
}

const char *http_header(const char *head, size_t len, const char *name, enum header_which which, arena *a)
{
	buffer found = {0};
	bool ok = true, any = false;
	const char *text;

	for (const char *end = head + len, *at = head, *stop; at < end && ok; at = stop + 1) {
		firstprint_span value;

		stop = memchr(at, '\n', (size_t)(end - at));
		stop = stop ? stop : end;
		value = value_of(at, stop, name);
		if (!value.at)
			continue;
		if (which == HEADER_FIRST)
			return arena_text(a, value.at, value.len);
		ok = (!any || buffer_append_text(&found, ", ")) && buffer_append(&found, value.at, value.len);
		any = true;
	}
	text = ok && any ? arena_text(a, found.bytes ? found.bytes : "", found.len) : NULL;
	buffer_free(&found);
	return text;
}

static status read_status(const char *head, size_t len, int *out)
{
	const char *space = len > 9 && strncmp(head, "HTTP/", 5) == 0 ? memchr(head, ' ', len - 4) : NULL;

	if (!space || !isdigit((unsigned char)space[1]) || !isdigit((unsigned char)space[2]) ||
	    !isdigit((unsigned char)space[3]))
		return ERR_FORMAT;
	*out = (space[1] - '0') * 100 + (space[2] - '0') * 10 + (space[3] - '0');
	return OK;
}

/* ── body ── */

/* Reads the size of a chunk from the line at `at`. *line_len: the length of the line with its end. false: there is no chunk. */
static bool chunk_size(const char *at, const char *end, size_t *size, size_t *line_len)
{
	const char *stop = memchr(at, '\n', (size_t)(end - at) < 4096 ? (size_t)(end - at) : 4096);
	char *last;

	if (!stop || !isxdigit((unsigned char)*at))
		return false;
	*size = strtoull(at, &last, 16); /* the number ends before the line does */
	*line_len = (size_t)(stop + 1 - at);
	return *last == ';' || isspace((unsigned char)*last);
}

/* Appends the contents of the chunks to out. *is_chunked: there is at least one chunk, perhaps cut short. */
static status join_chunks(const char *at, size_t len, buffer *out, bool *is_chunked)
{
	const char *end = at + len;
	size_t size, line;

	*is_chunked = false;
	while (at < end && chunk_size(at, end, &size, &line)) {
		*is_chunked = true;
		at += line;
		if (size == 0)
			return OK;
		if (size > (size_t)(end - at))
			size = (size_t)(end - at);
		if (!buffer_append(out, at, size))
			return ERR_MEMORY;
		at += size;
		at += at < end && *at == '\r';
		at += at < end && *at == '\n';
	}
	return OK;
}

status http_response_read(const char *bytes, size_t len, arena *a, http_response *out, complaint *why)
{
	size_t head = head_len(bytes, len);
	http_response r = {.body = bytes + head, .body_len = len - head};
	status err = head ? read_status(bytes, head, &r.status) : ERR_FORMAT;

	if (err)
		return complain(why, err, "not an HTTP response");
	r.content_type = http_header(bytes, head, "content-type", HEADER_ALL, a);
	r.link = http_header(bytes, head, "link", HEADER_ALL, a);
	r.content_language = http_header(bytes, head, "content-language", HEADER_FIRST, a);
	*out = r;
	return OK;
}

/* Makes what is in b, which is freed, the body of *r, unless there was an error. */
static status take_body(status err, buffer *b, arena *a, http_response *r)
{
	const char *body = err ? NULL : arena_text(a, b->bytes ? b->bytes : "", b->len);

	if (body)
		*r = (http_response){r->status, r->content_type, r->content_language, r->link, body, b->len};
	buffer_free(b);
	return err || body ? err : ERR_MEMORY;
}

status http_response_unpack(const char *bytes, size_t len, size_t most, arena *a, http_response *r, complaint *why)
{
	size_t head = head_len(bytes, len);
	const char *transfer = http_header(bytes, head, "transfer-encoding", HEADER_ALL, a);
	const char *coding = http_header(bytes, head, "content-encoding", HEADER_ALL, a);
	bool is_chunked = false, whole;
	buffer b = {0};
	status err = OK;

	if (transfer && strcasestr(transfer, "chunked"))
		err = join_chunks(r->body, r->body_len, &b, &is_chunked);
	if (err || is_chunked)
		err = take_body(err, &b, a, r);
	if (!err && coding)
		err = take_body(unpack(coding, r->body, r->body_len, most, &b, &whole), &b, a, r);
	return err == ERR_LIMIT ? complain(why, err, "longer than %zu bytes when decompressed", most) : err;
}
