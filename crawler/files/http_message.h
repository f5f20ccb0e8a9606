/* http_message — an HTTP response as archives keep it: status line, headers and body. The body may still be chunked and
 * compressed. */
#ifndef CRAWLER_FILES_HTTP_MESSAGE_H
#define CRAWLER_FILES_HTTP_MESSAGE_H

#include <stddef.h>

#include "base/arena.h"
#include "base/status.h"
#include "crawler/web/headers.h"

enum { HTTP_HEAD_MOST = 1 << 20 }; /* bytes of a head */

typedef struct http_response {
	int status;
	const char *content_type, *content_language, *link; /* NULL: no such header */
	const char *body;                                   /* a slice of the message, or decoded in an arena */
	size_t body_len;
} http_response;

/* Reads the head; the body is everything after it, unchanged. The texts are in a. ERR_FORMAT: not an HTTP response. */
status http_response_read(const char *bytes, size_t len, arena *a, http_response *out, complaint *why);

/* Returns the value of a header in a head of len bytes, of HTTP or of a WARC record; HEADER_ALL joins the values of several. In a.
 * NULL: there is none, or out of memory. */
const char *http_header(const char *head, size_t len, const char *name, enum header_which which, arena *a);

/* Decodes the body of *r, which was read from the same bytes: first the chunks, then the Content-Encoding. A body that does not
 * look compressed, or has an unknown coding, stays as it is: archives decompress bodies and keep the header. ERR_LIMIT: it is
 * longer than most bytes when decompressed, as why says; ERR_MEMORY. */
status http_response_unpack(const char *bytes, size_t len, size_t most, arena *a, http_response *r, complaint *why);

#endif
