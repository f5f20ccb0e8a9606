/* compared — the page that the numbers of a drop's verdict speak of. It is the drop's original, unless that page became a drop itself
 * by a person's decision: its drops are then drops of its new original, and "compared-with" in their evidence has its id. */
#ifndef CRAWLER_INSPECT_COMPARED_H
#define CRAWLER_INSPECT_COMPARED_H

#include <jansson.h>

#include "crawler/inspect/source.h"

/* Sets "of" and "of_url" of a row of a drop to those of the page that its numbers speak of. *moved: they were others. */
status compared_with(const source *from, json_t *drop, bool *moved);

#endif
