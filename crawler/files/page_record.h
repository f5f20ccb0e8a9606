/* page_record — a page as it stands in a file: a line of JSON Lines, or a record of a WARC file. */
#ifndef CRAWLER_FILES_PAGE_RECORD_H
#define CRAWLER_FILES_PAGE_RECORD_H

#include <stdbool.h>
#include <stddef.h>

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

#endif
