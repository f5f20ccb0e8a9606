#include "base/sorted.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/random.h"

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
	{{1, 2, 3, 4}, {1, 2, 3, 4}, 4, 4, 4},
	{{1, 3, 5, 7}, {2, 4, 6, 8}, 4, 4, 0},
	{{1, 3, 5, 7}, {3, 7}, 4, 2, 2},
	{{1}, {0}, 1, 0, 0},
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
	for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
		uint64_t wide[5];

		for (size_t k = 0; k < 5; k++)
			wide[k] = bounds[i].items[k];
		cr_expect_eq(sorted_lower_bound_u32(bounds[i].items, bounds[i].n, bounds[i].value), bounds[i].below, "%s",
			     bounds[i].name);
		cr_expect_eq(sorted_lower_bound_u64(wide, bounds[i].n, bounds[i].value), bounds[i].below, "%s", bounds[i].name);
	}
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

static uint64_t numbers[5000];

/* As qsort orders them. */
static void expect_sorted(size_t n, const char *name)
{
	static uint64_t expected[5000], all[5000];
	static uint32_t small[5000];
	size_t kept = 0;

	memcpy(expected, numbers, n * sizeof *expected);
	memcpy(all, numbers, n * sizeof *all);
	qsort(expected, n, sizeof *expected, sorted_compare_u64);
	sorted_u64(all, n);
	cr_assert(memcmp(all, expected, n * sizeof *all) == 0, "%s, %zu", name, n);
	for (size_t i = 0; i < n; i++)
		if (!kept || expected[i] != expected[kept - 1])
			expected[kept++] = expected[i];
	for (size_t i = 0; i < n; i++)
		small[i] = (uint32_t)numbers[i];
	cr_assert_eq(sorted_distinct_u64(numbers, n), kept, "%s, %zu", name, n);
	cr_assert(memcmp(numbers, expected, kept * sizeof *expected) == 0, "%s, %zu", name, n);
	n = sorted_distinct_u32(small, n);
	for (size_t i = 1; i < n; i++)
		cr_assert(small[i - 1] < small[i], "%s: 32 bits, item %zu", name, i);
}

/* Numbers that are not spread evenly, too: small ones, and those that differ only in the last bits. */
Test(sorted, any_numbers_are_sorted)
{
	static const struct {
		const char *name;
		uint64_t mask, and;
	} kinds[] = {{"any", UINT64_MAX, 0}, {"small", 0xff, 0}, {"alike", 7, UINT64_MAX << 3}, {"two", 1, 0}, {"one", 0, 42}};
	uint64_t state = 7;

	for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
		for (size_t n = 0; n <= 5000; n += n < 60 ? 1 : 991) {
			for (size_t i = 0; i < n; i++)
				numbers[i] = (next_random(&state) & kinds[kind].mask) | kinds[kind].and;
			expect_sorted(n, kinds[kind].name);
		}
	for (size_t i = 0; i < 5000; i++)
		numbers[i] = 5000 - i;
	expect_sorted(5000, "falling");
}
