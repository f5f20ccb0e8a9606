/* fetch — transfers, many at a time, over libcurl's multi interface. Belongs to one thread.
 *
 *	fetcher_start(f, &request)         up to `connections` of them at once
 *	fetcher_wait(f, fds, n, ms)        until something moves
 *	while (fetcher_take(f, &result)) { …; fetch_result_free(&result); }
 *
 * Redirects are not followed and failures are not retried here: both are results. The size limit counts decoded bytes,
 * against decompression bombs. One deadline covers a transfer from the DNS lookup to the last byte. Unless allow_private
 * is set, addresses that are not public are refused when a socket is opened: after DNS. */
#ifndef CRAWLER_WEB_FETCH_H
#define CRAWLER_WEB_FETCH_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/status.h"
#include "crawler/web/headers.h"
#include "crawler/web/secrets.h"

enum { ADDRESS_TEXT = 46 }; /* bytes of the longest IPv6 address as text, with the NUL */

typedef struct fetch_settings {
	int connections;    /* transfers at once, over all hosts; ≥ 1 */
	int64_t timeout_ms; /* for a whole transfer */
	size_t bytes_most;  /* of a body, decoded; robots.txt and sitemaps may have ROBOTS_BYTES_MOST at least */
	const char *user_agent;
	const char *ca_file;    /* certificates to trust; NULL: the system's */
	const char *proxy;      /* NULL: none; the environment's is never used */
	bool allow_private;     /* connect to loopback, private and link-local addresses too */
	bool keep_heads;        /* results have the heads of request and response; of the request without what is secret */
	bool keep_secrets;      /* these too */
	bool skips_text;        /* plain text is no page */
	bool no_cookies;        /* none are kept */
	const secrets *secrets; /* borrowed; NULL: none */
} fetch_settings;

typedef struct fetch_request {
	const char *url; /* borrowed until the result is taken */
	bool is_sitemap; /* not a page: any content type is read */
	bool is_robots;  /* the same */
	bool is_seed;    /* a page, or what leads to pages: see fetch_result.is_list */
	const char *etag,
		*last_modified; /* of the stored version: if it has not changed, the server answers 304; NULL: not known */
	void *ctx;              /* the caller's; returned with the result */
} fetch_request;

enum fetch_outcome {
	FETCH_BODY,      /* 2xx with a body that may be a page; any 2xx for robots.txt and sitemaps */
	FETCH_UNCHANGED, /* 304, and etag or last_modified was sent */
	FETCH_REDIRECT,  /* 3xx with a Location */
	FETCH_SKIP,      /* 2xx, but not a page: reason says why ("type image/png") */
	FETCH_FAILED     /* no usable response: reason says why ("http 404", "deadline") */
};

typedef struct fetch_result {
	void *ctx;
	enum fetch_outcome outcome;
	bool is_temporary; /* FETCH_FAILED: another try may succeed */
	bool is_unreached; /* FETCH_FAILED: no connection could be made, or the host's name is not known */
	long http_status;  /* 0: no response */
	char reason[256];
	bool is_text;             /* FETCH_BODY of a page: plain text, not HTML */
	bool is_list;             /* FETCH_BODY of a seed: no page, but a sitemap, a feed or a list of URLs */
	buffer body;              /* without its codings. Move it out and leave zeros, or let fetch_result_free free it */
	buffer raw;               /* as it came, with keep_heads, if it had a coding; else empty */
	response_headers headers; /* of the last response */
	char *request_head, *response_head; /* as sent and received, with keep_heads; NULL: not kept, none, or too long */
	bool truncated;                     /* the body was cut at bytes_most */
	bool body_ignored;                  /* there was a body, which was not read since it is not a page */
	bool no_memory;             /* libcurl ran out of memory: its state is unknown, and nothing more may be fetched */
	char address[ADDRESS_TEXT]; /* that responded: "203.0.113.7"; "": none, or not known because of a proxy */
	int64_t elapsed_ms;
} fetch_result;

typedef struct fetcher fetcher;

/* The cookies of settings.secrets are those of its hosts from the start. Strings in settings are copied. ERR_MEMORY. */
status fetcher_open(const fetch_settings *settings, fetcher **out, complaint *why);
void fetcher_close(fetcher *f); /* accepts NULL; does not wait, not even for a DNS lookup that hangs */

/* Are there cookies for the host of this URL? */
bool fetcher_has_cookies(const fetcher *f, const char *url);
/* cookies_write; does nothing if no_cookies is set. */
status fetcher_write_cookies(fetcher *f, const char *path, complaint *why);

bool fetcher_is_full(const fetcher *f);   /* are `connections` transfers running? */
size_t fetcher_running(const fetcher *f); /* started and not taken yet */
/* Starts a transfer. ERR_LIMIT: full; ERR_MEMORY. */
status fetcher_start(fetcher *f, const fetch_request *request);
/* Waits until a transfer can go on, one of the n ≤ 8 fds is readable (see their revents), or ms have passed. */
void fetcher_wait(fetcher *f, struct pollfd *fds, size_t n, int64_t ms);
/* Takes the result of a finished transfer; yours until fetch_result_free. false: none has finished. */
bool fetcher_take(fetcher *f, fetch_result *out);
void fetch_result_free(fetch_result *r); /* does not free r itself */

#endif
