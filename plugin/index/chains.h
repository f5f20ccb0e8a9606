/* chains — entries in buckets by 32-bit key: the hash chains under the other indexes.
 *
 * Entry e of a table is e's place in arrays its owner keeps; chains hold the key of each entry and which entry comes
 * next in its bucket: 8 bytes an entry, and 4 a bucket at a load of 1 to 2. A bucket is the key's lowest bits, so
 * that a caller that looks for near keys can name near buckets.
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
	uint32_t *heads;                      /* [1 << bits]; NULL while empty */
	struct chain_link { uint32_t key, next; } *links; /* [room] */
	uint32_t room;
	uint32_t len;
	unsigned bits;
} chains; /* all zeros: empty */

/* Puts the next entry, number c->len, under key. false: out of memory or UINT32_MAX entries; c as before. */
bool chains_push(chains *c, uint32_t key);
/* Takes entry out of its bucket; its number is not used again, unless chains_trim gives it back. */
void chains_remove(chains *c, uint32_t entry);
/* Gives the numbers of removed entries at the end back: they are used again. */
void chains_trim(chains *c);
void chains_free(chains *c);
size_t chains_memory(const chains *c);

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
