/* views — lists of what is in a store, for people, as JSON Lines and as CSV. */
#ifndef CRAWLER_COMMANDS_VIEWS_H
#define CRAWLER_COMMANDS_VIEWS_H

#include <jansson.h>

#include "crawler/console/settings.h"
#include "store/store.h"

/* The names of the lists, with `between` between two of them: "pages, drops". */
enum { VIEWS_NAMES = 200 };
void views_names(const char *between, char out[VIEWS_NAMES]);

/* Prints the list with this name: pages, drops, groups, …; with s->json, csv, where, sort and limit. ERR_USAGE: there is no such
 * list, or where or sort makes no sense for it; why says so. */
status views_list(store *st, const char *name, const settings *s, complaint *why);
/* A row as an object. Columns that hold JSON become values, not strings. NULL: out of memory. */
json_t *views_row_json(const store_value *row, size_t n);

#endif
