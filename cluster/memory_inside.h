/* memory_inside — what the files of a memory's client share.
 *
 *	memory_make.c       making a memory, adding a shard, deleting it, forgetting an owner
 *	memory.c            the interface, and a memory that is one shard
 *	divided.c           one that lies on several servers: its head and its leaves
 *	divided_judge.c     … how pages are judged there
 *	divided_turn.c      … and what head and leaves are asked in a turn
 *	places.c            where the leaves of a new memory go
 *	memory_shard.c      what one shard is asked, or the head
 *	memory_facts.c      what it says that there is
 *
 * Each calls only those below it. */
#ifndef CLUSTER_MEMORY_INSIDE_H
#define CLUSTER_MEMORY_INSIDE_H

#include "cluster/caller.h"
#include "cluster/memory.h"
#include "plugin/filter.h"

#define MEMORY_LEAF "leaf" /* the role of one of several shards: SHARD_LEAF */

struct divided;

struct memory {
	caller *caller; /* of the shard, or of the head */
	char *url;
	struct divided *divided; /* NULL: the memory is one shard, or is not known yet */
	char owner[256];
	char *trusted;  /* files of filters that may be loaded; NULL: none */
	char *expected; /* the SPEC of the memory that may be joined, and its key; NULL: any */
	uint8_t key[MEMORY_KEY_SIZE];
	uint64_t session, asked; /* number of the last request that was answered */
	/* The request that is under way, and its answer: */
	uint64_t read;
	wire_writer pages[MEMORY_PAGES_MOST];
	size_t pages_len;
	redisReply *reply;
};

/* What a shard says when one joins. */
typedef struct shard_joined {
	uint64_t asked, epoch, withdrawn_first, withdrawn_last, epoch_first, next_id, turn;
} shard_joined;

/* ── memory_facts.c ── */

status memory_info_of(memory *m, const char *key, arena *a, memory_facts *out, complaint *why);
/* What of it is another one than expected, "key" or "filter"; NULL: nothing. */
const char *memory_difference(const memory_facts *f, const char *spec, const uint8_t *key);

/* ── memory_shard.c: at the caller's server, or the one it aims at ── */

/* A command about a key, for an owner. The session stands in `room`. */
command memory_command(const memory *m, const char *name, const char *key, char room[COMMAND_NUMBER]);
/* Adds pages, up to MEMORY_PAGES_MOST of them, to the command, and sends it. */
status memory_send_pages(memory *m, command *c, const uint64_t *ids, const firstprint_signature *signatures, size_t n,
			 complaint *why);
/* Adds the items of a list, of so many bytes each, and sends it. */
status memory_send_list(memory *m, command *c, const wire_writer *list, size_t item, complaint *why);
/* A command whose answer is numbers of 8 bytes, in a. */
status memory_numbers(memory *m, const command *c, arena *a, uint64_t **out, size_t *len, complaint *why);
status memory_create_shard(memory *m, const char *key, const memory_facts *like, uint64_t first_id, bool again,
			   const char *role, complaint *why);
/* All that a shard knows of an owner. */
status memory_forget_at(memory *m, const char *key, const char *owner, complaint *why);
/* leaves: the epochs of a head's leaves; 0: it has none. */
status memory_join_shard(memory *m, const char *key, uint64_t leaves, shard_joined *out, complaint *why);
/* The ids that a shard has of the owner, appended to the array in a. */
status memory_add_ids(memory *m, const char *key, arena *a, uint64_t **all, size_t *len, complaint *why);
status memory_absent_at(memory *m, const char *key, const uint64_t *ids, size_t n, arena *a, uint64_t **out, size_t *len,
			complaint *why);

/* ── memory.c ── */

/* What the head says, or the one shard; from now on m->divided is as it says. */
status memory_look(memory *m, arena *a, memory_facts *out, complaint *why);

/* ── divided.c ── */

typedef struct leaf {
	connection *connection;
	const char *key;
	uint64_t kept;
	bool has_room; /* these two, when it was last checked */
} leaf;

