/* named — the URLs and names that the caller gave to the articles of a handle without a store. */
#ifndef LIBRARY_NAMED_H
#define LIBRARY_NAMED_H

#include "base/arena.h"
#include "base/status.h"

/* Starts as zeros. */
typedef struct named {
	arena *memory;
	struct named_article *articles; /* by id; ids start at 1 */
	size_t len, room;
} named;

void named_close(named *n);

/* Adds the article with the next id. Both are copied; NULL: it has none. ERR_MEMORY. */
status named_add(named *n, const char *url, const char *name);
/* Forgets all but the first `len` articles; does not free their memory. */
void named_cut(named *n, size_t len);
/* NULL: it has none, or there is no such article. */
const char *named_url(const named *n, uint64_t id);
const char *named_name(const named *n, uint64_t id);

#endif
