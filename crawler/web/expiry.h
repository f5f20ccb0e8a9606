/* expiry — has one of the dates of unavailable_after passed? From then on, the owner of a page wants it to be in no index. */
#ifndef CRAWLER_WEB_EXPIRY_H
#define CRAWLER_WEB_EXPIRY_H

#include <stdbool.h>
#include <stdint.h>

/* dates: as purified.unavailable_after has them, one per line; NULL: none. now_s: seconds since 1970. Dates are read as in RFC 822,
 * RFC 850 and ISO 8601; without a zone they are in UTC, without a time they are the start of the day. A date that cannot be read has
 * not passed. */
bool expiry_has_passed(const char *dates, int64_t now_s);

#endif
