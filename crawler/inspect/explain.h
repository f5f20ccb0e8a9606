/* explain — every decision about a URL or an article, in sentences: `inspect STORE explain URL`. */
#ifndef CRAWLER_INSPECT_EXPLAIN_H
#define CRAWLER_INSPECT_EXPLAIN_H

#include "crawler/console/screen.h"
#include "crawler/inspect/source.h"

/* what: see found.h. ERR_MISSING: the store has never seen it. */
status explain(const source *from, const char *what, bool json, const screen *to);

#endif
