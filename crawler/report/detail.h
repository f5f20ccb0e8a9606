/* detail — all about one drop that is to be seen: why it was dropped, in sentences, and how its text differs from its original's. */
#ifndef CRAWLER_REPORT_DETAIL_H
#define CRAWLER_REPORT_DETAIL_H

#include <jansson.h>

#include "crawler/inspect/source.h"

/* {"why": ["…"], "otherwise": ["…"], "same": 120, "removed": 3, "added": 1, "left": 0, "parts": [["=", "…"], ["-", "…"], ["+", "…"], ["…", 80]]}
 *
 * Of parts, "=" is in both, "-" only in the original, "+" only in the drop, and "…" stands for so many words and marks that are in
 * both; the title is the first line. `left`: changes that are left out, where the parts before have `most` bytes already.
 *
 * The caller's to free; NULL: out of memory. ERR_MISSING: id is no drop (any more). */
status detail_of(const source *from, uint64_t id, size_t most, json_t **out);

/* The parts alone, for two articles: which need be no drop and original. */
status detail_diff(const source *from, uint64_t a, uint64_t b, size_t most, json_t **out);

#endif
