#include "base/arena.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"

Test(arena, aligns_every_allocation_for_any_type)
{
	arena *a = arena_new();

	for (size_t size = 0; size < 200; size++)
		cr_expect((uintptr_t)arena_alloc(a, size) % _Alignof(max_align_t) == 0, "size %zu", size);
	arena_free(a);
}

Test(arena, gives_allocations_that_do_not_overlap)
{
	enum { N = 400, SIZE = 3000 }; /* several chunks of it */
	unsigned char *places[N];
	arena *a = arena_new();

	for (int i = 0; i < N; i++)
		memset(places[i] = arena_alloc(a, SIZE), i & 0xff, SIZE);
	for (int i = 0; i < N; i++)
		for (size_t k = 0; k < SIZE; k++)
			cr_assert_eq(places[i][k], i & 0xff, "allocation %d, byte %zu", i, k);
	arena_free(a);
}

Test(arena, has_room_for_one_allocation_larger_than_a_chunk)
{
	enum { HUGE = 3 << 20 };
	arena *a = arena_new();
	char *small = arena_text(a, "before", 6);
	char *huge = arena_alloc(a, HUGE);

	cr_assert_not_null(huge);
	memset(huge, 'x', HUGE);
	cr_expect_str_eq(arena_text(a, "after", 5), "after");
	cr_expect_str_eq(small, "before");
	cr_expect_geq(arena_bytes(a), (size_t)HUGE);
	arena_free(a);
}

Test(arena, reset_forgets_allocations_and_gives_the_same_memory_again)
{
	arena *a = arena_new();
	void *first = arena_alloc(a, 100);

	arena_alloc(a, 1 << 20);
	arena_reset(a);
	cr_expect_eq(arena_bytes(a), (size_t)0);
	cr_expect_eq(arena_alloc(a, 100), first);
	arena_free(a);
}

Test(arena, reset_of_an_empty_arena_leaves_it_usable)
{
	arena *a = arena_new();

	arena_reset(a);
	cr_expect_str_eq(arena_text(a, "still here", 10), "still here");
	arena_free(a);
	arena_free(NULL);
}

Test(arena, zeros_are_zeros_in_memory_used_before)
{
	arena *a = arena_new();
	unsigned char *bytes;

	memset(arena_alloc(a, 4096), 0xff, 4096);
	arena_reset(a);
	bytes = arena_zeros(a, 64, 64);
	for (size_t i = 0; i < 4096; i++)
		cr_assert_eq(bytes[i], 0, "byte %zu", i);
	arena_free(a);
}

Test(arena, counts_an_overflow_as_out_of_memory)
{
	static const struct { const char *name; size_t n, size; } rows[] = {
		{ "product wraps to zero", (size_t)1 << 32, (size_t)1 << 32 },
		{ "product wraps to little", SIZE_MAX / 2 + 2, 2 },
		{ "product just too large", SIZE_MAX, 1 },
	};
	arena *a = arena_new();

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		cr_expect_null(arena_zeros(a, rows[i].n, rows[i].size), "%s", rows[i].name);
	cr_expect_null(arena_alloc(a, SIZE_MAX));
	arena_free(a);
}

Test(arena, text_copies_the_bytes_and_ends_them)
{
	arena *a = arena_new();
	char *copy = arena_text(a, "a\0b and more", 3);

	cr_expect_eq(memcmp(copy, "a\0b\0", 4), 0);
	cr_expect_str_eq(arena_text(a, NULL, 0), "");
	arena_free(a);
}

Test(arena, printf_has_room_for_any_length)
{
	char expected[2001];
	arena *a = arena_new();

	snprintf(expected, sizeof expected, "%02000d", 7);
	cr_expect_str_eq(arena_printf(a, "%02000d", 7), expected);
	cr_expect_str_eq(arena_printf(a, "%s=%d", "port", 80), "port=80");
	arena_free(a);
}

