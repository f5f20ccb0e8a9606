#include "judge/likeness.h"

#include <criterion/criterion.h>

/* With an index and without one, articles are found in two orders. */
Test(likeness, the_nearest_are_the_same_in_any_order)
{
	static const near_article found[] = {{.id = 5, .like = {0.5, 0.6, 0.6}}, {.id = 9, .like = {0.7, 0.7, 1}}, {.id = 3, .like = {0.5, 0.6, 0.6}},
					     {.id = 2, .like = {0.5, 0.5, 0.6}}, {.id = 7, .like = {0, 0, 0}}};
	enum { FOUND = sizeof found / sizeof *found };
	static const uint64_t ids[] = {9, 3, 5};

	for (int backwards = 0; backwards < 2; backwards++) {
		near_article room[4];
		nearest n = {.items = room, .most = 3};

		for (size_t i = 0; i < FOUND; i++)
			nearest_add(&n, &found[backwards ? FOUND - 1 - i : i]);
		cr_assert_eq(n.len, 3u);
		for (size_t i = 0; i < n.len; i++)
			cr_expect_eq(n.items[i].id, ids[i]);
	}
}
