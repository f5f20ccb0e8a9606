#include "crawler/http_message.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>
#include <zstd.h>

#include "base/buffer.h"

/* ── head ── */

/* Length of the head with the empty line behind it; 0: it does not end. */
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

const char *http_header(const char *head, size_t len, const char *name, arena *a)
{
	size_t name_len = strlen(name);

	for (const char *end = head + len, *at = head; at < end;) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		const char *value = at + name_len + 1;

		stop = stop ? stop : end;
		if ((size_t)(stop - at) > name_len && at[name_len] == ':' && strncasecmp(at, name, name_len) == 0) {
			while (value < stop && isspace((unsigned char)*value))
				value++;
			while (stop > value && isspace((unsigned char)stop[-1]))
				stop--;
			return memchr(value, '\0', (size_t)(stop - value)) ? NULL : arena_text(a, value, (size_t)(stop - value));
		}
		at = stop + 1;
	}
	return NULL;
}

static status read_status(const char *head, size_t len, int *out)
{
	const char *space = len > 9 && strncmp(head, "HTTP/", 5) == 0 ? memchr(head, ' ', len - 4) : NULL;

	if (!space || !isdigit((unsigned char)space[1]) || !isdigit((unsigned char)space[2]) || !isdigit((unsigned char)space[3]))
		return ERR_FORMAT;
	*out = (space[1] - '0') * 100 + (space[2] - '0') * 10 + (space[3] - '0');
	return OK;
}

/* ── body ── */

/* The length of a chunk in the line at `at`; false: it is none. *line_len with its end. */
static bool chunk_size(const char *at, const char *end, size_t *size, size_t *line_len)
{
	const char *stop = memchr(at, '\n', (size_t)(end - at) < 4096 ? (size_t)(end - at) : 4096);
	char *last;

	if (!stop || !isxdigit((unsigned char)*at))
		return false;
	*size = strtoull(at, &last, 16); /* ends at the line's end at the latest */
	*line_len = (size_t)(stop + 1 - at);
	return *last == ';' || isspace((unsigned char)*last);
}

/* Takes the chunks apart. *is_chunked: that is what they were, from the first on; one cut short counts. */
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

/* gzip, zlib or, with bits < 0, bare deflate. What is damaged gives as much as there is. */
static status inflate_all(const char *bytes, size_t len, int bits, size_t most, buffer *out)
{
	z_stream z = {.next_in = (Bytef *)(uintptr_t)bytes, .avail_in = (uInt)len};
	char piece[65536];
	status s = OK;
	int code = Z_OK;

	if (inflateInit2(&z, bits) != Z_OK)
		return ERR_MEMORY;
	while (code == Z_OK && !s) {
		z.next_out = (Bytef *)piece;
		z.avail_out = sizeof piece;
		code = inflate(&z, Z_NO_FLUSH);
		if (out->len + sizeof piece - z.avail_out > most)
			s = ERR_LIMIT;
		else if (!buffer_append(out, piece, sizeof piece - z.avail_out))
			s = ERR_MEMORY;
		if (z.avail_in == 0 && z.avail_out)
			break;
	}
	inflateEnd(&z);
	return s;
}

static status unpack_zstd(const char *bytes, size_t len, size_t most, buffer *out)
{
	ZSTD_DCtx *z = ZSTD_createDCtx();
	ZSTD_inBuffer in = {bytes, len, 0};
	char piece[65536];
	status s = z ? OK : ERR_MEMORY;

	while (!s && in.pos < in.size) {
		ZSTD_outBuffer o = {piece, sizeof piece, 0};

		if (ZSTD_isError(ZSTD_decompressStream(z, &o, &in)))
			break;
		if (out->len + o.pos > most)
			s = ERR_LIMIT;
		else if (!buffer_append(out, piece, o.pos))
			s = ERR_MEMORY;
	}
	ZSTD_freeDCtx(z);
	return s;
}

/* Undoes one packing, if the bytes are packed that way. */
static status unpack(const char *packing, const char *bytes, size_t len, size_t most, buffer *out, complaint *why)
{
	bool is_gzip = len > 2 && memcmp(bytes, "\x1f\x8b", 2) == 0;
	bool is_zlib = len > 2 && (bytes[0] & 0x0f) == 8 && ((unsigned char)bytes[0] * 256 + (unsigned char)bytes[1]) % 31 == 0;
	bool is_text = len && ((*bytes && strchr("< \t\r\n", *bytes)) || (len > 2 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0));

	if (is_gzip || is_zlib)
		return inflate_all(bytes, len, 15 + 32, most, out);
	if (len > 4 && memcmp(bytes, "\x28\xb5\x2f\xfd", 4) == 0)
		return unpack_zstd(bytes, len, most, out);
	if (is_text || len == 0 || strcasecmp(packing, "identity") == 0)
		return buffer_append(out, bytes, len) ? OK : ERR_MEMORY;
	if (strcasecmp(packing, "deflate") == 0)
		return inflate_all(bytes, len, -15, most, out);
	return complain(why, ERR_FORMAT, "content-encoding %.40s cannot be undone", packing);
}

/* A buffer's bytes as the body, in a. */
static status use(buffer *b, arena *a, http_response *out)
{
	out->body = arena_text(a, b->bytes ? b->bytes : "", b->len);
	out->body_len = b->len;
	return out->body ? OK : ERR_MEMORY;
}

static status unpack_body(const char *packing, size_t most, arena *a, http_response *r, complaint *why)
{
	buffer b = {0};
	status s = unpack(packing, r->body, r->body_len, most, &b, why);

	if (!s)
		s = use(&b, a, r);
	buffer_free(&b);
	return s == ERR_LIMIT ? complain(why, s, "longer than %zu bytes when unpacked", most) : s;
}

static status join_body(arena *a, http_response *r)
{
	bool is_chunked = false;
	buffer b = {0};
	status s = join_chunks(r->body, r->body_len, &b, &is_chunked);

	if (!s && is_chunked)
		s = use(&b, a, r);
	buffer_free(&b);
	return s;
}

status http_response_read(const char *bytes, size_t len, arena *a, http_response *out, complaint *why)
{
	size_t head = head_len(bytes, len);
	http_response r = {.body = bytes + head, .body_len = len - head};
	status s = head ? read_status(bytes, head, &r.status) : ERR_FORMAT;

	if (s)
		return complain(why, s, "no HTTP response");
	r.content_type = http_header(bytes, head, "content-type", a);
	r.content_language = http_header(bytes, head, "content-language", a);
	*out = r;
	return OK;
}

status http_response_unpack(const char *bytes, size_t len, size_t most, arena *a, http_response *r, complaint *why)
{
	size_t head = head_len(bytes, len);
	const char *transfer = http_header(bytes, head, "transfer-encoding", a);
	const char *packing = http_header(bytes, head, "content-encoding", a);
	status s = transfer && strcasestr(transfer, "chunked") ? join_body(a, r) : OK;

	return s || !packing ? s : unpack_body(packing, most, a, r, why);
}
