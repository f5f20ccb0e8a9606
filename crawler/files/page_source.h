/* page_source — pages from a file, whatever it is: JSON Lines (page_lines.h) or WARC (warc_reader.h), gzipped or not. What
 * it is shows in its first bytes. */
#ifndef CRAWLER_FILES_PAGE_SOURCE_H
#define CRAWLER_FILES_PAGE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/status.h"

enum { PAGE_BYTES_MOST = 64 << 20 }; /* of a line, or of a record */

typedef struct page_record {
	const char *id; /* JSON: as it came in ("\"p7\"", "12", "1.50"); of a WARC record, its URL */
	const char *url, *title, *lang; /* NULL: not given */
	const char *content_type; /* of HTML whose charset is not known to be UTF-8; NULL: it is */
	bool is_html;
	const char *content;
	size_t content_len;
	unsigned long number; /* of the line or record in its file, from 1 */
} page_record;

typedef struct page_source page_source;

/* name and stop_fd as input_open takes them. ERR_IO names the file. */
status page_source_open(const char *name, int stop_fd, page_source **out, complaint *why);
void page_source_close(page_source *r); /* accepts NULL */

/* The next page; its texts are in a. ERR_MISSING: there is no more; ERR_FORMAT or
 * ERR_LIMIT: this one cannot be read (why says what is wrong, out->number where), the next may be; ERR_IO; ERR_MEMORY. */
status page_source_next(page_source *r, arena *a, page_record *out, complaint *why);

#endif
