/* links — the links of a page as URLs: resolved against its base, normalized, without repetitions. */
#ifndef CRAWLER_CRAWL_LINKS_H
#define CRAWLER_CRAWL_LINKS_H

#include "crawler/web/url.h"
#include "purify/purify.h"

typedef struct found_link {
	url_parts url;
	bool nofollow; /* all links to this URL are nofollow */
} found_link;

typedef struct found_links {
	found_link *items; /* http and https URLs only, in the order of the page */
	size_t len;
	size_t unreadable;          /* how many references are not URLs */
	const url_parts *canonical; /* the canonical URL that the page names; NULL: none, or not a web URL */
} found_links;

/* url: of the page. All results are in a; scratch, another arena, holds intermediate results. ERR_MEMORY. */
status links_of(const purified *p, const char *url, arena *scratch, arena *a, found_links *out);

/* Finds only the canonical URL that the page names, in a. *out is NULL if there is none, or it is not a web URL. ERR_MEMORY. */
status links_canonical(const purified *p, const char *url, arena *scratch, arena *a, const url_parts **out);

#endif
