/* Turns: who may judge, where the pages of a memory lie on several servers; and what is asked of a leaf in one. */
#include "tests/cluster/asking.h"

enum { LEASE_MS = 5000, OTHER_PROCESS = ASKING_PROCESS + 7 };

static shard *open_role(const char *role)
{
	complaint why = {""};
	shard *s = NULL;

	cr_assert_eq(shard_open("cascade", "", articles_key, role, &s, &why), OK, "%s", why.text);
	return s;
}

typedef struct fixture {
	shard *s;
	asker one, two, three;
} fixture;

static asker joined(shard *s, const char *name)
{
	asker x = joined_asker(s, name);

	x.r.lease_ms = LEASE_MS;
	return x;
}

static fixture open_fixture(const char *role)
{
	fixture x = {.s = open_role(role)};

	x.one = joined(x.s, "one");
	x.two = joined(x.s, "two");
	x.three = joined(x.s, "three");
	return x;
}

static void close_fixture(fixture *x)
{
	close_asker(&x->one);
	close_asker(&x->two);
	close_asker(&x->three);
	shard_close(x->s);
}

static request_turned turn_of(asker *x, uint64_t ids)
{
	request_turned out;

	cr_assert_eq(request_turn(&x->r, false, 0, ids, &out), REFUSED_NOT);
	return out;
}

/* ── at the head ── */

Test(turns, one_owner_at_a_time_in_the_order_in_which_they_came)
{
	fixture x = open_fixture("m:{1} m:{2}");
	request_turned t = turn_of(&x.one, 3);

	cr_expect(t.turn == 1 && t.first_id == 1);
	cr_expect(turn_of(&x.two, 1).before == 1 && turn_of(&x.three, 1).before == 2);
	cr_expect_eq(turn_of(&x.two, 1).before, 1u, "it keeps its place");
	cr_expect_eq(request_done(&x.one.r, t.turn), REFUSED_NOT);
	cr_expect_eq(turn_of(&x.three, 1).before, 1u);
	t = turn_of(&x.two, 2);
	cr_expect(t.turn == 2 && t.first_id == 4, "%d: the ids of the first turn are the first owner's", (int)t.first_id);
	request_done(&x.two.r, t.turn);
	cr_expect_eq(turn_of(&x.three, 1).turn, 3u);
	close_fixture(&x);
}

Test(turns, who_does_not_ask_any_more_loses_its_place)
{
	fixture x = open_fixture("m:{1}");
	request_turned t = turn_of(&x.one, 1);

	turn_of(&x.two, 1);
	request_done(&x.one.r, t.turn);
	cr_expect_eq(turn_of(&x.three, 1).before, 1u);
	x.three.r.now_ms += 1500;
	cr_expect_eq(turn_of(&x.three, 1).turn, 2u, "the second one is gone");
	close_fixture(&x);
}

Test(turns, a_turn_that_is_not_ended_ends_with_its_lease)
{
	fixture x = open_fixture("m:{1}");
	request_turned t = turn_of(&x.one, 1);

	x.two.r.now_ms += LEASE_MS - 1;
	cr_expect_eq(turn_of(&x.two, 1).turn, 0u);
	x.two.r.now_ms += 1;
	cr_expect_eq(turn_of(&x.two, 1).turn, t.turn + 1);
	cr_expect_eq(request_done(&x.one.r, t.turn), REFUSED_NOT, "no effect");
	cr_expect_eq(turn_of(&x.three, 1).turn, 0u, "the turn is still the second one's");
	cr_expect_eq(request_announce(&x.one.r, t.turn, 1), REFUSED_STALE);
	close_fixture(&x);
}

Test(turns, it_lasts_longer_for_who_asks_again)
{
	fixture x = open_fixture("m:{1}");
	request_turned t = turn_of(&x.one, 2), again;

	x.one.r.now_ms += LEASE_MS - 1;
	again = turn_of(&x.one, 2);
	cr_expect(again.turn == t.turn && again.first_id == 3);
	x.two.r.now_ms += LEASE_MS + 1;
	cr_expect_eq(turn_of(&x.two, 1).turn, 0u);
	close_fixture(&x);
}

Test(turns, before_it_has_compared_an_owner_has_turns_only_for_that)
{
	shard *s = open_role("m:{1}");
	asker x = open_asker(s, "one");
	request_turned t;

	x.r.lease_ms = LEASE_MS;
	join_as(&x);
	cr_expect_eq(request_turn(&x.r, false, 0, 1, &t), REFUSED_COMPARE);
	cr_expect_eq(request_turn(&x.r, true, 0, 0, &t), REFUSED_NOT);
	cr_expect_eq(t.turn, 1u);
	close_asker(&x);
	shard_close(s);
}

