#include "plugin/index/postings.h"

#include <stdlib.h>
#include <string.h>

/* Is it the number of a list, and not an entry? */
static bool is_list(posting_list list)
{
	return list != POSTINGS_EMPTY && list & POSTINGS_IS_LIST;
}

/* ── adding ── */

/* Adds entry to the list that *value stands for. */
static bool add_to_value(postings *x, uint32_t *value, uint32_t entry)
{
	uint32_t list = *value & ~POSTINGS_IS_LIST;

	if (*value == entry)
		return true;
	if (!(*value & POSTINGS_IS_LIST)) {
		list = lists_new(&x->lists, *value, entry);
		if (list == LISTS_NONE)
			return false;
	} else if (!lists_add(&x->lists, &list, entry)) {
		return false;
	}
	*value = list | POSTINGS_IS_LIST;
	return true;
}

static bool add_one(postings *x, uint32_t key, uint32_t entry)
{
	uint32_t *value = buckets_find(&x->keys, key);

	return value ? add_to_value(x, value, entry) : buckets_add(&x->keys, key, entry);
}

enum { AT_ONCE = 16 };

/* Begins to load what adding under up to AT_ONCE keys will read behind their buckets: each would wait for memory three times. */
static void prefetch(const postings *x, const uint64_t *keys, size_t n)
{
	posting_list lists[AT_ONCE];

	buckets_prefetch_ends(&x->keys, keys, n);
	for (size_t i = 0; i < n; i++) {
		const uint32_t *value = buckets_find(&x->keys, (uint32_t)keys[i]);

		lists[i] = value ? *value : POSTINGS_EMPTY;
		posting_list_prefetch(x, lists[i]);
	}
	for (size_t i = 0; i < n; i++)
		if (is_list(lists[i]))
			lists_prefetch_end(&x->lists, lists[i] & ~POSTINGS_IS_LIST);
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

static bool add_now(postings *x, const uint64_t *keys, size_t n, uint32_t entry)
{
	for (size_t i = 0; i < n; i++) {
		if (n > 1 && i % AT_ONCE == 0) {
			buckets_prefetch(&x->keys, keys + i, least(n - i, AT_ONCE));
			prefetch(x, keys + i, least(n - i, AT_ONCE));
		}
		if (add_one(x, (uint32_t)keys[i], entry))
			continue;
		postings_remove(x, keys, i, entry);
		return false;
	}
	return true;
}

/* ── loading ── */

enum { PARTS_BITS = 12, PARTS = 1 << PARTS_BITS }; /* of the table; the lines of one fit into the processor's cache */

struct waiting {
	uint32_t key, entry;
};

struct load {
	size_t len, room;
	struct waiting *waiting, *sorted; /* each of room */
	size_t ends[PARTS + 1];
};

void postings_begin_load(postings *x, uint64_t keys)
{
	size_t room = keys < POSTINGS_LOAD_MOST ? (size_t)keys + 1 : POSTINGS_LOAD_MOST;
	struct load *l = calloc(1, sizeof *l);
	struct waiting *both = malloc(2 * room * sizeof *both);

	buckets_expect(&x->keys, keys);
	if (!l || !both || x->load) {
		free(l);
		free(both);
		return; /* it would only save time */
	}
	*l = (struct load){.room = room, .waiting = both, .sorted = both + room};
	x->load = l;
}

static void free_load(postings *x)
{
	if (x->load)
		free(x->load->waiting);
	free(x->load);
	x->load = NULL;
}

/* Brings those that wait into the order of the table's parts; within a part they keep theirs. */
static void sort_waiting(const postings *x)
{
	struct load *l = x->load;
	uint32_t size = (x->keys.len >> PARTS_BITS) + 1; /* of a part */

	memset(l->ends, 0, sizeof l->ends);
	for (size_t i = 0; i < l->len; i++)
		l->ends[1 + buckets_place(&x->keys, l->waiting[i].key) / size]++;
	for (size_t i = 1; i < PARTS; i++)
		l->ends[i] += l->ends[i - 1];
	for (size_t i = 0; i < l->len; i++)
		l->sorted[l->ends[buckets_place(&x->keys, l->waiting[i].key) / size]++] = l->waiting[i];
}

/* Copies the keys of up to AT_ONCE that wait, and begins to load their buckets. Returns how many. */
static size_t look_ahead(const postings *x, size_t from, uint64_t keys[AT_ONCE])
{
	const struct load *l = x->load;
	size_t n = least(l->len - from, AT_ONCE);

	for (size_t i = 0; i < n; i++)
		keys[i] = l->sorted[from + i].key;
	buckets_prefetch(&x->keys, keys, n);
	return n;
}

/* Adds those that wait. */
static bool add_waiting(postings *x)
{
	struct load *l = x->load;
	uint64_t keys[2][AT_ONCE];
	bool now = false;
	size_t n;

	sort_waiting(x);
	n = look_ahead(x, 0, keys[now]);
	for (size_t from = 0, next; n; from += n, n = next, now = !now) {
		next = look_ahead(x, from + n, keys[!now]);
		prefetch(x, keys[now], n);
		for (size_t i = from; i < from + n; i++)
			if (!add_one(x, l->sorted[i].key, l->sorted[i].entry))
				return false;
	}
	l->len = 0;
	return true;
}

static bool add_later(postings *x, const uint64_t *keys, size_t n, uint32_t entry)
{
	struct load *l = x->load;

	for (size_t i = 0; i < n; i++) {
		if (l->len == l->room && !add_waiting(x))
			return false;
		l->waiting[l->len++] = (struct waiting){(uint32_t)keys[i], entry};
	}
	return true;
}

bool postings_end_load(postings *x)
{
	bool added = !x->load || add_waiting(x);

	free_load(x);
	return added;
}

bool postings_add(postings *x, const uint64_t *keys, size_t n, uint32_t entry)
{
	return x->load ? add_later(x, keys, n, entry) : add_now(x, keys, n, entry);
}

/* ── removing ── */

static void remove_one(postings *x, uint32_t key, uint32_t entry)
{
	uint32_t *value = buckets_find(&x->keys, key), list;

	if (!value)
		return;
	list = *value & ~POSTINGS_IS_LIST;
	if (*value == entry)
		buckets_remove(&x->keys, key);
	else if (*value & POSTINGS_IS_LIST && lists_remove(&x->lists, &list, entry))
		*value = lists_len(&x->lists, list) == 1 ? lists_drop(&x->lists, list) : list | POSTINGS_IS_LIST;
}

void postings_remove(postings *x, const uint64_t *keys, size_t n, uint32_t entry)
{
	for (size_t i = 0; i < n; i++)
		remove_one(x, (uint32_t)keys[i], entry);
}

uint64_t postings_touched(const postings *x)
{
	return x->keys.touched + x->lists.touched;
}

size_t postings_memory(const postings *x)
{
	return buckets_memory(&x->keys) + lists_memory(&x->lists);
}

void postings_free(postings *x)
{
	free_load(x);
	buckets_free(&x->keys);
	lists_free(&x->lists);
}

/* ── reading ── */

void postings_find(const postings *x, const uint64_t *keys, size_t n, posting_list *out)
{
	buckets_find_all(&x->keys, keys, n, POSTINGS_EMPTY, out);
}

void posting_list_prefetch(const postings *x, posting_list list)
{
	if (is_list(list))
		lists_prefetch(&x->lists, list & ~POSTINGS_IS_LIST);
}

uint32_t posting_list_len(const postings *x, posting_list list)
{
	return is_list(list) ? lists_len(&x->lists, list & ~POSTINGS_IS_LIST) : list != POSTINGS_EMPTY;
}

void postings_walk(const postings *x, posting_list list, bool newest_first, posting_walk *w)
{
	w->only = list;
	w->has_only = list != POSTINGS_EMPTY && !is_list(list);
	w->in_list.depth = -1;
	if (is_list(list))
		lists_walk(&x->lists, list & ~POSTINGS_IS_LIST, newest_first, &w->in_list);
}

bool posting_walk_next(posting_walk *w, const uint32_t **entries, size_t *n)
{
	if (!w->has_only)
		return list_walk_next(&w->in_list, entries, n);
	w->has_only = false;
	*entries = &w->only;
	*n = 1;
	return true;
}
