/* xhtml — XHTML that was served as XML, for a parser of HTML: a CDATA section becomes text, and an element that is written as empty,
 * such as <div/>, gets its end tag. In a page that was served as HTML browsers do neither. */
#ifndef PURIFY_XHTML_H
#define PURIFY_XHTML_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

/* Does the Content-Type say so? NULL: there is none. */
bool xhtml_is(const char *content_type);

/* *out is in a. ERR_MEMORY. */
status xhtml_as_html(firstprint_span xhtml, arena *a, firstprint_span *out);

#endif
