/* handed — URLs of hosts that other parts of a crawl own. */
#include <criterion/criterion.h>
#include <string.h>

#include "store/handed.h"
#include "tests/store/scratch.h"

static store *st;
static arena *a;

static void open_store(void)
{
	scratch_make();
	st = scratch_store();
	a = arena_new();
}

static void close_store(void)
{
	store_close(st);
	arena_free(a);
	scratch_remove();
}

TestSuite(handed, .init = open_store, .fini = close_store);

static bool hand_over(int part, const char *url, int depth)
{
	store_sighting s = {.url = url, .host = "http://a", .depth = depth};
	bool handed;

	cr_assert_eq(store_hand_over(st, part, &s, &handed), OK);
	return handed;
}

Test(handed, each_part_has_numbers_of_its_own_without_gaps)
{
	int64_t last;

	hand_over(1, "http://a/1", 1);
	hand_over(2, "http://b/1", 1);
	hand_over(1, "http://a/2", 1);
	cr_expect_eq(store_last_handed(st, 1, &last), OK);
	cr_expect_eq(last, 2);
	cr_expect_eq(store_last_handed(st, 2, &last), OK);
	cr_expect_eq(last, 1);
	cr_expect_eq(store_last_handed(st, 3, &last), OK);
	cr_expect_eq(last, 0);
}

Test(handed, a_url_comes_again_only_nearer_to_a_seed)
{
	cr_expect(hand_over(1, "http://a/1", 3));
	cr_expect_not(hand_over(1, "http://a/1", 3));
	cr_expect_not(hand_over(1, "http://a/1", 4));
	cr_expect(hand_over(1, "http://a/1", 2));
	cr_expect(hand_over(2, "http://a/1", 3), "the other part has not heard of it");
}

Test(handed, they_are_read_in_order_from_where_the_other_part_is)
{
	store_handed x[2];
	store_sighting seed = {.url = "http://a/3", .host = "http://a", .depth = 7, .hops = 2, .is_seed = true, .is_sitemap = true};
	bool handed;
	size_t n;

	hand_over(1, "http://a/1", 1);
	hand_over(1, "http://a/2", 1);
	cr_assert_eq(store_hand_over(st, 1, &seed, &handed), OK);
	cr_assert_eq(store_handed_after(st, 1, 0, a, x, 2, &n), OK);
	cr_expect_eq(n, 2);
	cr_expect_str_eq(x[0].url, "http://a/1");
	cr_assert_eq(store_handed_after(st, 1, 2, a, x, 2, &n), OK);
	cr_assert_eq(n, 1);
	cr_expect_str_eq(x[0].url, "http://a/3");
	cr_expect(x[0].depth == 7 && x[0].hops == 2 && x[0].is_seed && x[0].is_sitemap);
}

Test(handed, the_queue_of_a_host_goes_over_as_a_whole)
{
	store_sighting s = {.url = "http://a/1", .host = "http://a", .depth = 1}, other = {.url = "http://b/1", .host = "http://b"};
	int64_t host, handed, last;
	bool queued;

	hand_over(2, "http://a/0", 1);
	cr_assert_eq(store_add_url(st, &s, &host, &queued), OK);
	s.url = "http://a/2";
	cr_assert_eq(store_add_url(st, &s, &host, &queued), OK);
	cr_assert_eq(store_add_url(st, &other, NULL, NULL), OK);
	cr_assert_eq(store_hand_over_host(st, host, 2, "another part", &handed), OK);
	cr_expect_eq(handed, 2);
	cr_expect_eq(store_last_handed(st, 2, &last), OK);
	cr_expect_eq(last, 3);
	cr_expect_eq(scratch_number(st, "SELECT count(*) FROM urls WHERE due = 1"), 1);
	cr_expect_eq(scratch_number(st, "SELECT count(*) FROM skips WHERE reason = 'another part'"), 2);
}

Test(handed, what_was_heard_is_kept_for_each_sender)
{
	store_part part;
	store_mark mark;

	cr_expect_eq(store_heard(st, "store-a", &mark), OK);
	cr_expect(mark.run == 0 && mark.number == 0);
	cr_expect_eq(store_set_heard(st, "store-a", &(store_mark){7, 64}), OK);
	cr_expect_eq(store_set_heard(st, "store-b", &(store_mark){8, 1}), OK);
	cr_expect_eq(store_set_heard(st, "store-a", &(store_mark){9, 128}), OK);
	cr_expect_eq(store_heard(st, "store-a", &mark), OK);
	cr_expect(mark.run == 9 && mark.number == 128);
	cr_expect_eq(store_part_of(st, &part), OK);
	cr_expect(part.number == 0 && part.of == 0);
	cr_expect_eq(store_set_part(st, &(store_part){2, 4}), OK);
	cr_expect_eq(store_part_of(st, &part), OK);
	cr_expect(part.number == 2 && part.of == 4);
}
