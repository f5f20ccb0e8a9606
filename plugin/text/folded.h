/* folded — a text without what makes no difference in a short one: capitals, punctuation, mark-up. */
#ifndef PLUGIN_TEXT_FOLDED_H
#define PLUGIN_TEXT_FOLDED_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

/* The letters and digits in folded case, with one space for whatever stands between them; also signs of currencies and of
 * shares (€, %), and the marks inside a number (3.5, 10:30). In a. Empty: the text has none. Pure. ERR_MEMORY. */
status folded_text(firstprint_span text, arena *a, firstprint_span *out);

/* Takes what a folded text repeats of its page's URL out of it: the path and its last segment, unless the
 * page's title has that or is empty; the values of the query, and a date. "The page /a/b was not found" says as little as "The page was
 * not found". In a. *found: did it repeat any? ERR_MEMORY. */
status folded_without_url(firstprint_span folded, const firstprint_page *page, arena *a, firstprint_span *out, bool *found);

#endif
