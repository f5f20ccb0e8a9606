/* summary — the counts of a store, its largest groups of duplicates, and commands that show more. Printed at the end of
 * a crawl and by `inspect STORE`. */
#ifndef CRAWLER_CONSOLE_SUMMARY_H
#define CRAWLER_CONSOLE_SUMMARY_H

#include <jansson.h>

#include "store/ask.h"

/* Prints it on standard output. paths: of the store, or of all that it stands for, as they are named there and in the suggested
 * commands; n: at least 1. ERR_IO, ERR_MEMORY. */
status summary_print(store *st, const char *const *paths, size_t n);
/* {"fetched": 12, …}: the counts alone; *out is the caller's to free. ERR_MEMORY, and errors of the store. */
status summary_counts(store *st, json_t **out);
/* The same and the stages, as one line of JSON; with the path as "store" or, if n is above 1, all as "stores". n may be 0. ERR_IO. */
status summary_print_json(store *st, const char *const *paths, size_t n);

#endif
