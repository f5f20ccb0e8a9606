/* shared — what a store has of an index that it shares with others (cluster/memory.h): its name there, and
 * drops whose original is a page of another store. The texts of such drops are whole, and their of_url is unknown. */
#ifndef STORE_SHARED_H
#define STORE_SHARED_H

#include "store/store.h"

typedef struct store_sharing {
	const char *memory; /* the URL of the shared index, without secrets; NULL: the store shares none */
	const char *owner;  /* the store's name there */
} store_sharing;

/* Valid until store_close. */
const store_sharing *store_sharing_of(const store *st);
bool store_is_shared(const store *st);
/* Uses the open transaction, or its own if none is open. */
status store_set_sharing(store *st, const store_sharing *sharing);
/* Replaces the store's key by that of the shared index. ERR_USAGE: the store has articles, which were signed with the old key. */
status store_adopt_key(store *st, const uint8_t key[STORE_KEY_SIZE]);

/* Calls handle with the id of every page, ascending, until handle returns other than OK. */
status store_page_ids(store *st, status (*handle)(void *ctx, uint64_t id), void *ctx);
/* Lists the pages of other stores that drops of this one repeat, ascending, in a. */
status store_originals_elsewhere(store *st, arena *a, uint64_t **out, size_t *len);
/* Prepares the removal of a page: its drops get their whole texts, and still name it until they are judged again. */
status store_release_drops(store *st, uint64_t page);
/* Applies the withdrawal of a page of this store by the shared index. Until they are judged again, the page is a drop of itself,
 * and its drops still name it. ERR_MISSING: it is not a page. */
status store_withdraw_page(store *st, uint64_t id);

#endif
