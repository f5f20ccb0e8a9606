/* known — the articles of a run that stores none: their ids in the input and, for revisits, their verdicts. */
#ifndef CRAWLER_BATCH_KNOWN_H
#define CRAWLER_BATCH_KNOWN_H

#include "base/table.h"
#include "judge/judge.h"

/* Starts as zeros. */
typedef struct known {
	arena *memory;
	struct known_article *articles; /* ascending by id */
	size_t len, room;
	table places;  /* WARC records: by URL, the id of the last one */
	bool is_apart; /* each was compared with the pages of a store alone (--against), which its verdict names */
} known;

void known_close(known *k);

/* Adds an article. name: its id in the input, as JSON. url: by which a revisit may refer to it; NULL: none will. Both are copied.
 * Ids come in ascending order. ERR_MEMORY. */
status known_add(known *k, const judgement *j, const char *name, const char *url);
/* Returns NULL if it is not an article of this run, but of another crawler (--shared). */
const char *known_name(const known *k, uint64_t id);

/* Makes the verdict about a page at url that repeats the page at `of`: a duplicate of that page or, if that page is a drop or is_apart, its
 * verdict. Its texts are static. From now on, url also refers to that page. ERR_MISSING: there is no such page;
 * ERR_MEMORY. */
status known_revisit(known *k, const char *url, const char *of, store_reason *out);

#endif
