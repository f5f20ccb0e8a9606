/* percent — the normal form of percent-encoding in paths and queries (RFC 3986 §6.2.2). URLs are stored, and rules of a robots.txt
 * are compared, in this form.
 *
 *	/%7ea b%c3é%zz  →  /~a%20b%C3%C3%A9%zz
 *
 * Unreserved characters are not escaped; other escapes have upper-case digits; characters that are not allowed in a
 * path or query are escaped. A '%' that does not begin an escape stays as it is. Text in normal form is not changed. */
#ifndef CRAWLER_WEB_PERCENT_H
#define CRAWLER_WEB_PERCENT_H

/* Both write no NUL and return the end of what they wrote: at most three bytes for each byte read. */

/* Writes the normal form of the character or escape at *at, which is before end, and moves *at past it. If it is a '%' that begins
 * no escape, the function also handles the characters after it that could form a new escape with it. */
char *percent_normalize(const char **at, const char *end, char *out);
/* Writes c as an escape, even if it need not be escaped. */
char *percent_escape(unsigned char c, char *out);

#endif
