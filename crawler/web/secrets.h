/* secrets — what the user wants sent to the hosts of the seeds, and to no others: headers, a name with its password, and cookies
 * from a file. A host is "scheme://name[:port]", as in url_parts; the https host of an http seed counts as the same host.
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

/* As the user gave them. A header or user that begins with '@' names a file: a file of headers has one a line; a file for user has
 * one line, name and password. */
typedef struct secrets_given {
	const char *const *headers; /* "Name: value" */
	size_t headers_len;
	const char *user;    /* "name:password"; NULL: none */
	const char *cookies; /* a file in Netscape's format; NULL: none */
} secrets_given;

typedef struct secrets secrets;

/* ERR_USAGE: a file cannot be read, or a header cannot be sent; why names it without the secret. ERR_MEMORY. */
status secrets_open(const secrets_given *given, secrets **out, complaint *why);
void secrets_close(secrets *s); /* accepts NULL */

/* Adds a host that gets the secrets. ERR_MEMORY. */
status secrets_trust(secrets *s, const char *host);
bool secrets_are_for(const secrets *s, const char *host, size_t host_len);

/* What to send. Borrowed. */
const char *secrets_user(const secrets *s);             /* NULL: none */
const char *secrets_header(const secrets *s, size_t i); /* NULL: there is no i-th */
/* Gives the cookies of the file to the hosts that they are for; cookies_write still writes the others. ERR_MEMORY. */
status secrets_put_cookies(const secrets *s, cookies *to);

/* Removes the lines with secrets from the head of a request: Cookie, Authorization, Proxy-Authorization, and the user's headers. s
 * may be NULL. */
void secrets_redact(const secrets *s, char *head);

#endif
