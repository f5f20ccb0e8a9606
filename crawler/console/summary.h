/* summary — the counts of a store, its largest groups of duplicates, and commands that show more. A crawl prints it at its
 * end, and so does `inspect STORE`. */
#ifndef CRAWLER_CONSOLE_SUMMARY_H
#define CRAWLER_CONSOLE_SUMMARY_H

#include <jansson.h>

#include "store/ask.h"

/* Prints it on standard output. paths: of the store or, for several stores opened together, of all of them; they appear in the
 * heading and in the suggested commands. n: at least 1. ERR_IO, ERR_MEMORY. */
status summary_print(store *st, const char *const *paths, size_t n);
/* Reads the counts alone: {"fetched": 12, …}; *out is yours to free. ERR_MEMORY, and errors of the store. */
status summary_counts(store *st, json_t **out);
/* Prints the counts and the stages as one line of JSON, with the path as "store" or, if n is above 1, all paths as "stores". n may
 * be 0. ERR_IO. */
status summary_print_json(store *st, const char *const *paths, size_t n);

#endif
