/* get — one page from the web, whose redirects are followed. */
#ifndef CRAWLER_WEB_GET_H
#define CRAWLER_WEB_GET_H

#include "base/arena.h"
#include "crawler/web/fetch.h"

typedef struct got {
	const char *url; /* that the page came from; in the arena */
	fetch_result result;
} got;

/* typed: a URL, whose scheme may be missing. Waits for the answer; stop_fd: as soon as it is readable, no longer; −1: none. Free
 * out->result with fetch_result_free. ERR_USAGE: not a URL; ERR_IO: no page came, and why says what did; ERR_MISSING: stop_fd; ERR_MEMORY. */
status get_page(const fetch_settings *settings, const char *typed, int stop_fd, arena *a, got *out, complaint *why);

#endif
