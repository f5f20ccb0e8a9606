/* attributes — which attributes of a page's tags are read after its parse, and need to be parsed at all. */
#ifndef PURIFY_ATTRIBUTES_H
#define PURIFY_ATTRIBUTES_H

#include "purify/tags.h"

/* Copies the tag at `from` to `to`, without attributes that neither we nor the parser read (facts.c, roles.c, shadow.c). Returns the end of
 * what it has written, which is no longer than the tag. */
char *attributes_copy(const char *from, const tag *t, char *to);
/* Has a start tag an attribute by which its text may be hidden, of a span, or moved? */
bool attributes_may_hide(const tag *t);

#endif
