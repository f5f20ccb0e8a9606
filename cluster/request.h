/* request — what owners ask of a shard. module.c hands over the arguments of a command, and sends the changes to the replicas.
 *
 * An owner joins, tells which pages it has (its store is the truth: what the shard lacks is remembered, what only the shard has is
 * withdrawn), and then asks. Its requests are numbered: one that is asked twice, because the answer was lost, is judged once. In a new
 * epoch, and in a new session, it compares again.
 *
 * Refusals, besides the usual errors: */
#ifndef CLUSTER_REQUEST_H
#define CLUSTER_REQUEST_H

#include "cluster/shard.h"

typedef enum refusal {
	REFUSED_NOT = 0,
	REFUSED_TAKEN,      /* another process has joined as this owner, or it is being forgotten */
	REFUSED_COMPARE,    /* join and compare first: the last changes may have been lost */
	REFUSED_RECOVERING, /* other owners have not compared yet: ask again soon */
	REFUSED_FULL,       /* no memory for more pages */
	REFUSED_STALE,      /* the turn has ended, or somebody else has it */
	REFUSED_BAD,        /* not a request */
	REFUSED_BROKEN      /* the filter has failed: filter_error says how */
} refusal;

typedef struct request {
	shard *shard;
	arena *arena;
	const char *owner; /* its name */
	size_t owner_len;
	uint64_t session;
	uint64_t process;    /* a number for the process that is asked: the epoch */
	int64_t now_ms;      /* by the calendar */
	int64_t recovery_ms; /* how long to wait for others at most */
	int64_t lease_ms;    /* of a turn */
	size_t memory_most;  /* bytes that the shard may hold; 0: any */
} request;

typedef struct request_joined {
	uint64_t asked, epoch;
	uint64_t withdrawn_first,
		withdrawn_last; /* what was withdrawn before the first is not known any more; none: first > last */
	uint64_t epoch_first;   /* the first id of the epoch */
	uint64_t next_id, turn; /* those of the head are to be above all that leaves have met */
} request_joined;

/* From now on the owner's session is this one. leaves: of a head: the epochs of its leaves, as one number; another number begins a new
 * epoch of the head, so that all owners compare. 0: it has none. */
refusal request_join(request *r, uint64_t leaves, request_joined *out);
/* Appends to `out` the ids of the owner's pages behind place *after, up to `most` of them, and sets *after; 0: that was all. */
refusal request_ids(request *r, uint32_t *after, size_t most, wire_writer *out);
/* The page of this id, whose signature was settled when it was judged. In a new epoch pages may have been kept that repeat it, and are
 * younger: they are withdrawn. No effect if it is remembered. */
refusal request_remember(request *r, uint64_t id, const firstprint_signature *sig);
/* A page of the owner is no page any more. */
refusal request_withdraw(request *r, uint64_t id);
/* The owner has compared its pages. highest: of all ids that it has ever got, turn: of all turns that a leaf has met; 0: none. */
refusal request_compared(request *r, uint64_t highest, uint64_t turn);

/* The owner ends: after a loss nobody waits for it. It may join again at any time. */
refusal request_leave(request *r);

/* Judges n pages. number: of the request; read: what was withdrawn was read up to here. Appends the answer: the number of what was
 * withdrawn last, 8 bytes, and the answers of wire.h. */
refusal request_judge(request *r, uint64_t number, uint64_t read, const firstprint_span *pages, size_t n, wire_writer *out);

/* Appends number and id, 8 bytes each, of what was withdrawn after `read`, the oldest first, up to `most` of them. */
void request_withdrawn(const shard *s, uint64_t read, size_t most, wire_writer *out);
/* Withdraws up to `most` pages of an owner that will not return; *left becomes how many it still has. Without pages it is removed. */
refusal request_forget(request *r, size_t most, uint64_t *left);

/* ── a memory on several servers ──
 *
 *	request_turn at the head            until it is mine; then the ids that I need are mine, too
 *	request_count at all leaves         what the filter asks for; the counts are added up (filter.h)
 *	request_check at all leaves         with the settled signatures; the best answer stands
 *	request_keep at one leaf            what is kept, under its id
 *	request_done at the head
 *
 * What is asked of a leaf in a turn is refused there when it has met a later one: so whoever is late changes nothing. What is withdrawn is
 * announced at the head first, and then taken from the leaves: who is told too early asks again in vain, who is not told keeps a drop of
 * nothing. */

typedef struct request_turned {
	uint64_t turn;     /* 0: it is not mine yet: */
	uint64_t before;   /* so many are before me */
	uint64_t first_id; /* of those that are mine */
	uint64_t withdrawn_last;
} request_turned;

/* compares: it is for comparing, and is given to owners that have not compared yet. read: as in request_judge, if it is not. ids: how many
 * are needed. Who has the turn may ask again: it lasts longer, and there are more ids. */
refusal request_turn(request *r, bool compares, uint64_t read, uint64_t ids, request_turned *out);
/* No effect if it is somebody else's by now. */
refusal request_done(request *r, uint64_t turn);
/* Owners will be told that a page was withdrawn. */
refusal request_announce(request *r, uint64_t turn, uint64_t id);

/* For each page whose filter asks for counts, what it asks: appends how many counts there are, 4 bytes, and the counts, 4 bytes each. None:
 * no filter asked for that. */
refusal request_count(request *r, const firstprint_span *asked, size_t n, wire_writer *out);
/* Appends how many pages the leaf has, 8 bytes, 1 if it has room for more, else 0, 1 byte, and for each settled signature the answers of
 * the filter's links. */
refusal request_check(request *r, uint64_t turn, const firstprint_span *signatures, size_t n, wire_writer *out);
/* A page is remembered under this id: the one with this number, from 0, of those that were checked last. REFUSED_STALE: that was not in this
 * turn. No effect if the id is there already. */
refusal request_keep(request *r, uint64_t turn, uint64_t id, uint64_t number);
/* The same with a signature. */
refusal request_put(request *r, uint64_t turn, uint64_t id, const firstprint_signature *sig);
/* A page is forgotten, whosever it is. No effect if it is not there. */
refusal request_take(request *r, uint64_t turn, uint64_t id);

#endif
