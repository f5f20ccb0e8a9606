/* report — one HTML file that shows a store: `firstprint report`, and the page of `firstprint serve`.
 *
 * It is self-contained: style, script and facts are in it, and its policy (CSP) lets it load nothing. The script and the style come
 * from page/; the facts are compressed by zlib and encoded in base64. */
#ifndef CRAWLER_REPORT_REPORT_H
#define CRAWLER_REPORT_REPORT_H

#include "base/buffer.h"
#include "crawler/report/facts.h"

/* Appends the page to out. is_live: it may send requests to its server. ERR_MEMORY. */
status report_page(const json_t *facts, bool is_live, buffer *out);

#endif
