#include "plugin/index/pages.h"

#include <criterion/criterion.h>
#include <string.h>

static int add(page_table *x, uint64_t id, const char *bytes)
{
	uint32_t entry;

	return pages_add(x, id, &(firstprint_signature){(const uint8_t *)bytes, strlen(bytes)}, &entry);
}

Test(pages, are_found_by_their_ids_until_removed)
{
	enum { PAGES = 200000 };
	page_table x = {0};

	for (uint64_t id = 1; id <= PAGES; id++)
		cr_assert_eq(add(&x, id * 3, "x"), FIRSTPRINT_OK);
	for (uint32_t entry = 0; entry < PAGES; entry += 2)
		pages_remove(&x, entry);
	for (uint64_t id = 1; id <= PAGES; id++) {
		cr_assert_eq(pages_find(&x, id * 3), id % 2 ? PAGES_NONE : id - 1);
		cr_assert_eq(pages_find(&x, id * 3 + 1), PAGES_NONE);
	}
	cr_expect_eq(pages_memory(&x), (size_t)PAGES * sizeof(struct page_entry));
	pages_free(&x);
}

Test(pages, the_last_ids_can_be_used_again_once_removed)
{
	page_table x = {0};

	cr_assert(!add(&x, 5, "a") && !add(&x, 8, "b") && !add(&x, 9, "c"));
	pages_remove(&x, pages_find(&x, 9));
	pages_remove(&x, pages_find(&x, 8));
	cr_expect_eq(pages_find(&x, 8), PAGES_NONE);
	cr_assert_eq(add(&x, 8, "d"), FIRSTPRINT_OK);
	cr_expect_eq(pages_find(&x, 8), 1u);
	cr_expect_eq(memcmp(pages_get(&x, 1)->bytes, "d", 1), 0);
	cr_expect_eq(pages_find(&x, 5), 0u);
	pages_free(&x);
}

/* In whatever order they go, the numbers behind the last page that is left are free. */
Test(pages, a_run_of_removed_ones_at_the_end_is_cut_off_at_once)
{
	static const uint32_t orders[][6] = {{1, 2, 3, 4, 5, 6}, {6, 5, 4, 3, 2, 1}, {2, 4, 6, 5, 3, 1}, {3, 5, 1, 2, 6, 4}};

	for (size_t o = 0; o < 4; o++) {
		page_table x = {0};

		for (uint64_t id = 0; id < 8; id++)
			cr_assert_eq(add(&x, id + 1, "x"), FIRSTPRINT_OK);
		for (size_t i = 0; i < 6; i++) {
			pages_remove(&x, orders[o][i]);
			cr_assert_eq(x.len, 8u, "order %zu: the last page is left", o);
		}
		pages_remove(&x, 7);
		cr_assert_eq(x.len, 1u, "order %zu", o);
		cr_expect_eq(pages_find(&x, 1), 0u);
		pages_free(&x);
	}
}

Test(pages, more_than_can_be_numbered_are_refused)
{
	page_table x = {.len = PAGES_MAX};

	cr_expect_eq(add(&x, 1, "x"), FIRSTPRINT_FULL);
	cr_expect_eq(x.len, PAGES_MAX);
}
