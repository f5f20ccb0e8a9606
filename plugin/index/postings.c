#include "plugin/index/postings.h"

/* Is it the number of a list, and not an entry? */
static bool is_list(posting_list list)
{
	return list != POSTINGS_EMPTY && list & POSTINGS_IS_LIST;
}

/* ── adding and removing ── */

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

enum { AT_ONCE = 16 };

/* Loads what adding under up to AT_ONCE keys will read: when a store is opened, each of them would wait for memory four times. */
static void load(const postings *x, const uint64_t *keys, size_t n)
{
	posting_list lists[AT_ONCE];

	buckets_prefetch(&x->keys, keys, n);
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

bool postings_add(postings *x, const uint64_t *keys, size_t n, uint32_t entry)
{
	for (size_t i = 0; i < n; i++) {
		uint32_t *value;

		if (n > 1 && i % AT_ONCE == 0)
			load(x, keys + i, n - i < AT_ONCE ? n - i : AT_ONCE);
		value = buckets_find(&x->keys, (uint32_t)keys[i]);
		if (value ? add_to_value(x, value, entry) : buckets_add(&x->keys, (uint32_t)keys[i], entry))
			continue;
		postings_remove(x, keys, i, entry);
		return false;
	}
	return true;
}

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
