/* robots — robots.txt (RFC 9309): may this crawler fetch a path?
 *
 * All groups that name our product token are merged; if there are none, those for "*" apply. Of the rules that match a
 * path the longest wins, and Allow wins a tie. A path that no rule matches is allowed. In a rule '*' stands for any
 * characters, and '$' at its end for the end of the path. Misspellings that Google's parser accepts are accepted, too. Paths and
 * rules are compared in the normal form of percent.h. */
#ifndef CRAWLER_WEB_ROBOTS_H
#define CRAWLER_WEB_ROBOTS_H

#include <stdbool.h>
#include <stddef.h>

enum {
	ROBOTS_BYTES_MOST = 500 * 1024, /* the rest of a file is not read; RFC 9309 §2.5 requires at least this */
	ROBOTS_RULES_MOST = 20000,      /* further rules of a group are ignored */
};

typedef struct robots robots;

enum robots_decision {
	ROBOTS_ALLOWS,
	ROBOTS_FORBIDS,
	ROBOTS_TOO_COSTLY /* too many rules with wildcards for so long a path */
};

/* Returns the rules for agent, a product token ("firstprint"), in a file of len bytes; free them with robots_free. Bad input is no
 * error: lines that cannot be understood are ignored. NULL: out of memory. */
robots *robots_parse(const char *bytes, size_t len, const char *agent);
void robots_free(robots *r); /* accepts NULL */

/* path begins with '/' and includes the query; a path longer than URL_LEN_MOST bytes is allowed only if there are no rules for us.
 * r NULL: everything is allowed. "/robots.txt" is always allowed. Allocates nothing. */
enum robots_decision robots_decide(const robots *r, const char *path);
bool robots_allows(const robots *r, const char *path); /* is it ROBOTS_ALLOWS? */

/* Returns the value of the i-th Sitemap line, from 0, in any group; valid until robots_free. NULL: there are no more. r may be
 * NULL. */
const char *robots_sitemap(const robots *r, size_t i);

/* Returns the Crawl-delay: the seconds between two requests that the site asks for; < 0: it asks for none. It is not in the RFC,
 * but common. r may be NULL. */
double robots_crawl_delay(const robots *r);

#endif
