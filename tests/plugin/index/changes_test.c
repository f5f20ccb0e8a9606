#include "plugin/index/changes.h"

#include <criterion/criterion.h>
#include <stdlib.h>

Test(changes, a_key_has_changed_after_what_came_before)
{
	static const uint64_t keys[] = {3, UINT64_C(0x700000005)};
	changes *x = calloc(1, sizeof *x);

	changes_begin(x);
	changes_note_keys(x, 1, keys, 2);
	changes_begin(x);
	changes_note_keys(x, 2, &CHANGES_ALL, 1);
	cr_expect(changes_has(x, changes_slot(1, 3), 0));
	cr_expect_not(changes_has(x, changes_slot(1, 3), 1));
	cr_expect(changes_has(x, changes_slot(1, 5), 0), "the lower half of a key is enough");
	cr_expect_not(changes_has(x, changes_slot(2, 3), 0), "another stage");
	cr_expect(changes_has(x, changes_slot(2, CHANGES_ALL), 1));
	cr_expect_not(changes_has(x, changes_slot(1, CHANGES_ALL), 0));
	changes_note_removal(x);
	cr_expect_eq(x->removed, 3u);
	free(x);
}

Test(changes, near_fingerprints_are_found_in_the_ring)
{
	const point_query q = {.fingerprint = 0xff, .number = 10, .window = 2, .bits = 3, .stage = 4};
	const struct {
		uint64_t fingerprint;
		uint32_t number;
		unsigned stage;
		bool is_near;
	} rows[] = {{0xff, 10, 4, true}, {0xff, 10, 3, false}, {0xf8, 12, 4, true}, {0xf8, 13, 4, false}, {0xf0, 10, 4, false}, {0xf8, 8, 4, true}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		changes *x = calloc(1, sizeof *x);

		changes_begin(x);
		changes_note_point(x, rows[i].stage, rows[i].fingerprint, rows[i].number);
		cr_expect_eq(changes_has_near(x, &q, 0), rows[i].is_near, "row %zu", i);
		cr_expect_not(changes_has_near(x, &q, 1), "row %zu is older", i);
		free(x);
	}
}

Test(changes, what_the_ring_has_lost_counts_as_near)
{
	const point_query q = {.fingerprint = 0xff, .bits = 3};
	changes *x = calloc(1, sizeof *x);

	for (int i = 0; i < CHANGES_RING; i++) {
		changes_begin(x);
		changes_note_point(x, 9, 0, 0);
	}
	cr_expect(changes_has_near(x, &q, 0), "there may have been one more");
	cr_expect_not(changes_has_near(x, &q, 1));
	changes_begin(x);
	changes_note_point(x, 9, 0, 0);
	cr_expect(changes_has_near(x, &q, 1));
	cr_expect_not(changes_has_near(x, &q, 2));
	free(x);
}
