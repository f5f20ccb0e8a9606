/* percent — percent-escapes of paths and queries in one spelling (RFC 3986 §6.2.2), in which URLs are kept and the rules
 * of a robots.txt are compared with them.
 *
 *	/%7ea b%c3é%zz  →  /~a%20b%C3%C3%A9%25zz
 *
 * Unreserved characters stand plain, all other escapes in capitals; what must not stand in a path or query is escaped, and
 * so is a '%' that begins no escape. What is spelled so stays as it is. */
#ifndef CRAWLER_WEB_PERCENT_H
#define CRAWLER_WEB_PERCENT_H

/* Both write behind what *out* has, up to three bytes and no NUL, and give the end of what is written. */

/* The character or the escape at *at, before end, in its spelling; *at moves behind it. */
char *percent_spell(const char **at, const char *end, char *out);
/* c as an escape, whatever it is. */
char *percent_escape(unsigned char c, char *out);

#endif
