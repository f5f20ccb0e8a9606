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
	size_t memory_most;  /* bytes that the shard may hold; 0: any */
} request;

typedef struct request_joined {
	uint64_t asked, epoch;
	uint64_t withdrawn_first,
		withdrawn_last; /* what was withdrawn before the first is not known any more; none: first > last */
} request_joined;

/* From now on the owner's session is this one. */
refusal request_join(request *r, request_joined *out);
/* Appends to `out` the ids of the owner's pages behind place *after, up to `most` of them, and sets *after; 0: that was all. */
refusal request_ids(request *r, uint32_t *after, size_t most, wire_writer *out);
/* The page of this id, whose signature was settled when it was judged. In a new epoch pages may have been kept that repeat it, and are
 * younger: they are withdrawn. No effect if it is remembered. */
refusal request_remember(request *r, uint64_t id, const firstprint_signature *sig);
/* A page of the owner is no page any more. */
refusal request_withdraw(request *r, uint64_t id);
/* The owner has compared its pages. highest: of all ids that it has ever got; 0: none. */
refusal request_compared(request *r, uint64_t highest);

/* Judges n pages. number: of the request; read: what was withdrawn was read up to here. Appends the answer: the number of what was
 * withdrawn last, 8 bytes, and the answers of wire.h. */
refusal request_judge(request *r, uint64_t number, uint64_t read, const firstprint_span *pages, size_t n, wire_writer *out);

/* Appends number and id, 8 bytes each, of what was withdrawn after `read`, the oldest first, up to `most` of them. */
void request_withdrawn(const shard *s, uint64_t read, size_t most, wire_writer *out);
/* Withdraws up to `most` pages of an owner that will not return; *left becomes how many it still has. Without pages it is removed. */
refusal request_forget(request *r, size_t most, uint64_t *left);

#endif
