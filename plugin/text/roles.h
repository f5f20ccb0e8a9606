/* roles — numbers that do not say what an article reports: those that refer to a place in it or in a book ("see Section 5.4.4"), and the
 * date with which its text begins ("3.2.2021 08:15 The council …"). They do not make two articles of one. */
#ifndef PLUGIN_TEXT_ROLES_H
#define PLUGIN_TEXT_ROLES_H

#include "plugin/text/places.h"

/* Does the number follow a word such as "section", "page" or "Abbildung" on its line? */
bool role_is_reference(const passage *p, const line *l, const number *x);
/* Returns how many of the n numbers, which are those of the line, belong to a date or time with which it begins; 0: to none. */
size_t role_stamp(const passage *p, const line *l, const number *numbers, size_t n);

#endif
