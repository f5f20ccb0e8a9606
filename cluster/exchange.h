/* exchange — what the parts of one crawl say to each other, by fields, queues and leases on a server (board.h):
 *
 *	fields of "parts"         K → the store that is part K; K:at → what it does and the number of its round; parts → how many there are
 *	queue "links:K"           links to hosts of part K, in items of up to 64 of one sender
 *	fields of "heard:STORE"   sender → its run, and the last number of its links that the store has in its queue
 *	leases                    of addresses that no other part may ask now
 *
 * A part talks in rounds: it says what it does and what it has stored, sends links, and reads those that are for it. Links to a part have
 * the numbers 1, 2, 3, …; a reader takes only the one that comes next. So it may be sent twice, and nothing is lost with the server: when a
 * queue is empty, and its reader lacks something, the sender begins again where the reader is. A sender whose store is older than what it
 * has told begins a run like any other, where its store ends; what was told in the run before does not count there.
 *
 * Errors are those of client.h. */
#ifndef CLUSTER_EXCHANGE_H
#define CLUSTER_EXCHANGE_H

#include "cluster/board.h"
#include "cluster/caller.h"
#include "cluster/wire.h"

enum {
	EXCHANGE_PARTS_MOST = 256,
	EXCHANGE_ENTRIES_MOST = 1000,         /* in a queue: then links wait in the store of their sender */
	EXCHANGE_READ_MOST = BOARD_READ_MOST, /* entries in a round */
	EXCHANGE_ADDRESS_MAX = 64
};

typedef struct exchange exchange;

/* Becomes this part of as many as there are in all. ERR_USAGE: another store is, or their number is another one; why says which. */
status exchange_open(const char *url, const char *store, int part, int parts, exchange **out, complaint *why);
void exchange_close(exchange *x);           /* accepts NULL; waits for no answer */
caller *exchange_caller(const exchange *x); /* its thread, and its patience */

/* A part is at work, or has nothing to do and all that it has sent has arrived, or has ended. */
enum exchange_state { EXCHANGE_BUSY, EXCHANGE_DONE, EXCHANGE_LEFT };

/* Links for a part. */
typedef struct exchange_parcel {
	int part;
	wire_links links;
} exchange_parcel;

/* An entry that was read, and how far its sender's links are stored with it. */
typedef struct exchange_mark {
	const char *id, *sender;
	uint64_t run, number; /* of the sender */
} exchange_mark;

/* An address that hosts of several parts may have. */
typedef struct exchange_turn {
	char address[EXCHANGE_ADDRESS_MAX];
	bool rests; /* it was asked, and rests; else: may I ask it? */
	int64_t ms; /* so long nobody else may ask it */
} exchange_turn;

/* What is said in a round. All of it is borrowed until exchange_take. */
typedef struct exchange_said {
	enum exchange_state state;
	bool reads;                 /* all that was read before is in `heard` by now: more may be read */
	const exchange_mark *heard; /* stored by now; at most EXCHANGE_READ_MOST */
	size_t heard_len;
	const exchange_parcel *parcels; /* those for one part in ascending order */
	size_t parcels_len;
	const exchange_turn *turns;
	size_t turns_len;
} exchange_said;

/* A part as the round has found it. */
typedef struct exchange_part {
	const char *store; /* NULL: it has not begun */
	enum exchange_state state;
	uint64_t round; /* its number rises as long as the part is there */
	/* The last of our links that it has stored, and in which of our runs it came: */
	uint64_t heard_run, heard;
	bool is_empty; /* its queue was, before that was read and anything was sent */
	uint64_t sent; /* of the parcels, up to here; 0: nothing */
} exchange_part;

typedef struct exchange_entry {
	const char *id, *sender;
	wire_links links; /* len 0: it cannot be read */
} exchange_entry;

/* What is heard in a round. */
typedef struct exchange_heard {
	const exchange_part *parts; /* [1] to [parts] */
	const exchange_entry *entries;
	size_t entries_len;
	const int64_t *waits; /* for each turn: 0: yes; else in so many ms it may be asked for again */
} exchange_heard;

/* Begins a round on the caller's thread. None may be under way. ERR_MEMORY. */
status exchange_start(exchange *x, const exchange_said *said);
/* *taken: false: none yet; wait: until there is. *out is valid until the next exchange_start. */
status exchange_take(exchange *x, bool wait, bool *taken, exchange_heard *out, complaint *why);

/* ── from outside ── */

typedef struct exchange_summary {
	const char *store, *state; /* store NULL: it has not begun; state: "busy", "done" or "left" */
	int64_t entries;           /* in its queue */
} exchange_summary;

/* (*out)[1] to [*parts], in a; *parts is 0 if the crawl has no parts. */
status exchange_look(const char *url, arena *a, exchange_summary **out, int *parts, complaint *why);
/* May a new store become this part? ERR_USAGE: another one is, or the crawl has another number of parts; why says which. */
status exchange_may_begin(const char *url, int part, int parts, complaint *why);
/* A store is forgotten: another one may become its part. *part: which one it was; 0: none. */
status exchange_forget(const char *url, const char *store, int *part, complaint *why);
/* All that parts have said is taken away: as if the server had lost it. */
status exchange_delete(const char *url, complaint *why);

#endif
