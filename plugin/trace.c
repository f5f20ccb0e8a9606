#include "plugin/trace.h"

/* Keys of one stage. */
struct traced_keys {
	struct traced_keys *before;
	unsigned link;
	size_t len;
	uint16_t slots[]; /* changes.h */
};

struct traced_point {
	struct traced_point *before;
	unsigned link;
	point_query asked;
};

void trace_begin(trace *t, const filter_link *links, size_t n, arena *a)
{
	*t = (trace){.arena = a};
	for (size_t i = 0; i < n; i++)
		t->when[i] = links[i].index.changes->now;
}

void trace_keys(trace *t, unsigned link, unsigned stage, const uint64_t *keys, size_t n)
{
	struct traced_keys *k = t && n ? arena_alloc(t->arena, sizeof *k + n * sizeof *k->slots) : NULL;

	if (k) {
		*k = (struct traced_keys){t->keys, link, n};
		for (size_t i = 0; i < n; i++)
			k->slots[i] = changes_slot(stage, keys[i]);
		t->keys = k;
	} else if (t && n) {
		t->failed = true;
	}
}

void trace_point(trace *t, unsigned link, const point_query *asked)
{
	struct traced_point *p = t ? arena_alloc(t->arena, sizeof *p) : NULL;

	if (p) {
		*p = (struct traced_point){t->points, link, *asked};
		t->points = p;
	} else if (t) {
		t->failed = true;
	}
}

static bool keys_hold(const trace *t, const filter_link *links)
{
	for (const struct traced_keys *k = t->keys; k; k = k->before)
		for (size_t i = 0; i < k->len; i++)
			if (changes_has(links[k->link].index.changes, k->slots[i], t->when[k->link]))
				return false;
	return true;
}

static bool points_hold(const trace *t, const filter_link *links)
{
	for (const struct traced_point *p = t->points; p; p = p->before)
		if (changes_has_near(links[p->link].index.changes, &p->asked, t->when[p->link]))
			return false;
	return true;
}

bool trace_holds(const trace *t, const filter_link *links, size_t n)
{
	if (t->failed)
		return false;
	for (size_t i = 0; i < n; i++)
		if (links[i].index.changes->removed > t->when[i])
			return false;
	return keys_hold(t, links) && points_hold(t, links);
}
