/* exchange_inside — what the files of the exchange share.
 *
 *	exchange.c         one part: it becomes one, and its rounds
 *	exchange_links.c   links, sent and read in a round
 *	exchange_look.c    all parts, seen from outside
 *	exchange_keys.c    the names of the keys, and a field of one */
#ifndef CLUSTER_EXCHANGE_INSIDE_H
#define CLUSTER_EXCHANGE_INSIDE_H

#include "cluster/caller.h"
#include "cluster/exchange.h"

enum { KEY_MAX = CONNECTION_NAME_MAX + 320, FIELD_MAX = 24 };

struct exchange {
	caller *caller;
	int part, parts;
	char store[256];
	char parts_key[KEY_MAX], links_key[KEY_MAX], heard_key[KEY_MAX];
	uint64_t round;
	/* The round that is under way: */
	const exchange_said *said;
	arena *arena;
	exchange_part *found; /* [1] to [parts] */
	exchange_entry *entries;
	size_t entries_len;
	int64_t *waits;
};

/* ── exchange_keys.c ── */

/* All keys of a memory lie in one slot. */
void exchange_key(const caller *c, const char *what, const char *which, char out[KEY_MAX]);
/* The stream of a part. */
void exchange_links_key(const caller *c, int part, char out[KEY_MAX]);
/* A field of a hash, in x->arena; "": it is not there. */
status exchange_field(exchange *x, const char *key, const char *field, const char **out, complaint *why);

/* ── exchange.c ── */

extern const char *const exchange_states[3]; /* by enum exchange_state */

/* The crawl has another number of parts; another store is this one. ERR_USAGE. */
status exchange_other_parts(const exchange *x, int there, int parts, complaint *why);
status exchange_other_store(const exchange *x, int part, const char *store, complaint *why);
/* Reads who the parts are and what they do, into x->found. */
status exchange_look_at_parts(exchange *x, complaint *why);

/* ── exchange_links.c ── */

/* Sends links to all parts that are there. */
status exchange_talk_to_all(exchange *x, complaint *why);
status exchange_read_entries(exchange *x, complaint *why);

#endif
