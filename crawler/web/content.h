/* content — is a response an HTML page? Decided by its Content-Type, and by its first bytes in case that is wrong. */
#ifndef CRAWLER_WEB_CONTENT_H
#define CRAWLER_WEB_CONTENT_H

#include <stdbool.h>
#include <stddef.h>

/* Is it text/html or application/xhtml+xml? true for NULL and for an empty value, too. */
bool content_type_is_page(const char *content_type);

/* The file type that the first bytes show: "pdf", "png", "zip", …; static. NULL: none that is known, it may be a page. */
const char *content_sniff(const char *bytes, size_t len);

/* Does the path have the extension of a file that is never a page (".png", ".zip", ".css")? Such URLs need not be
 * fetched. A query after the path is ignored. */
bool content_path_is_media(const char *path);

#endif