Test(arena, grow_keeps_the_items_and_grows_only_when_full)
{
	size_t room = 0, len = 0;
	int *items = NULL, moves = 0;
	arena *a = arena_new();

	for (int i = 0; i < 1000; i++) {
		int *before = items;

		items = arena_grow(a, items, len, &room, sizeof *items);
		moves += items != before;
		items[len++] = i;
		cr_assert_leq(len, room);
	}
	for (int i = 0; i < 1000; i++)
		cr_assert_eq(items[i], i);
	cr_expect_leq(moves, 8, "%d moves for 1000 items", moves);
	arena_free(a);
}

Test(arena, grow_refuses_a_size_that_overflows)
{
	size_t room = SIZE_MAX / 4;
	arena *a = arena_new();
	char item;

	cr_expect_null(arena_grow(a, &item, room, &room, 8));
	cr_expect_eq(room, SIZE_MAX / 4, "room is as before");
	arena_free(a);
}

/* How many allocations of size bytes the guard lets pass, of at most `most`. Apart, because of setjmp. */
static int allocations_until_escape(arena *a, arena_guard *g, size_t size, int most)
{
	volatile int done = 0;

	if (setjmp(g->escape)) {
		arena_guard_set(a, NULL);
		return done;
	}
	arena_guard_set(a, g);
	while (done < most) {
		arena_alloc(a, size);
		done++;
	}
	arena_guard_set(a, NULL);
	return done;
}

Test(arena, guard_escapes_when_the_budget_is_spent)
{
	arena_guard g = {.budget = 1000};
	arena *a = arena_new();

	cr_expect_eq(allocations_until_escape(a, &g, 96, 100), 10);
	cr_expect_eq(allocations_until_escape(a, &g, 96, 100), 10, "setting a guard starts its budget anew");
	cr_expect_eq(allocations_until_escape(a, &g, 96, 5), 5, "a budget that is not spent lets all pass");
	cr_expect_not_null(arena_alloc(a, 1 << 20), "the guard is gone");
	arena_free(a);
}

Test(arena, guard_escapes_when_the_deadline_has_passed)
{
	arena_guard late = {.budget = SIZE_MAX, .cpu_deadline_ms = 1};
	arena_guard early = {.budget = SIZE_MAX, .cpu_deadline_ms = clock_cpu_ms() + 3600 * 1000};
	arena *a = arena_new();

	cr_expect_lt(allocations_until_escape(a, &late, 16, 10000), 10000);
	cr_expect_eq(allocations_until_escape(a, &early, 16, 10000), 10000);
	arena_free(a);
}

Test(arena, guard_escapes_when_cancelled)
{
	atomic_bool cancel = false;
	arena_guard g = {.budget = SIZE_MAX, .cancel = &cancel};
	arena *a = arena_new();

	cr_expect_eq(allocations_until_escape(a, &g, 16, 10000), 10000);
	atomic_store(&cancel, true);
	cr_expect_lt(allocations_until_escape(a, &g, 16, 10000), 10000);
	arena_free(a);
}

Test(arena, guard_escapes_instead_of_returning_null)
{
	arena_guard g = {.budget = SIZE_MAX};
	arena *a = arena_new();

	cr_expect_eq(allocations_until_escape(a, &g, SIZE_MAX, 1), 0);
	arena_free(a);
}

Test(arena, reset_removes_the_guard)
{
	arena_guard g = {.budget = 0};
	arena *a = arena_new();

	if (setjmp(g.escape)) {
		cr_assert_fail("the guard outlived the reset");
	} else {
		arena_guard_set(a, &g);
		arena_reset(a);
		cr_expect_not_null(arena_alloc(a, 64));
	}
	arena_free(a);
}

