/* url — URLs in normal form, one text for each. libcurl's URL API parses and resolves; this adds what it does not
 * normalize.
 *
 *	http://EXAMPLE.com:80/a/../%7eb?q=%aa#part  →  http://example.com/~b?q=%AA
 *
 * Scheme and host are in lower case, the host in punycode. Default ports, the fragment and the user name are removed,
 * dot segments are resolved, and the path and query have the percent-encoding of percent.h. */
#ifndef CRAWLER_WEB_URL_H
#define CRAWLER_WEB_URL_H

#include "base/arena.h"
#include "base/status.h"

enum { URL_LEN_MOST = 4096 }; /* bytes, without the NUL */

typedef struct url_parts {
	const char *url;  /* the whole URL, normalized */
	const char *host; /* scheme://name[:port] */
	const char *name; /* the host name alone; IPv6 in brackets */
	const char *path; /* path and query, the end of url: "/a?b" */
} url_parts;

/* Resolves reference against base and normalizes it; texts in a. base NULL: reference must be absolute. An empty
 * reference is the base itself. ERR_FORMAT: not a URL, or longer than URL_LEN_MOST; ERR_USAGE: neither http nor https;
 * ERR_MEMORY. */
status url_parse(const char *reference, const char *base, arena *a, url_parts *out);

/* A copy of it in a, in as little memory as it takes. ERR_MEMORY. */
status url_copy(const url_parts *u, arena *a, url_parts *out);

/* The length of the host of a URL in normal form, "scheme://name[:port]". */
size_t url_host_len(const char *url);

/* The name in it, "name", or "[2001:db8::1]"; *len: its length. */
const char *url_host_name(const char *host, size_t *len);

/* The registrable domain of a host name (Public Suffix List): "example.co.uk" of "www.example.co.uk"; an IP address, or a name without
 * a known suffix, as it is. */
const char *url_domain(const char *name);

/* The same for a URL that a person typed, where the scheme may be missing: "example.com/a" means https://example.com/a. */
status url_parse_typed(const char *text, arena *a, url_parts *out);

#endif