Test(turns, in_another_process_they_go_on_far_above)
{
	fixture x = open_fixture("m:{1}");
	uint64_t turn = turn_of(&x.one, 1).turn;
	request_turned t;

	x.one.r.process = OTHER_PROCESS;
	cr_expect_eq(request_turn(&x.one.r, false, 0, 1, &t), REFUSED_COMPARE);
	join_and_compare(&x.one, 0);
	x.one.r.now_ms += ASKING_RECOVERY_MS;
	cr_expect_gt(turn_of(&x.one, 1).turn, turn + 1000);
	close_fixture(&x);
}

Test(turns, they_are_above_all_that_a_leaf_has_met)
{
	fixture x = open_fixture("m:{1}");

	cr_assert_eq(request_compared(&x.one.r, 70, 900), REFUSED_NOT);
	cr_expect(turn_of(&x.one, 1).turn == 901 && x.s->next_id == 72);
	close_fixture(&x);
}

/* A leaf was lost, or is another one: all owners compare. */
Test(turns, another_leaf_begins_another_epoch)
{
	fixture x = open_fixture("m:{1}");
	request_joined before, after;
	request_turned t;

	cr_assert_eq(request_join(&x.one.r, 5, &before), REFUSED_NOT);
	cr_assert_eq(request_compared(&x.one.r, 0, 0), REFUSED_NOT);
	cr_assert_eq(request_join(&x.two.r, 5, &after), REFUSED_NOT);
	cr_expect_eq(after.epoch, before.epoch);
	cr_assert_eq(request_join(&x.two.r, 6, &after), REFUSED_NOT);
	cr_expect_neq(after.epoch, before.epoch);
	cr_expect_eq(request_turn(&x.one.r, false, 0, 1, &t), REFUSED_COMPARE);
	close_fixture(&x);
}

Test(turns, a_copy_of_a_head_gives_no_turn_twice)
{
	fixture x = open_fixture("m:{1}");
	uint64_t turn = turn_of(&x.one, 1).turn;
	shard *copy = open_role("m:{1}");

	cr_assert_eq(shard_apply(copy, x.s->changes.bytes.bytes, x.s->changes.bytes.len), OK);
	cr_expect(copy->turn == turn && copy->next_id == 2);
	shard_close(copy);
	close_fixture(&x);
}

Test(turns, what_is_announced_is_read_by_all)
{
	fixture x = open_fixture("m:{1}");
	uint64_t turn = turn_of(&x.one, 1).turn;

	cr_expect_eq(request_announce(&x.one.r, turn, 44), REFUSED_NOT);
	cr_expect_eq(request_announce(&x.one.r, turn, 0), REFUSED_BAD);
	cr_expect(x.s->withdrawn_len == 1 && x.s->withdrawn[0].id == 44 && x.s->withdrawn[0].number == 1);
	close_fixture(&x);
}

Test(turns, leaves_are_added_to_a_head_only)
{
	shard *head = open_role("m:{1}"), *leaf = open_role(SHARD_LEAF);

	cr_expect_eq(shard_add_leaf(head, "m:{2}"), OK);
	cr_expect_str_eq(head->role, "m:{1} m:{2}");
	cr_expect_eq(shard_add_leaf(head, "m {3}"), ERR_FORMAT);
	cr_expect_eq(shard_add_leaf(leaf, "m:{2}"), ERR_FORMAT);
	shard_close(head);
	shard_close(leaf);
}

Test(turns, a_filter_whose_pages_cannot_be_divided_is_refused)
{
	complaint why = {""};
	shard *s;

	cr_expect_eq(shard_open("sentence-hash", "", articles_key, "m:{1}", &s, &why), ERR_USAGE);
	cr_expect(strstr(why.text, "cannot be divided"), "%s", why.text);
}

/* ── at a leaf ── */

static const char rain[] = "Rain fell on the hill for forty days. Nobody had seen so much of it before, and everybody spoke of nothing else.";

static refusal put(asker *x, uint64_t turn, uint64_t id, const char *text)
{
	firstprint_signature sig = sign_text(x->r.shard->filter, text, x->a);

	return request_put(&x->r, turn, id, &sig);
}

/* What the leaf says of a text; *no: why it does not. */
static firstprint_verdict check(asker *x, uint64_t turn, const char *text, refusal *no)
{
	firstprint_signature sig = sign_text(x->r.shard->filter, text, x->a);
	firstprint_span one = {(const char *)sig.bytes, sig.len};
	wire_answer *answers;
	wire_writer w = {0};
	wire_reader r;

	*no = request_check(&x->r, turn, &one, 1, &w);
	if (*no)
		return (firstprint_verdict){0};
	r = wire_read(arena_copy(x->a, w.bytes.bytes, w.bytes.len), w.bytes.len);
	buffer_free(&w.bytes);
	cr_expect_eq(wire_number(&r, 8), x->r.shard->kept);
	cr_expect_eq(wire_number(&r, 1), 1u);
	cr_assert_eq(wire_get_answers(&r, 1, x->a, &answers), OK);
	return answers->verdict;
}

