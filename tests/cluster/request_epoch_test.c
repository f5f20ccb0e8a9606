/* Another process is asked than before: it may lack the last changes, and owners compare their pages with it. */
#include "tests/cluster/asking.h"

enum { OTHER = ASKING_PROCESS + 7 };

/* The owner's next request goes to a copy of the shard, in another process. */
static void go_to(asker *x, shard *s, uint64_t process, int64_t later_ms)
{
	x->r.shard = s;
	x->r.process = process;
	x->r.now_ms += later_ms;
}

/* Two owners, each with a page that has its name as text. */
typedef struct fixture {
	shard *s;
	asker one, two;
} fixture;

static fixture open_fixture(void)
{
	fixture x = {.s = open_shard("exact")};

	x.one = joined_asker(x.s, "one");
	x.two = joined_asker(x.s, "two");
	cr_assert_eq(ask_text(&x.one, "one", 0).id, 1u);
	cr_assert_eq(ask_text(&x.two, "two", 0).id, 2u);
	return x;
}

/* A copy takes over. */
static void fail_over(fixture *x, uint64_t process)
{
	shard *copy = copy_of(x->s);

	shard_close(x->s);
	x->s = copy;
	go_to(&x->one, copy, process, 10);
	go_to(&x->two, copy, process, 10);
}

static void close_fixture(fixture *x)
{
	close_asker(&x->one);
	close_asker(&x->two);
	shard_close(x->s);
}

Test(request_epoch, in_a_new_process_owners_join_and_compare_first)
{
	fixture x = open_fixture();

	fail_over(&x, OTHER);
	cr_expect_eq(refusal_for(&x.one, 2), REFUSED_COMPARE);
	cr_expect_eq(join_as(&x.one).epoch, (uint64_t)OTHER);
	cr_expect_eq(refusal_for(&x.one, 2), REFUSED_COMPARE, "it has only joined");
	cr_expect_eq(request_compared(&x.one.r, 1, 0), REFUSED_NOT);
	join_and_compare(&x.two, 2);
	cr_expect_eq(refusal_for(&x.one, 2), REFUSED_NOT);
	close_fixture(&x);
}

/* What it compared was another memory: this one may lack what that one had. */
Test(request_epoch, a_comparison_does_not_go_on_in_another_process)
{
	fixture x = open_fixture();
	wire_writer w = {0};
	uint32_t after = 0;

	join_as(&x.one);
	fail_over(&x, OTHER);
	cr_expect_eq(request_ids(&x.one.r, &after, 9, &w), REFUSED_COMPARE);
	cr_expect_eq(request_compared(&x.one.r, 1, 0), REFUSED_COMPARE);
	join_as(&x.one);
	cr_expect_eq(request_ids(&x.one.r, &after, 9, &w), REFUSED_NOT);
	cr_expect_eq(request_compared(&x.one.r, 1, 0), REFUSED_NOT);
	buffer_free(&w.bytes);
	close_fixture(&x);
}

/* The first process again, which was a copy for a while. */
Test(request_epoch, a_process_that_returns_begins_an_epoch_too)
{
	fixture x = open_fixture();

	fail_over(&x, OTHER);
	join_and_compare(&x.one, 1);
	fail_over(&x, ASKING_PROCESS);
	cr_expect_eq(refusal_for(&x.one, 2), REFUSED_COMPARE);
	cr_expect_eq(refusal_for(&x.two, 2), REFUSED_COMPARE, "it has compared in this process, but two epochs ago");
	close_fixture(&x);
}

Test(request_epoch, a_copy_that_follows_knows_of_the_epoch)
{
	fixture x = open_fixture();
	shard *copy = copy_of(x.s);

	buffer_clear(&x.s->changes.bytes);
	go_to(&x.one, x.s, OTHER, 10);
	join_and_compare(&x.one, 1);
	follow(x.s, copy);
	expect_same_shard(x.s, copy);
	go_to(&x.two, copy, ASKING_PROCESS, 20);
	cr_expect_eq(refusal_for(&x.two, 2), REFUSED_COMPARE);
	shard_close(copy);
	close_fixture(&x);
}

