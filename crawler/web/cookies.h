/* cookies — the cookies that hosts set during a run. Each host has its own: whatever their Domain says, they go to no other host.
 * libcurl's engine reads them, refuses those for a public suffix, and sends those that are due.
 *
 *	attached = cookies_attach(c, easy, host)      before a transfer, which then sends the host's cookies
 *	cookies_keep(c, easy, host, attached)         after it: keeps the cookies that the response set
 *
 * A host is "scheme://name[:port]", as in url_parts: the first host_len bytes of it. http and https of one name are one host here;
 * cookies that only https may carry are marked as such. Handles need an engine (CURLOPT_COOKIEFILE "") and must be cleaned up
 * before cookies_free. Functions that return a status may fail with ERR_MEMORY. */
#ifndef CRAWLER_WEB_COOKIES_H
#define CRAWLER_WEB_COOKIES_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

enum {
	COOKIES_HOST_BYTES = 64 * 1024,        /* that a host may set; one that sets more loses all its cookies */
	COOKIES_BYTES_MOST = 256 * 1024 * 1024 /* of all hosts; beyond this, cookies of new hosts are not kept */
};

typedef struct cookies cookies;

/* NULL: out of memory. */
cookies *cookies_new(void);
void cookies_free(cookies *c); /* accepts NULL */

/* Returns whether the handle now shares the host's cookies. If not, it uses an engine of its own for the transfer. */
bool cookies_attach(cookies *c, CURL *easy, const char *host, size_t host_len);
status cookies_keep(cookies *c, CURL *easy, const char *host, size_t host_len, bool attached);

/* Adds a cookie that the user gives to a host: a line in Netscape's format, without its line break. */
status cookies_give(cookies *c, const char *host, size_t host_len, const char *line);
/* Keeps a line for cookies_write; no host gets it. */
status cookies_put_aside(cookies *c, const char *line);
/* Does the host have any? */
bool cookies_has(const cookies *c, const char *host, size_t host_len);

/* Writes all cookies in Netscape's format. Of two with one name, the one that a host set in this run comes last, so it counts when
 * the file is read. A regular file is replaced once the new one is complete, and only its owner may read it; a terminal, pipe or
 * device is written to directly. ERR_IO: why names the path. */
status cookies_write(cookies *c, const char *path, complaint *why);

#endif
