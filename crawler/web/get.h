/* get — fetches one page from the web and follows redirects. */
#ifndef CRAWLER_WEB_GET_H
#define CRAWLER_WEB_GET_H

#include "base/arena.h"
#include "crawler/web/fetch.h"

typedef struct got {
	const char *url; /* of the page, after redirects; in the arena */
	fetch_result result;
} got;

/* typed: a URL, whose scheme may be missing. Waits for the page, but no longer than until stop_fd is readable; −1: none. Free
 * out->result with fetch_result_free. ERR_USAGE: not a URL; ERR_IO: there is no page, and why says what came instead; ERR_MISSING:
 * stop_fd became readable; ERR_MEMORY. */
status get_page(const fetch_settings *settings, const char *typed, int stop_fd, arena *a, got *out, complaint *why);

#endif
