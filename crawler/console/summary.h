/* summary — the counts of a store, its largest groups of duplicates, and commands that show more. Printed at the end of
 * a crawl and by `inspect STORE`. */
#ifndef CRAWLER_CONSOLE_SUMMARY_H
#define CRAWLER_CONSOLE_SUMMARY_H

#include "store/ask.h"

/* Prints it on standard output. path: how the store is named there and in the suggested commands. ERR_IO, ERR_MEMORY. */
status summary_print(store *st, const char *path);
/* The counts alone, as one line of JSON; with the store's path, unless it is NULL. ERR_IO. */
status summary_print_json(store *st, const char *path);

#endif
