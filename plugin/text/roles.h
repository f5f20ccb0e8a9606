/* roles — finds numbers that say nothing about the subject of an article: references to a part of it or of a book ("see Section
 * 5.4.4"), and dates and times ("3.2.2021 08:15", "3 March 2021"). Articles that differ only in these are the same article. */
#ifndef PLUGIN_TEXT_ROLES_H
#define PLUGIN_TEXT_ROLES_H

#include "plugin/text/lines.h"

/* Does the number x follow a word such as "section", "page" or "Abbildung" on its line l, stand alone in brackets, as that of a note does, or
 * belong to an address or a path? */
bool role_is_reference(const passage *p, const line *l, const number *x);
/* Does the number that begins a line only number it? Then it is that of a part of a chapter ("4.1.2 Commands"), or one of its
 * neighbours is the next number, the one before or that of its first part: before and behind begin the nearest lines above and below that
 * begin with a number and go on; NULL: there is none. */
bool role_is_numbering(const passage *p, const number *x, const number *before, const number *behind);
/* Returns how many of these n numbers, which follow each other in the line l, belong to a date or a time that the first one begins; 0:
 * it begins none. */
size_t role_stamp(const passage *p, const line *l, const number *numbers, size_t n);

#endif
