/* entries — what a list of pages lists: its lines but for its name. A list says nothing new if a stored list of its site has all its
 * entries, under whatever name: two tags of a blog with the same articles, the archive of a month and its page of the archive.
 *
 * They are lines of site_lines.h, which knows them on one site only. */
#ifndef PLUGIN_TEXT_ENTRIES_H
#define PLUGIN_TEXT_ENTRIES_H

#include "plugin/text/site_lines.h"

/* Writes their keys, ascending, to out, which has room for x->len. Returns how many. */
uint32_t entries_keys(const site_lines *x, uint64_t *out);
/* How many there are. */
uint32_t entries_count(const site_lines *x);
/* Do they say enough to know a list by them? At least a quarter must be whole titles or sentences: labels ("Photo 3", "more") stand in
 * lists of other things, too. Not if the page has more lines than are kept. */
bool entries_tell(const site_lines *x);
/* Which share of the stored list's entries the new list has, if the stored list has all of the new list's; else 0. */
double entries_share(const site_lines *new, const site_lines *stored);

#endif
