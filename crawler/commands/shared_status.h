/* shared_status — what a shared memory has, who shares it, and what the parts of a crawl do: as text, or as JSON. */
#ifndef CRAWLER_COMMANDS_SHARED_STATUS_H
#define CRAWLER_COMMANDS_SHARED_STATUS_H

#include "cluster/memory.h"
#include "crawler/console/settings.h"

/* To standard output. Errors as of memory_info. */
status shared_print_status(const settings *s, memory *m, arena *a, complaint *why);

#endif
