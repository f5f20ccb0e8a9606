/* url — URLs in normal form, so that equal URLs have equal texts. libcurl's URL API parses and resolves; this adds the
 * normalization that it lacks.
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

/* Resolves reference against base and normalizes it; the texts are in a. base NULL: reference must be absolute. An empty reference
 * is the base itself. ERR_FORMAT: not a URL, or longer than URL_LEN_MOST; ERR_USAGE: neither http nor https; ERR_MEMORY. */
status url_parse(const char *reference, const char *base, arena *a, url_parts *out);

/* Divides a URL in normal form; the texts are in a. ERR_MEMORY. */
status url_divide(const char *url, arena *a, url_parts *out);

/* Returns the length of the host, "scheme://name[:port]", in a URL in normal form. */
size_t url_host_len(const char *url);

/* Returns the name in a host: "name", or "[2001:db8::1]"; *len: its length. */
const char *url_host_name(const char *host, size_t *len);

/* Returns the registrable domain of a host name (Public Suffix List): "example.co.uk" for "www.example.co.uk". Returns an IP
 * address, or a name without a known suffix, as it is. */
const char *url_domain(const char *name);

/* Like url_parse, for a URL that a person typed: the scheme may be missing. "example.com/a" means https://example.com/a. */
status url_parse_typed(const char *text, arena *a, url_parts *out);

#endif
