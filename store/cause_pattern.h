/* cause_pattern — where the drops of a cause are: their URLs with a star for what the cause is not about. The host, the first folder and
 * what says the cause stay; if only the original's URL says it, the pattern is made of that one. Of "slash", it is made of the one that is
 * less plain (cause.h), and of the drop's if neither is.
 *
 *	print version   https://example.com/guide/3.html?print=1   the host, guide, a star, "?print=*"
 *	version         https://example.com/docs/3.1/x             the host, docs, 3.1, a star
 *	www             http://www.example.com/guide/3.html        the host, a star */
#ifndef STORE_CAUSE_PATTERN_H
#define STORE_CAUSE_PATTERN_H

enum { CAUSE_PATTERN = 300 };

/* Returns the pattern, which is in out; cause and of_url may be NULL. NULL: it is no URL, one with control characters, or too long. */
const char *cause_pattern(const char *url, const char *of_url, const char *cause, char out[CAUSE_PATTERN]);

#endif
