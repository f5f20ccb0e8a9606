/* page_html — a file of HTML as one page. Its path is its id and its URL. */
#ifndef CRAWLER_FILES_PAGE_HTML_H
#define CRAWLER_FILES_PAGE_HTML_H

#include "crawler/files/page_reader.h"

/* Is the file one? Its name ends in .html, or it begins with a tag. */
bool page_html_is(input *in, const char *name);
/* The same for a file that nobody has named, in a folder where there may be other files that begin so: SVG, RSS. Its name ends in
 * .html, or <html> or its DOCTYPE comes early. */
bool page_html_found(input *in, const char *name);
/* Reads it; results and errors are those of page_source_next. */
status page_html_next(page_reader *r, arena *a, page_record *out, complaint *why);

#endif
