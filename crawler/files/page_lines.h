/* page_lines — pages as JSON Lines: {"id"?, "url"?, "title"?, "lang"?, "html" or "text"}, or with the names in page_fields. If a
 * line has both, html is used. A text with a boolean "list" was purified before: its lines are its paragraphs, and true
 * says that it is a list of pages (enum firstprint_page_kind). Other fields may contain anything (json_span.h). */
#ifndef CRAWLER_FILES_PAGE_LINES_H
#define CRAWLER_FILES_PAGE_LINES_H

#include "crawler/files/json_span.h"
#include "crawler/files/page_reader.h"

/* A JSON object and its position, which names it if it has no id: "pages.jsonl:12". */
typedef struct page_line {
	const char *json;
	size_t len;
	const char *place; /* of its file */
	unsigned long number;
} page_line;

/* Keeps r->room as the page's line, if it is wanted, and reads the page in it; leaves it as JSON if r->leaves_json is set. wrong: what is
 * known to be wrong with it, and then returned; OK: nothing. ERR_FORMAT: it is not a page; ERR_MEMORY. */
status page_lines_parse(page_reader *r, status wrong, arena *a, page_record *out, complaint *why);
/* Reads the page in a JSON object. Writes what can be read, also with ERR_FORMAT. Any thread may call it. */
status page_lines_read(const page_line *line, const page_fields *fields, bool is_signed, arena *a, page_record *out,
		       complaint *why);
/* Reads the id in a value, into a: a number as it is written, a string with no more escapes than it needs, so that equal ones have
 * equal bytes. ERR_MISSING: it is neither
 * a string nor a number; ERR_MEMORY. */
status page_lines_id(json_span value, arena *a, const char **id);
/* Returns ERR_LIMIT; why says that a line is longer than r->line_most. */
status page_lines_too_long(const page_reader *r, complaint *why);

#endif
