/* robots_rules — the rules of one group of robots.txt, and which of them decides about a path.
 *
 *	robots_rules_add(r, "/a*b$", 5, false)   patterns and paths in the normal form of robots.c
 *	robots_rules_sort(r)                     after the last one
 *	robots_rules_decide(r, "/axb")
 *
 * They are tried from the longest to the shortest, each in time linear in the path. One without wildcards looks at no more bytes
 * than it has itself, and a file has few; those with wildcards may look at a limited number of bytes for one decision. */
#ifndef CRAWLER_WEB_ROBOTS_RULES_H
#define CRAWLER_WEB_ROBOTS_RULES_H

#include <stdbool.h>
#include <stddef.h>

enum {
	ROBOTS_RULES_MOST = 20000,        /* further ones are ignored */
	ROBOTS_RULES_BYTES_MOST = 8 << 20 /* path bytes that one decision may try wildcards on: some milliseconds */
};

typedef struct robots_rule {
	char *pattern;
	size_t len; /* of the pattern: the longest match wins */
	bool allow, wild;
} robots_rule;

/* Starts as zeros. */
typedef struct robots_rules {
	robots_rule *items; /* after sort: the longest first; of those, Allow */
	size_t len, room;
} robots_rules;

enum robots_decision {
	ROBOTS_ALLOWS,
	ROBOTS_FORBIDS,
	ROBOTS_TOO_COSTLY /* too many rules with wildcards for so long a path */
};

/* Takes ownership of pattern, which is from malloc. false: out of memory; the pattern is freed. */
bool robots_rules_add(robots_rules *r, char *pattern, bool allow);
void robots_rules_sort(robots_rules *r);
/* Of the rules that match, the longest decides, and Allow wins a tie. */
enum robots_decision robots_rules_decide(const robots_rules *r, const char *path);
void robots_rules_free(robots_rules *r);

#endif
