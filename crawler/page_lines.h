/* page_lines — pages as JSON Lines: {"id", "url"?, "title"?, "lang"?, "html" or "text"}, other fields ignored; where
 * both are there, html counts. Files may be gzipped. */
#ifndef CRAWLER_PAGE_LINES_H
#define CRAWLER_PAGE_LINES_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/status.h"

enum { PAGE_LINE_MOST = 64 << 20 }; /* bytes */

typedef struct page_line {
	const char *id; /* JSON as it came in: "\"p7\"", "12", "1.50" */
	const char *url, *title, *lang; /* NULL: not given */
	bool is_html;
	const char *content;
	size_t content_len;
	unsigned long number; /* in its file, from 1 */
} page_line;

typedef struct page_lines page_lines;

/* name: a file, or "-" for standard input. ERR_IO names it. */
status page_lines_open(const char *name, page_lines **out, complaint *why);
void page_lines_close(page_lines *r); /* accepts NULL */

/* The next line that is not blank; its texts are valid in a. ERR_MISSING: there is no more; ERR_FORMAT or ERR_LIMIT:
 * this line cannot be read (why says what is wrong, out->number where), the next may be; ERR_IO; ERR_MEMORY. */
status page_lines_next(page_lines *r, arena *a, page_line *out, complaint *why);

#endif
