/* first_lines — the lines of JSON at the start of a file, up to the first one that is a page. What is wrong with those before it is held
 * back until then: a file of other fields, or of something else, costs one sentence and not one a line. */
#ifndef CRAWLER_FILES_FIRST_LINES_H
#define CRAWLER_FILES_FIRST_LINES_H

#include "crawler/files/page_reader.h"

typedef struct first_lines first_lines;

typedef status next_page(page_reader *r, arena *a, page_record *out, complaint *why);

/* NULL: out of memory. */
first_lines *first_lines_new(void);
void first_lines_free(first_lines *f); /* accepts NULL */

/* The next page or wrong line: results and errors are those of page_source_next. ERR_IO, too: a hundred lines are wrong, or all of ten
 * and more, and none is right; why says which fields they have. It does not hold back what somebody may be waiting for: see
 * input_would_wait. */
status first_lines_next(first_lines *f, page_reader *r, next_page *next, arena *a, page_record *out, complaint *why);

/* Has the first page been given? Then next can be called directly. */
bool first_lines_are_over(const first_lines *f);

#endif
