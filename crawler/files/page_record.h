/* page_record — a page from a file: a line of JSON Lines, a record of a WARC file, or a file of HTML. */
#ifndef CRAWLER_FILES_PAGE_RECORD_H
#define CRAWLER_FILES_PAGE_RECORD_H

#include <stdbool.h>
#include <stddef.h>

enum { PAGE_BYTES_MOST = 64 << 20 }; /* The most bytes read of a record or a file. A line may have a quarter of --memory */

enum page_form {
	PAGE_LINE, /* JSON, in a line or an array */
	PAGE_WARC,
	PAGE_FILE /* HTML */
};

/* The fields of a line that are read. */
enum page_field { PAGE_ID, PAGE_URL, PAGE_TITLE, PAGE_LANG, PAGE_HTML, PAGE_TEXT, PAGE_SITE, PAGE_LIST, PAGE_FIELDS };

/* What to read: the names of the fields of a line; NULL: "id", "url", "text", and so on. */
typedef struct page_fields {
	const char *id, *url, *text, *html, *title, *lang;
	const char *site; /* names the site of a page without a URL, which then becomes SITE/ID; NULL: none */
	bool skips_text;  /* plain text in archives and folders is not a page */
} page_fields;

typedef struct page_record {
	const char *
		id; /* as JSON: of a line ("\"p7\"", "12", "1.50"), see page_lines_id; of a WARC record, its URL; of a file, its path */
	const char *url, *title, *lang; /* NULL: not given */
	const char *content_type;       /* of a WARC record or file, "" if it has none; NULL: the content is UTF-8 */
	const char *link;               /* of a WARC record: the values of its Link headers; NULL: it has none */
	const char *
		revisit_of; /* of a WARC record, which then has no content: the URL of the page it repeats; NULL: of no other */
	bool is_html;
	unsigned fields;  /* bits of the fields that a line has with a string, or an id with a number: 1 << PAGE_ID, … */
	bool is_purified; /* content is page.text of a page that was purified before, and is_list is known */
	bool is_list;     /* its kind is FIRSTPRINT_LIST */
	bool is_unread;   /* content is JSON, for page_lines_read. Besides it, only number, form and raw are known */
	const char *content;
	size_t content_len;
	unsigned long number;           /* of the line or record in its file, from 1 */
	const struct page_signed *sign; /* it was signed elsewhere, and content is its text (page_signed.h); NULL: it was not */
	enum page_form form;
	const char
		*raw; /* unchanged, with the line feed or the empty lines that end it; of a file, its path; NULL: not wanted */
	size_t raw_len;
} page_record;

#endif
