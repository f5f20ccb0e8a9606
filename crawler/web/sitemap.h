/* sitemap — reads the URLs of a sitemap: <urlset> and <sitemapindex> of sitemaps.org, RSS, Atom, or plain text with one URL per
 * line. The file may be gzipped, even twice, and is in UTF-8 or UTF-16. Other text may precede the XML. libxml2 reads it as a
 * stream; entities that the document declares are ignored, and nothing is loaded from the network. */
#ifndef CRAWLER_WEB_SITEMAP_H
#define CRAWLER_WEB_SITEMAP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/status.h"

enum {
	SITEMAP_URLS_MOST = 50000,     /* of one file; the limit of the protocol */
	SITEMAP_BYTES_MOST = 50 << 20, /* after decompression; the rest is cut off */
	SITEMAP_LOC_MOST = 8192        /* of one URL with the white space around it; a longer one is left out */
};

typedef struct sitemap_reader {
	/* loc: the URL of a page, or of a further sitemap, as written; valid during the call. */
	status (*url)(void *ctx, const char *loc, bool is_sitemap);
	void *ctx;
} sitemap_reader;

/* The text of a file: unpacked, without a byte order mark, in UTF-8 unless its XML declares something else. Borrows from the
 * file. */
typedef struct sitemap_text {
	const char *bytes;
	size_t len;
	bool is_cut; /* damaged, or longer than SITEMAP_BYTES_MOST: the text ends before the first incomplete URL */
	buffer unpacked;
	arena *memory;
} sitemap_text;

/* ERR_MEMORY: *out need not be freed. */
status sitemap_text_of(const char *bytes, size_t len, sitemap_text *out);
void sitemap_text_free(sitemap_text *t);
/* Is it an XML sitemap or feed? If not, it may be a list of URLs. */
bool sitemap_is_xml(const sitemap_text *t);
status sitemap_read_text(const sitemap_text *t, const sitemap_reader *reader, size_t *cut); /* as sitemap_read */

/* Calls the reader for each URL until it returns something other than OK, and then returns that. Reads a malformed or truncated
 * file as far as possible. *cut: how many URLs were left out: those beyond SITEMAP_URLS_MOST, and those that are too long; one more
 * if the file is cut. cut may be NULL. ERR_MEMORY. */
status sitemap_read(const char *bytes, size_t len, const sitemap_reader *reader, size_t *cut);

/* Is it a sitemap or feed, or a list of nothing but web URLs? */
bool sitemap_is(const char *bytes, size_t len);

#endif
