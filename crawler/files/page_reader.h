/* page_reader — what the readers of the page formats share. */
#ifndef CRAWLER_FILES_PAGE_READER_H
#define CRAWLER_FILES_PAGE_READER_H

#include <jansson.h>

#include "base/arena.h"
#include "crawler/files/input.h"
#include "crawler/files/page_record.h"

/* How many bytes of a file may be read again, because they turned out to be part of something else. Without a limit, the time would
 * grow with the square of the file size. */
enum { READ_AGAIN_MOST = 1 << 30 };

typedef struct page_reader {
	const char *name; /* of the file; "-": standard input */
	input *in;
	size_t line_most; /* bytes of a line or object of JSON */
	page_fields fields;
	bool wants_raw;    /* page_record.raw is to be set */
	bool is_html;      /* the file is a page of HTML, not of plain text */
	bool is_arc;       /* records are in ARC format */
	bool is_described; /* the next lines, up to the next record, describe the ARC file */
	size_t again;      /* bytes that were read again */
	bool is_signed;    /* lines are signed pages */
	bool leaves_json;  /* as in page_source_settings */
	buffer room, raw;  /* scratch space, kept between pages */
	unsigned long number;
	unsigned depth; /* of arrays (page_values.h) */
	size_t column;  /* of the next byte in its line (page_values.h) */
} page_reader;

/* Makes the id of a page that has only a URL or a path: that text as a JSON string, in a; a byte that is not UTF-8 becomes %XX.
 * ERR_MEMORY. */
status page_reader_id(const char *text, arena *a, const char **out);

/* Makes a line of JSON for a page: its id as it was written, and the fields of `rest`, an object that is not empty and is freed
 * here. rest NULL: out of memory. Yours to free; NULL: out of memory. */
char *page_reader_line(const char *id, json_t *rest);

#endif
