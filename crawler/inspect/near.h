/* near — prints the articles that are most similar to one article: `inspect STORE near URL`. */
#ifndef CRAWLER_INSPECT_NEAR_H
#define CRAWLER_INSPECT_NEAR_H

#include "crawler/console/screen.h"
#include "crawler/inspect/found.h"
#include "judge/near.h"

/* Like found_json, with "resemblance", "contained" and "contains"; yours to free. NULL: out of memory. */
json_t *near_json(const source *in, const near_article *x, const store_head *h);

/* Prints at most `most` articles of store `in` (pages, drops and past ones), by resemblance to article `of` of store `from`,
 * highest first. Both may be the same store. Without a full-text index it reads all texts, and says so on standard error. */
status near_print(const source *from, const store_head *of, const source *in, int64_t most, bool json, const screen *to,
		  complaint *why);

#endif
