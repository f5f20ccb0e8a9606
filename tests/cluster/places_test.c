#include "cluster/places.h"

#include <criterion/criterion.h>

#include "tests/random.h"

Test(places, a_page_is_found_by_its_id_in_whatever_order_they_came)
{
	places p = {0};

	cr_expect_eq(places_find(&p, 7), 0u);
	for (uint64_t i = 0; i < 5000; i++)
		cr_expect_eq(places_add(&p, (i * 7919) % 5003 + 1, (uint32_t)(i % 3)), i + 1);
	for (uint64_t i = 0; i < 5000; i++) {
		uint64_t id = (i * 7919) % 5003 + 1, at = places_find(&p, id);

		cr_assert_eq(at, i + 1, "%lu", (unsigned long)id);
		cr_expect(places_at(&p, at)->id == id && places_at(&p, at)->owner == i % 3);
	}
	cr_expect_eq(places_find(&p, 6000), 0u);
	cr_expect_eq(places_find(&p, 0), 0u);
	places_free(&p);
}

/* However often pages come and go, the table does not grow, and others are found behind removed ones. */
Test(places, removed_pages_are_not_found_and_take_no_slots_for_ever)
{
	places p = {0};

	for (uint64_t i = 1; i <= 200000; i++) {
		uint64_t at = places_add(&p, i, 0);

		cr_assert_neq(at, 0u);
		if (i > 10) {
			places_remove(&p, places_find(&p, i - 10));
			cr_assert_eq(places_find(&p, i - 10), 0u);
			cr_assert_neq(places_find(&p, i - 9), 0u);
		}
	}
	cr_expect_leq(p.slots_room, 4096u);
	cr_expect_eq(places_add(&p, 5, 0), 200001u, "an id that was removed may come again");
	cr_expect_eq(places_find(&p, 5), 200001u);
	places_free(&p);
}
