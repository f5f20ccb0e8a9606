/* page_writer — writes pages to a file as they were read: JSON Lines, WARC records, or the paths of HTML files; never two of these
 * in one file. It has its name when it is whole (base/new_file.h). If its name ends in .gz, the file is gzipped, a WARC with a member for each record. */
#ifndef CRAWLER_FILES_PAGE_WRITER_H
#define CRAWLER_FILES_PAGE_WRITER_H

#include <stdbool.h>

#include "base/status.h"
#include "crawler/files/output.h"
#include "crawler/files/page_record.h"

typedef struct page_writer page_writer;

/* name: a file, or "-": then pages are added to `standard`; both are borrowed. The file stays as it is until page_writer_close.
 * ERR_IO: why names the file; ERR_USAGE: the name is for a compression that is not supported, or of a file that begins with a warcinfo
 * record or a filedesc line, as those of crawlers do; ERR_MEMORY. */
status page_writer_open(const char *name, output *standard, page_writer **out, complaint *why);
/* Is the form that of the pages before, if there were some? */
bool page_writer_takes(const page_writer *w, enum page_form form);
/* Writes page_record.raw. The writer must take the form. ERR_IO. */
status page_writer_put(page_writer *w, enum page_form form, const char *raw, size_t len, complaint *why);
/* Writes out all pages so far, unless the file is compressed, or standard output. ERR_IO. */
status page_writer_flush(page_writer *w, complaint *why);
/* Frees it. whole: all pages were written, and become the file, which is empty if there were none; else they are gone, and the file
 * is what it was. ERR_IO: the same, since they cannot be written. Accepts NULL. */
status page_writer_close(page_writer *w, bool whole, complaint *why);

#endif
