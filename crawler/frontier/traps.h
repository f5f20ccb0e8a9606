/* traps — crawler traps: URLs that a site can produce in endless number. The crawler refuses them without a request.
 *
 *	/a/b/a/b/a/b        repeated segments, from broken relative links
 *	/calendar/2931/07   dates in the far future
 *	?PHPSESSID=…        a variant: another URL of the same page; its plain URL is fetched instead
 *
 * These hold for every host. The rules learned about one host from its duplicates are in url_rules.h. --traps follow turns both
 * off. */
#ifndef CRAWLER_FRONTIER_TRAPS_H
#define CRAWLER_FRONTIER_TRAPS_H

#include "base/arena.h"
#include "crawler/web/url.h"

enum {
	TRAP_SEGMENTS_MOST = 20, /* of a path; the default of Heritrix */
	TRAP_REPEATS_MOST =
		2, /* how often a segment, or a series of segments, may be repeated in a row; the default of Heritrix */
	TRAP_PARAMETERS_MOST = 24, /* of a query */
	TRAP_YEARS_AHEAD = 2,      /* a later year is a trap */
};

/* All reasons that the functions below return; NULL ends them. */
extern const char *const trap_reasons[];

/* Returns NULL if it is not a trap; otherwise the reason, static: "repeating path", "long path", "many parameters", "calendar".
 * year: the current one. */
const char *trap_of(const url_parts *u, int year);

/* Is this the name of a parameter that makes no difference on most sites, such as "sort" or "session_id"? */
bool trap_is_likely(const char *name, size_t len);

/* Do the parameters make the URL a variant? A session id counts only if it looks random. Returns what was found, static: "session
 * id", "sort order", "tracking mark"; *plain is then the URL without any of these, in a. NULL: it is not a variant, or out of
 * memory. */
const char *trap_variant(const char *url, arena *a, const char **plain);

#endif
