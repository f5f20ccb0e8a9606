/* page_record — a page from a file: a line of JSON Lines, or a record of a WARC file. */
#ifndef CRAWLER_FILES_PAGE_RECORD_H
#define CRAWLER_FILES_PAGE_RECORD_H

#include <stdbool.h>
#include <stddef.h>

enum { PAGE_BYTES_MOST = 64 << 20 }; /* of a line, or of a record */

/* The names of the fields of a line. NULL: "id", "url", "text", "html". */
typedef struct page_fields {
	const char *id, *url, *text, *html;
	const char *site; /* names the site of a page that has no URL, which is then SITE/ID; NULL: no field does */
} page_fields;

typedef struct page_record {
	const char *id; /* as JSON: in a line, as written there ("\"p7\"", "12", "1.50"); of a WARC record, its URL */
	const char *url, *title, *lang; /* NULL: not given */
	const char *content_type;       /* of HTML from a WARC record, "" if it had none; NULL: the content is UTF-8 */
	bool is_html;
	const char *content;
	size_t content_len;
	unsigned long number; /* of the line or record in its file, from 1 */
} page_record;

#endif
