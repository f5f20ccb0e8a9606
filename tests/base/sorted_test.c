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

static struct {
	const char *name;
	uint32_t items[5];
	size_t n;
	uint64_t value;
	size_t below;
} bounds[] = {
	{"of nothing", {0}, 0, 5, 0},
	{"below all", {3, 5, 9}, 3, 0, 0},
	{"the first", {3, 5, 9}, 3, 3, 0},
	{"between two", {3, 5, 9}, 3, 6, 2},
	{"the last", {3, 5, 9}, 3, 9, 2},
	{"above all", {3, 5, 9}, 3, 10, 3},
	{"the first of equal ones", {3, 5, 5, 5, 9}, 5, 5, 1},
	{"the largest item", {1, UINT32_MAX}, 2, UINT32_MAX, 1},
	{"above the largest item", {1, UINT32_MAX}, 2, UINT64_C(1) << 32, 2},
};

Test(sorted, lower_bound_is_the_first_item_that_is_not_below)
{
	for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
		cr_expect_eq(sorted_lower_bound_u32(bounds[i].items, bounds[i].n, bounds[i].value), bounds[i].below, "%s", bounds[i].name);
}

/* Every length up to 40, every value: as counting finds it. */
Test(sorted, lower_bound_is_what_counting_finds)
{
	uint32_t items[40];

	for (size_t n = 0; n <= 40; n++) {
		for (uint32_t i = 0; i < n; i++)
			items[i] = 2 * i + 1;
		for (uint64_t value = 0; value <= 2 * n + 1; value++)
			cr_expect_eq(sorted_lower_bound_u32(items, n, value), value / 2, "%zu items, %d", n, (int)value);
	}
}
