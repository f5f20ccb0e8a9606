/* language — finds the language of a page. It takes a declared language unless the script of the text contradicts it. Without one,
 * the script decides, and for the Latin script the most common words of ten languages. */
#ifndef PURIFY_LANGUAGE_H
#define PURIFY_LANGUAGE_H

#include "base/arena.h"
#include "plugin/firstprint.h"

/* declared: n declarations ("zh_CN"; of "en, de" only "en" counts), the most trusted first; any may be NULL. Returns a BCP 47 tag
 * in lower case, in a or static; "" if the language is unknown. If a returned tag is declared for the same text, it is returned
 * again. NULL: out of memory. */
const char *language_of(firstprint_span text, const char *const *declared, size_t n, arena *a);

#endif
