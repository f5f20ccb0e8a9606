/* explain — every decision about a URL or an article, in sentences: `inspect STORE explain URL`. */
#ifndef CRAWLER_INSPECT_EXPLAIN_H
#define CRAWLER_INSPECT_EXPLAIN_H

#include <jansson.h>

#include "crawler/console/screen.h"
#include "crawler/inspect/source.h"

/* Adds "url", "store" if there are several, and "steps": [{"about": "robots", "text": "…"}] to out. what: see found.h. ERR_MISSING: the
 * store has never seen it. */
status explain_read(const source *from, const char *what, json_t *out);
/* Prints the same, for people or as JSON. */
status explain(const source *from, const char *what, bool json, const screen *to);

#endif
