/* robots — robots.txt: may this crawler fetch that path? (RFC 9309)
 *
 * The groups that name our product token are merged; without one, those of "*" hold. Of the rules that match a path
 * the longest wins, Allow wins a tie, and what no rule matches is allowed. '*' stands for any characters, '$' at the
 * end for the end of the path. Paths are compared in one spelling of percent-escapes. */
#ifndef CRAWLER_WEB_ROBOTS_H
#define CRAWLER_WEB_ROBOTS_H

#include <stdbool.h>
#include <stddef.h>

enum { ROBOTS_BYTES_MOST = 500 * 1024 }; /* what is behind is not read; RFC 9309 §2.5 asks for at least this */

typedef struct robots robots;

/* The rules for agent ("firstprint") in a file of len bytes; yours until robots_free. Anything can be parsed: lines
 * that make no sense are passed over. NULL: out of memory. */
robots *robots_parse(const char *bytes, size_t len, const char *agent);
void robots_free(robots *r); /* accepts NULL */

/* path: with query, from '/', at most URL_LEN_MOST bytes: what is longer only rules without a line allow. NULL rules
 * allow everything; "/robots.txt" is always allowed. Allocates nothing. */
bool robots_allows(const robots *r, const char *path);

/* What a response says of itself in X-Robots-Tag: "noindex, nofollow" for everybody, "firstprint: noindex" for us.
 * value may be NULL. Several headers come joined by commas. Adds to what *noindex and *nofollow say already. */
void robots_read_tag(const char *value, const char *agent, bool *noindex, bool *nofollow);

/* The value of the i-th Sitemap line, whatever group it stands in; NULL: there are no more. */
const char *robots_sitemap(const robots *r, size_t i);

/* Seconds between two requests the group asks for; < 0: none. Not in the RFC, but many sites say it. */
double robots_crawl_delay(const robots *r);

#endif
