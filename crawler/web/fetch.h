/* fetch — transfers, many at a time, over libcurl's multi interface. Belongs to one thread.
 *
 *	fetcher_start(f, &request)         up to `connections` of them at once
 *	fetcher_wait(f, fds, n, ms)        until something moves
 *	while (fetcher_take(f, &result)) { …; fetch_result_free(&result); }
 *
 * Redirects are not followed and failures are not retried here: both are results. The size limit counts decoded bytes, against
 * decompression bombs. One deadline covers a transfer from the DNS lookup to the last byte. Addresses are checked when a socket is
 * opened, after DNS: those that are not public are refused, unless allow_private is set. */
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
	size_t bytes_most;  /* of a body, decoded; for robots.txt and sitemaps it is at least ROBOTS_BYTES_MOST */
	const char *user_agent;
	const char *ca_file;    /* certificates to trust; NULL: the system's */
	const char *proxy;      /* NULL: none; the environment's is never used */
	bool allow_private;     /* also connect to private addresses (see address.h) */
	bool keep_heads;        /* results have the heads of request and response; that of the request without secrets */
	bool keep_secrets;      /* these heads keep their secrets */
	bool skips_text;        /* plain text is not a page */
	bool no_cookies;        /* cookies are not kept */
	const secrets *secrets; /* borrowed; NULL: none */
} fetch_settings;

typedef struct fetch_request {
	const char *url; /* borrowed until the result is taken */
	bool is_sitemap; /* not a page: any content type is accepted */
	bool is_robots;  /* the same */
	bool is_seed;    /* a page, or a list of pages: see fetch_result.is_list */
	const char *etag,
		*last_modified; /* of the stored version: if it has not changed, the server answers 304; NULL: not known */
	void *ctx;              /* the caller's; returned with the result */
} fetch_request;

enum fetch_outcome {
	FETCH_BODY,      /* 2xx with a body that may be a page; any 2xx for sitemaps and, unless it has no file, robots.txt */
	FETCH_UNCHANGED, /* 304, and etag or last_modified was sent */
	FETCH_REDIRECT,  /* 3xx with a Location */
	FETCH_SKIP,      /* 2xx, but not a page: reason says why ("type image/png") */
	FETCH_FAILED     /* no usable response: reason says why ("http 404", "deadline") */
};

/* The reason of a refused address, without allow_private. */
#define FETCH_PRIVATE "private address (see --allow-private)"

typedef struct fetch_result {
	void *ctx;
	enum fetch_outcome outcome;
	bool is_temporary;   /* FETCH_FAILED: another try may succeed */
	bool is_provisional; /* a page that may be another one in a moment: it was answered with 202, or is empty */
	bool is_unreached;   /* FETCH_FAILED: no connection could be made, or the host's name is not known */
	long http_status;    /* 0: no response */
	char reason[256];
	bool is_text;                       /* FETCH_BODY of a page: plain text, not HTML */
	bool is_list;                       /* FETCH_BODY of a seed: not a page, but a sitemap, a feed or a list of URLs */
	buffer body;                        /* decoded. Move it out and leave zeros, or let fetch_result_free free it */
	buffer raw;                         /* as received, with keep_heads, if it had a coding; else empty */
	response_headers headers;           /* of the last response */
	char *request_head, *response_head; /* as sent and received, with keep_heads; NULL: not kept, none, or too long */
	bool truncated;                     /* the body was cut at bytes_most */
	bool body_ignored;                  /* there was a body, which was not read because it is not a page */
	bool no_memory;             /* libcurl ran out of memory: its state is unknown, and nothing more may be fetched */
	char address[ADDRESS_TEXT]; /* of the server that responded: "203.0.113.7"; "": none, or not known because of a proxy */
	int64_t elapsed_ms;
} fetch_result;

typedef struct fetcher fetcher;

/* Gives the cookies in settings.secrets to their hosts, and copies the strings in settings. ERR_MEMORY. */
status fetcher_open(const fetch_settings *settings, fetcher **out, complaint *why);
void fetcher_close(fetcher *f); /* accepts NULL; does not wait, not even for a DNS lookup that hangs */

/* Are there cookies for the host of this URL? */
bool fetcher_has_cookies(const fetcher *f, const char *url);
/* Calls cookies_write, unless no_cookies is set. */
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
