/* page_writer — writes pages to a file as they were read: JSON Lines, WARC records, or the paths of HTML files; never two of these
 * in one file. If its name ends in .gz, the file is gzipped, a WARC with a member for each record. */
#ifndef CRAWLER_FILES_PAGE_WRITER_H
#define CRAWLER_FILES_PAGE_WRITER_H

#include <stdbool.h>

#include "base/status.h"
#include "crawler/files/output.h"
#include "crawler/files/page_record.h"

typedef struct page_writer page_writer;

/* name: a file, or "-": then pages are added to `standard`; both are borrowed. The first page replaces the contents of the file; so does page_writer_close
 * with `ended`. ERR_IO: why names the file; ERR_USAGE: the name is for a compression that is not supported; ERR_MEMORY. */
status page_writer_open(const char *name, output *standard, page_writer **out, complaint *why);
int page_writer_fd(const page_writer *w); /* to see which file it is */
/* Writes page_record.raw. ERR_IO; ERR_USAGE: the form differs from that of the pages before. */
status page_writer_put(page_writer *w, enum page_form form, const char *raw, size_t len, complaint *why);
/* Writes out all pages so far, unless the file is compressed, or standard output. ERR_IO. */
status page_writer_flush(page_writer *w, complaint *why);
/* Frees it. ended: all pages were read, and if none was written, the file becomes empty. ERR_IO: the file does not have everything
 * that was written. Accepts NULL. */
status page_writer_close(page_writer *w, bool ended, complaint *why);

#endif
