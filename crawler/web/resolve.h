/* resolve — what the references of pages resolve to, remembered by each thread.
 *
 * The pages of a site have one menu, and those of a folder the same links to each other: of most references it is known what they
 * resolve to, since a page before had them. Parsing them took a twentieth of a crawl's time. 640 KiB a thread, for the newest. */
#ifndef CRAWLER_WEB_RESOLVE_H
#define CRAWLER_WEB_RESOLVE_H

#include "crawler/web/url.h"

/* As url_parse, with the texts in a, in as little memory as they take. base: in normal form, which has a path. scratch is used on the way. */
status resolve(const char *reference, const char *base, arena *scratch, arena *a, url_parts *out);

#endif
