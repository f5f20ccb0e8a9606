/* exchange_inside — what the files of the exchange share.
 *
 *	exchange.c        one part: it becomes one, and its rounds
 *	exchange_look.c    all parts, seen from outside */
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
	char links[EXCHANGE_FIELD], heard[EXCHANGE_NAME]; /* the queue of this part, and what it has heard */
	uint64_t round;
	/* The round that is under way: */
	const exchange_said *said;
	arena *arena;
	exchange_part *found; /* [1] to [parts] */
	exchange_entry *entries;
	size_t entries_len;
	int64_t *waits;
};

extern const char *const exchange_states[3]; /* by enum exchange_state */

/* The queue of a part, and the hash of what a store has heard. */
void exchange_links_of(int part, char out[EXCHANGE_FIELD]);
void exchange_heard_of(const char *store, char out[EXCHANGE_NAME]);
/* The crawl has another number of parts; another store is this one. ERR_USAGE. */
status exchange_other_parts(const exchange *x, int there, int parts, complaint *why);
status exchange_other_store(const exchange *x, int part, const char *store, complaint *why);
/* Reads who the parts are and what they do, into x->found. */
status exchange_look_at_parts(exchange *x, complaint *why);

#endif
