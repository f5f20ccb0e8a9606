/* page_lines — pages as JSON Lines: {"id", "url"?, "title"?, "lang"?, "html" or "text"}, or with the names in page_fields. If
 * a line has both, html is used. Other fields are ignored. */
#ifndef CRAWLER_FILES_PAGE_LINES_H
#define CRAWLER_FILES_PAGE_LINES_H

#include "base/arena.h"
#include "crawler/files/input.h"
#include "crawler/files/page_record.h"

/* Reads the next line that is not blank; results and errors are those of page_source_next. line: scratch space, kept
 * between calls. *number counts lines and starts as 0. */
status page_lines_next(input *in, const page_fields *fields, buffer *line, unsigned long *number, arena *a, page_record *out,
		       complaint *why);

#endif
