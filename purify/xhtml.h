/* xhtml — converts XHTML that was served as XML to HTML: a CDATA section becomes text, and an element that is written as empty,
 * such as <div/>, gets its end tag. Browsers do neither in a page that was served as HTML. */
#ifndef PURIFY_XHTML_H
#define PURIFY_XHTML_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

/* Does the Content-Type say that a page is XHTML? NULL: there is none. */
bool xhtml_is(const char *content_type);

/* Converts xhtml to HTML. *out is in a. ERR_MEMORY. */
status xhtml_as_html(firstprint_span xhtml, arena *a, firstprint_span *out);

#endif
