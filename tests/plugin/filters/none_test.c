#include <criterion/criterion.h>
#include <string.h>

#include "tests/plugin/ask.h"

Test(none, keeps_every_page_and_remembers_nothing)
{
	firstprint_page page = {.url = "", .title = "", .lang = "", .text = {"Rain fell.", 10}};
	firstprint_signature sig = {(const uint8_t *)"old", 3};
	firstprint_verdict v;
	arena *a = arena_new();
	filter *f = open_filter("none");

	for (uint64_t id = 1; id <= 3; id++) {
		cr_assert_eq(filter_sign(f, &page, a, &sig), OK);
		cr_expect_eq(sig.len, (size_t)0);
		cr_assert_eq(filter_check(f, &sig, &v, NULL), OK);
		cr_expect_eq(v.kind, FIRSTPRINT_UNIQUE);
		cr_assert_eq(filter_add(f, id, &sig), OK);
	}
	cr_expect_eq(filter_remove(f, 2), OK);
	filter_close(f);
	arena_free(a);
}
