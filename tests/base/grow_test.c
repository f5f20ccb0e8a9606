#include "base/grow.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <stdlib.h>

Test(grow, keeps_what_is_in_there_and_moves_only_when_full)
{
	size_t room = 0;
	int *items = NULL;

	for (size_t len = 0; len < 1000; len++) {
		size_t before = room;
		int *larger = grow(items, len, &room, sizeof *items);

		cr_assert(larger != NULL);
		if (len < before)
			cr_expect(larger == items && room == before, "%zu", len);
		cr_assert_gt(room, len);
		items = larger;
		items[len] = (int)len;
	}
	for (size_t i = 0; i < 1000; i++)
		cr_expect_eq(items[i], (int)i);
	free(items);
}

Test(grow, makes_room_for_many_at_once)
{
	static const struct { const char *name; size_t room, len, after; } rows[] = {
		{ "more than doubling gives", 8, 100, 101 },
		{ "less than doubling gives", 8, 9, 16 },
		{ "exactly full",             8, 8, 16 },
		{ "there is room",            8, 7, 8 },
		{ "the first, a few",         0, 3, 16 },
		{ "the first, many",          0, 5000, 5001 },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		size_t room = rows[i].room;
		uint16_t *array = room ? calloc(room, sizeof *array) : NULL, *larger = grow(array, rows[i].len, &room, sizeof *array);

		cr_assert(larger != NULL, "%s", rows[i].name);
		cr_expect_eq(room, rows[i].after, "%s", rows[i].name);
		larger[room - 1] = 1;
		free(larger);
	}
}

Test(grow, refuses_what_no_memory_could_hold)
{
	size_t room = SIZE_MAX / 4;
	int one;

	cr_expect(grow(&one, room, &room, sizeof one) == NULL);
	cr_expect_eq(room, SIZE_MAX / 4);
	room = 1;
	cr_expect(grow(&one, SIZE_MAX, &room, sizeof one) == NULL, "len + 1 would be 0");
	cr_expect_eq(room, 1);
}

Test(grow, appends_copies)
{
	uint64_t *items = NULL;
	size_t len = 0, room = 0;

	for (uint64_t i = 0; i < 100; i++)
		cr_assert_eq(grow_add(&items, &len, &room, &i, sizeof i), OK);
	cr_assert_eq(len, 100);
	for (uint64_t i = 0; i < len; i++)
		cr_expect_eq(items[i], i);
	room = len = SIZE_MAX / 4;
	cr_expect_eq(grow_add(&items, &len, &room, &len, sizeof len), ERR_MEMORY);
	cr_expect_eq(len, SIZE_MAX / 4);
	cr_expect_eq(items[99], 99);
	free(items);
}
