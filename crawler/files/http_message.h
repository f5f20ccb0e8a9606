/* http_message — an HTTP response as archives keep it: status line, header and body, perhaps still chunked and packed. */
#ifndef CRAWLER_FILES_HTTP_MESSAGE_H
#define CRAWLER_FILES_HTTP_MESSAGE_H

#include <stddef.h>

#include "base/arena.h"
#include "base/status.h"

enum { HTTP_HEAD_MOST = 1 << 20 };

typedef struct http_response {
	int status;
	const char *content_type, *content_language; /* NULL: no such header */
	const char *body; /* a slice of the message, or unpacked */
	size_t body_len;
} http_response;

/* Reads the head; the body is what stands behind it. Texts in a. ERR_FORMAT: no HTTP response. */
status http_response_read(const char *bytes, size_t len, arena *a, http_response *out, complaint *why);

/* Undoes what the head of the same bytes says of the body: chunks, then packing. Archives unpack bodies and keep the
 * header that says they are packed: what does not look packed stays. ERR_FORMAT: a packing we cannot undo; ERR_LIMIT:
 * longer than most when unpacked; both named in why; ERR_MEMORY. */
status http_response_unpack(const char *bytes, size_t len, size_t most, arena *a, http_response *r, complaint *why);

/* The value of a header in a head of len bytes, in a, the first if there are several. NULL: there is none, or no memory. */
const char *http_header(const char *head, size_t len, const char *name, arena *a);

#endif
