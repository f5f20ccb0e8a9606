#include "judge/earlier.h"

#include <stdlib.h>

struct earlier {
	store *store;
	uint64_t end;   /* ids from this one on are of this run */
	uint64_t *last; /* [end] by the id of the first of equal articles: that of the last one that was asked for; 0: none */
};

status earlier_open(store *st, earlier **out)
{
	earlier *e = malloc(sizeof *e);

	if (!e)
		return ERR_MEMORY;
	*e = (earlier){.store = st, .end = store_next_id(st)};
	e->last = calloc(e->end, sizeof *e->last);
	if (!e->last) {
		free(e);
		return ERR_MEMORY;
	}
	*out = e;
	return OK;
}

void earlier_close(earlier *e)
{
	if (!e)
		return;
	free(e->last);
	free(e);
}

static status find(earlier *e, store_named what, arena *a, store_reason *out)
{
	uint64_t first, id;
	status err;

	if (e->end <= 1)
		return ERR_MISSING;
	what.before = e->end;
	err = store_recorded(e->store, &what, a, &first, out);
	id = first;
	if (!err && e->last[first]) {
		what.after = e->last[first];
		err = store_recorded(e->store, &what, a, &id, out);
	}
	if (!err)
		e->last[first] = id;
	return err;
}

status earlier_find(earlier *e, const char *name, const uint8_t digest[32], arena *a, store_reason *out)
{
	return find(e, (store_named){.name = name, .digest = digest}, a, out);
}

status earlier_find_revisit(earlier *e, const char *url, arena *a, store_reason *out)
{
	return find(e, (store_named){.revisit_url = url}, a, out);
}
