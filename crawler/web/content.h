/* content — is a response a page we can read? By its Content-Type, and by its first bytes where that lies. */
#ifndef CRAWLER_WEB_CONTENT_H
#define CRAWLER_WEB_CONTENT_H

#include <stdbool.h>
#include <stddef.h>

/* text/html, application/xhtml+xml, or nothing said. */
bool content_type_is_page(const char *content_type);

/* What the first bytes really are, if not text: "pdf", "png", "zip"…; NULL: they may be a page. */
const char *content_sniff(const char *bytes, size_t len);

/* Does a path end like a file that is never a page (".png", ".zip", ".css")? Such URLs need not be asked for. */
bool content_path_is_media(const char *path);

#endif
