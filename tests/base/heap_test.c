#include "base/heap.h"

#include <criterion/criterion.h>
#include <stdlib.h>

enum { N = 500 };

typedef struct thing {
	int64_t key;
	uint64_t tie;
	size_t place;
} thing;

static thing things[N];

static void put(heap *h, thing *t, int64_t key, uint64_t tie)
{
	t->key = key;
	t->tie = tie;
	cr_assert(heap_put(h, key, tie, t, &t->place));
}

/* The least of those that are in, found the slow way. */
static thing *least(void)
{
	thing *best = NULL;

	for (size_t i = 0; i < N; i++)
		if (things[i].place && (!best || things[i].key < best->key ||
					(things[i].key == best->key && things[i].tie < best->tie)))
			best = &things[i];
	return best;
}

static bool comes_before(const heap_entry *x, const heap_entry *y)
{
	return x->key != y->key ? x->key < y->key : x->tie < y->tie;
}

/* Does none come before its parent? */
static bool is_ordered(const heap *h)
{
	for (size_t i = 1; i < h->len; i++)
		if (comes_before(&h->entries[i], &h->entries[(i - 1) / 2]))
			return false;
	return true;
}

Test(heap, the_least_is_first_whatever_is_put_moved_and_removed)
{
	heap h = {0};
	uint64_t ties = 0;

	srand(7);
	for (int turn = 0; turn < 20000; turn++) {
		thing *t = &things[rand() % N];

		if (rand() % 3)
			put(&h, t, rand() % 100, ++ties);
		else
			heap_remove(&h, &t->place);
		cr_assert_eq(heap_first(&h) ? heap_first(&h)->item : NULL, least(), "turn %d", turn);
		cr_assert(is_ordered(&h), "turn %d", turn);
		cr_assert(!t->place || h.entries[t->place - 1].item == t, "turn %d", turn);
	}
	heap_free(&h);
}

Test(heap, equal_keys_come_by_their_ties)
{
	heap h = {0};

	put(&h, &things[0], 5, 9);
	put(&h, &things[1], 5, 3);
	cr_expect_eq(heap_first(&h)->item, &things[1]);
	put(&h, &things[1], 5, 10);
	cr_expect_eq(heap_first(&h)->item, &things[0]);
	heap_remove(&h, &things[0].place);
	heap_remove(&h, &things[0].place);
	cr_expect_eq(h.len, 1);
	heap_free(&h);
	cr_expect_null(heap_first(&h));
}