Test(arena, rewind_takes_back_what_came_after_the_mark)
{
	arena *a = arena_new();
	char *before = arena_text(a, "before", 6), *first;
	size_t bytes = arena_bytes(a);
	arena_mark mark = arena_mark_of(a);

	first = arena_alloc(a, 100);
	for (int i = 0; i < 50; i++)
		memset(arena_alloc(a, 100000), 'x', 100000);
	arena_rewind(a, mark);
	cr_expect_eq(arena_bytes(a), bytes);
	cr_expect_eq(arena_alloc(a, 100), first, "its memory serves again");
	cr_expect_str_eq(before, "before");
	arena_free(a);
}

Test(arena, an_empty_arena_can_be_rewound_to_its_beginning)
{
	arena *a = arena_new();
	arena_mark mark = arena_mark_of(a);

	arena_rewind(a, mark);
	memset(arena_alloc(a, 3 << 20), 'x', 3 << 20);
	arena_rewind(a, mark);
	cr_expect_eq(arena_bytes(a), (size_t)0);
	cr_expect_str_eq(arena_text(a, "again", 5), "again");
	arena_free(a);
}

/* Bytes of this process that are in memory. */
static size_t resident(void)
{
	FILE *f = fopen("/proc/self/statm", "r");
	unsigned long all, here;

	cr_assert(f && fscanf(f, "%lu %lu", &all, &here) == 2);
	fclose(f);
	return here * 4096;
}

enum { NUMBERS = 6 << 20 }; /* 48 MiB of them; their array has room for 64 */

/* What the address sanitizer notes about these 64 MiB, a byte for eight, stays. */
#if defined(__SANITIZE_ADDRESS__)
enum { SHADOW = 8 << 20 };
#else
enum { SHADOW = 0 };
#endif

static size_t *grow_numbers(arena *a)
{
	size_t *numbers = NULL, room = 0;

	for (size_t i = 0; i < NUMBERS; i++) {
		numbers = arena_grow(a, numbers, i, &room, sizeof *numbers);
		numbers[i] = i;
	}
	return numbers;
}

Test(arena, a_large_array_that_grows_leaves_nothing_behind)
{
	arena *a = arena_new();
	size_t before = resident(), *numbers = grow_numbers(a);

	for (size_t i = 0; i < NUMBERS; i++)
		cr_assert(numbers[i] == i, "number %zu", i);
	cr_expect(resident() - before < 80 << 20, "%zu bytes", resident() - before);
	arena_free(a);
}

Test(arena, an_array_that_is_not_alone_in_its_chunk_keeps_its_neighbours)
{
	arena *a = arena_new();
	size_t *numbers = NULL, room = 0;
	char *texts[20];

	for (size_t i = 0; i < 20 * 100000; i++) {
		numbers = arena_grow(a, numbers, i, &room, sizeof *numbers);
		numbers[i] = i;
		if (i % 100000 == 0)
			texts[i / 100000] = arena_printf(a, "text %zu", i / 100000);
	}
	for (size_t i = 0; i < 20; i++) {
		char expected[32];

		snprintf(expected, sizeof expected, "text %zu", i);
		cr_expect_str_eq(texts[i], expected);
	}
	arena_free(a);
}

Test(arena, a_reset_gives_the_memory_of_a_huge_page_back)
{
	arena *a = arena_new();
	size_t before = resident();

	arena_keep(a, 2 << 20);
	grow_numbers(a);
	arena_reset(a);
	cr_expect(resident() - before < (8 << 20) + SHADOW, "%zu bytes", resident() - before);
	arena_free(a);
}

Test(arena, appends_copies)
{
	arena *a = arena_new();
	uint64_t *items = NULL;
	size_t len = 0, room = 0;

	for (uint64_t i = 0; i < 100; i++)
		cr_assert_eq(arena_add(a, &items, &len, &room, &i, sizeof i), OK);
	cr_assert_eq(len, 100);
	for (uint64_t i = 0; i < len; i++)
		cr_expect_eq(items[i], i);
	room = len = SIZE_MAX / 4;
	cr_expect_eq(arena_add(a, &items, &len, &room, &len, sizeof len), ERR_MEMORY);
	cr_expect_eq(items[99], 99);
	arena_free(a);
}
