/* warc_reader — reads pages from a WARC file (ISO 28500, versions 0.17 to 1.1) as a stream. Such files come from wget,
 * Heritrix, Common Crawl and `crawl --warc`.
 *
 *	response     an HTTP response with status 2xx that is HTML or plain text (crawler/web/content.h) is a page
 *	resource     HTML or plain text is a page
 *	conversion   text/plain is a page of text (WET files)
 *	revisit      a page that repeats another one, and has no text (page_record.revisit_of)
 *
 * Everything else is skipped: requests, metadata, images, error responses. The id of
 * a page is its URL, as JSON. */
#ifndef CRAWLER_FILES_WARC_READER_H
#define CRAWLER_FILES_WARC_READER_H

#include "crawler/files/page_reader.h"

/* Reads the next page, also of an ARC file, if r->is_arc is set: its raw pages are WARC records. Results and errors are those of
 * page_source_next. */
status warc_next(page_reader *r, arena *a, page_record *out, complaint *why);

#endif