Test(turns, a_leaf_meets_what_was_put_there)
{
	fixture x = open_fixture(SHARD_LEAF);
	firstprint_verdict v;
	refusal no;

	cr_expect_eq(put(&x.one, 3, 17, rain), REFUSED_NOT);
	cr_expect_eq(put(&x.one, 3, 17, rain), REFUSED_NOT, "again: no effect");
	v = check(&x.two, 4, rain, &no);
	cr_expect(v.kind == FIRSTPRINT_DUPLICATE && v.of == 17, "%d of %d", v.kind, (int)v.of);
	cr_expect_eq(request_take(&x.two.r, 4, 17), REFUSED_NOT);
	cr_expect_eq(check(&x.two, 4, rain, &no).kind, FIRSTPRINT_UNIQUE);
	cr_expect_eq(x.s->withdrawn_len, 0u, "the head tells of it");
	close_fixture(&x);
}

/* Of the page that was checked last. */
static refusal keep(asker *x, uint64_t turn, uint64_t id)
{
	return request_keep(&x->r, turn, id, 0);
}

Test(turns, what_was_checked_is_kept_by_its_number)
{
	fixture x = open_fixture(SHARD_LEAF);
	firstprint_verdict v;
	refusal no;

	check(&x.one, 3, rain, &no);
	cr_expect_eq(keep(&x.one, 3, 17), REFUSED_NOT);
	cr_expect_eq(keep(&x.one, 3, 17), REFUSED_NOT, "again: no effect");
	cr_expect_eq(x.s->kept, 1u);
	cr_expect_eq(request_keep(&x.one.r, 3, 18, 1), REFUSED_BAD, "one page was checked");
	cr_expect_eq(keep(&x.one, 3, 0), REFUSED_BAD, "no id");
	v = check(&x.two, 4, rain, &no);
	cr_expect(v.kind == FIRSTPRINT_DUPLICATE && v.of == 17, "%d of %d", v.kind, (int)v.of);
	close_fixture(&x);
}

/* What another one has checked since is not what is meant. */
Test(turns, what_was_checked_in_another_turn_is_not_kept)
{
	fixture x = open_fixture(SHARD_LEAF);
	refusal no;

	cr_expect_eq(keep(&x.one, 3, 17), REFUSED_STALE, "nothing was checked");
	check(&x.one, 3, rain, &no);
	cr_expect_eq(keep(&x.two, 4, 17), REFUSED_STALE);
	cr_expect_eq(keep(&x.one, 3, 17), REFUSED_STALE, "the other turn was met");
	cr_expect_eq(x.s->kept, 0u);
	close_fixture(&x);
}

Test(turns, whoever_is_late_changes_nothing)
{
	fixture x = open_fixture(SHARD_LEAF);
	refusal no;

	check(&x.two, 9, rain, &no);
	cr_expect_eq(no, REFUSED_NOT);
	cr_expect_eq(put(&x.one, 8, 17, rain), REFUSED_STALE);
	cr_expect_eq(request_take(&x.one.r, 8, 17), REFUSED_STALE);
	check(&x.one, 8, rain, &no);
	cr_expect_eq(no, REFUSED_STALE);
	cr_expect_eq(x.s->kept, 0u);
	close_fixture(&x);
}

Test(turns, a_full_leaf_says_so)
{
	fixture x = open_fixture(SHARD_LEAF);

	x.one.r.memory_most = 1;
	cr_expect_eq(put(&x.one, 1, 1, rain), REFUSED_FULL);
	close_fixture(&x);
}

Test(turns, a_signature_that_is_none_is_counted_and_checked_as_such)
{
	fixture x = open_fixture(SHARD_LEAF);
	firstprint_span bad = {"no signature!", 13};
	wire_writer counts = {0}, answers = {0};

	cr_expect_eq(request_count(&x.one.r, &bad, 1, &counts), REFUSED_NOT);
	cr_expect_eq(counts.bytes.len, 4u);
	cr_expect_eq(request_check(&x.one.r, 1, &bad, 1, &answers), REFUSED_NOT);
	cr_expect_eq(keep(&x.one, 1, 17), REFUSED_BAD);
	buffer_free(&counts.bytes);
	buffer_free(&answers.bytes);
	close_fixture(&x);
}

Test(turns, what_is_of_another_role_is_refused)
{
	fixture leaf = open_fixture(SHARD_LEAF), head = open_fixture("m:{1}");
	wire_writer w = {0};
	request_turned t;
	refusal no;

	cr_expect_eq(request_turn(&leaf.one.r, false, 0, 1, &t), REFUSED_BAD);
	cr_expect_eq(refusal_for(&leaf.one, 1), REFUSED_BAD, "to judge");
	cr_expect_eq(refusal_for(&head.one, 1), REFUSED_BAD);
	cr_expect_eq(request_count(&head.one.r, NULL, 0, &w), REFUSED_BAD);
	check(&head.one, 1, rain, &no);
	cr_expect_eq(no, REFUSED_BAD);
	close_fixture(&leaf);
	close_fixture(&head);
}
