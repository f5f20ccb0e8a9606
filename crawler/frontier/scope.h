/* scope — which URLs belong to a crawl, by their distance to a seed.
 *
 *	host    scheme, host name and port of a seed           domain  registrable domain of a seed (Public Suffix List)
 *	prefix  in or below the folder of a seed               any     every URL
 *
 * --include and --exclude, patterns (base/pattern.h) on the whole URL, apply as well, but not to the seeds themselves. */
#ifndef CRAWLER_FRONTIER_SCOPE_H
#define CRAWLER_FRONTIER_SCOPE_H

#include "base/status.h"
#include "crawler/web/url.h"

enum scope_kind { SCOPE_HOST, SCOPE_DOMAIN, SCOPE_PREFIX, SCOPE_ANY };

typedef struct scope scope;

/* include and exclude may be NULL. ERR_USAGE: a bad regular expression, named in why. */
status scope_open(enum scope_kind kind, const char *include, const char *exclude, scope **out, complaint *why);
void scope_close(scope *s); /* accepts NULL */

/* Adds a seed: URLs near it are in scope from now on. ERR_MEMORY. */
status scope_add_seed(scope *s, const url_parts *seed);

/* Returns NULL if the URL is in scope; otherwise the reason why not, static: "out of scope", "excluded", "not included". */
const char *scope_refuses(const scope *s, const url_parts *u);

/* Calls tell with each pattern that has matched no URL so far, in the form of pattern_shown. */
void scope_tell_unused(const scope *s, void (*tell)(const char *pattern));

#endif
