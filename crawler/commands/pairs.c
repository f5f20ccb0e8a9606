/* pairs — the command: from sorted lines of keys, the pairs of pages that have a key in common. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crawler/commands/commands.h"
#include "crawler/commands/sorted_lines.h"
#include "crawler/files/output.h"

enum { NEWEST = 16 }; /* pages that store a key, the last before the one that asks; a key that more have says little */

typedef struct bucket {
	char of[SORTED_BUCKET];
	uint64_t stored[NEWEST]; /* a ring */
	size_t len;              /* of all that were stored */
	sorted_total total;
} bucket;

static bool put_pairs(bucket *b, uint64_t later)
{
	const uint8_t stage = (uint8_t)strtoul((char[]){b->of[0], b->of[1], '\0'}, NULL, 16);
	size_t n = b->len < NEWEST ? b->len : NEWEST;

	for (size_t i = 0; i < n; i++) {
		const sorted_pair pair = {later, b->stored[(b->len - 1 - i) % NEWEST], stage};

		if (pair.earlier >= later)
			continue;
		if (sorted_put_pair(stdout, &pair) < 0)
			return false;
		b->total.pairs++;
	}
	return true;
}

static status take_line(bucket *b, const char *line, size_t len, complaint *why)
{
	uint64_t id;
	char is;

	if (!sorted_read_key(line, len, &id, &is))
		return complain(why, ERR_FORMAT, "standard input: '%.*s' is no line of 'firstprint keys'",
				(int)(len < 40 ? len : 40), line);
	if (memcmp(b->of, line, SORTED_BUCKET) > 0)
		return complain(why, ERR_FORMAT, "standard input: its lines are not sorted: use LC_ALL=C sort");
	if (memcmp(b->of, line, SORTED_BUCKET) != 0)
		b->len = 0;
	memcpy(b->of, line, SORTED_BUCKET);
	sorted_add_key(line, &b->total.keys);
	if (is != 'S' && !put_pairs(b, id))
		return output_failed(why);
	if (is != 'A')
		b->stored[b->len++ % NEWEST] = id;
	return OK;
}

int pairs_command(const settings *s, complaint *why)
{
	bucket b = {.of = ""};
	char *line = NULL;
	size_t room = 0;
	ssize_t len;
	status err = s->operands_len ? complain(why, ERR_USAGE, "pairs reads sorted lines of keys from standard input") : OK;

	while (!err && (len = getline(&line, &room, stdin)) > 0)
		err = take_line(&b, line, (size_t)len - (line[len - 1] == '\n'), why);
	if (!err && ferror(stdin))
		err = complain(why, ERR_IO, "standard input: cannot be read: %s", strerror(errno));
	if (!err && (sorted_put_total(stdout, &b.total) < 0 || fflush(stdout) != 0))
		err = output_failed(why);
	free(line);
	return err;
}
