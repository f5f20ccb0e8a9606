/* headers — what is kept of a response's head: the fields of fetch_result that stand for headers. */
#ifndef CRAWLER_WEB_HEADERS_H
#define CRAWLER_WEB_HEADERS_H

#include "crawler/web/fetch.h"

enum { HEADER_LEN_MOST = 8192 }; /* of a value; a longer one, or one with control characters in it, is passed over */

/* One line of a head, with its end; what is no header we keep has no effect. ERR_MEMORY. */
status headers_read(fetch_result *r, const char *line, size_t len);
/* Frees them: there are none. */
void headers_forget(fetch_result *r);

#endif
