/* shared_status — the state of a shared index, its stores, and the parts of a crawl: as text, or as JSON. */
#ifndef CRAWLER_COMMANDS_SHARED_STATUS_H
#define CRAWLER_COMMANDS_SHARED_STATUS_H

#include "cluster/client.h"
#include "crawler/console/settings.h"

/* Prints it on standard output. Errors of client_info. */
status shared_print_status(const settings *s, client *c, arena *a, complaint *why);

#endif
