/* page_source — pages from a file of JSON Lines (page_lines.h) or JSON objects (page_values.c), a WARC or ARC file (warc_reader.c)
 * or a file of HTML or plain text, compressed or not. format.h recognizes which it is. */
#ifndef CRAWLER_FILES_PAGE_SOURCE_H
#define CRAWLER_FILES_PAGE_SOURCE_H

#include "base/arena.h"
#include "base/status.h"
#include "crawler/files/input.h"
#include "crawler/files/page_record.h"

typedef struct page_source page_source;

typedef struct page_source_settings {
	input_wait wait;
	page_fields fields; /* borrowed */
	bool wants_raw;     /* page_record.raw is to be set */
	bool is_signed;     /* lines are signed pages (page_signed.h) */
	bool leaves_json;   /* set page_record.is_unread where the page is JSON; its content is valid until the next call */
	uint64_t *
		left_out; /* counts responses and resources in archives that are no pages: redirects, errors, other media; NULL: nothing does */
	bool found; /* found in a folder: the user did not name the file, and it may not be input */
} page_source_settings;

/* name: as for input_open; borrowed until page_source_close. ERR_IO: it cannot be read, or is in no known format; why names the
 * file. ERR_MISSING: it was found in a folder, and does not seem to hold pages; why says what it is. ERR_MEMORY. */
status page_source_open(const char *name, const page_source_settings *settings, page_source **out, complaint *why);
/* The name of the file in ids (page_reader_place); valid until page_source_close. */
const char *page_source_place(const page_source *r);
void page_source_close(page_source *r); /* accepts NULL */

/* Reads the next page; its texts are in a. ERR_MISSING: there are no more. ERR_FORMAT, ERR_LIMIT: this one cannot be read, why says
 * what is wrong and out->number where; you may go on reading. ERR_IO; ERR_MEMORY. */
status page_source_next(page_source *r, arena *a, page_record *out, complaint *why);

#endif
