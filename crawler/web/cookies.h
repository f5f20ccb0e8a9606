/* cookies — what hosts set, kept for a run. Each host's cookies are by themselves: whatever their Domain says, no other host is
 * sent them. libcurl's engine reads them, refuses those for a public suffix, and sends those that are due.
 *
 *	attached = cookies_attach(c, easy, host)      before a transfer: it sends what the host has set
 *	cookies_keep(c, easy, host, attached)         after it: what the response has set is kept
 *
 * A host is "scheme://name[:port]", as in url_parts; host_len bytes of it. http and https of one name are one host here: what may
 * be sent by https only says so itself. Handles need an engine (CURLOPT_COOKIEFILE "") and must be cleaned up before
 * cookies_free. Functions that return a status may fail with ERR_MEMORY. */
#ifndef CRAWLER_WEB_COOKIES_H
#define CRAWLER_WEB_COOKIES_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

enum {
	COOKIES_HOST_BYTES = 64 * 1024,        /* that a host may set; whoever sets more loses all it has */
	COOKIES_BYTES_MOST = 256 * 1024 * 1024 /* of all hosts; after it no further host's cookies are kept */
};

typedef struct cookies cookies;

/* NULL: out of memory. */
cookies *cookies_new(void);
void cookies_free(cookies *c); /* accepts NULL */

/* Do the host's cookies come from it and go to it directly? Else the handle has an engine of its own for the transfer. */
bool cookies_attach(cookies *c, CURL *easy, const char *host, size_t host_len);
status cookies_keep(cookies *c, CURL *easy, const char *host, size_t host_len, bool attached);

/* Adds cookies that the user gives to a host: lines in Netscape's format, without their line breaks. */
status cookies_give(cookies *c, const char *host, size_t host_len, const struct curl_slist *lines);
/* Keeps a line for cookies_write; nobody is sent it. */
status cookies_put_aside(cookies *c, const char *line);
/* Are there any for the host? */
bool cookies_has(const cookies *c, const char *host, size_t host_len);

/* Writes all of them in Netscape's format; of two with one name, that which a host has set in this run comes last, and counts when
 * they are read. A file is replaced when the new one is whole, and only its owner may read that; what is no file is written to.
 * ERR_IO, named in why. */
status cookies_write(cookies *c, const char *path, complaint *why);

#endif
