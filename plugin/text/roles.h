/* roles — finds numbers that say nothing about the subject of an article: references to a part of it or of a book ("see Section
 * 5.4.4"), and the date at the start of its text ("3.2.2021 08:15 The council …"). Articles that differ only in these are the same
 * article. */
#ifndef PLUGIN_TEXT_ROLES_H
#define PLUGIN_TEXT_ROLES_H

#include "plugin/text/places.h"

/* Does the number x follow a word such as "section", "page" or "Abbildung" on its line l? */
bool role_is_reference(const passage *p, const line *l, const number *x);
/* Returns how many of the line's n numbers belong to a date or time at its start; 0: it does not start with one. */
size_t role_stamp(const passage *p, const line *l, const number *numbers, size_t n);

#endif
