#include "crawler/inspect/word_diff.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* ── runs of words that stand once in each of two texts, in the same order: a difference of long texts need only be searched between
 * them ── */

enum { COMMON_RUN = 8 }; /* items */

typedef struct common_run {
	size_t a, b; /* where it begins in each */
} common_run;

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

/* Finds the longest row of runs of words that stand once in each text which ascends in both; they may overlap. *out is in arena. */
static status common_runs(const uint64_t *a, size_t n, const uint64_t *b, size_t m, arena *arena, common_run **out, size_t *len)
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

/* ── the search ── */

/* A search for a path through a grid, from (0, 0) to (n, m): a step right passes an item of a, a step down an item of b, and a
 * diagonal step an item of both. Diagonal d has x − y = d. forward[d] is the farthest x on it that the search from the start has
 * reached, and backward[d] the farthest of the search from the end. */
typedef struct search {
	const uint64_t *a, *b;
	bool *a_differs, *b_differs;
	int64_t *forward, *backward; /* by diagonal, from −m − 1 to n + 1 */
} search;

typedef struct box {
	int64_t x, x_end, y, y_end;
} box;

typedef struct point {
	int64_t x, y;
} point;

typedef struct range {
	int64_t from, to; /* diagonals, both included; a search looks at every second one */
} range;

/* Widens the range by a diagonal on each side, or narrows it where it has left the box. */
static void widen(range *r, const box *in, int64_t *reached, int64_t nothing)
{
	if (r->from > in->x - in->y_end)
		reached[--r->from - 1] = nothing;
	else
		r->from++;
	if (r->to < in->x_end - in->y)
		reached[++r->to + 1] = nothing;
	else
		r->to--;
}

/* Advances the search from the start by one difference. true: it meets the search from the end, at *met. */
static bool step_forward(search *s, const box *in, range *f, const range *b, bool may_meet, point *met)
{
	widen(f, in, s->forward, -1);
	for (int64_t d = f->to; d >= f->from; d -= 2) {
		int64_t down = s->forward[d + 1], right = s->forward[d - 1] + 1, x = down > right ? down : right;

		while (x < in->x_end && x - d < in->y_end && s->a[x] == s->b[x - d])
			x++;
		s->forward[d] = x;
		if (may_meet && b->from <= d && d <= b->to && s->backward[d] <= x) {
			*met = (point){x, x - d};
			return true;
		}
	}
	return false;
}

static bool step_backward(search *s, const box *in, range *b, const range *f, bool may_meet, point *met)
{
	widen(b, in, s->backward, INT64_MAX);
	for (int64_t d = b->to; d >= b->from; d -= 2) {
		int64_t up = s->backward[d - 1], left = s->backward[d + 1] - 1, x = up < left ? up : left;

		while (x > in->x && x - d > in->y && s->a[x - 1] == s->b[x - d - 1])
			x--;
		s->backward[d] = x;
		if (may_meet && f->from <= d && d <= f->to && x <= s->forward[d]) {
			*met = (point){x, x - d};
			return true;
		}
	}
	return false;
}

/* Returns the farthest point that the search from the start has reached. */
static point farthest(const search *s, const box *in, const range *f)
{
	point best = {in->x, in->y};

	for (int64_t d = f->to; d >= f->from; d -= 2) {
		int64_t x = s->forward[d] < in->x_end ? s->forward[d] : in->x_end;
		int64_t y = x - d;

		if (y > in->y_end) {
			x = in->y_end + d;
			y = in->y_end;
		}
		if (x + y > best.x + best.y)
			best = (point){x, y};
	}
	return best;
}

/* Returns a point on a shortest path through the box, or on a good one. The box begins and ends with a difference. */
static point find_middle(search *s, const box *in)
{
	range f = {in->x - in->y, in->x - in->y}, b = {in->x_end - in->y_end, in->x_end - in->y_end};
	bool is_odd = (f.from - b.from) & 1;
	point met;

	s->forward[f.from] = in->x;
	s->backward[b.from] = in->x_end;
	for (int cost = 0; cost < WORD_DIFF_COST; cost++)
		if (step_forward(s, in, &f, &b, is_odd, &met) || step_backward(s, in, &b, &f, !is_odd, &met))
			return met;
	return farthest(s, in, &f);
}

static void compare(search *s, box in)
{
	while (in.x < in.x_end || in.y < in.y_end) {
		point middle;

		if (in.x < in.x_end && in.y < in.y_end && s->a[in.x] == s->b[in.y]) {
			in.x++, in.y++;
		} else if (in.x < in.x_end && in.y < in.y_end && s->a[in.x_end - 1] == s->b[in.y_end - 1]) {
			in.x_end--, in.y_end--;
		} else if (in.x == in.x_end || in.y == in.y_end) {
			memset(s->a_differs + in.x, true, (size_t)(in.x_end - in.x));
			memset(s->b_differs + in.y, true, (size_t)(in.y_end - in.y));
			return;
		} else {
			middle = find_middle(s, &in);
			compare(s, (box){in.x, middle.x, in.y, middle.y});
			in.x = middle.x;
			in.y = middle.y;
		}
	}
}

static status collect(const search *s, size_t n, size_t m, arena *a, word_changes *out)
{
	size_t room = 0, x = 0, y = 0;
	word_changes all = {0};

	while (x < n || y < m) {
		word_change c = {.a = x, .b = y};

		while (x < n && s->a_differs[x])
			x++;
		while (y < m && s->b_differs[y])
			y++;
		c.a_len = x - c.a;
		c.b_len = y - c.b;
		if (!c.a_len && !c.b_len) {
			x++, y++;
			continue;
		}
		all.items = arena_grow(a, all.items, all.len, &room, sizeof c);
		if (!all.items)
			return ERR_MEMORY;
		all.items[all.len++] = c;
	}
	*out = all;
	return OK;
}

/* Compares what is between common runs; of short sequences, all at once. */
static status compare_between(search *s, size_t n, size_t m, arena *memory)
{
	common_run *runs = NULL;
	size_t len = 0, x = 0, y = 0;
	status err = n + m > 2 * WORD_DIFF_COST ? common_runs(s->a, n, s->b, m, memory, &runs, &len) : OK;

	for (size_t i = 0; i < len && !err; i++) {
		if (runs[i].a < x || runs[i].b < y) /* it overlaps the last one */
			continue;
		compare(s, (box){(int64_t)x, (int64_t)runs[i].a, (int64_t)y, (int64_t)runs[i].b});
		x = runs[i].a + COMMON_RUN;
		y = runs[i].b + COMMON_RUN;
	}
	if (!err)
		compare(s, (box){(int64_t)x, (int64_t)n, (int64_t)y, (int64_t)m});
	return err;
}

status word_diff(const uint64_t *a, size_t n, const uint64_t *b, size_t m, arena *memory, word_changes *out)
{
	size_t diagonals = n + m + 3;
	int64_t *reached = arena_alloc(memory, 2 * diagonals * sizeof *reached);
	bool *differs = arena_alloc(memory, n + m + 1);
	search s = {.a = a, .b = b};

	if (!reached || !differs)
		return ERR_MEMORY;
	memset(differs, false, n + m + 1);
	s.forward = reached + m + 1;
	s.backward = reached + diagonals + m + 1;
	s.a_differs = differs;
	s.b_differs = differs + n;
	if (compare_between(&s, n, m, memory))
		return ERR_MEMORY;
	return collect(&s, n, m, memory, out);
}
