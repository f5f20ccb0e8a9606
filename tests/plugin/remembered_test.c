#include "plugin/remembered.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static firstprint_signature bytes(const char *text)
{
	return (firstprint_signature){(const uint8_t *)text, strlen(text)};
}

Test(remembered, a_signature_stays_at_its_aligned_address_until_forgotten)
{
	remembered r = {0};
	firstprint_signature kept[500], found;
	char text[600];

	for (uint64_t id = 1; id <= 500; id++) {
		memset(text, 'a' + (int)(id % 26), id);
		text[id] = '\0';
		firstprint_signature sig = bytes(text);
		cr_assert_eq(remembered_add(&r, id * 3, &sig, false, &kept[id - 1]), FIRSTPRINT_OK);
		cr_expect_eq((uintptr_t)kept[id - 1].bytes % 8, 0u);
	}
	for (uint64_t id = 1; id <= 500; id += 2)
		remembered_remove(&r, id * 3);
	for (uint64_t id = 1; id <= 500; id++) {
		cr_expect_eq(remembered_find(&r, id * 3, &found), id % 2 == 0, "page %d", (int)id);
		cr_expect_not(remembered_find(&r, id * 3 + 1, NULL));
		if (id % 2)
			continue;
		cr_expect_eq(found.bytes, kept[id - 1].bytes);
		cr_expect_eq(found.len, id);
		cr_expect_eq(found.bytes[id - 1], 'a' + id % 26);
	}
	remembered_free(&r);
}

Test(remembered, the_last_ids_can_be_used_again_after_a_rollback)
{
	remembered r = {0};
	firstprint_signature kept, sig = bytes("x"), none = {0};

	cr_expect_eq(remembered_last(&r), 0u);
	cr_assert(!remembered_add(&r, 5, &sig, false, &kept) && !remembered_add(&r, 9, &none, false, &kept));
	cr_expect_eq(kept.len, 0u);
	cr_expect_eq(remembered_last(&r), 9u);
	remembered_remove(&r, 9);
	remembered_remove(&r, 7);
	cr_expect_eq(remembered_last(&r), 5u);
	cr_assert_eq(remembered_add(&r, 9, &sig, false, &kept), FIRSTPRINT_OK);
	cr_expect(remembered_find(&r, 9, NULL));
	remembered_free(&r);
}

Test(remembered, what_is_forgotten_takes_no_memory_once_all_after_it_is_forgotten_too)
{
	remembered r = {0};
	firstprint_signature kept, sig = bytes("0123456789");
	size_t some;

	for (uint64_t id = 1; id <= 1000; id++) {
		cr_assert_eq(remembered_add(&r, id, &sig, false, &kept), FIRSTPRINT_OK);
		if (id == 100)
			some = remembered_memory(&r);
	}
	for (uint64_t id = 101; id <= 1000; id++)
		remembered_remove(&r, id);
	cr_expect_eq(remembered_memory(&r), some);
	cr_expect_eq(r.count, 100u);
	cr_expect(remembered_find(&r, 100, NULL));
	cr_expect_not(remembered_find(&r, 101, NULL));
	remembered_free(&r);
}

Test(remembered, what_stays_where_it_is_is_not_copied)
{
	static const _Alignas(8) uint8_t mapped[16] = "mapped";
	remembered r = {0};
	firstprint_signature kept, found, sig = {mapped, 16};

	cr_assert_eq(remembered_add(&r, 1, &sig, true, &kept), FIRSTPRINT_OK);
	cr_assert_eq(remembered_add(&r, 2, &sig, false, &kept), FIRSTPRINT_OK);
	cr_assert_eq(remembered_add(&r, 3, &sig, true, &kept), FIRSTPRINT_OK);
	cr_expect(remembered_find(&r, 1, &found) && found.bytes == mapped);
	cr_expect(remembered_find(&r, 2, &found) && found.bytes != mapped && memcmp(found.bytes, mapped, 16) == 0);
	cr_expect_eq(r.bytes, 16u, "of the copy");
	remembered_remove(&r, 1);
	remembered_remove(&r, 2);
	cr_expect_eq(r.bytes, 0u);
	cr_expect(remembered_find(&r, 3, &found) && found.bytes == mapped);
	remembered_free(&r);
}
