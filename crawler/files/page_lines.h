/* page_lines — pages as JSON Lines: {"id"?, "url"?, "title"?, "lang"?, "html" or "text"}, or with the names in page_fields. If
 * a line has both, html is used. Other fields may have anything (json_span.h). */
#ifndef CRAWLER_FILES_PAGE_LINES_H
#define CRAWLER_FILES_PAGE_LINES_H

#include "crawler/files/json_span.h"
#include "crawler/files/page_reader.h"

/* An object of JSON and its place, which names it if it has no id: "pages.jsonl:12". */
typedef struct page_line {
	const char *json;
	size_t len;
	const char *file;
	unsigned long number;
} page_line;

/* Reads the next line that is not blank; results and errors are those of page_source_next. */
status page_lines_next(page_reader *r, arena *a, page_record *out, complaint *why);

/* The page in r->room; as it is, if the reader leaves JSON. ERR_FORMAT: it is none; ERR_MEMORY. */
status page_lines_parse(page_reader *r, arena *a, page_record *out, complaint *why);
/* The page in an object of JSON. Writes what can be read, also with ERR_FORMAT. Any thread. */
status page_lines_read(const page_line *line, const page_fields *fields, bool is_signed, arena *a, page_record *out,
		       complaint *why);
/* The id in a value, in a: as it was written, unless that is not JSON for every reader. ERR_MISSING: it is neither a string nor a
 * number; ERR_MEMORY. */
status page_lines_id(json_span value, arena *a, const char **id);
/* ERR_LIMIT, with the sentence about a line that is longer than r->line_most. */
status page_lines_too_long(const page_reader *r, complaint *why);
/* Keeps r->room as the page's line, if it is wanted. ERR_MEMORY. */
status page_lines_keep(const page_reader *r, arena *a, page_record *out);

#endif
