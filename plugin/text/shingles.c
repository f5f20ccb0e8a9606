#include "plugin/text/shingles.h"

/* Adds hash to the open hash table; false: it was there already. */
static bool is_new(uint64_t *table, size_t mask, uint64_t hash)
{
	size_t at = hash & mask;

	for (; table[at]; at = (at + 1) & mask)
		if (table[at] == hash)
			return false;
	table[at] = hash;
	return true;
}

status shingles_of(const tokens *t, size_t n, const feature_key *key, arena *a, shingles *out)
{
	size_t most = t->len >= n ? t->len - n + 1 : 0, mask = 15;
	uint64_t run[16], *table;
	shingles s = {arena_alloc(a, most * sizeof *s.items), arena_alloc(a, most * sizeof *s.at), 0};
	arena_mark before = arena_mark_of(a);

	while (mask < most * 2)
		mask = mask * 2 + 1;
	table = arena_zeros(a, mask + 1, sizeof *table);
	if (!s.items || !s.at || !table)
		return ERR_MEMORY;
	for (size_t i = 0; i < most; i++) {
		size_t len = shingle_tokens(t, i, n);
		uint64_t hash;

		if (i + len > t->len)
			continue;
		for (size_t k = 0; k < len; k++)
			run[k] = t->items[i + k].hash;
		hash = feature_hash(key, run, len * sizeof *run);
		if (is_new(table, mask, hash)) {
			s.at[s.len] = (uint32_t)i;
			s.items[s.len++] = hash;
		}
	}
	arena_rewind(a, before); /* the table */
	*out = s;
	return OK;
}
