/* fetch — transfers, many at a time, over libcurl's multi interface. Belongs to one thread.
 *
 *	fetcher_start(f, &request)         up to `connections` of them at once
 *	fetcher_wait(f, fds, n, ms)        until something moves
 *	while (fetcher_take(f, &result)) { …; fetch_result_free(&result); }
 *
 * Nothing is followed and nothing repeated here: a redirect is a result. Bodies are counted decoded, against
 * bombs; a transfer has one deadline from first lookup to last byte; addresses that are not public are refused when
 * the socket is opened, after DNS and on every hop, unless asked for. */
#ifndef CRAWLER_WEB_FETCH_H
#define CRAWLER_WEB_FETCH_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/status.h"
#include "crawler/web/headers.h"

enum { ADDRESS_TEXT = 46 }; /* of the longest IPv6 address, with its NUL */

typedef struct fetch_settings {
	int connections;        /* at once, over all hosts */
	int64_t timeout_ms;     /* a whole transfer */
	size_t bytes_most;      /* of a page, decoded; a robots.txt may have ROBOTS_BYTES_MOST */
	const char *user_agent;
	const char *ca_file;    /* NULL: the system's */
	const char *proxy;      /* NULL: none; the environment's is never used */
	bool allow_private;     /* loopback, private and link-local addresses too */
	bool keep_heads;        /* of requests and responses, in results */
} fetch_settings;

typedef struct fetch_request {
	const char *url;  /* borrowed until the result is taken */
	bool is_robots_or_sitemap; /* robots.txt or a sitemap, not a page: any content type will do, redirects are followed (up to 5), the body may be cut */
	const char *etag, *last_modified; /* of what we have: nothing is sent when it has not changed; NULL: send it */
	void *ctx;        /* comes back with the result */
} fetch_request;

enum fetch_outcome {
	FETCH_BODY,     /* 2xx with a body that may be a page */
	FETCH_UNCHANGED, /* 304 */
	FETCH_REDIRECT, /* 3xx with a Location */
	FETCH_SKIP,     /* not a page: reason says why ("type image/png") */
	FETCH_FAILED    /* no page: reason says why ("http 404", "timeout") */
};

typedef struct fetch_result {
	void *ctx;
	enum fetch_outcome outcome;
	bool can_pass;          /* FETCH_FAILED: another try may succeed */
	long http_status;       /* 0: no answer */
	char reason[256];
	buffer body;            /* take it (and leave zeros), or let fetch_result_free free it */
	response_headers headers; /* the ones we keep of the last response's head */
	char *request_head, *response_head; /* as they went, with keep_heads; NULL: not kept, none, or too long */
	char *effective_url;    /* where redirects of robots.txt or a sitemap led, with keep_heads; NULL: there were none */
	bool truncated;         /* the body was cut at bytes_most */
	bool left_out;          /* there was a body, which nobody wanted */
	bool no_memory;         /* libcurl had none: what it holds is in no known state, and nothing more can be fetched */
	char address[ADDRESS_TEXT]; /* the machine that answered: "203.0.113.7"; "": none did, or a proxy is between */
	int64_t elapsed_ms;
} fetch_result;

typedef struct fetcher fetcher;

status fetcher_open(const fetch_settings *settings, fetcher **out, complaint *why);
void fetcher_close(fetcher *f); /* accepts NULL; waits for nothing, not even a name lookup that hangs */

bool fetcher_is_full(const fetcher *f);
size_t fetcher_running(const fetcher *f);
/* ERR_LIMIT: full; ERR_MEMORY; ERR_FORMAT: libcurl does not take the URL. */
status fetcher_start(fetcher *f, const fetch_request *request);
/* Until a transfer moves, one of the n fds is readable, or ms have passed. */
void fetcher_wait(fetcher *f, struct pollfd *fds, size_t n, int64_t ms);
bool fetcher_take(fetcher *f, fetch_result *out); /* what is in *out is yours */
void fetch_result_free(fetch_result *r);

#endif
