/* page_reader — the readers of the formats of pages, which page_source chooses from, and what they share. */
#ifndef CRAWLER_FILES_PAGE_READER_H
#define CRAWLER_FILES_PAGE_READER_H

#include <jansson.h>

#include "crawler/files/page_source.h"

/* How many bytes of a file may be read again, because they turned out to be part of something else. Without a limit, the time would
 * grow with the square of the file size. */
enum { READ_AGAIN_MOST = 1 << 30 };

typedef struct page_reader {
	const char *name; /* of the file; "-": standard input */
	char *place;      /* its name in ids */
	input *in;
	page_source_settings settings; /* its leaves_json is not set while first_lines reads */
	size_t line_most;              /* bytes of a line or object of JSON */
	bool is_html;                  /* the file is a page of HTML, not of plain text */
	bool is_arc;                   /* records are in ARC format */
	bool is_described;             /* the next lines, up to the next record, describe the ARC file */
	size_t again;                  /* bytes that were read again */
	buffer room, raw;              /* scratch space, kept between pages */
	unsigned long number;
	unsigned depth; /* of arrays (page_values.c) */
	size_t column;  /* of the next byte in its line (page_values.c) */
} page_reader;

/* Reads the next page; results and errors are those of page_source_next. */
typedef status next_page(page_reader *r, arena *a, page_record *out, complaint *why);

/* Of JSON Lines, blank ones left out; of other JSON; and of WARC or, if r->is_arc is set, ARC, whose raw pages are WARC records. */
next_page page_lines_next, page_values_next, warc_next;

/* Does a record of WARC or ARC begin here? */
bool warc_starts(page_reader *r);
/* Reads len bytes of a WARC or ARC record, and keeps at most the first PAGE_BYTES_MOST of them in r->room. ERR_FORMAT: the length is
 * wrong, or the file ends earlier. ERR_IO, ERR_MEMORY; ERR_MISSING: a signal ended the input. */
status warc_block_read(page_reader *r, uint64_t len, complaint *why);

/* The lines up to the first page (first_lines.c). NULL: out of memory. */
typedef struct first_lines first_lines;
first_lines *first_lines_new(void);
void first_lines_free(first_lines *f); /* accepts NULL */
/* Returns the next page or bad line. With the first page, frees *f, which is then NULL: from now on you can call next directly. Also
 * returns ERR_IO if a hundred lines are bad, or all lines of a file of at least ten; why says which fields they have. It holds
 * nothing back while the input would wait: see input_would_wait. */
status first_lines_next(first_lines **f, page_reader *r, next_page *next, arena *a, page_record *out, complaint *why);

/* Writes characters as a JSON string, in a; only those that must be are escaped. text: UTF-8. ERR_MEMORY. */
status page_reader_string(const char *text, size_t len, arena *a, const char **out);
/* Makes the id of a page that has only a URL or a path: that text as a JSON string, in a; a byte that is not UTF-8 becomes %XX.
 * ERR_MEMORY. */
status page_reader_id(const char *text, arena *a, const char **out);

/* The name of a file in ids: its path without "." and empty parts and, below the current folder, from there on, so that x, ./x and
 * $PWD/x are one. Yours to free; NULL: out of memory. */
char *page_reader_place(const char *path);
/* Makes the id of a page that has none: the place of its file and, of a line, its number; 0: the file is the page. In a. ERR_MEMORY. */
status page_reader_place_id(const char *place, unsigned long number, arena *a, const char **out);

/* Makes a line of JSON for a page: its id as it was written, and the fields of `rest`, an object that is not empty and is freed
 * here. rest NULL: out of memory. Yours to free; NULL: out of memory. */
char *page_reader_line(const char *id, json_t *rest);

#endif
