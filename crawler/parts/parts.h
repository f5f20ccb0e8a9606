/* parts — a crawl in parts (--part 2/4): each part owns some of the hosts, by a keyed hash of their domain, and fetches only these. It is a
 * store and a process of its own, on whatever machine. URLs of other parts' hosts are handed over; store/handed.h has them, and
 * cluster/exchange.h says how they are told.
 *
 *	parts_open                         becomes this part
 *	parts_hand_over                    a URL that another part owns was seen, in an open transaction
 *	parts_talk, then parts_listen      again and again: rounds of the exchange, on a thread of their own
 *	parts_is_over                      no part has anything to do any more
 *
 * Only what is committed is told to others, and only links that are committed are said to have arrived. */
#ifndef CRAWLER_PARTS_PARTS_H
#define CRAWLER_PARTS_PARTS_H

#include "cluster/exchange.h"
#include "judge/session.h"
#include "store/handed.h"

typedef struct parts parts;

#define PARTS_SKIP "another part" /* why a URL of another part's host is no URL of this store's queue */

enum { PARTS_TALK_MS = 100 }; /* with nothing to say, it listens so often */

/* What the links of other parts are for, and turns at addresses: functions of the crawl. */
typedef struct parts_listener {
	status (*link)(void *ctx, const wire_link *link); /* a link to a host of this part, or, with is_seed, to any */
	status (*turn)(void *ctx, const char *address, int64_t wait_ms);
	void *ctx;
} parts_listener;

/* "2/4". ERR_USAGE: why says what is expected. */
status parts_read(const char *text, store_part *out, complaint *why);
/* May a new store become this part? ERR_USAGE: another one is, or the crawl has another number of parts; why says which. */
status parts_may_begin(const char *url, const store_part *part, complaint *why);
/* url: of the memory that the session's store shares. part: "2/4"; NULL: as the store was before. *out is NULL if it is none. URLs of
 * other parts' hosts that are in the store's queue are handed over. x and the listener are borrowed. ERR_USAGE: why says why. */
status parts_open(const char *url, const char *part, session *x, const parts_listener *listener, parts **out, complaint *why);
/* How many parts the crawl with the memory at this URL has; 0: none, or nobody answers. */
int parts_count_at(const char *url);
void parts_close(parts *p); /* accepts NULL; before the session */
/* From now on waiting ends when this is readable. */
void parts_stop_at(parts *p, int stop_fd);

/* The other part that owns a host, "https://www.example.com:8080"; 0: this one does. */
int parts_owner(const parts *p, const char *host);
/* Hands a URL over to that part. ERR_IO, ERR_MEMORY. */
status parts_hand_over(parts *p, int part, const store_sighting *s);
/* The same to all other parts: a seed that was redirected, which belongs to the scope of all. */
status parts_hand_to_all(parts *p, const store_sighting *s);
/* To ask an address, or to say that it was asked; the listener hears what comes of it. ERR_MEMORY. */
status parts_ask_turn(parts *p, const char *address, int64_t ms, bool rests);

/* Begins a round, if there is something to be said or it is time. is_idle: this part has nothing to do. */
status parts_talk(parts *p, bool is_idle, complaint *why);
int parts_fd(const parts *p); /* readable when there is an answer */
/* Takes the answer, if there is one. Writes to the store, in a transaction. Errors of cluster/memory.h, and of the listener. */
status parts_listen(parts *p, complaint *why);
/* Have all parts that are there nothing to do, and has all that they have told each other arrived? */
bool parts_is_over(const parts *p);
/* Says that this part has ended. */
void parts_leave(parts *p);

/* What the part waits for, as the user should know it; "": nothing. */
void parts_trouble(const parts *p, complaint *out);
/* How many URLs were handed over that did not arrive yet, and to how many parts. */
int64_t parts_waiting(const parts *p, int *of);

#endif
