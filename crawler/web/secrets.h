/* secrets — what a user wants sent to the hosts of the seeds, and to nobody else: headers, a name with its password, and cookies
 * from a file. A host is "scheme://name[:port]", as in url_parts; the https of a seed's http host is taken for the same.
 *
 *	secrets_open(&what, &s, why)
 *	secrets_trust(s, seed.host)              for each seed
 *	if (secrets_are_for(s, host, len)) …     for each request
 */
#ifndef CRAWLER_WEB_SECRETS_H
#define CRAWLER_WEB_SECRETS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "crawler/web/cookies.h"

/* As the user has given them. A header or user that begins with '@' names a file: of headers, one a line; of one line, name
 * and password. */
typedef struct secrets_given {
	const char *const *headers; /* "Name: value" */
	size_t headers_len;
	const char *user;    /* "name:password"; NULL: none */
	const char *cookies; /* a file in Netscape's format; NULL: none */
} secrets_given;

typedef struct secrets secrets;

/* ERR_USAGE: a file that cannot be read, or a header that cannot be sent, named in why, without what is secret; ERR_MEMORY. */
status secrets_open(const secrets_given *given, secrets **out, complaint *why);
void secrets_close(secrets *s); /* accepts NULL */

/* ERR_MEMORY. */
status secrets_trust(secrets *s, const char *host);
bool secrets_are_for(const secrets *s, const char *host, size_t host_len);

/* What is sent. Borrowed. */
const char *secrets_user(const secrets *s);             /* NULL: none */
const char *secrets_header(const secrets *s, size_t i); /* NULL: there is no i-th */
/* Adds the cookies of the file to those of the hosts that they are for; others are only written again. ERR_MEMORY. */
status secrets_put_cookies(const secrets *s, cookies *to);

/* Takes the lines with secrets out of the head of a request: Cookie, Authorization, Proxy-Authorization, and the user's headers.
 * s may be NULL. */
void secrets_redact(const secrets *s, char *head);

#endif
