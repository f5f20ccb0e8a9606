/* resolve — resolves the references of pages, with a cache in each thread.
 *
 * The pages of a site share a menu, and those of a folder link to the same pages, so most references have been resolved for an
 * earlier page. Parsing them took a twentieth of a crawl's time. The cache takes 640 KiB a thread and holds the newest. */
#ifndef CRAWLER_WEB_RESOLVE_H
#define CRAWLER_WEB_RESOLVE_H

#include "crawler/web/url.h"

/* Like url_parse, with the texts in a. base must be in normal form and have a path. scratch holds
 * intermediate results. */
status resolve(const char *reference, const char *base, arena *scratch, arena *a, url_parts *out);

#endif
