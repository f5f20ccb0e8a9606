/* headers — what is kept of a response's head, as libcurl has read it.
 *
 * Headers of the last response count: not those of a 1xx or a redirect before it, nor trailers. Values that are too long
 * or have control characters in them are passed over. Of a header that is repeated the first value counts; those of
 * X-Robots-Tag, which may say more each time, are joined by ", ". */
#ifndef CRAWLER_WEB_HEADERS_H
#define CRAWLER_WEB_HEADERS_H

#include <curl/curl.h>
#include <stdint.h>

#include "base/status.h"

enum {
	HEADER_LEN_MOST = 8191,    /* of a value, in bytes */
	HEADER_REPEATS_MOST = 100, /* how often one is looked at: libcurl searches them all each time */
};

typedef struct response_headers {
	char *content_type, *content_language, *location, *etag, *last_modified, *robots_tag; /* NULL: no such header */
	int64_t retry_after_s; /* −1: none; 0: a date that has passed */
} response_headers;

/* Reads them in place of what is in *h. From the end of a head on, in libcurl's callbacks too. ERR_MEMORY: *h is as it
 * was. */
status headers_read(CURL *easy, response_headers *h);
/* Frees them: there are none. */
void headers_forget(response_headers *h);

#endif
