/* sorted_lines — the lines between `keys`, `pairs` and `decide-pairs`, as any sort of lines by their bytes orders them (LC_ALL=C sort):
 *
 *	key    STAGE(2) KEY(10) ID(15) S|A|B        the page stores the key, asks for it, or both
 *	pair   LATER(15) EARLIER(15) STAGE(2)       the two have a key in common; once for each such key
 *	total  ! KEYS(15) SUM(15) PAIRS(15)         `pairs` has read so many lines, with this sum of their hashes, and printed so many; a sort
 *	                                            brings it to the front
 *
 * Numbers are hexadecimal, with the digits in parentheses; there is nothing between them. */
#ifndef CRAWLER_COMMANDS_SORTED_LINES_H
#define CRAWLER_COMMANDS_SORTED_LINES_H

#include <stdio.h>

#include "crawler/batch/signature_file.h"
#include "plugin/filter.h"

enum {
	SORTED_KEY = 28,
	SORTED_PAIR = 32,
	SORTED_TOTAL = 46,
	SORTED_BUCKET = 12
}; /* bytes without the line feed; those that are equal in a bucket */

typedef struct sorted_pair {
	uint64_t later, earlier;
	uint8_t stage;
} sorted_pair;

typedef struct sorted_total {
	key_lines keys;
	uint64_t pairs;
} sorted_total;

/* < 0: it cannot be written. */
int sorted_put_key(FILE *to, const filter_key *key, uint64_t id, key_lines *sum); /* adds the line to the sum */
int sorted_put_pair(FILE *to, const sorted_pair *pair);
int sorted_put_total(FILE *to, const sorted_total *total);

/* Adds such a line of keys to the sum. */
void sorted_add_key(const char *line, key_lines *sum);

/* A line without its line feed; false: it is none. is: 'S', 'A' or 'B'. */
bool sorted_read_key(const char *line, size_t len, uint64_t *id, char *is);
bool sorted_read_pair(const char *line, size_t len, sorted_pair *out);
bool sorted_read_total(const char *line, size_t len, sorted_total *out);

#endif
