/* exchange_inside — what the files of the exchange share.
 *
 *	exchange.c           claims a part, and runs its rounds
 *	exchange_status.c    reads and deletes what the parts have on the server */
#ifndef CLUSTER_EXCHANGE_INSIDE_H
#define CLUSTER_EXCHANGE_INSIDE_H

#include "cluster/exchange.h"
#include "cluster/server.h"

#define EXCHANGE_PARTS "parts"
enum { EXCHANGE_NAME = 300, EXCHANGE_FIELD = 48 };

struct exchange {
	server *server;
	int part, parts;
	char store[256];
	char links[EXCHANGE_FIELD], acks[EXCHANGE_NAME]; /* the names of the part's queue, and of the hash of its acks */
	uint64_t round;
	/* The round in flight: */
	const exchange_request *request;
	arena *arena;
	exchange_part *found; /* [1] to [parts] */
	exchange_entry *entries;
	size_t entries_len;
	int64_t *waits;
};

extern const char *const exchange_states[3]; /* by enum exchange_state */

/* The name of a part's queue, and of the hash of the links that a store has acknowledged. */
void exchange_links_of(int part, char out[EXCHANGE_FIELD]);
void exchange_acks_of(const char *store, char out[EXCHANGE_NAME]);
/* ERR_USAGE, with the reason: the crawl has another number of parts; another store has this part. */
status exchange_other_parts(const exchange *x, int there, int parts, complaint *why);
status exchange_other_store(const exchange *x, int part, const char *store, complaint *why);
/* Reads the stores and the states of all parts into x->found. */
status exchange_read_parts(exchange *x, complaint *why);

#endif
