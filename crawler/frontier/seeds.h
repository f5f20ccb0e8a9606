/* seeds — the URLs where a crawl starts, from the command line and from files with one URL per line and # comments. */
#ifndef CRAWLER_FRONTIER_SEEDS_H
#define CRAWLER_FRONTIER_SEEDS_H

#include "base/status.h"
#include "crawler/web/url.h"

typedef struct seeds_reader {
	/* Called for each seed. Reading stops when it returns something other than OK. */
	status (*seed)(void *ctx, const url_parts *seed);
	/* Called for each line that is not a seed, with "seeds/news.txt:12: not a URL: htp://x"; reading goes on. The message
	 * contains the line as it is: clean it before printing. */
	void (*refused)(void *ctx, const char *message);
	void *ctx;
} seeds_reader;

/* operand: a URL, or the name of a file of URLs; "-": standard input. A comment begins with '#' at the start of a line or after
 * white space; text after a tab is ignored. The file may be gzipped or in UTF-16. It may also be a sitemap or feed, whose URLs are
 * then the seeds; such a file has SITEMAP_BYTES_MOST at most. ERR_USAGE: neither a URL nor a readable file, and why names it;
 * ERR_MEMORY; or what the reader returned. */
status seeds_read(const char *operand, const seeds_reader *r, complaint *why);

#endif
