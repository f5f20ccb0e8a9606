/* page_lines — pages as JSON Lines: {"id", "url"?, "title"?, "lang"?, "html" or "text"}, or with the names in page_fields. If
 * a line has both, html is used. Other fields are ignored. */
#ifndef CRAWLER_FILES_PAGE_LINES_H
#define CRAWLER_FILES_PAGE_LINES_H

#include "crawler/files/page_reader.h"

/* Reads the next line that is not blank; results and errors are those of page_source_next. */
status page_lines_next(page_reader *r, arena *a, page_record *out, complaint *why);

/* The page in r->room, which is changed; as it is, if the reader leaves JSON. ERR_FORMAT: it is none; ERR_MEMORY. */
status page_lines_parse(page_reader *r, arena *a, page_record *out, complaint *why);
/* The page in an object of JSON, which ends in a NUL and is changed. Writes what can be read, also with ERR_FORMAT. Any thread. */
status page_lines_read(char *json, size_t len, const page_fields *fields, bool is_signed, arena *a, page_record *out,
		       complaint *why);
/* Copies the id in a field of an object as it was written, into a, and puts 0 in place of a number, which every parser accepts.
 * ERR_MISSING: there is no such field, or it is null; ERR_FORMAT: it is neither a string nor a number; why says so. ERR_MEMORY. */
status page_lines_take_id(char *line, const char *name, arena *a, const char **id, complaint *why);
/* Keeps r->room as the page's line, if it is wanted. ERR_MEMORY. */
status page_lines_keep(const page_reader *r, arena *a, page_record *out);

#endif
