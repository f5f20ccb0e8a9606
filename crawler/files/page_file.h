/* page_file — a file that is one page, of HTML or plain text. Its path is its URL and its id. */
#ifndef CRAWLER_FILES_PAGE_FILE_H
#define CRAWLER_FILES_PAGE_FILE_H

#include "crawler/files/page_reader.h"

/* Return the page, and then ERR_MISSING; results and errors are those of page_source_next. */
status page_file_html(page_reader *r, arena *a, page_record *out, complaint *why);
status page_file_text(page_reader *r, arena *a, page_record *out, complaint *why);

#endif
