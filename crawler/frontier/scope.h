/* scope — which URLs belong to a crawl: those near its seeds.
 *
 *	host    same scheme, name and port as a seed's         domain  same registrable domain (Public Suffix List)
 *	prefix  below a seed's folder                          any     everywhere
 *
 * --include and --exclude, POSIX extended regular expressions, are asked as well; seeds are always in. */
#ifndef CRAWLER_FRONTIER_SCOPE_H
#define CRAWLER_FRONTIER_SCOPE_H

#include <stdbool.h>

#include "base/status.h"
#include "crawler/web/url.h"

enum scope_kind { SCOPE_HOST, SCOPE_DOMAIN, SCOPE_PREFIX, SCOPE_ANY };

typedef struct scope scope;

/* include and exclude may be NULL. ERR_USAGE: a bad regular expression, named in why. */
status scope_open(enum scope_kind kind, const char *include, const char *exclude, scope **out, complaint *why);
void scope_close(scope *s); /* accepts NULL */

/* What is near this URL is in from now on. ERR_MEMORY. */
status scope_add_seed(scope *s, const url_parts *seed);

/* NULL: the URL is in; else why it is not, static: "out of scope", "excluded", "not included". */
const char *scope_refuses(const scope *s, const url_parts *u);

#endif
