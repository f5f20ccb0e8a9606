/* sitemap — the URLs of a sitemap: sitemaps.org's <urlset> and <sitemapindex>, RSS, Atom, or a URL a line; gzipped or
 * not. Read as a stream by libxml2, with entities of the document's own and the network left out. */
#ifndef CRAWLER_WEB_SITEMAP_H
#define CRAWLER_WEB_SITEMAP_H

#include <stddef.h>

#include "base/status.h"

enum {
	SITEMAP_URLS_MOST = 50000,      /* of one file, as the protocol has it */
	SITEMAP_BYTES_MOST = 50 << 20,  /* unpacked */
	SITEMAP_LOC_MOST = 2048
};

typedef struct sitemap_reader {
	status (*page)(void *ctx, const char *loc);    /* a page's URL as it stands there */
	status (*sitemap)(void *ctx, const char *loc); /* a further sitemap's */
	void *ctx;
} sitemap_reader;

/* Calls the reader for what is found until it returns other than OK, which is returned. What is malformed or cut is
 * read as far as it goes. *cut, if wanted: URLs past SITEMAP_URLS_MOST. ERR_MEMORY. */
status sitemap_read(const char *bytes, size_t len, const sitemap_reader *reader, size_t *cut);

#endif
