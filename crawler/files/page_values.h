/* page_values — pages as JSON objects that do not have one line each: an array, [{...}, {...}], or objects one after the other over
 * several lines, as jq prints them. They have the fields of lines (page_lines.h). */
#ifndef CRAWLER_FILES_PAGE_VALUES_H
#define CRAWLER_FILES_PAGE_VALUES_H

#include "crawler/files/page_reader.h"

/* Reads the next object; results and errors are those of page_source_next. The page's line, if it is wanted, is the object
 * without its line feeds. */
status page_values_next(page_reader *r, arena *a, page_record *out, complaint *why);

#endif
