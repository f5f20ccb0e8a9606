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

Test(grow, refuses_what_no_memory_could_hold)
{
	size_t room = SIZE_MAX / 4;
	int one;

	cr_expect(grow(&one, room, &room, sizeof one) == NULL);
	cr_expect_eq(room, SIZE_MAX / 4);
}
