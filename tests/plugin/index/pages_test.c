#include "plugin/index/pages.h"

#include <criterion/criterion.h>
#include <string.h>

static firstprint_signature signature(const char *text)
{
	return (firstprint_signature){(const uint8_t *)text, strlen(text)};
}

static status add(page_table *x, uint64_t id, const char *text)
{
	firstprint_signature sig = signature(text);
	uint32_t entry;

	return pages_add(x, id, &sig, false, &entry);
}

Test(pages, are_found_by_their_ids_until_removed)
{
	enum { PAGES = 200000 };
	page_table x = {0};

	for (uint64_t id = 1; id <= PAGES; id++)
		cr_assert_eq(add(&x, id * 3, "x"), OK);
	for (uint32_t entry = 0; entry < PAGES; entry += 2)
		pages_remove(&x, entry);
	for (uint64_t id = 1; id <= PAGES; id++) {
		cr_assert_eq(pages_find(&x, id * 3), id % 2 ? PAGES_NONE : id - 1);
		cr_assert_eq(pages_find(&x, id * 3 + 1), PAGES_NONE);
	}
	cr_expect_eq(pages_memory(&x), (size_t)PAGES * sizeof(struct page_entry) + PAGES / 2);
	cr_expect_eq(x.count, PAGES / 2);
	pages_free(&x);
}

Test(pages, the_last_ids_can_be_used_again_once_removed)
{
	page_table x = {0};

	cr_assert(!add(&x, 5, "a") && !add(&x, 8, "b") && !add(&x, 9, "c"));
	pages_remove(&x, pages_find(&x, 9));
	pages_remove(&x, pages_find(&x, 8));
	cr_expect_eq(pages_find(&x, 8), PAGES_NONE);
	cr_assert_eq(add(&x, 8, "d"), OK);
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
			cr_assert_eq(add(&x, id + 1, "x"), OK);
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

	cr_expect_eq(add(&x, 1, "x"), ERR_LIMIT);
	cr_expect_eq(x.len, PAGES_MAX);
}

Test(pages, a_copy_stays_at_its_aligned_address_until_removed)
{
	const uint8_t *at[500];
	page_table x = {0};
	char text[600];

	for (uint64_t id = 1; id <= 500; id++) {
		memset(text, 'a' + (int)(id % 26), id);
		text[id] = '\0';
		cr_assert_eq(add(&x, id * 3, text), OK);
		at[id - 1] = pages_signature(&x, (uint32_t)id - 1).bytes;
		cr_expect_eq((uintptr_t)at[id - 1] % 8, 0u);
	}
	for (uint32_t entry = 0; entry < 500; entry += 2)
		pages_remove(&x, entry);
	for (uint32_t entry = 1; entry < 500; entry += 2) {
		firstprint_signature found = pages_signature(&x, entry);

		cr_expect_eq(found.bytes, at[entry]);
		cr_expect_eq(found.len, entry + 1);
		cr_expect_eq(found.bytes[entry], 'a' + (entry + 1) % 26);
	}
	pages_free(&x);
}

Test(pages, the_last_one_is_known_also_after_a_rollback)
{
	firstprint_signature none = {0};
	page_table x = {0};
	uint32_t entry;

	cr_expect_eq(pages_last(&x), 0u);
	cr_assert(!add(&x, 5, "x") && !pages_add(&x, 9, &none, false, &entry));
	cr_expect_eq(pages_signature(&x, entry).len, 0u);
	cr_expect_eq(pages_last(&x), 9u);
	pages_remove(&x, entry);
	cr_expect_eq(pages_last(&x), 5u);
	pages_free(&x);
}

Test(pages, removed_ones_take_no_memory_once_all_after_them_are_removed_too)
{
	page_table x = {0};
	size_t some = 0;

	for (uint64_t id = 1; id <= 1000; id++) {
		cr_assert_eq(add(&x, id, "0123456789"), OK);
		if (id == 100)
			some = pages_memory(&x);
	}
	for (uint32_t entry = 100; entry < 1000; entry++)
		pages_remove(&x, entry);
	cr_expect_eq(pages_memory(&x), some);
	cr_expect_eq(x.count, 100u);
	pages_free(&x);
}

Test(pages, what_stays_where_it_is_is_not_copied)
{
	static const _Alignas(8) uint8_t mapped[16] = "mapped";
	firstprint_signature sig = {mapped, 16};
	uint32_t stays, copied;
	page_table x = {0};

	cr_assert_eq(pages_add(&x, 1, &sig, true, &stays), OK);
	cr_assert_eq(pages_add(&x, 2, &sig, false, &copied), OK);
	cr_expect_eq(pages_signature(&x, stays).bytes, mapped);
	cr_expect_neq(pages_signature(&x, copied).bytes, mapped);
	cr_expect_eq(memcmp(pages_signature(&x, copied).bytes, mapped, 16), 0);
	cr_expect_eq(x.copied, 16u);
	pages_remove(&x, stays);
	pages_remove(&x, copied);
	cr_expect_eq(x.copied, 0u);
	pages_free(&x);
}
