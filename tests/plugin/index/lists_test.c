#include "plugin/index/lists.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "tests/random.h"

enum { MOST = 200000 };

/* What a list should contain: there[n] for each number. */
typedef struct model {
	uint32_t list, next, len;
	bool there[MOST];
} model;

static void expect_forwards(const lists *x, const model *m)
{
	const uint32_t *numbers;
	uint32_t at = 0, seen = 0;
	list_walk w;
	size_t n;

	for (lists_walk(x, m->list, false, &w); list_walk_next(&w, &numbers, &n); seen += (uint32_t)n)
		for (size_t i = 0; i < n; i++) {
			while (at < m->next && !m->there[at])
				at++;
			cr_assert_eq(numbers[i], at++);
		}
	cr_assert_eq(seen, m->len);
	cr_assert_eq(lists_len(x, m->list), m->len);
}

static void expect_backwards(const lists *x, const model *m)
{
	const uint32_t *numbers;
	uint32_t at = m->next, seen = 0;
	list_walk w;
	size_t n;

	for (lists_walk(x, m->list, true, &w); list_walk_next(&w, &numbers, &n); seen += (uint32_t)n) {
		cr_assert_leq(n, (size_t)LIST_RUN_MAX);
		for (size_t i = n; i-- > 0;) {
			do
				at--;
			while (!m->there[at]);
			cr_assert_eq(numbers[i], at);
		}
	}
	cr_assert_eq(seen, m->len);
}

static void add(lists *x, model *m, uint32_t number)
{
	if (m->len == 1) {
		uint32_t only = 0;

		while (!m->there[only])
			only++;
		m->list = lists_new(x, only, number);
		cr_assert_neq(m->list, LISTS_NONE);
	} else if (m->len > 1) {
		cr_assert(lists_add(x, &m->list, number));
	}
	m->there[number] = true;
	m->len++;
	m->next = number + 1;
}

/* Removes the number; a list of one is no list. */
static void take(lists *x, model *m, uint32_t number)
{
	cr_assert_eq(lists_remove(x, &m->list, number), m->there[number]);
	if (!m->there[number])
		return;
	m->there[number] = false;
	if (--m->len == 1)
		cr_assert(m->there[lists_drop(x, m->list)]);
}

/* Grows and shrinks a list by random numbers: `grow` of 100 steps add one. Nothing may touch more nodes than a path has
 * and its neighbours. */
static void play(uint64_t seed, size_t steps, unsigned grow)
{
	enum { TOUCHED_MOST = 40 };
	model *m = calloc(1, sizeof *m);
	uint64_t state = seed;
	lists x = {0};

	for (size_t i = 0; i < steps; i++) {
		uint64_t before = x.touched;

		if (m->len < 2 || (next_random(&state) % 100 < grow && m->next + 3 < MOST))
			add(&x, m, m->next + (uint32_t)(next_random(&state) % 3));
		else
			take(&x, m, (uint32_t)(next_random(&state) % m->next));
		cr_assert_leq(x.touched - before, TOUCHED_MOST);
		if (m->len > 1 && i % (steps / 20) == 0) {
			expect_forwards(&x, m);
			expect_backwards(&x, m);
		}
	}
	lists_free(&x);
	free(m);
}

Test(lists, are_what_sorted_arrays_are)
{
	play(1, 100000, 100);
	play(2, 200000, 70);
	play(3, 100000, 52);
	play(4, 20000, 30);
}

Test(lists, of_two_numbers_take_sixteen_bytes)
{
	lists x = {0};

	for (uint32_t i = 0; i < 1600; i++)
		cr_assert_neq(lists_new(&x, i, i + 1), LISTS_NONE);
	cr_expect_eq(lists_memory(&x), 1600u * 16);
	lists_free(&x);
}

/* Removing all but a few of very many: what is left lies close together, and its memory is used again. */
static void play_shrinking(bool from_the_end)
{
	model *m = calloc(1, sizeof *m);
	lists x = {0};
	const uint32_t *numbers;
	size_t full, runs = 0, n;
	list_walk w;

	for (uint32_t i = 0; i < 100000; i++)
		add(&x, m, i);
	full = lists_memory(&x);
	cr_expect_leq(full, (size_t)100000 * 5);
	for (uint32_t i = 0; i < 100000; i++)
		if ((from_the_end ? 99999 - i : i) % 1000)
			take(&x, m, from_the_end ? 99999 - i : i);
	expect_forwards(&x, m);
	for (lists_walk(&x, m->list, true, &w); list_walk_next(&w, &numbers, &n);)
		runs++;
	cr_expect_leq(runs, 5u, "%zu leaves for %u numbers", runs, m->len);
	for (uint32_t i = 100000; i < MOST - 2; i++)
		add(&x, m, i);
	cr_expect_leq(lists_memory(&x), full + 4096);
	lists_free(&x);
	free(m);
}

Test(lists, close_up_when_they_become_short)
{
	play_shrinking(false);
	play_shrinking(true);
}

/* As when a page is taken back because its transaction failed. 62 numbers fill a leaf, and 62 times 31 a tree of two levels. */
Test(lists, the_highest_number_may_go_and_come_again)
{
	model *m = calloc(1, sizeof *m);
	lists x = {0};

	for (uint32_t i = 0; i < 5000; i++) {
		add(&x, m, i);
		if (m->len < 3)
			continue;
		take(&x, m, i);
		cr_assert_eq(lists_len(&x, m->list), i);
		add(&x, m, i);
		if (i % 50 == 12)
			expect_backwards(&x, m);
	}
	expect_forwards(&x, m);
	lists_free(&x);
	free(m);
}

Test(lists, the_highest_number_counts_once)
{
	lists x = {0};
	uint32_t list = lists_new(&x, 3, 9);

	cr_assert(lists_add(&x, &list, 9));
	cr_expect_eq(lists_len(&x, list), 2u);
	cr_assert(lists_remove(&x, &list, 9));
	cr_expect_not(lists_remove(&x, &list, 9));
	cr_expect_eq(lists_drop(&x, list), 3u);
	lists_free(&x);
}