typedef struct divided {
	memory *memory;
	char *role;         /* of the head */
	memory_facts facts; /* spec, files and key, to make a leaf again */
	arena *lasting;
	leaf *leaves;
	size_t len;
	filter *filter; /* remembers the pages of a request that are kept, as long as their leaf does not */
	/* From joining: what the head is told, and whether our pages come late. */
	uint64_t highest, turn_met, epoch_first;
	bool is_late;
	/* The turn that we have: */
	uint64_t turn, next_id, withdrawn_last;
	/* The request that is under way: */
	arena *arena;
	wire_answer *answers;
} divided;

/* f: of the head. */
status divided_open(memory *m, const memory_facts *f, divided **out, complaint *why);
void divided_close(divided *d); /* accepts NULL */
/* Makes shards for these keys, which have blanks between them; all or none. ERR_BUSY: there is one. */
status divided_create_leaves(memory *m, const memory_facts *like, const char *keys, complaint *why);
/* All that can be reached; the first error. */
status divided_delete_leaves(divided *d, complaint *why);
status divided_join(divided *d, memory_joined *out, complaint *why);
status divided_ids(divided *d, arena *a, uint64_t **out, size_t *len, complaint *why);
status divided_remember(divided *d, const uint64_t *ids, const firstprint_signature *signatures, size_t n, complaint *why);
status divided_withdraw(divided *d, const uint64_t *ids, size_t n, complaint *why);
status divided_compared(divided *d, uint64_t highest, complaint *why);
status divided_absent(divided *d, const uint64_t *ids, size_t n, arena *a, uint64_t **out, size_t *len, complaint *why);
/* Adds what the leaves have to what the head has said. */
status divided_add_info(divided *d, arena *a, memory_facts *f, complaint *why);
/* The owner as which we have joined: all its pages are withdrawn, and nobody knows it any more. */
status divided_forget(divided *d, const char *owner, complaint *why);

/* ── divided_turn.c ── */

/* A turn with so many ids; compares: for comparing. Waits for it. */
status divided_begin_turn(divided *d, bool compares, uint64_t ids, complaint *why);
/* What went wrong before, if anything did, goes before what goes wrong now. */
status divided_end_turn(divided *d, status err, complaint *why);
/* In a turn: all stores are told that these pages are withdrawn, and the leaves forget them. */
status divided_take(divided *d, const uint64_t *ids, size_t n, complaint *why);
/* In a turn: pages are remembered by the leaf that has fewest, of those with room. ERR_LIMIT: none has. numbers: which they are of those
 * that divided_check was asked for last; n > 0. */
status divided_keep(divided *d, const uint64_t *ids, const uint32_t *numbers, size_t n, complaint *why);
/* The same with signatures, which need not have been checked. */
status divided_put(divided *d, const uint64_t *ids, const firstprint_signature *signatures, size_t n, complaint *why);
/* A command for all leaves at once, which may be repeated. replies: of each leaf, to be freed. */
status divided_call_all(divided *d, const char *name, bool in_turn, const firstprint_span *arguments, size_t n,
			redisReply **replies, complaint *why);
void divided_free_replies(const divided *d, redisReply **replies);

/* ── divided_judge.c ── */

/* In a turn: the verdicts of all links of the filter about settled signatures, the best over all leaves: those about the first page, those
 * about the second, …; is_bad: the filter did not make it. In d->arena. */
status divided_check(divided *d, const firstprint_signature *settled, size_t n, firstprint_verdict **out, bool **is_bad,
		     complaint *why);
/* Judges the pages of the memory's request; the answers are d->answers. */
status divided_judge(divided *d, complaint *why);

/* ── places.c ── */

/* Keys for n leaves of memory NAME, on as many primaries as there are, with blanks between them; of a memory that has leaves, those that
 * come next. In a. */
status places_choose(memory *m, const char *taken, size_t n, arena *a, const char **out, complaint *why);

#endif
