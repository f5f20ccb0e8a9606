#include "crawler/inspect/common_runs.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A run of a text, by what it says. */
struct place {
	uint64_t hash;
	size_t at;
};

static int by_hash(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->hash != y->hash)
		return x->hash > y->hash ? 1 : -1;
	return (x->at > y->at) - (x->at < y->at);
}

static int by_place(const void *a, const void *b)
{
	const common_run *x = a, *y = b;

	return (x->a > y->a) - (x->a < y->a);
}

static struct place *places_of(const uint64_t *items, size_t n, arena *a)
{
	struct place *all = arena_alloc(a, n * sizeof *all);

	for (size_t i = 0; all && i < n; i++) {
		uint64_t hash = 0;

		for (size_t k = 0; k < COMMON_RUN; k++)
			hash = (hash ^ items[i + k]) * 0x9e3779b97f4a7c15u;
		all[i] = (struct place){hash, i};
	}
	if (all)
		qsort(all, n, sizeof *all, by_hash);
	return all;
}

static bool is_once(const struct place *all, size_t n, size_t i)
{
	return (i == 0 || all[i - 1].hash != all[i].hash) && (i + 1 == n || all[i + 1].hash != all[i].hash);
}

/* The runs that stand once in each, by their place in the first. Returns how many. */
static size_t pair(const struct place *x, size_t n, const struct place *y, size_t m, common_run *out)
{
	size_t len = 0;

	for (size_t i = 0, j = 0; i < n; i++) {
		while (j < m && y[j].hash < x[i].hash)
			j++;
		if (j < m && y[j].hash == x[i].hash && is_once(x, n, i) && is_once(y, m, j))
			out[len++] = (common_run){x[i].at, y[j].at};
	}
	qsort(out, len, sizeof *out, by_place);
	return len;
}

/* Keeps the longest row of pairs that ascends in b, too. ends[k]: the pair with the lowest b that ends a row of k + 1 pairs. */
static status keep_longest(common_run *pairs, size_t *len, arena *a)
{
	size_t *ends = arena_alloc(a, (*len + 1) * sizeof *ends), *before = arena_alloc(a, (*len + 1) * sizeof *before),
	       rows = 0;
	common_run *kept = arena_alloc(a, (*len + 1) * sizeof *kept);

	if (!ends || !before || !kept)
		return ERR_MEMORY;
	for (size_t i = 0; i < *len; i++) {
		size_t low = 0, high = rows;

		while (low < high) {
			size_t middle = (low + high) / 2;

			if (pairs[ends[middle]].b < pairs[i].b)
				low = middle + 1;
			else
				high = middle;
		}
		before[i] = low ? ends[low - 1] : i;
		ends[low] = i;
		rows += low == rows;
	}
	for (size_t k = rows, i = rows ? ends[rows - 1] : 0; k > 0; k--, i = before[i])
		kept[k - 1] = pairs[i];
	memcpy(pairs, kept, rows * sizeof *kept);
	*len = rows;
	return OK;
}

status common_runs(const uint64_t *a, size_t n, const uint64_t *b, size_t m, arena *arena, common_run **out, size_t *len)
{
	size_t x_len = n < COMMON_RUN ? 0 : n - COMMON_RUN + 1, y_len = m < COMMON_RUN ? 0 : m - COMMON_RUN + 1;
	struct place *x = places_of(a, x_len, arena), *y = places_of(b, y_len, arena);
	common_run *pairs = arena_alloc(arena, (x_len + 1) * sizeof *pairs);

	if (!x || !y || !pairs)
		return ERR_MEMORY;
	*len = pair(x, x_len, y, y_len, pairs);
	*out = pairs;
	return keep_longest(pairs, len, arena);
}
