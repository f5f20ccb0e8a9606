/* page_lines — pages as JSON Lines: {"id", "url"?, "title"?, "lang"?, "html" or "text"}, other fields ignored; where
 * both are there, html counts. */
#ifndef CRAWLER_FILES_PAGE_LINES_H
#define CRAWLER_FILES_PAGE_LINES_H

#include "base/arena.h"
#include "crawler/files/input.h"
#include "crawler/files/page_record.h"

/* The next line that is not blank, as page_source_next says. line is room for it, *number counts lines. */
status page_lines_next(input *in, buffer *line, unsigned long *number, arena *a, page_record *out, complaint *why);

#endif
