/* language — what a page is written in: what it says of itself, unless its letters say otherwise; else by script, and
 * for the Latin script by the commonest words of ten languages. */
#ifndef PURIFY_LANGUAGE_H
#define PURIFY_LANGUAGE_H

#include "base/arena.h"
#include "plugin/firstprint.h"

/* declared: candidates in order of trust, NULLs among them, n in all ("zh_CN", "en, de"). Returns BCP 47 in lower
 * case in a, or static; "" when nobody knows. NULL: out of memory. */
const char *language_of(firstprint_span text, const char *const *declared, size_t n, arena *a);

#endif