Test(request_epoch, after_a_change_was_lost_all_compare_in_the_same_process)
{
	fixture x = open_fixture();
	uint64_t next = x.s->next_id;

	shard_lose_epoch(x.s);
	cr_expect_eq(refusal_for(&x.one, 2), REFUSED_COMPARE);
	cr_expect_gt(x.s->next_id, next);
	join_and_compare(&x.one, 1);
	cr_expect_eq(refusal_for(&x.one, 2), REFUSED_RECOVERING);
	join_and_compare(&x.two, 2);
	cr_expect_eq(refusal_for(&x.one, 2), REFUSED_NOT);
	close_fixture(&x);
}

/* ── recovering ── */

Test(request_epoch, an_owner_that_was_there_is_waited_for)
{
	fixture x = open_fixture();

	fail_over(&x, OTHER);
	join_and_compare(&x.one, 1);
	cr_expect_eq(refusal_for(&x.one, 2), REFUSED_RECOVERING);
	cr_expect_eq(remember_text_as(&x.one, 9, "nine"), REFUSED_NOT, "comparing goes on meanwhile");
	x.one.r.now_ms += ASKING_RECOVERY_MS - 1;
	cr_expect_eq(refusal_for(&x.one, 2), REFUSED_RECOVERING);
	x.one.r.now_ms += 1;
	cr_expect_eq(refusal_for(&x.one, 2), REFUSED_NOT, "not longer than recovery_ms");
	x.one.r.now_ms -= 1;
	cr_expect_eq(refusal_for(&x.one, 3), REFUSED_NOT, "once is enough");
	close_fixture(&x);
}

Test(request_epoch, an_owner_that_has_left_is_not_waited_for)
{
	fixture x = open_fixture();

	cr_assert_eq(request_leave(&x.two.r), REFUSED_NOT);
	fail_over(&x, OTHER);
	join_and_compare(&x.one, 1);
	cr_expect_eq(refusal_for(&x.one, 2), REFUSED_NOT);
	fail_over(&x, OTHER + 1);
	join_and_compare(&x.two, 1);
	join_and_compare(&x.one, 1);
	fail_over(&x, OTHER + 2);
	join_and_compare(&x.one, 1);
	cr_expect_eq(refusal_for(&x.one, 3), REFUSED_RECOVERING, "it has joined again since");
	close_fixture(&x);
}

Test(request_epoch, an_owner_that_was_away_is_not_waited_for)
{
	fixture x = open_fixture();

	fail_over(&x, OTHER);
	x.one.r.now_ms += 60000;
	join_and_compare(&x.one, 1);
	cr_expect_eq(refusal_for(&x.one, 2), REFUSED_NOT);
	close_fixture(&x);
}

Test(request_epoch, a_memory_made_anew_waits_for_owners_that_it_does_not_know)
{
	shard *s = open_shard("exact");
	asker x = open_asker(s, "one");

	s->waits_for_all = true;
	join_and_compare(&x, 0);
	cr_expect_eq(refusal_for(&x, 1), REFUSED_RECOVERING);
	x.r.now_ms += ASKING_RECOVERY_MS;
	cr_expect_eq(refusal_for(&x, 1), REFUSED_NOT);
	close_asker(&x);
	shard_close(s);
}

Test(request_epoch, a_memory_made_for_the_first_time_does_not_wait)
{
	shard *s = open_shard("exact");
	asker x = open_asker(s, "one"), y = open_asker(s, "two");

	join_and_compare(&x, 0);
	join_as(&y);
	cr_expect_eq(refusal_for(&x, 1), REFUSED_NOT);
	close_asker(&x);
	close_asker(&y);
	shard_close(s);
}

/* ── ids ── */

/* The first process goes on after the copy was made, as one whose last changes are lost. */
Test(request_epoch, no_id_and_no_number_is_given_twice)
{
	fixture x = open_fixture();
	shard *copy = copy_of(x.s);
	uint64_t last = 0, withdrawn;

	for (int i = 0; i < 1000; i++)
		last = ask_text(&x.one, arena_printf(x.one.a, "Text %d.", i), 0).id;
	cr_assert_eq(request_withdraw(&x.one.r, last), REFUSED_NOT);
	withdrawn = x.s->next_withdrawn - 1;
	go_to(&x.two, copy, OTHER, 10);
	join_and_compare(&x.two, 2);
	x.two.r.now_ms += ASKING_RECOVERY_MS;
	cr_expect_gt(ask_text(&x.two, "after", 0).id, last);
	cr_assert_eq(request_withdraw(&x.two.r, 2), REFUSED_NOT);
	cr_expect_gt(copy->withdrawn[0].number, withdrawn);
	shard_close(copy);
	close_fixture(&x);
}

