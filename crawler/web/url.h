/* url — one spelling for each URL. libcurl's URL API parses and resolves; this adds what it leaves.
 *
 *	http://EXAMPLE.com:80/a/../%7eb?q=%aa#part  →  http://example.com/~b?q=%AA
 *
 * Scheme and host in lower case, host as punycode, preset ports left out, dot segments resolved, percent-escapes in
 * capitals and gone where they need not be, everything else that must be escaped is, no fragment, no user name. */
#ifndef CRAWLER_WEB_URL_H
#define CRAWLER_WEB_URL_H

#include "base/arena.h"
#include "base/status.h"

enum { URL_LEN_MOST = 4096 };

typedef struct url_parts {
	const char *url;  /* the whole, normalised */
	const char *host; /* scheme://name[:port] */
	const char *name; /* the host name alone; IPv6 in brackets */
	const char *path; /* path and query, a slice of url: "/a?b" */
} url_parts;

/* Resolves reference against base (NULL: it must be absolute) and normalises it; texts in a. An empty reference is
 * the base itself. ERR_FORMAT: not a URL, or longer than URL_LEN_MOST; ERR_USAGE: neither http nor https; ERR_MEMORY. */
status url_parse(const char *reference, const char *base, arena *a, url_parts *out);

/* The same for what a person types: "example.com/a" is taken for https://example.com/a. */
status url_parse_typed(const char *text, arena *a, url_parts *out);

#endif
