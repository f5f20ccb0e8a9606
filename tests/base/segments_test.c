#include "base/segments.h"

#include <criterion/criterion.h>
#include <string.h>

struct odd {
	uint64_t a, b, c;
};

Test(segments, items_stay_where_they_are_and_begin_as_zeros)
{
	enum { ITEMS = 300000 }; /* more than three segments */
	segments s = {0};
	const struct odd *first = NULL;

	for (size_t i = 0; i < ITEMS; i++) {
		struct odd *item;

		cr_assert(segments_reserve(&s, i + 1, sizeof *item));
		item = segments_at(&s, i, sizeof *item);
		first = first ? first : item;
		cr_assert(item->a == 0 && item->b == 0 && item->c == 0, "item %zu", i);
		*item = (struct odd){i, i + 1, i + 2};
	}
	cr_expect_eq(segments_at(&s, 0, sizeof *first), first);
	for (size_t i = 0; i < ITEMS; i++) {
		const struct odd *item = segments_at(&s, i, sizeof *item);

		cr_assert(item->a == i && item->c == i + 2, "item %zu", i);
	}
	segments_free(&s);
	cr_expect_eq(s.count, 0u);
}

Test(segments, an_item_never_lies_in_two_segments)
{
	static const size_t sizes[] = {1, 2, 4, 8, 24, 32, 40, 64, 1000};

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		size_t per_segment = (size_t)1 << segments_shift(sizes[i]);

		cr_expect_leq(per_segment * sizes[i], (size_t)SEGMENT_BYTES);
		cr_expect_gt(per_segment * 2 * sizes[i], (size_t)SEGMENT_BYTES);
	}
}
