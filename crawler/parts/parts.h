/* parts — a crawl in parts (--part 2/4): each part owns some of the hosts, by a keyed hash of their domain, and fetches only these.
 * A part has a store and a process of its own, on any machine. It forwards URLs of other parts' hosts: store/handed.h stores them,
 * and cluster/exchange.h sends them.
 *
 *	parts_open                         becomes this part
 *	parts_forward                      forwards a URL that another part owns, in an open transaction
 *	parts_sync, then parts_receive     in a loop: rounds of the exchange, on a thread of their own
 *	parts_is_over                      no part has any work left
 *
 * A part sends only committed URLs to others, and acknowledges only links that it has committed. */
#ifndef CRAWLER_PARTS_PARTS_H
#define CRAWLER_PARTS_PARTS_H

#include "cluster/exchange.h"
#include "judge/session.h"
#include "store/handed.h"

typedef struct parts parts;

#define PARTS_SKIP "another part" /* the skip reason of a URL of another part's host */

enum { PARTS_SYNC_MS = 100 }; /* between rounds without news */

/* Callbacks of the crawl, for links from other parts and for leases at IP addresses. */
typedef struct parts_listener {
	status (*link)(void *ctx, const wire_link *link); /* a link to a host of this part, or, with is_seed, to any */
	status (*lease)(void *ctx, const char *address, int64_t wait_ms);
	void *ctx;
} parts_listener;

/* Parses "2/4". ERR_USAGE: why says what is expected. */
status parts_read(const char *text, store_part *out, complaint *why);
/* May a new store become this part? ERR_USAGE: another store is this part, or the crawl has another number of parts; why says
 * which. */
status parts_may_begin(const char *url, const store_part *part, complaint *why);
/* url: of the shared index of the session's store. part: "2/4"; NULL: the part that the store already is. *out is NULL if it is
 * none. Forwards the URLs of other parts' hosts in the store's queue. x and the listener's ctx are borrowed. ERR_USAGE: why says
 * why. */
status parts_open(const char *url, const char *part, session *x, const parts_listener *listener, parts **out, complaint *why);
/* Returns how many parts the crawl with the shared index at this URL has; 0: none, or no server answers. */
int parts_count_at(const char *url);
void parts_close(parts *p); /* accepts NULL; call it before the session is closed */
/* From now on, waiting ends when stop_fd is readable. */
void parts_stop_at(parts *p, int stop_fd);

/* Returns the other part that owns a host, "https://www.example.com:8080"; 0: this part owns it. */
int parts_owner(const parts *p, const char *host);
/* Forwards a URL to that part. ERR_IO, ERR_MEMORY. */
status parts_forward(parts *p, int part, const store_sighting *s);
/* Forwards a URL to all other parts: a seed that was redirected, because it belongs to the scope of all. */
status parts_forward_to_all(parts *p, const store_sighting *s);
/* Asks for a turn at an address, which the listener gets later, or, if rests, reports that a request was made there. ms: how long
 * the address is then taken. ctx is the parts. ERR_MEMORY. */
status parts_request_lease(void *ctx, const char *address, int64_t ms, bool rests);

/* Begins a round if there is news or it is time. is_idle: this part has nothing to do. */
status parts_sync(parts *p, bool is_idle, complaint *why);
int parts_fd(const parts *p); /* readable when there is an answer */
/* Takes the answer, if there is one, and writes to the store, in a transaction. Errors of cluster/client.h, and of the listener. */
status parts_receive(parts *p, complaint *why);
/* Have all parts that have not ended nothing to do, and have all links between them arrived? */
bool parts_is_over(const parts *p);
/* Tells the other parts that this part has ended. */
void parts_leave(parts *p);

/* Describes what the part waits for, for the user; "": nothing. */
void parts_delay(const parts *p, complaint *out);
/* Returns how many forwarded URLs have not arrived yet; *of: at how many parts. */
int64_t parts_waiting(const parts *p, int *of);

#endif
