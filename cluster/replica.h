/* replica — the state of a shared index in the memory of one client: the result of applying the entries of its log in order. Clients that
 * have applied the same entries agree about every verdict, since nothing else has influence: no clock, no order of replies, no machine.
 *
 * The filter belongs to the client, and any thread may sign with it; its pages belong to the replica. */
#ifndef CLUSTER_REPLICA_H
#define CLUSTER_REPLICA_H

#include "cluster/entry.h"
#include "cluster/places.h"
#include "plugin/filter.h"

/* The verdict on a page. of and shares are ids of pages; stage and proposed_by are valid as long as the filter. */
typedef struct replica_verdict {
	bool is_bad; /* the filter did not make this signature */
	unsigned link;
	firstprint_verdict verdict;
	firstprint_signature final; /* in the arena of the call */
} replica_verdict;

/* An own entry that was appended, and the verdicts on its pages once it is applied. */
typedef struct replica_expected {
	uint64_t session, request;
	const firstprint_signature *pages; /* of its PAGE and LOCAL items, in order */
	replica_verdict *verdicts;         /* room for as many */
	size_t len;
	bool is_applied;
} replica_expected;

typedef struct replica replica;

/* f and owner are borrowed; f has no pages. stamp: see entry.h. ERR_MEMORY. */
status replica_open(filter *f, uint64_t stamp, const char *owner, replica **out);
void replica_close(replica *r); /* accepts NULL; the filter keeps the pages */
/* Removes all pages, so that the log can be read from its beginning. */
status replica_reset(replica *r);

/* Applies an entry. expected: the own entry that was appended, or NULL. Signatures are in a. ERR_FILTER, ERR_MEMORY: why says what is wrong,
 * and the replica can no longer be used. */
status replica_apply(replica *r, firstprint_span bytes, replica_expected *expected, arena *a, complaint *why);
/* Judges a page against the current state, which stays as it is. ERR_FILTER, ERR_MEMORY. */
status replica_check(replica *r, const firstprint_signature *sig, arena *a, replica_verdict *out, complaint *why);

/* Has another session joined as this owner? */
bool replica_is_replaced(const replica *r, uint64_t session);
enum { REPLICA_NUMBER_BITS = 20 };
/* The lowest REPLICA_NUMBER_BITS of an owner's ids (client.h). Has another owner that has joined the same number? */
uint64_t replica_owner_number(const char *owner, size_t len);
bool replica_shares_number(const replica *r);
uint64_t replica_highest(const replica *r); /* of all ids that it has seen */
/* The own pages: how many, and their ids, in no order, in a. */
size_t replica_own_pages(const replica *r);
status replica_own_ids(const replica *r, arena *a, uint64_t **out, size_t *len);
bool replica_has(const replica *r, uint64_t id);
/* The ids of all pages that were withdrawn or refused since the last reset, in their order. Valid until the next call that changes the
 * replica. */
const uint64_t *replica_withdrawn(const replica *r, size_t *len);

#endif
