/* percent — the normal form of percent-encoding in paths and queries (RFC 3986 §6.2.2). URLs are kept in it, and rules
 * of a robots.txt are compared in it.
 *
 *	/%7ea b%c3é%zz  →  /~a%20b%C3%C3%A9%zz
 *
 * Unreserved characters are not escaped; other escapes have upper-case digits; characters that are not allowed in a
 * path or query are escaped. A '%' that does not begin an escape stays as it is. Text in normal form is not changed. */
#ifndef CRAWLER_WEB_PERCENT_H
#define CRAWLER_WEB_PERCENT_H

/* Both write without a NUL and return the end of what they wrote: three bytes at most for each that is read. */

/* Writes the normal form of the character or escape at *at, which is before end, and moves *at past it; past what
 * belongs to it, too, if it is a '%' that begins no escape. */
char *percent_normalize(const char **at, const char *end, char *out);
/* Writes c as an escape, even if it need not be escaped. */
char *percent_escape(unsigned char c, char *out);

#endif
