/* cookies — what hosts set, kept for a run. Each host's cookies are by themselves: whatever their Domain says, no other host is
 * sent them. libcurl's engine reads them, refuses those for a public suffix, and sends those that are due.
 *
 *	cookies_attach(c, easy, host)      before a transfer: it sends what the host has set
 *	cookies_keep(c, easy, host)        after it: what the response has set is kept
 *
 * A host is "scheme://name[:port]", as in url_parts; host_len bytes of it. Handles need an engine (CURLOPT_COOKIEFILE "") and
 * must be cleaned up before cookies_free. Functions that return a status may fail with ERR_MEMORY. */
#ifndef CRAWLER_WEB_COOKIES_H
#define CRAWLER_WEB_COOKIES_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

enum {
	COOKIES_HOST_BYTES = 64 * 1024,        /* of one host's cookies as lines; a host that sets more loses all it has */
	COOKIES_BYTES_MOST = 256 * 1024 * 1024 /* of all; after it no further host's cookies are kept */
};

typedef struct cookies cookies;

/* NULL: out of memory. */
cookies *cookies_new(void);
void cookies_free(cookies *c); /* accepts NULL */

void cookies_attach(cookies *c, CURL *easy, const char *host, size_t host_len);
status cookies_keep(cookies *c, CURL *easy, const char *host, size_t host_len);

/* Adds a cookie of a host: a line in Netscape's format, without its line break. */
status cookies_add(cookies *c, const char *host, size_t host_len, const char *line);
/* Has the host set any? */
bool cookies_has(const cookies *c, const char *host, size_t host_len);

/* Writes all of them as a file in Netscape's format, which only its owner may read. The file is replaced when it is whole.
 * ERR_IO, named in why. */
status cookies_write(cookies *c, const char *path, complaint *why);

#endif
