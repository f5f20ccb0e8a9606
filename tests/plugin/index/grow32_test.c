#include "plugin/index/grow32.h"

#include <criterion/criterion.h>
#include <stdlib.h>

Test(grow32, keeps_the_items_while_the_room_grows_by_half)
{
	uint32_t *items = NULL, room = 0, before = 0;
	int moves = 0;

	for (uint32_t i = 0; i < 100000; i++) {
		items = grow32(items, i, &room, sizeof *items);
		cr_assert(items && room > i);
		cr_assert(room == before || room == before + before / 2 + GROW32_MORE, "%u, then %u", before, room);
		moves += room != before;
		before = room;
		items[i] = i;
	}
	for (uint32_t i = 0; i < 100000; i++)
		cr_assert_eq(items[i], i);
	cr_expect_eq(moves, 17);
	free(items);
}

Test(grow32, makes_room_for_many_items_at_once)
{
	uint32_t room = 0;
	char *items = grow32(NULL, 5000, &room, 1);

	cr_assert(items);
	cr_expect_eq(room, 5001u);
	cr_expect_eq(grow32(items, 4999, &room, 1), items, "there is room");
	cr_expect_eq(room, 5001u);
	free(items);
}

Test(grow32, refuses_more_items_than_32_bits_can_number)
{
	uint32_t room = UINT32_MAX;
	char array[1];

	cr_expect_null(grow32(array, UINT32_MAX, &room, 1));
	cr_expect_null(grow32(array, (size_t)UINT32_MAX + 1, &room, 1));
	cr_expect_eq(room, UINT32_MAX);
}
