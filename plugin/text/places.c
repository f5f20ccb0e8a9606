#include "plugin/text/places.h"

enum { BEFORE = 4, BEHIND = 2 };           /* half words */
enum { AROUND_MOST = 16, LOOK_MOST = 64 }; /* tokens: in the hash, looked at in each direction */

/* What stands around, as it goes into the hash. */
struct around {
	uint64_t items[AROUND_MOST];
	size_t len;
	uint32_t weight;
};

/* Adds unmarked tokens, from token i on in steps of `step`, until so many half words were added or the line ends. Returns
 * how many are missing. */
static uint32_t gather(const passage *p, const line *l, size_t i, int step, uint32_t wanted, struct around *out)
{
	uint32_t sum = 0;

	for (int looked = 0; looked < LOOK_MOST && i >= l->first && i < l->end && sum < wanted && out->len < AROUND_MOST;
	     looked++, i += (size_t)step) {
		if (p->marks[i])
			continue;
		out->items[out->len++] = p->tokens->items[i].hash;
		sum += token_weight(&p->tokens->items[i]);
	}
	out->weight += sum;
	return sum < wanted ? wanted - sum : 0;
}

uint64_t place_of(const passage *p, const line *l, size_t from, size_t end, uint32_t *around)
{
	struct around x = {.len = 1};
	uint32_t missing = gather(p, l, from - 1, -1, BEFORE, &x);

	x.items[0] = x.len;
	missing = gather(p, l, end, 1, BEHIND + missing, &x);
	if (missing) { /* the line ends: more from before */
		x = (struct around){.len = 1};
		gather(p, l, from - 1, -1, BEFORE + missing, &x);
		x.items[0] = x.len;
		gather(p, l, end, 1, BEHIND, &x);
	}
	*around = x.weight;
	return feature_hash(p->key, x.items, x.len * sizeof *x.items);
}
