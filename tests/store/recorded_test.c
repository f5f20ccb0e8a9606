/* The verdict that was recorded of a page that a revisit record stood for. */
#include "store/statement.h"
#include "tests/store/articles.h"
#include "tests/store/scratch.h"

TestSuite(recorded, .init = scratch_make, .fini = scratch_remove);

/* A URL may have been revisited more than once: the first after the last line is the one that is asked for. */
Test(recorded, revisits_of_a_url_come_in_their_order)
{
	store *st = scratch_store();
	arena *a = arena_new();
	store_article x = article_of("http://a/1", "Rain.", "sig");
	store_named what = {.revisit_url = "http://a/1", .before = INT64_MAX};
	store_reason why = {.of = 1, .verdict = "duplicate", .filter = STORE_REVISIT_FILTER, .stage = STORE_REVISIT_STAGE, .score = 1, .evidence = "{}"},
		     found;
	uint64_t id = 0;

	cr_assert(store_put_page(st, 1, &x, NULL) == OK);
	for (uint64_t i = 2; i < 5; i++)
		cr_assert(store_put_drop(st, i, &x, &why) == OK, "%s", store_error(st));
	for (uint64_t i = 2; i < 5; i++) {
		cr_assert(store_recorded(st, &what, a, &id, &found) == OK);
		cr_expect_eq(id, i);
		cr_expect_eq(found.of, 1u);
		what.after = id;
	}
	cr_expect_eq(store_recorded(st, &what, a, &id, &found), ERR_MISSING);
	arena_free(a);
	store_close(st);
}

/* A line is its id, its URL and its text: another URL's article with both the others is not the same line. */
Test(recorded, a_line_is_its_id_its_url_and_its_text)
{
	store *st = scratch_store();
	arena *a = arena_new();
	store_article x = article_of("http://a/1", "Rain.", "sig");
	store_named what = {.name = "\"7\"", .url = "http://a/1", .digest = x.page->digest, .before = INT64_MAX};
	store_reason found;
	uint64_t id = 0;

	x.name = "\"7\"";
	cr_assert(store_put_page(st, 1, &x, NULL) == OK);
	cr_expect_eq(store_recorded(st, &what, a, &id, &found), OK);
	what.url = "http://b/1";
	cr_expect_eq(store_recorded(st, &what, a, &id, &found), ERR_MISSING);
	what.url = NULL;
	cr_expect_eq(store_recorded(st, &what, a, &id, &found), ERR_MISSING);
	arena_free(a);
	store_close(st);
}
