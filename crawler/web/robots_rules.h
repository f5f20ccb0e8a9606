/* robots_rules — the rules of one group of robots.txt, and which of them decides about a path.
 *
 *	robots_rules_add(r, "/a*b$", 5, false)   patterns and paths in the normal form of robots.c
 *	robots_rules_sort(r)                     after the last one
 *	robots_rules_decide(r, "/axb")
 *
 * Rules without wildcards are prefixes: one binary search finds the longest prefix of a path. Rules with wildcards are tried from
 * the longest to the shortest, each in time linear in the path. Some files have 20,000 rules, so one decision may look at a limited
 * number of bytes. */
#ifndef CRAWLER_WEB_ROBOTS_RULES_H
#define CRAWLER_WEB_ROBOTS_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	ROBOTS_RULES_MOST = 20000,        /* further ones are ignored */
	ROBOTS_RULES_BYTES_MOST = 8 << 20 /* path bytes that one decision may look at: some milliseconds */
};

typedef struct robots_rule {
	char *pattern;
	size_t len;    /* of the pattern: the longest match wins */
	size_t parent; /* of a prefix: the longest other rule that is a prefix of this one; SIZE_MAX: none */
	bool allow, wild;
} robots_rule;

/* Starts as zeros. */
typedef struct robots_rules {
	robots_rule *items; /* after sort: prefixes in byte order, then those with wildcards, the longest first */
	size_t len, room, prefixes;
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
