/* chains — entries in buckets by 32-bit keys: the chained hash table that the other indexes are built on.
 *
 * Entries are numbered from 0; what belongs to entry e is kept by the caller, at index e of its own arrays. Here are only
 * the key of each entry and the next entry of its bucket: 8 bytes per entry, and 4 per bucket with 1 to 2 entries on
 * average. The number of a bucket is the lowest bits of its keys, so that a caller can look into the buckets of all keys
 * a few bits away.
 *
 *	for (uint32_t e = chains_first(c, key); e != CHAINS_END; e = chains_next(c, e))
 *		if (chains_key(c, e) == key) … */
#ifndef PLUGIN_INDEX_CHAINS_H
#define PLUGIN_INDEX_CHAINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CHAINS_END UINT32_MAX

typedef struct chains {
	uint32_t *heads; /* [1 << bits], the first entry of each bucket; NULL: no entries yet */
	struct chain_link {
		uint32_t key, next;
	} * links; /* [room], of each entry */
	uint32_t room;
	uint32_t len;
	unsigned bits;
} chains; /* all zeros: empty */

/* Adds the next entry, number c->len, with this key. false: out of memory, or there are UINT32_MAX entries; c is as
 * before. */
bool chains_push(chains *c, uint32_t key);
/* Removes the entry from its bucket. Its number is not used again, unless chains_trim frees it. */
void chains_remove(chains *c, uint32_t entry);
/* Frees the numbers of the removed entries after the last one that is left: chains_push uses them again. */
void chains_trim(chains *c);
void chains_free(chains *c);
size_t chains_memory(const chains *c); /* in bytes */

/* The entries of the bucket of key, newest first; CHAINS_END: no more. They may have other keys. */
static inline uint32_t chains_first(const chains *c, uint32_t key)
{
	return c->heads ? c->heads[key & (((uint32_t)1 << c->bits) - 1)] : CHAINS_END;
}

static inline uint32_t chains_next(const chains *c, uint32_t entry)
{
	return c->links[entry].next;
}

static inline uint32_t chains_key(const chains *c, uint32_t entry)
{
	return c->links[entry].key;
}

#endif
