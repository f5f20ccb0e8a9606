/* source — checks a page that the caller passes in. */
#ifndef LIBRARY_SOURCE_H
#define LIBRARY_SOURCE_H

#include "library/exported.h"
#include "purify/purify.h"

/* *out borrows from the page. ERR_USAGE: a text is not UTF-8, or a field is invalid; why says which. ERR_LIMIT: too large. */
status source_read(const firstprint_source *page, purify_input *out, complaint *why);
/* NULL: it has none. */
const char *source_url(const firstprint_source *page);

#endif
