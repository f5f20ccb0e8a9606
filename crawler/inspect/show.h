/* show — prints everything known about a URL or an article: `inspect STORE show 12`. */
#ifndef CRAWLER_INSPECT_SHOW_H
#define CRAWLER_INSPECT_SHOW_H

#include "crawler/inspect/source.h"

/* Prints one row for each table that has it, with the text of articles. what: see found.h. ERR_MISSING: the store has never seen
 * it. */
status show(const source *from, const char *what, bool json);

#endif
