/* robots_rules — the rules of one group of robots.txt: which of them decides about a path?
 *
 *	robots_rules_add(r, "/a*b$", 5, false)   patterns and paths in the normal form of robots.c
 *	robots_rules_sort(r)                     after the last one
 *	robots_rules_decide(r, "/axb")
 *
 * Rules without wildcards are prefixes: the longest one of a path is found by one binary search. Those with wildcards are tried from
 * the longest to the shortest, each in time linear in the path. Files have 20,000 rules; so the bytes that are looked at for one path
 * are counted, and there is a limit. */
#ifndef CRAWLER_WEB_ROBOTS_RULES_H
#define CRAWLER_WEB_ROBOTS_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	ROBOTS_RULES_MOST = 20000,        /* further ones are not kept */
	ROBOTS_RULES_BYTES_MOST = 8 << 20 /* of the path, for one decision: some milliseconds */
};

typedef struct robots_rule {
	char *pattern;
	size_t len;    /* of the pattern: the longest match wins */
	size_t parent; /* of prefixes: the longest other one that is a prefix of this one; SIZE_MAX: none */
	bool allow, wild;
} robots_rule;

/* Starts as zeros. */
typedef struct robots_rules {
	robots_rule *items; /* after sort: prefixes in the order of their bytes, then those with wildcards, the longest first */
	size_t len, room, prefixes;
} robots_rules;

enum robots_decision {
	ROBOTS_ALLOWS,
	ROBOTS_FORBIDS,
	ROBOTS_TOO_COSTLY /* there are too many rules with wildcards for a path so long */
};

/* Takes over the pattern, which is from malloc. false: out of memory; the pattern is freed. */
bool robots_rules_add(robots_rules *r, char *pattern, bool allow);
void robots_rules_sort(robots_rules *r);
/* Of the rules that match, the longest decides, and Allow wins a tie. */
enum robots_decision robots_rules_decide(const robots_rules *r, const char *path);
void robots_rules_free(robots_rules *r);

#endif
