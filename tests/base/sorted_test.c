#include "base/sorted.h"

#include <criterion/criterion.h>

Test(sorted, drops_repetitions_and_orders)
{
	uint32_t small[] = {7, 3, 7, UINT32_MAX, 0, 3};
	uint64_t large[] = {UINT64_MAX, 5, UINT64_C(1) << 40, 5};

	cr_assert_eq(sorted_distinct_u32(small, 6), 4);
	cr_expect(small[0] == 0 && small[1] == 3 && small[2] == 7 && small[3] == UINT32_MAX);
	cr_assert_eq(sorted_distinct_u64(large, 4), 3);
	cr_expect(large[0] == 5 && large[1] == UINT64_C(1) << 40 && large[2] == UINT64_MAX);
	cr_expect_eq(sorted_distinct_u32(NULL, 0), 0);
}

static struct {
	uint32_t a[4], b[4];
	size_t n, m, both;
} rows[] = {
	{{1, 2, 3, 4}, {1, 2, 3, 4}, 4, 4, 4}, {{1, 3, 5, 7}, {2, 4, 6, 8}, 4, 4, 0},
	{{1, 3, 5, 7}, {3, 7}, 4, 2, 2},       {{1}, {0}, 1, 0, 0},
};

Test(sorted, counts_what_both_have)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		cr_expect_eq(sorted_shared_u32(rows[i].a, rows[i].n, rows[i].b, rows[i].m), rows[i].both, "row %zu", i);
		cr_expect_eq(sorted_shared_u32(rows[i].b, rows[i].m, rows[i].a, rows[i].n), rows[i].both, "row %zu", i);
	}
}
