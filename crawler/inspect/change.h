/* change — how another filter would judge an article, as `firstprint judge --json` prints it. */
#ifndef CRAWLER_INSPECT_CHANGE_H
#define CRAWLER_INSPECT_CHANGE_H

#include <jansson.h>

#include "store/ask.h"

/* Converts a row of ASK_JUDGED_CHANGES: {"id", "url", "name", "was": {"verdict", "of"}, "now": {"verdict", "of", "filter", "stage",
 * "score", "evidence"}}. NULL: out of memory. */
json_t *change_json(const store_value *row);

#endif
