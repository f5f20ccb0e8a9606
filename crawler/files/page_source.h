/* page_source — pages from a file, whatever it is: JSON Lines (page_lines.h) or WARC (warc_reader.h), gzipped or not. What
 * it is shows in its first bytes. */
#ifndef CRAWLER_FILES_PAGE_SOURCE_H
#define CRAWLER_FILES_PAGE_SOURCE_H

#include "base/arena.h"
#include "base/status.h"
#include "crawler/files/page_record.h"

typedef struct page_source page_source;

/* name and stop_fd as input_open takes them. ERR_IO names the file. */
status page_source_open(const char *name, int stop_fd, page_source **out, complaint *why);
void page_source_close(page_source *r); /* accepts NULL */

/* The next page; its texts are in a. ERR_MISSING: there is no more; ERR_FORMAT or
 * ERR_LIMIT: this one cannot be read (why says what is wrong, out->number where), the next may be; ERR_IO; ERR_MEMORY. */
status page_source_next(page_source *r, arena *a, page_record *out, complaint *why);

#endif
