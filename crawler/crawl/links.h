/* links — the links of a page as URLs: resolved against its base, normalised, each once. */
#ifndef CRAWLER_CRAWL_LINKS_H
#define CRAWLER_CRAWL_LINKS_H

#include "crawler/web/url.h"
#include "purify/purify.h"

typedef struct found_link {
	url_parts url;
	bool nofollow;
} found_link;

typedef struct found_links {
	found_link *items; /* in the order of the page; what is neither http nor https is left out */
	size_t len;
	size_t unreadable; /* references that are no URL */
	const url_parts *canonical; /* what the page names as its own URL; NULL: nothing, or nothing readable */
} found_links;

/* url is the page's own. Everything lives in a. ERR_MEMORY. */
status links_of(const purified *p, const char *url, arena *a, found_links *out);

#endif
