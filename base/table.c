#include "base/table.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { FIRST_ROOM = 16 }; /* a room is always a power of two */

struct table_slot {
	uint64_t hash; /* 0: empty */
	const void *key;
	size_t len;
	size_t number;
};

static uint64_t hash_of(const table *t, const void *key, size_t len)
{
	uint64_t hash = XXH3_64bits_withSeed(key, len, t->seed);

	return hash ? hash : 1;
}

/* Returns the key's slot, or the empty slot for it. */
static struct table_slot *find(const table *t, const void *key, size_t len, uint64_t hash)
{
	for (size_t i = hash & (t->room - 1);; i = (i + 1) & (t->room - 1)) {
		struct table_slot *s = &t->slots[i];

		if (!s->hash || (s->hash == hash && s->len == len && memcmp(s->key, key, len) == 0))
			return s;
	}
}

/* Makes room for one more key. false: out of memory. */
static bool make_room(table *t)
{
	table larger = {.memory = t->memory, .len = t->len, .room = t->room ? t->room * 2 : FIRST_ROOM, .seed = t->seed};

	if ((t->len + 1) * 2 <= t->room)
		return true;
	larger.slots = arena_zeros(t->memory, larger.room, sizeof *larger.slots);
	if (!larger.slots)
		return false;
	if (!t->room)
		larger.seed = (uintptr_t)larger.slots;
	for (size_t i = 0; i < t->room; i++) {
		const struct table_slot *s = &t->slots[i];

		if (s->hash)
			*find(&larger, s->key, s->len, s->hash) = *s;
	}
	*t = larger;
	return true;
}

size_t *table_put(table *t, const void *key, size_t len, size_t number)
{
	struct table_slot *s;
	uint64_t hash;

	if (!make_room(t))
		return NULL;
	hash = hash_of(t, key, len);
	s = find(t, key, len, hash);
	if (!s->hash) {
		*s = (struct table_slot){hash, key, len, number};
		t->len++;
	}
	return &s->number;
}

const size_t *table_get(const table *t, const void *key, size_t len)
{
	struct table_slot *s = t->room ? find(t, key, len, hash_of(t, key, len)) : NULL;

	return s && s->hash ? &s->number : NULL;
}
