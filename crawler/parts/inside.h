/* inside — the definitions that parts.c and rounds.c share. */
#ifndef CRAWLER_PARTS_INSIDE_H
#define CRAWLER_PARTS_INSIDE_H

#include "crawler/parts/parts.h"

enum { LEASES_MOST = 1024, BATCHES_MOST = 64, BATCHES_OF_PART_MOST = 8 };

/* Another part. */
typedef struct peer {
	char store[256]; /* its last known store name; "": none yet */
	bool is_there;   /* it is registered in Redis */
	bool was_there;  /* in this run, it was seen busy or done */
	enum exchange_state state;
	uint64_t round, settled_round; /* its current round, and its round when all parts were first seen done */
	int64_t seen_ms;               /* when its round last increased, by clock_ms() */
	int64_t opened;                /* the number of the last link for it when this run began */
	int64_t forwarded, committed;  /* the number of the last link for it now, and of the last committed one */
	int64_t offered;               /* the number of the last link in this round's message */
	bool is_full;                  /* its stream did not take all of them */
	int64_t sent, acked;           /* the numbers of the last links that were added to its stream, and to its store */
} peer;

struct parts {
	exchange *exchange;
	session *session;
	parts_listener listener;
	int number, of;
	uint64_t run;        /* a random number that distinguishes this run from earlier ones */
	uint64_t commits;    /* of the session, when `committed` was last updated */
	peer *peers;         /* [1] to [of] */
	arena *lasting;      /* lives as long as this struct */
	arena *round;        /* for the message of one round */
	arena *arrived_text; /* for the texts of `arrived` */

	exchange_lease leases[LEASES_MOST], asked[LEASES_MOST]; /* for the next round, and of the round in flight */
	size_t leases_len;

	/* Entries whose links are in the store, or in the transaction that was opened after commit number arrived_commits. */
	exchange_ack arrived[EXCHANGE_READ_MOST];
	size_t arrived_len;
	uint64_t arrived_commits;

	bool is_syncing, acks_arrived, is_idle; /* in the round in flight */
	exchange_request request;
	int64_t opened_ms, synced_ms; /* when this run began, and when its last round ended */
	int rotation;                 /* the part whose links come first */
	bool is_settled, is_over;
};

/* ── parts.c ── */

/* Updates `committed` if the session has committed since the last call. */
void parts_note_commits(parts *p);

#endif
