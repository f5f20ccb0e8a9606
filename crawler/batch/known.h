/* known — the articles of a run without a store: their ids in the input and, for revisits, their verdicts. */
#ifndef CRAWLER_BATCH_KNOWN_H
#define CRAWLER_BATCH_KNOWN_H

#include "base/table.h"
#include "judge/judge.h"

/* Starts as zeros. */
typedef struct known {
	arena *memory;
	struct known_article *articles; /* ascending by id */
	size_t len, room;
	table places; /* WARC records: by URL, the id of the last one */
} known;

void known_close(known *k);

/* name: its id in the input, as JSON. url: by which a revisit may refer to it; NULL: none will. Both are copied. Ids come in
 * ascending order. ERR_MEMORY. */
status known_add(known *k, const judgement *j, const char *name, const char *url);
/* NULL: it is no article of this run, but of another crawler (--shared). */
const char *known_name(const known *k, uint64_t id);

/* The verdict about a page at url that repeats the one at `of`: a duplicate of it or, if that is a drop, what that is. Its texts are
 * static. url stands for that page from now on. ERR_MISSING: there is no such page; ERR_MEMORY. */
status known_revisit(known *k, const char *url, const char *of, store_reason *out);

#endif
