/* views — lists of the contents of a store, for people, as JSON Lines and as CSV. */
#ifndef CRAWLER_INSPECT_VIEWS_H
#define CRAWLER_INSPECT_VIEWS_H

#include "crawler/console/screen.h"
#include "crawler/console/settings.h"
#include "crawler/inspect/source.h"

/* Writes the names of the lists, separated by `between`: "pages, drops". */
enum { VIEWS_NAMES = 200 };
void views_names(const char *between, char out[VIEWS_NAMES]);
/* Is there a list with this name: pages, drops, groups, …? */
bool views_has(const char *name);
/* Returns the name of list i, from 0; NULL: there are fewer. */
const char *views_name(size_t i);

/* Prints the list with this name, which must exist, as s->json, csv, where, sort and limit say. also: another
 * expression over its columns; NULL: none. *has_head: for CSV, whether the
 * header line was printed; set it to false before the first store. ERR_USAGE: where or sort is not valid for the list; why says
 * so. */
status views_list(const source *from, const char *name, const settings *s, const char *also, const screen *to, bool *has_head,
		  complaint *why);

#endif
