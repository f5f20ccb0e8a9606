/* shard — the part of a memory that lies in one place: a filter, the pages that it remembers, and the owners of these pages. An owner
 * is a crawler with a store.
 *
 * A memory is one shard; or it lies on several servers, and then it has a head, which gives ids and turns (turn.h), and leaves, which
 * have the pages: each page is on one of them, whichever.
 *
 * The filter knows pages by their places here, from 1, which ascend in the order of remembering; so its contract holds in whatever
 * order the ids come. The filter reads signatures where they lie here.
 *
 * Whatever changes a shard is written down as a change. Changes are sent to replicas, and are what a shard is saved as: so a copy is
 * made by shard_apply alone, and takes the same path whether it is a replica, a log or a file.
 *
 *	shard_open, then for each request: ask.h                     the copy that is asked
 *	shard_changes(s), sent to every copy; shard_changes_sent(s)
 *	shard_open, shard_apply, shard_apply, …                      every other copy
 *
 * Nothing here knows of Redis. */
#ifndef CLUSTER_SHARD_H
#define CLUSTER_SHARD_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/segments.h"
#include "cluster/wire.h"
#include "plugin/filter.h"
#include "plugin/index/buckets.h"

enum {
	SHARD_OWNER_MAX = 64, /* bytes of an owner's name */
	SHARD_OWNERS_MAX = 65536,
	SHARD_PAGES_MAX = INT32_MAX, /* the filter numbers no more */
	SHARD_SPEC_MAX = 4096,       /* bytes of a SPEC, of the paths of its files, and of a role */
	SHARD_LEAVES_MAX = 64
};

/* What a shard is of a memory: all of it; or one of its leaves; or else its head: then the role is the keys of its leaves, with a blank
 * between two of them. */
#define SHARD_WHOLE ""
#define SHARD_LEAF "leaf"

/* A page that is or was remembered. Its place is its index, plus 1. */
typedef struct shard_page {
	uint64_t id;
	uint8_t *bytes; /* its signature; NULL: it was withdrawn */
	uint32_t len, owner;
} shard_page;

typedef struct shard_owner {
	char name[SHARD_OWNER_MAX + 1]; /* "": it was forgotten, and its place is free */
	uint64_t session;               /* of its process: a second one with the same store is refused */
	uint64_t asked;                 /* number of its last request */
	buffer answer;                  /* to that request: asked again, it is given again */
	uint64_t read;                  /* it has read what was withdrawn up to here */
	uint64_t epoch;                 /* in which its pages were last compared with its store */
	bool is_compared;               /* in this session */
	bool has_left;                  /* it has said that it ends: nobody waits for it */
	int64_t waits_ms;     /* it waits for a turn, and asked for it last at this time; 0: it does not. In no copy */
	uint64_t waits_since; /* number of the place in the queue that it has taken */
	bool has_joined;      /* in this epoch; in a copy it never has */
	int64_t seen_ms;      /* when it last asked, by the calendar */
	uint64_t pages;       /* it has so many here */
} shard_owner;

/* That a page was withdrawn: who has drops of it judges these again. */
typedef struct shard_withdrawn {
	uint64_t number, id; /* numbers ascend */
} shard_withdrawn;

/* The settled signatures that a leaf was asked about last: who keeps one of them names it by its number. */
typedef struct shard_checked {
	arena *arena;
	firstprint_signature *all;
	size_t len;
	uint64_t turn;
} shard_checked;

