/* memory — what many crawlers remember together, for one of them: a shard (shard.h) behind a network, or several.
 *
 *	memory_open, memory_info or memory_create      at first; nothing is waited for
 *	memory_insist                                  from now on what cannot be answered is asked again
 *	memory_join, memory_ids, memory_remember, memory_withdraw, memory_compared
 *	memory_ask, then memory_take when memory_fd is readable: a thread of its own asks, for as long as it takes
 *
 * All but memory_fd, memory_take and memory_trouble are called while nothing is asked. Errors of all calls that answer:
 *
 *	ERR_IO       nobody answers now; after memory_insist: waiting was stopped
 *	ERR_MISSING  there is no such memory (any more)
 *	ERR_BUSY     another process has joined as this owner, or the owner was forgotten
 *	ERR_LIMIT    the memory is full
 *	ERR_FILTER   its filter has failed
 *	ERR_USAGE    the server does not take it: no module, no permission
 *	ERR_FORMAT   what it said was no answer
 *	ERR_MEMORY */
#ifndef CLUSTER_MEMORY_H
#define CLUSTER_MEMORY_H

#include "cluster/wire.h"

enum { MEMORY_KEY_SIZE = 16, MEMORY_PAGES_MOST = 64 /* in one memory_ask */, MEMORY_SHARDS_MOST = 64 };

/* How far above the ids of one store those of a memory begin that was lost: other stores may have got higher ones. */
#define MEMORY_LOST_GAP ((uint64_t)1 << 32)

typedef struct memory memory;

/* url: see connection.h. ERR_USAGE, ERR_MEMORY. */
status memory_open(const char *url, memory **out, complaint *why);
void memory_close(memory *m); /* accepts NULL; waits for no answer */
/* Its URL without user and password. */
const char *memory_shown(const memory *m);
/* What cannot be answered now is asked again until it is, or stop_fd is readable; −1: none. */
void memory_insist(memory *m, int stop_fd);
/* Waits a little, as between two tries. true: waiting is to be stopped. */
bool memory_rest(memory *m, int64_t ms);

/* ── what there is ── */

typedef struct memory_owner {
	const char *name;
	uint64_t pages;
	int64_t silent_ms;           /* since it last asked */
	bool is_compared, is_behind; /* has it compared; has it not read all of what was withdrawn */
	bool has_left;               /* it has ended, and nobody waits for it */
	uint64_t requests;
} memory_owner;

/* One of several. */
typedef struct memory_shard {
	const char *key, *at; /* HOST:PORT of its server */
	uint64_t pages, bytes, bytes_most;
	bool is_lost; /* its server has no such key: the next who joins makes it again */
} memory_shard;

typedef struct memory_facts {
	const char *spec, *files;
	uint8_t key[MEMORY_KEY_SIZE];
	const char *role; /* "": it is one shard; else the keys of its shards, with a blank between two of them */
	uint64_t pages, next_id, bytes, bytes_most, withdrawn;
	bool is_recovering;
	int64_t recovering_ms; /* so long requests wait for stores at most */
	memory_owner *owners;
	size_t owners_len;
	memory_shard *shards; /* whose sums pages and bytes are; none: it is one */
	size_t shards_len;
} memory_facts;

/* A filter in a file is code. Those in these files, as filter_files gives them, may be loaded, since the user has named them. Copied.
 * ERR_MEMORY. */
status memory_trust(memory *m, const char *files);
/* May the filter of a memory be opened here? ERR_USAGE: it is in a file that is not trusted. */
status memory_may_load(const memory *m, const memory_facts *f, complaint *why);
/* Texts are in a. A shard that is lost is no error. ERR_USAGE: also, its shards have a filter that may not be loaded. */
status memory_info(memory *m, arena *a, memory_facts *out, complaint *why);
/* Makes it, with spec, files and key. is_recovering: it takes the place of one that was lost, and others may have pages that were in it.
 * first_id: of the ids that it gives. shards: on so many servers, at most MEMORY_SHARDS_MOST. ERR_BUSY: there is one. */
status memory_create(memory *m, const memory_facts *like, uint64_t first_id, size_t shards, complaint *why);
/* The same for one that was lost, on the shards that it had: like->role. */
status memory_create_again(memory *m, const memory_facts *like, uint64_t first_id, complaint *why);
/* The role of the memory that was joined last. Valid until the next memory_join or memory_info. */
const char *memory_role(const memory *m);
/* One more shard, which takes the pages that come from now on, until it has as many as the others. ERR_USAGE: the memory is one shard. */
status memory_add_shard(memory *m, complaint *why);
/* Takes it away, with all its shards: then it is as if it had been lost. Nothing of the stores is. */
status memory_delete(memory *m, complaint *why);
/* Withdraws all pages of an owner that will not return. ERR_BUSY: there is no such owner. */
status memory_forget(memory *m, const char *owner, complaint *why);

/* ── an owner ── */

typedef struct memory_joined {
	uint64_t epoch;
	uint64_t withdrawn_first, withdrawn_last; /* see request.h */
} memory_joined;

/* Only a memory with this filter and this key, of MEMORY_KEY_SIZE bytes, is joined. Copied. ERR_MEMORY. */
status memory_expect(memory *m, const char *spec, const uint8_t *key);
/* All that follows is asked as this owner. ERR_BUSY: also, it is not the memory that was expected. */
status memory_join(memory *m, const char *owner, memory_joined *out, complaint *why);
/* The ids of the pages that it remembers for the owner, in no order, in a. */
status memory_ids(memory *m, arena *a, uint64_t **out, size_t *len, complaint *why);
status memory_remember(memory *m, const uint64_t *ids, const firstprint_signature *signatures, size_t n, complaint *why);
status memory_withdraw(memory *m, const uint64_t *ids, size_t n, complaint *why);
/* highest: of all ids that the owner ever got; 0: none. */
status memory_compared(memory *m, uint64_t highest, complaint *why);
/* The owner ends; asked once, whatever comes of it. No effect after trouble. */
void memory_leave(memory *m);
/* Which of these ids are not remembered? In a. */
status memory_absent(memory *m, const uint64_t *ids, size_t n, arena *a, uint64_t **out, size_t *len, complaint *why);
/* What was withdrawn after `read`, or the first of it: numbers and ids in turn, in a; *len counts both. */
status memory_withdrawn(memory *m, uint64_t read, arena *a, uint64_t **out, size_t *len, complaint *why);

/* ── judging ── */

/* Asks for n ≤ MEMORY_PAGES_MOST pages, which are copied. read: what was withdrawn has been read up to here. ERR_MEMORY. */
status memory_ask(memory *m, uint64_t read, const wire_page *pages, size_t n);
int memory_fd(const memory *m); /* readable when there is an answer */
/* The answers, in the order of the pages, in a; valid until the next memory_ask. *withdrawn: the number of what was withdrawn last. wait: until there are some.
 * *taken: false: none yet. ERR_MISSING: also if pages must be compared first: join again, and then ask again. */
status memory_take(memory *m, bool wait, arena *a, bool *taken, wire_answer **out, uint64_t *withdrawn, complaint *why);
/* Why it takes so long; "": it does not. */
void memory_trouble(memory *m, complaint *out);

#endif
