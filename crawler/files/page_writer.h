/* page_writer — a file of pages as they came: JSON Lines, WARC records, or the paths of HTML files; never two of them. A name that
 * ends in .gz is gzipped, a WARC with a member for each record. */
#ifndef CRAWLER_FILES_PAGE_WRITER_H
#define CRAWLER_FILES_PAGE_WRITER_H

#include <stdbool.h>

#include "base/status.h"
#include "crawler/files/page_record.h"

typedef struct page_writer page_writer;

/* name: of a file, or "-" for standard output; borrowed. What the file has is replaced by the first page, or at a good end. ERR_IO: why
 * names the file; ERR_USAGE: a name of another compression, which it would not have; ERR_MEMORY. */
status page_writer_open(const char *name, page_writer **out, complaint *why);
int page_writer_fd(const page_writer *w); /* to see which file it is */
/* Writes page_record.raw. ERR_IO; ERR_USAGE: the form differs from that of the pages before. */
status page_writer_put(page_writer *w, enum page_form form, const char *raw, size_t len, complaint *why);
/* Whoever reads what is not compressed gets all of it now. ERR_IO. */
status page_writer_flush(page_writer *w, complaint *why);
/* Frees it. ended: all pages were read, and if none was written, the file becomes empty. ERR_IO: what was written is not all in the
 * file. Accepts NULL. */
status page_writer_close(page_writer *w, bool ended, complaint *why);

#endif
