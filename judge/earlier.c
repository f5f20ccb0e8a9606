#include "judge/earlier.h"

#include <stdlib.h>

#include "base/table.h"

enum { CHUNK = 4096 };

struct earlier {
	store *store;
	uint64_t end; /* ids from this one on belong to this run */
	arena *memory;
	table chunks; /* by id / CHUNK: the chunk's address. Ids may have gaps, as those of a shared index do */
};

/* For the id of the first of equal articles, the id of the one returned last; 0: none. */
typedef struct chunk {
	uint64_t last[CHUNK];
} chunk;

status earlier_open(store *st, earlier **out)
{
	earlier *e = calloc(1, sizeof *e);
	arena *memory = e ? arena_new() : NULL;

	if (!memory) {
		free(e);
		return ERR_MEMORY;
	}
	*e = (earlier){.store = st, .end = store_next_id(st), .memory = memory, .chunks.memory = memory};
	*out = e;
	return OK;
}

void earlier_close(earlier *e)
{
	if (!e)
		return;
	arena_free(e->memory);
	free(e);
}

/* NULL: out of memory. */
static uint64_t *last_of(earlier *e, uint64_t first)
{
	uint64_t number = first / CHUNK, *key;
	const size_t *known = table_get(&e->chunks, &number, sizeof number);
	chunk *c;

	if (known)
		return &((chunk *)*known)->last[first % CHUNK];
	key = arena_copy(e->memory, &number, sizeof number);
	c = arena_zeros(e->memory, 1, sizeof *c);
	if (!key || !c || !table_put(&e->chunks, key, sizeof *key, (size_t)c))
		return NULL;
	return &c->last[first % CHUNK];
}

static status find(earlier *e, store_named what, arena *a, store_reason *out)
{
	uint64_t first, id, *last = NULL;
	status err;

	if (e->end <= 1)
		return ERR_MISSING;
	what.before = e->end;
	err = store_recorded(e->store, &what, a, &first, out);
	id = first;
	if (!err)
		last = last_of(e, first);
	if (!err && !last)
		return ERR_MEMORY;
	if (!err && *last) {
		what.after = *last;
		err = store_recorded(e->store, &what, a, &id, out);
	}
	if (!err)
		*last = id;
	return err;
}

status earlier_find(earlier *e, const char *name, const char *url, const uint8_t digest[32], arena *a, store_reason *out)
{
	return find(e, (store_named){.name = name, .url = url, .digest = digest}, a, out);
}

status earlier_find_revisit(earlier *e, const char *url, arena *a, store_reason *out)
{
	return find(e, (store_named){.revisit_url = url}, a, out);
}
