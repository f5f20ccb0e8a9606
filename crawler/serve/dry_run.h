/* dry_run — judges all articles of a store with another filter, on a thread of its own, and tells what would change. Nothing is
 * changed. */
#ifndef CRAWLER_SERVE_DRY_RUN_H
#define CRAWLER_SERVE_DRY_RUN_H

#include <jansson.h>

#include "base/status.h"

typedef struct dry_run dry_run;

/* file: the store, borrowed. NULL: out of memory. */
dry_run *dry_run_new(const char *file, int jobs, size_t memory);
void dry_run_free(dry_run *d); /* accepts NULL; stops what is running, and waits for it */

/* spec: built-in filters only, for a file is code. ERR_USAGE: it is none of these; ERR_BUSY: one is running. */
status dry_run_start(dry_run *d, const char *spec, complaint *why);

/* {"running": true, "done": 120, "all": 5000}; then {"running": false, "asked": the SPEC as it was asked for, "filter": with all options, "total": how many would be judged
 * otherwise, "changes": the first of them, as `firstprint judge --json` prints them} or {"running": false, "error": "…"}. The caller's
 * to free; NULL: out of memory. */
json_t *dry_run_look(dry_run *d);

#endif
