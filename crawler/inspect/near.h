/* near — prints the articles that are most like one of them: `inspect STORE near URL`. */
#ifndef CRAWLER_INSPECT_NEAR_H
#define CRAWLER_INSPECT_NEAR_H

#include "crawler/console/screen.h"
#include "crawler/inspect/found.h"
#include "judge/near.h"

/* As found_json, with "resemblance", "contained" and "contains"; the caller's to free. NULL: out of memory. */
json_t *near_json(const source *in, const near_article *x, const store_head *h);

/* Prints at most `most` articles of store `in`, pages, drops and past ones, by their resemblance to article `of` of store `from`,
 * which may be the same store; the highest first. Without a full-text index all texts are read, and a sentence on standard error
 * says so. */
status near_print(const source *from, const store_head *of, const source *in, int64_t most, bool json, const screen *to,
		  complaint *why);

#endif
