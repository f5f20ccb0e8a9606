/* first_lines — the JSON lines at the start of a file, up to the first one that is a page. The errors of lines before it are held
 * back until then: a file with other fields, or of another kind, costs one message and not one a line. */
#ifndef CRAWLER_FILES_FIRST_LINES_H
#define CRAWLER_FILES_FIRST_LINES_H

#include "crawler/files/page_reader.h"

typedef struct first_lines first_lines;

typedef status next_page(page_reader *r, arena *a, page_record *out, complaint *why);

/* NULL: out of memory. */
first_lines *first_lines_new(void);
void first_lines_free(first_lines *f); /* accepts NULL */

/* Returns the next page or bad line: results and errors are those of page_source_next. Also returns ERR_IO if a hundred lines are
 * bad, or all lines of a file of at least ten; why says which fields they have. It holds nothing back while the input would wait:
 * see input_would_wait. */
status first_lines_next(first_lines *f, page_reader *r, next_page *next, arena *a, page_record *out, complaint *why);

/* Has it returned the first page? Then you can call next directly. */
bool first_lines_are_over(const first_lines *f);

#endif
