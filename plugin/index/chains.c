#include "plugin/index/chains.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_BITS = 4, BITS_MOST = 30 };

static void hang(chains *c, uint32_t entry)
{
	uint32_t *head = &c->heads[c->links[entry].key & (((uint32_t)1 << c->bits) - 1)];

	c->links[entry].next = *head;
	*head = entry;
}

/* The next of a removed entry is the entry itself. */
static bool is_removed(const chains *c, uint32_t entry)
{
	return c->links[entry].next == entry;
}

/* Doubles the room and the number of buckets, and puts every entry into its new bucket. */
static bool grow(chains *c)
{
	unsigned bits = c->heads ? c->bits + (c->bits < BITS_MOST) : FIRST_BITS;
	uint32_t room = c->room ? (c->room < UINT32_MAX / 2 ? c->room * 2 : UINT32_MAX) : 2u << FIRST_BITS;
	size_t heads = (size_t)1 << bits;
	struct chain_link *links;
	uint32_t *new_heads;

	if (room == c->room)
		return false;
	new_heads = malloc(heads * sizeof *new_heads);
	links = new_heads ? realloc(c->links, room * sizeof *links) : NULL;
	if (!links) {
		free(new_heads);
		return false;
	}
	free(c->heads);
	memset(new_heads, 0xff, heads * sizeof *new_heads);
	c->heads = new_heads;
	c->links = links;
	c->room = room;
	c->bits = bits;
	for (uint32_t e = 0; e < c->len; e++)
		if (!is_removed(c, e))
			hang(c, e);
	return true;
}

bool chains_push(chains *c, uint32_t key)
{
	if (c->len == c->room && !grow(c))
		return false;
	c->links[c->len].key = key;
	hang(c, c->len++);
	return true;
}

void chains_remove(chains *c, uint32_t entry)
{
	uint32_t *at = &c->heads[c->links[entry].key & (((uint32_t)1 << c->bits) - 1)];

	while (*at != CHAINS_END && *at != entry)
		at = &c->links[*at].next;
	if (*at == entry) {
		*at = c->links[entry].next;
		c->links[entry].next = entry;
	}
}

void chains_trim(chains *c)
{
	while (c->len && is_removed(c, c->len - 1))
		c->len--;
}

void chains_free(chains *c)
{
	free(c->heads);
	free(c->links);
	*c = (chains){0};
}

size_t chains_memory(const chains *c)
{
	return (c->heads ? ((size_t)4 << c->bits) : 0) + c->room * sizeof *c->links;
}
