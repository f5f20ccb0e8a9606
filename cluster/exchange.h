/* exchange — the messages between the parts of one crawl, by fields, queues and leases on a server (board.h):
 *
 *	fields of "parts"         K → the store that is part K; K:at → its state and the number of its round; parts → how many there are
 *	queue "links:K"           links to hosts of part K; an item has up to 64 links of one sender
 *	fields of "acks:STORE"    sender → its run, and the number of its last link that the store has in its queue
 *	leases                    addresses to which no other part may send a request now
 *
 * The exchange works in rounds. In each, a part reports its state and acknowledges the links that it has stored, sends links, and reads the
 * links for it. Links to a part are numbered 1, 2, 3, …, and a reader accepts only the next number. So links may be sent twice, and none
 * are lost with the server: if a queue is empty and its reader lacks links, the sender sends them again from there. A sender draws a number
 * for each run; if its store is older than what it sent before, its links are numbered from the end of that store, and what the reader
 * acknowledged beyond that in an earlier run does not count.
 *
 * Errors are those of client.h. */
#ifndef CLUSTER_EXCHANGE_H
#define CLUSTER_EXCHANGE_H

#include "cluster/board.h"
#include "cluster/requester.h"
#include "cluster/wire.h"

enum {
	EXCHANGE_PARTS_MOST = 256,
	EXCHANGE_ENTRIES_MOST = 1000,         /* in a queue; further links wait in the store of their sender */
	EXCHANGE_READ_MOST = BOARD_READ_MOST, /* entries in a round */
	EXCHANGE_ADDRESS_MAX = 64
};

typedef struct exchange exchange;

/* Claims this part of `parts` for the store. ERR_USAGE: another store has it, or the crawl has another number of parts; why says which. */
status exchange_open(const char *url, const char *store, int part, int parts, exchange **out, complaint *why);
void exchange_close(exchange *x);                 /* accepts NULL; does not wait for a request in flight */
requester *exchange_requester(const exchange *x); /* its thread and its retries */

/* BUSY: the part is at work. DONE: it has nothing to do, and all links that it sent have arrived. LEFT: it has ended. */
enum exchange_state { EXCHANGE_BUSY, EXCHANGE_DONE, EXCHANGE_LEFT };

/* Links for a part. */
typedef struct exchange_batch {
	int part;
	wire_links links;
} exchange_batch;

/* Acknowledges an entry that was read: the store now has its sender's links up to `number`. */
typedef struct exchange_ack {
	const char *id, *sender;
	uint64_t run, number; /* of the sender */
} exchange_ack;

/* A lease of an address that hosts of several parts may share. */
typedef struct exchange_lease {
	char address[EXCHANGE_ADDRESS_MAX];
	bool rests; /* a request was sent there: prolong the lease; false: request a lease */
	int64_t ms; /* how long nobody else may send a request there */
} exchange_lease;

/* What a part sends in a round. All of it is borrowed until exchange_take. */
typedef struct exchange_request {
	enum exchange_state state;
	bool reads;               /* all entries read before are in `acks`, so more may be read */
	const exchange_ack *acks; /* stored by now; at most EXCHANGE_READ_MOST */
	size_t acks_len;
	const exchange_batch *batches; /* those for one part in ascending order */
	size_t batches_len;
	const exchange_lease *leases;
	size_t leases_len;
} exchange_request;

/* The state of a part, as read in the round. */
typedef struct exchange_part {
	const char *store; /* NULL: it has not begun */
	enum exchange_state state;
	uint64_t round; /* rises as long as the part runs */
	/* The run and the number of our last link that it has stored: */
	uint64_t acked_run, acked;
	bool is_empty; /* its queue was empty before this round sent anything */
	uint64_t sent; /* the number of the last link sent in this round; 0: none */
} exchange_part;

typedef struct exchange_entry {
	const char *id, *sender;
	wire_links links; /* len 0: it cannot be read */
} exchange_entry;

/* What a part receives in a round. */
typedef struct exchange_reply {
	const exchange_part *parts; /* [1] to [parts] */
	const exchange_entry *entries;
	size_t entries_len;
	const int64_t *waits; /* for each lease: 0: it was granted; else request it again in so many ms */
} exchange_reply;

/* Begins a round on the requester's thread. None may be under way. ERR_MEMORY. */
status exchange_start(exchange *x, const exchange_request *request);
/* *taken false: the round has not ended; wait: waits until it has. *out is valid until the next exchange_start. */
status exchange_take(exchange *x, bool wait, bool *taken, exchange_reply *out, complaint *why);

/* ── from outside ── */

typedef struct exchange_summary {
	const char *store, *state; /* store NULL: it has not begun; state: "busy", "done" or "left" */
	int64_t entries;           /* in its queue */
} exchange_summary;

/* (*out)[1] to [*parts], in a; *parts is 0 if the crawl has no parts. */
status exchange_status(const char *url, arena *a, exchange_summary **out, int *parts, complaint *why);
/* May a new store become this part? ERR_USAGE: another one is, or the crawl has another number of parts; why says which. */
status exchange_may_begin(const char *url, int part, int parts, complaint *why);
/* Releases the part of a store, so that another store can claim it. *part: its number; 0: the store had none. */
status exchange_forget(const char *url, const char *store, int *part, complaint *why);
/* Deletes everything that the parts have on the server, as if the server had lost it. */
status exchange_delete(const char *url, complaint *why);

#endif
