/* views — lists of what is in a store, for people, as JSON Lines and as CSV. */
#ifndef CRAWLER_INSPECT_VIEWS_H
#define CRAWLER_INSPECT_VIEWS_H

#include <jansson.h>

#include "crawler/console/screen.h"
#include "crawler/console/settings.h"
#include "crawler/inspect/source.h"

/* The names of the lists, with `between` between two of them: "pages, drops". */
enum { VIEWS_NAMES = 200 };
void views_names(const char *between, char out[VIEWS_NAMES]);
/* Is there a list with this name: pages, drops, groups, …? */
bool views_has(const char *name);
/* The name of list i, from 0; NULL: there are not so many. */
const char *views_name(size_t i);

/* Prints the list with this name, which there must be; with s->json, csv, where, sort and limit. *has_head: of CSV, was the line with
 * the names printed? It is false before the first store. ERR_USAGE: where or sort makes no sense for the list; why says so. */
status views_list(const source *from, const char *name, const settings *s, const screen *to, bool *has_head, complaint *why);
/* A row as an object. Columns that hold JSON become values, not strings. NULL: out of memory. */
json_t *views_row_json(const store_value *row, size_t n);

#endif
