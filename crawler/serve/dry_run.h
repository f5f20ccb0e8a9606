/* dry_run — judges all articles of a store with another filter, on a thread of its own, and reports what would change. It changes
 * nothing. */
#ifndef CRAWLER_SERVE_DRY_RUN_H
#define CRAWLER_SERVE_DRY_RUN_H

#include <jansson.h>

#include "crawler/serve/serve.h"

typedef struct dry_run dry_run;

/* settings: borrowed. NULL: out of memory. */
dry_run *dry_run_new(const serve_settings *settings);
void dry_run_free(dry_run *d); /* accepts NULL; stops a running dry run, and waits for it */

/* Starts a dry run. spec: built-in filters only, because loading a file runs its code. ERR_USAGE: another SPEC; ERR_BUSY: one is
 * running. */
status dry_run_start(dry_run *d, const char *spec, complaint *why);

/* Returns {"running": true, "done": 120, "all": 5000}; after the end {"running": false, "asked": the SPEC as given, "filter": the
 * SPEC with all options, "total": how many verdicts would change, "changes": the first of them, as `firstprint judge --json` prints
 * them} or {"running": false, "error": "…"}. Yours to free; NULL: out of memory. */
json_t *dry_run_look(dry_run *d);

#endif