typedef struct shard {
	filter *filter;
	char *spec, *files, *role;
	uint8_t key[FILTER_KEY_SIZE];
	segments pages; /* of shard_page */
	uint32_t len;   /* how many places are in use */
	uint64_t kept, signature_bytes;
	buckets places; /* by a hash of the id */
	shard_owner *owners;
	size_t owners_len, owners_room;
	shard_withdrawn *withdrawn; /* that some owner has not read yet */
	size_t withdrawn_len, withdrawn_room;
	uint64_t next_id, next_withdrawn;
	/* The epoch. A new one begins when another process is asked than before: it may not have got the last changes. Ids and numbers then
	 * go on far above, so that none is given twice. */
	uint64_t epoch, epoch_first; /* the process; the first id of it */
	int64_t waits_until_ms; /* until then, requests wait for owners whose pages were not compared in this epoch; 0: no more */
	bool waits_for_all;     /* for unknown owners, too: the memory was made anew */
	/* The turn: of a head, the last that was given; of a leaf, the highest that was heard of. Numbers ascend. */
	uint64_t turn;
	uint32_t turn_owner;   /* whose it is, plus 1; 0: nobody's */
	int64_t turn_until_ms; /* then somebody else may have the next one */
	uint64_t places_taken; /* in the queue, see shard_owner */
	/* Another number makes another epoch. Of a head: what its owners say that the epochs of its leaves are; of a leaf: drawn when it was
	 * made, so that one that is made again is another one. In no copy. */
	uint64_t epoch_mark;
	shard_checked checked; /* in no copy */
	wire_writer changes;
} shard;

/* key: FILTER_KEY_SIZE bytes. role: see SHARD_WHOLE. ERR_USAGE: there is no such filter, or its pages cannot be divided and it is not
 * whole; ERR_MEMORY. why says what is wrong. */
status shard_open(const char *spec, const char *files, const uint8_t *key, const char *role, shard **out, complaint *why);
void shard_close(shard *s); /* accepts NULL */

/* ── what there is ── */

/* The place of the page with this id; 0: it is not remembered. */
uint32_t shard_place(const shard *s, uint64_t id);
static inline shard_page *shard_at(const shard *s, uint32_t place)
{
	return segments_at(&s->pages, place - 1, sizeof(shard_page));
}
bool shard_is_leaf(const shard *s);
bool shard_is_head(const shard *s);
/* NULL: there is none. Valid until an owner is added. */
shard_owner *shard_find_owner(const shard *s, const char *name, size_t len);
size_t shard_memory(const shard *s); /* bytes held */

/* ── changes: each is noted in s->changes ── */

/* The owner of this name, which is added if there is none. ERR_FORMAT: no name; ERR_LIMIT: too many owners; ERR_MEMORY. */
status shard_add_owner(shard *s, const char *name, size_t len, shard_owner **out);
/* To be called after its fields were changed. What all owners have read is dropped. */
void shard_note_owner(shard *s, const shard_owner *owner);
/* An owner without pages is forgotten. */
void shard_remove_owner(shard *s, shard_owner *owner);
/* To be called after next_id was changed. */
void shard_note_state(shard *s);
/* The next id will be above this one. */
void shard_pass_id(shard *s, uint64_t id);
/* ERR_FORMAT: the filter did not make this signature; ERR_LIMIT: it can take no more pages; ERR_MEMORY, ERR_FILTER. */
status shard_remember(shard *s, const shard_owner *owner, uint64_t id, const firstprint_signature *sig);
/* The filter forgets a page, and owners will be told of it. No effect if it is not remembered. */
status shard_withdraw(shard *s, uint64_t id);
/* Owners will be told that a page of a leaf was withdrawn. */
status shard_announce(shard *s, uint64_t id);
/* To be called after turn was changed. */
void shard_note_turn(shard *s);
/* A leaf is added to a head. ERR_FORMAT: it is none, or this is no key for a leaf; ERR_LIMIT: there are too many; ERR_MEMORY. */
status shard_add_leaf(shard *s, const char *key);
/* The same for one that nobody was told of. */
status shard_take_back(shard *s, uint64_t id);
/* A new epoch begins with this process, a number above SHARD_EPOCH_LOST. */
void shard_begin_epoch(shard *s, uint64_t process);
/* A change may be missing: the next request begins a new epoch. */
enum { SHARD_EPOCH_LOST = 1 };
void shard_lose_epoch(shard *s);

/* ── copies ── */

/* Makes these changes. ERR_FORMAT: they are none; then the shard is of no use any more. ERR_MEMORY, ERR_FILTER. */
status shard_apply(shard *s, const void *changes, size_t len);
/* About so many pages will be applied to an empty shard. */
void shard_expect(shard *s, uint64_t pages);
/* Calls write with pieces of all changes that make an equal shard, each of which may be applied by itself, until it returns other
 * than OK. */
status shard_save(const shard *s, status (*write)(void *ctx, const void *changes, size_t len), void *ctx);

#endif
