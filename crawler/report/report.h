/* report — one HTML file that shows a store: `firstprint report`, and the page of `firstprint serve`.
 *
 * It needs nothing from elsewhere: style, script and facts are in it, and its policy (CSP) lets it load nothing. The script and the
 * style stand in page/; the facts are zlib's bytes in base64. */
#ifndef CRAWLER_REPORT_REPORT_H
#define CRAWLER_REPORT_REPORT_H

#include "base/buffer.h"
#include "crawler/report/facts.h"

enum { REPORT_DROPS = 100000, REPORT_DETAILS = 2000, REPORT_DETAIL_BYTES = 6000 };

/* Appends the page to out. is_live: it may ask the server that it came from. ERR_MEMORY. */
status report_page(const json_t *facts, bool is_live, buffer *out);

#endif
