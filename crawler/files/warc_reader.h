/* warc_reader — pages out of a WARC file (ISO 28500, versions 0.17 to 1.1), as a stream: from wget, Heritrix, Common
 * Crawl or `crawl --warc`.
 *
 *	response     an HTTP response with status 2xx and an HTML type is a page
 *	resource     so is one whose type is HTML
 *	conversion   text/plain is a page of text (WET files)
 *
 * All else is passed over: requests, metadata, revisits (whose page came before), images, errors of servers. A page's id
 * is its URL, as JSON. */
#ifndef CRAWLER_FILES_WARC_READER_H
#define CRAWLER_FILES_WARC_READER_H

#include "base/arena.h"
#include "crawler/files/input.h"
#include "crawler/files/page_record.h"

/* The next page, as page_source_next says. *number counts records. room is for a record's bytes. */
status warc_next(input *in, buffer *room, unsigned long *number, arena *a, page_record *out, complaint *why);

#endif
