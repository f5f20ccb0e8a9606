/* summary — what is in a store, in a form people understand: the end of a crawl and `inspect summary`. */
#ifndef CRAWLER_CONSOLE_SUMMARY_H
#define CRAWLER_CONSOLE_SUMMARY_H

#include "store/store.h"

/* On standard output. path names the store in the commands it suggests. */
status summary_print(store *st, const char *path);
/* The same as one JSON object. */
status summary_print_json(store *st);

#endif
