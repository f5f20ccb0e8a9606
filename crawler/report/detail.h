/* detail — the details of one drop: why it was dropped, in sentences, and how its text differs from its original's. */
#ifndef CRAWLER_REPORT_DETAIL_H
#define CRAWLER_REPORT_DETAIL_H

#include <jansson.h>

#include "crawler/inspect/source.h"

/* {"why": ["…"], "otherwise": ["…"], "same": 120, "removed": 3, "added": 1, "left": 0, "parts": [["=", "…"], ["-", "…"], ["+", "…"], ["…", 80]]}
 *
 * In parts, "=" is in both, "-" only in the original, "+" only in the drop, and "…" replaces this many words and punctuation marks
 * that are in both; the title is the first line. `left`: how many changes are left out, because the parts before already have
 * `most` bytes.
 *
 * Adds these fields to out. ERR_MISSING: id is not a drop (any more). */
status detail_of(const source *from, uint64_t id, size_t most, json_t *out);

/* Adds the fields from "same" on, for any two articles. */
status detail_diff(const source *from, uint64_t a, uint64_t b, size_t most, json_t *out);

#endif