/* As above; the first that is asked of the new process is to forget an owner. */
Test(request_epoch, forgetting_gives_no_number_twice_either)
{
	fixture x = open_fixture();
	shard *copy = copy_of(x.s);
	uint64_t withdrawn, left;

	cr_assert_eq(request_withdraw(&x.one.r, 1), REFUSED_NOT);
	withdrawn = x.s->next_withdrawn - 1;
	go_to(&x.two, copy, OTHER, 10);
	cr_expect_eq(request_forget(&x.two.r, 9, &left), REFUSED_NOT);
	cr_expect_eq(left, 0u);
	cr_expect_gt(copy->next_withdrawn - 1, withdrawn + 1);
	shard_close(copy);
	close_fixture(&x);
}

/* ── late owners ── */

/* A new epoch without the page of owner two, which the copy did not get; owner one goes on alone. */
static fixture open_without_two(void)
{
	fixture x = {.s = open_shard("exact")};
	shard *copy;

	x.one = joined_asker(x.s, "one");
	x.two = joined_asker(x.s, "two");
	ask_text(&x.one, "one", 0);
	copy = copy_of(x.s);
	cr_assert_eq(ask_text(&x.two, "two", 0).id, 2u);
	shard_close(x.s);
	x.s = copy;
	go_to(&x.one, copy, OTHER, 10);
	go_to(&x.two, copy, OTHER, 10);
	join_and_compare(&x.one, 1);
	x.one.r.now_ms += ASKING_RECOVERY_MS;
	return x;
}

Test(request_epoch, a_younger_page_gives_way_to_that_of_a_late_owner)
{
	fixture x = open_without_two();
	wire_answer again = ask_text(&x.one, "two", 0), other = ask_text(&x.one, "three", 0), v;

	cr_assert(again.verdict.kind == FIRSTPRINT_UNIQUE && shard_place(x.s, again.id), "nobody knew of it");
	join_as(&x.two);
	cr_assert_eq(remember_text_as(&x.two, 2, "two"), REFUSED_NOT);
	cr_expect(shard_place(x.s, 2) && !shard_place(x.s, again.id) && shard_place(x.s, other.id));
	cr_assert_eq(x.s->withdrawn_len, (size_t)1);
	cr_expect_eq(x.s->withdrawn[0].id, again.id, "its owner is told");
	cr_expect_eq(request_compared(&x.two.r, 2, 0), REFUSED_NOT);
	v = ask_text(&x.two, "two", 0);
	cr_expect_eq(v.verdict.of, 2u);
	close_fixture(&x);
}

Test(request_epoch, younger_pages_that_repeat_each_other_give_way_all)
{
	fixture x = open_without_two();

	for (int i = 0; i < 5; i++)
		ask_text(&x.one, "two", WIRE_KEEP);
	cr_assert_eq(x.s->kept, 6u);
	join_as(&x.two);
	cr_assert_eq(remember_text_as(&x.two, 2, "two"), REFUSED_NOT);
	cr_expect_eq(x.s->kept, 2u);
	close_fixture(&x);
}

Test(request_epoch, an_older_page_does_not_give_way)
{
	fixture x = open_without_two();

	join_as(&x.two);
	ask_text(&x.one, "three", 0); /* pages were kept in this epoch */
	cr_assert_eq(remember_text_as(&x.two, 2, "one"), REFUSED_NOT);
	cr_expect(shard_place(x.s, 1) && shard_place(x.s, 2) && x.s->withdrawn_len == 0);
	cr_assert_eq(remember_text_as(&x.one, 5, "five"), REFUSED_NOT);
	cr_assert_eq(remember_text_as(&x.two, 4, "five"), REFUSED_NOT, "older than what it repeats, which is of no new epoch either");
	cr_expect(shard_place(x.s, 4) && shard_place(x.s, 5) && x.s->withdrawn_len == 0);
	close_fixture(&x);
}
