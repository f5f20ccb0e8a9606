/* sorted_lines — the lines between `keys`, `pairs` and `decide-pairs`, as any sort of lines by their bytes orders them (LC_ALL=C sort):
 *
 *	key    STAGE(2) KEY(10) ID(15) S|A|B        the page stores the key, asks for it, or both
 *	pair   LATER(15) EARLIER(15) STAGE(2)       the two have a key in common; once for each such key
 *
 * Numbers are hexadecimal, with the digits in parentheses; there is nothing between them. */
#ifndef CRAWLER_COMMANDS_SORTED_LINES_H
#define CRAWLER_COMMANDS_SORTED_LINES_H

#include <stdio.h>

#include "plugin/filter.h"

enum {
	SORTED_KEY = 28,
	SORTED_PAIR = 32,
	SORTED_BUCKET = 12
}; /* bytes without the line feed; those that are equal in a bucket */

typedef struct sorted_pair {
	uint64_t later, earlier;
	uint8_t stage;
} sorted_pair;

/* < 0: it cannot be written. */
int sorted_put_key(FILE *to, const filter_key *key, uint64_t id);
int sorted_put_pair(FILE *to, const sorted_pair *pair);

/* A line without its line feed; false: it is none. is: 'S', 'A' or 'B'. */
bool sorted_read_key(const char *line, size_t len, uint64_t *id, char *is);
bool sorted_read_pair(const char *line, size_t len, sorted_pair *out);

#endif
