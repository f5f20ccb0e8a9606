/* shared — what a store has of a memory that it shares with others (cluster/memory.h): its name there, how far it has read, and drops
 * whose original is a page of another store. Their texts are whole, and of_url is not known. */
#ifndef STORE_SHARED_H
#define STORE_SHARED_H

#include "store/store.h"

typedef struct store_sharing {
	const char *memory; /* its URL, without secrets; NULL: the store shares none */
	const char *owner;  /* the store's name there */
	const char *shards; /* its shards, if it lies on several servers (cluster/memory.h); else NULL or "" */
	uint64_t epoch;     /* of the memory, when the store was last compared with it */
	uint64_t withdrawn; /* all that was withdrawn there up to this number was dealt with */
} store_sharing;

bool store_is_shared(const store *st);
/* Texts are in a. */
status store_sharing_of(store *st, arena *a, store_sharing *out);
/* A transaction must be open, or it is one of its own. */
status store_set_sharing(store *st, const store_sharing *sharing);
/* A store that shares a memory takes the key of that. ERR_USAGE: it has articles, which were signed with its own. */
status store_adopt_key(store *st, const uint8_t key[STORE_KEY_SIZE]);

/* Calls handle with the id of every page, ascending, until handle returns other than OK. */
status store_page_ids(store *st, status (*handle)(void *ctx, uint64_t id), void *ctx);
/* The pages of other stores that drops of this one repeat, ascending, in a. */
status store_originals_elsewhere(store *st, arena *a, uint64_t **out, size_t *len);
/* A page is about to go: its drops keep their texts whole, and name it until they are judged again. */
status store_release_drops(store *st, uint64_t page);
/* The memory has withdrawn a page of this store: it becomes a drop that names itself, as its drops do, until they are judged again.
 * ERR_MISSING: it is none. */
status store_withdraw_page(store *st, uint64_t id);

#endif
