/* traps — URLs that a site can make without end: what is refused before it is asked for, on every host.
 *
 *	/a/b/a/b/a/b        the same segments over and over, from relative links that go wrong
 *	/calendar/2931/07   days nobody has planned yet
 *	?PHPSESSID=…        a variant: the same page under another URL, whose plain one is taken instead
 *
 * --traps follow turns them off. What a host's own drops teach is in url_rules.h. */
#ifndef CRAWLER_FRONTIER_TRAPS_H
#define CRAWLER_FRONTIER_TRAPS_H

#include "base/arena.h"
#include "crawler/web/url.h"

enum {
	TRAP_SEGMENTS_MOST = 20,   /* of a path; Heritrix' preset */
	TRAP_REPEATS_MOST = 2,     /* of one segment, or of several in a row; Heritrix' preset */
	TRAP_PARAMETERS_MOST = 24, /* of a query */
	TRAP_YEARS_AHEAD = 2,
};

/* NULL: none; else why the URL is left alone, static: "repeating path", "long path", "many parameters", "calendar".
 * year is the present one. */
const char *trap_of(const url_parts *u, int year);

/* Is it a variant by the names of its parameters: a session id, a sort order, a tracking mark? *plain is then the URL
 * without them, in a, and the result says what it was, static; NULL: it is no variant, or there is no memory. */
const char *trap_variant(const char *url, arena *a, const char **plain);

#endif
