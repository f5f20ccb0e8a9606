/* directives — what the owner of a page asks of crawlers, in <meta name=robots> and in the header X-Robots-Tag: whether it may be
 * stored, and whether its links may be followed. As Google documents them ("Robots meta tag, data-nosnippet, and X-Robots-Tag
 * specifications"): directives are separated by commas, some have a value after a colon, and what forbids something wins. */
#ifndef PURIFY_DIRECTIVES_H
#define PURIFY_DIRECTIVES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

enum {
	DIRECTIVES_DATES_MOST = 8, /* dates of one page that are kept */
	DIRECTIVES_DATE_LEN = 64,  /* bytes of a date; a longer one is none */
};

/* Starts as {0}. */
typedef struct directives {
	bool noindex, nofollow;
	const char *dates; /* those of unavailable_after, as written, one per line; NULL: none */
	size_t dates_len;  /* how many */
} directives;

/* Adds the directives in the content of a <meta>. Dates live in a. Out of memory, some are missing, and arena_exhausted tells. */
void directives_read(directives *d, const char *content, arena *a);

/* Adds those in the values of X-Robots-Tag, one header per line; NULL: there are none. "name: noindex, nofollow" asks only the
 * crawler of this name, up to the next name or the end of the line; every name that is no directive with a value is one. agent: our
 * product token; NULL: no name is ours. */
void directives_read_header(directives *d, const char *values, const char *agent, arena *a);

#endif
