/* seeds — where a crawl starts: URLs on the command line, and files of URLs, one a line, # comments. */
#ifndef CRAWLER_FRONTIER_SEEDS_H
#define CRAWLER_FRONTIER_SEEDS_H

#include "base/status.h"
#include "crawler/web/url.h"

typedef struct seeds_reader {
	/* A seed was read; stops the reading when it returns other than OK. */
	status (*seed)(void *ctx, const url_parts *seed);
	/* A line is no seed: "seeds/news.txt:12: not a URL: htp://x". The reading goes on. The
	 * line stands in it as it came: make it clean before a person sees it. */
	void (*refused)(void *ctx, const char *message);
	void *ctx;
} seeds_reader;

/* operand: a URL, or the name of a file of URLs ("-": standard input). Comments start with '#' at the start of a line
 * or behind white space. ERR_USAGE, with the operand in why: neither a URL nor a readable file. */
status seeds_read(const char *operand, const seeds_reader *r, complaint *why);

#endif
