/* content — tells whether a response is an HTML page, a plain text page, or something else. Like browsers, it reads the
 * Content-Type (WHATWG Fetch, "extract a MIME type") and the first bytes (WHATWG MIME Sniffing), with two changes: bytes that show
 * another kind of file, or that no text has, override any type, and without a type anything that begins with a tag is HTML. */
#ifndef PURIFY_CONTENT_H
#define PURIFY_CONTENT_H

#include <stdbool.h>
#include <stddef.h>

enum content_kind { CONTENT_HTML, CONTENT_TEXT, CONTENT_OTHER };

enum { CONTENT_WHY = 100 };

/* type: the values of the header, joined by commas; NULL: there is none. For CONTENT_OTHER, why says what the response is: "type
 * image/png", "content is pdf". */
enum content_kind content_kind_of(const char *type, const char *bytes, size_t len, char why[CONTENT_WHY]);

/* Are bytes that somebody gives as HTML an image, a PDF or the like? why says which, as above. A feed is none: its text is read. type: NULL
 * or "" if it is unknown. */
bool content_is_no_html(const char *type, const char *bytes, size_t len, char why[CONTENT_WHY]);

/* May a response with this type be a page, judging before there are bytes? */
bool content_type_may_be_page(const char *type);

/* May it be a sitemap or a feed? XML, gzip, octet streams and responses without a type may. */
bool content_type_may_be_list(const char *type);

/* Returns the last of the values that is a type, with its parameters, as a pointer into values. NULL: none is, or values is
 * NULL. */
const char *content_type_of(const char *values);

/* Returns where the first element of the markup begins, after a byte order mark, white space, declarations and comments. *len
 * becomes the number of bytes from there on, 0 if there is none. */
const char *content_first_element(const char *bytes, size_t *len);

/* Does the path have the extension of a file that is never a page (".png", ".zip", ".css")? Such URLs need not be
 * fetched. A query after the path is ignored. */
bool content_path_is_media(const char *path);

#endif
