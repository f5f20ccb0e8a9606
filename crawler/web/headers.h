/* headers — the response headers that the crawler needs, as libcurl has parsed them.
 *
 * They belong to the last response, not to a 1xx or a redirect before it, and exclude trailers. Values that are too long or contain
 * control characters are ignored. If a header is repeated, the first remaining value counts; but all values of Content-Type, Link
 * and Content-Encoding are kept, joined by ", ", and those of X-Robots-Tag, joined by line breaks. */
#ifndef CRAWLER_WEB_HEADERS_H
#define CRAWLER_WEB_HEADERS_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

enum {
	HEADER_LEN_MOST = 8191,    /* of a value, in bytes; longer ones are ignored */
	HEADER_REPEATS_MOST = 100, /* how many headers of the same name are read: libcurl searches all headers for each */
};

/* Which of several headers of one name counts. ALL: their values, joined by ", ". LINES: the same, but joined by line breaks, since
 * something at the start of a value holds for all of it. */
enum header_which { HEADER_FIRST, HEADER_ALL, HEADER_LINES };

typedef struct response_headers {
	char *content_type, *content_language, *content_encoding, *location, *etag, *last_modified, *refresh, *link,
		*robots_tag;   /* NULL: no such header */
	bool lengths_differ;   /* there are several Content-Length headers with different values */
	int64_t whole_len;     /* bytes of the body, if Content-Range says that this is all of it; −1: it does not */
	int64_t retry_after_s; /* −1: none, or unreadable; 0: at once, or a date that has passed */
} response_headers;

/* Frees what is in *h and reads the headers of the last response into it; free them with headers_clear. You may call it as soon as
 * the head has ended, also inside libcurl's callbacks. ERR_MEMORY: *h is unchanged. */
status headers_read(CURL *easy, response_headers *h);
/* Frees the values; *h then has no headers. */
void headers_clear(response_headers *h);

#endif
