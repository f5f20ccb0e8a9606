#include "cluster/request.h"

#include "tests/cluster/asking.h"

/* ── the verdicts are those of one filter ── */

enum { PAGES = 240, OWNERS_MAX = 4, BATCH_MOST = 7 };

static const char *const specs[] = {"cascade", "cascade:least=4", "cascade:clusters=4", "spotsigs:size=0,least=2", "minhash:tau=0.2",
				    "exact+cascade:confirm=off,bits=8", "sentence-hash", "none"};

/* What one process says of page `id`. */
static firstprint_verdict say_alone(filter *f, uint64_t id, const firstprint_signature *sig, arena *a, unsigned *link)
{
	firstprint_signature settled;
	firstprint_verdict v;

	cr_assert_eq(filter_finalize(f, sig, a, &settled), OK);
	cr_assert_eq(filter_check(f, &settled, &v, link), OK);
	if (!filter_kind_drops(v.kind))
		cr_assert_eq(filter_add(f, id, &settled), OK);
	return v;
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool same_verdict(const firstprint_verdict *v, const firstprint_verdict *w)
{
	bool same = v->kind == w->kind && v->of == w->of && v->score == w->score && same_text(v->stage, w->stage) &&
		    same_text(v->proposed_by, w->proposed_by) && strcmp(v->word, w->word) == 0 &&
		    v->evidence_len == w->evidence_len && v->shares_len == w->shares_len;

	for (size_t i = 0; same && i < v->evidence_len; i++)
		same = same_text(v->evidence[i].name, w->evidence[i].name) && v->evidence[i].value == w->evidence[i].value;
	for (size_t i = 0; same && i < v->shares_len; i++)
		same = v->shares[i].page == w->shares[i].page && v->shares[i].share == w->shares[i].share;
	return same;
}

static int settled_otherwise; /* how many signatures became others */

/* Page i as an owner sends it, and what one process says of it when it is the next one. Returns whether it is dropped. */
static bool expect_said_alone(filter *alone, const wire_answer *x, const wire_page *sent, arena *a)
{
	unsigned link = 99;
	firstprint_signature settled, made;
	firstprint_verdict v;

	cr_assert_eq(filter_finalize(alone, &sent->signature, a, &settled), OK);
	cr_assert_eq(wire_settled(x, &sent->signature, a, &made), OK);
	cr_expect(made.len == settled.len && (!made.len || memcmp(made.bytes, settled.bytes, made.len) == 0));
	settled_otherwise += x->middle.len > 0;
	v = say_alone(alone, x->id, &sent->signature, a, &link);
	cr_expect(same_verdict(&v, &x->verdict), "%s, page %llu: %s of %llu, not %s of %llu", filter_spec(alone),
		  (unsigned long long)x->id, filter_kind_text(x->verdict.kind), (unsigned long long)x->verdict.of,
		  filter_kind_text(v.kind), (unsigned long long)v.of);
	cr_expect_eq(x->link, link);
	return filter_kind_drops(v.kind);
}

/* Owners ask in turn, for some pages each. Returns how many were dropped. */
static int check_owners(const char *spec, size_t owners)
{
	static const char *const names[OWNERS_MAX] = {"one", "two", "three", "four"};
	shard *s = open_shard(spec);
	filter *alone = open_filter(spec);
	asker askers[OWNERS_MAX];
	uint64_t state = owners, id = 0;
	int dropped = 0;

	for (size_t i = 0; i < owners; i++)
		askers[i] = joined_asker(s, names[i]);
	for (uint32_t i = 0; i < PAGES;) {
		asker *x = &askers[next_random(&state) % owners];
		wire_page pages[BATCH_MOST] = {0};
		size_t n = next_random(&state) % (BATCH_MOST + 1);
		wire_answer *said;

		for (size_t k = 0; k < n; k++)
			pages[k].signature = sign_article(s->filter, i++, x->a);
		said = ask(x, pages, n);
		for (size_t k = 0; k < n; k++) {
			cr_expect_eq(said[k].id, ++id, "%s: ids ascend in the order of asking", spec);
			dropped += expect_said_alone(alone, &said[k], &pages[k], x->a);
		}
		arena_reset(x->a);
	}
	for (size_t i = 0; i < owners; i++)
		close_asker(&askers[i]);
	shard_close(s);
	filter_close(alone);
	return dropped;
}

Test(request, verdicts_are_those_of_one_filter_in_one_process)
{
	for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
		for (size_t owners = 1; owners <= OWNERS_MAX; owners *= 2) {
			int dropped = check_owners(specs[i], owners);

			cr_expect(dropped > 5 || strcmp(specs[i], "none") == 0, "%s dropped %d only", specs[i], dropped);
		}
	cr_expect_gt(settled_otherwise, 50, "%d", settled_otherwise);
}

/* ── numbers of requests ── */

Test(request, a_request_asked_twice_is_judged_once_and_answered_alike)
{
	shard *s = open_shard("exact");
	asker x = joined_asker(s, "one");
	wire_page page = page_of(&x, "Rain fell.", 0);
	firstprint_span one = argument(&x, &page), first, again;
	uint64_t next;

	cr_assert_eq(ask_bytes(&x, 1, &one, 1, &first), REFUSED_NOT);
	next = s->next_id;
	buffer_clear(&s->changes.bytes);
	cr_assert_eq(ask_bytes(&x, 1, &one, 1, &again), REFUSED_NOT);
	cr_expect(first.len == again.len && memcmp(first.at, again.at, first.len) == 0);
	cr_expect(s->next_id == next && s->kept == 1 && s->changes.bytes.len == 0);
	close_asker(&x);
	shard_close(s);
}

Test(request, a_wrong_number_is_refused)
{
	static const uint64_t wrong[] = {0, 1, 4, UINT64_MAX};
	shard *s = open_shard("exact");
	asker x = joined_asker(s, "one");

	cr_expect_eq(refusal_for(&x, 0), REFUSED_COMPARE, "none was asked yet, also not number 0");
	ask_text(&x, "Rain fell.", 0);
	ask_text(&x, "Snow fell.", 0);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		cr_expect_eq(refusal_for(&x, wrong[i]), REFUSED_COMPARE, "%llu", (unsigned long long)wrong[i]);
	cr_expect_eq(refusal_for(&x, 3), REFUSED_NOT);
	close_asker(&x);
	shard_close(s);
}

Test(request, numbers_go_on_after_a_restart_of_the_owner)
{
	shard *s = open_shard("exact");
	asker x = joined_asker(s, "one"), y = open_asker(s, "one");
	request_joined joined;

	ask_text(&x, "Rain fell.", 0);
	ask_text(&x, "Snow fell.", 0);
	y.r.session = 12;
	joined = join_as(&y);
	cr_expect_eq(joined.asked, 2u);
	cr_expect_eq(joined.epoch, (uint64_t)ASKING_PROCESS);
	cr_expect_eq(refusal_for(&y, 3), REFUSED_COMPARE, "it has not compared");
	cr_expect_eq(request_compared(&y.r, 2, 0), REFUSED_NOT);
	cr_expect_eq(refusal_for(&y, 3), REFUSED_NOT);
	close_asker(&x);
	close_asker(&y);
	shard_close(s);
}

Test(request, only_the_last_process_that_joined_is_the_owner)
{
	shard *s = open_shard("exact");
	asker x = joined_asker(s, "one"), y = open_asker(s, "one"), nobody = open_asker(s, "nobody");
	wire_writer w = {0};
	uint32_t after = 0;

	ask_text(&x, "Rain fell.", 0);
	y.r.session = 12;
	join_and_compare(&y, 1);
	for (asker *z = &x; z; z = z == &x ? &nobody : NULL) {
		refusal no = z == &x ? REFUSED_TAKEN : REFUSED_COMPARE; /* nobody has not joined yet */

		cr_expect_eq(refusal_for(z, 2), no);
		cr_expect_eq(request_compared(&z->r, 1, 0), no);
		cr_expect_eq(request_ids(&z->r, &after, 1, &w), no);
		cr_expect_eq(request_withdraw(&z->r, 1), no);
		cr_expect_eq(remember_text_as(z, 5, "Hail fell."), no);
	}
	cr_expect_eq(s->kept, 1u);
	close_asker(&x);
	close_asker(&y);
	close_asker(&nobody);
	shard_close(s);
}

Test(request, a_name_that_is_none_cannot_join)
{
	shard *s = open_shard("exact");
	asker x = open_asker(s, "no name");
	request_joined joined;

	cr_expect_eq(request_join(&x.r, 0, &joined), REFUSED_BAD);
	x.r.owner_len = 0;
	cr_expect_eq(request_join(&x.r, 0, &joined), REFUSED_BAD);
	close_asker(&x);
	shard_close(s);
}

/* ── pages of all sorts ── */

Test(request, a_page_is_kept_looked_at_or_only_numbered)
{
	shard *s = open_shard("exact");
	asker x = joined_asker(s, "one");
	wire_answer v;

	v = ask_text(&x, "Rain fell.", WIRE_LOOK);
	cr_expect(v.id == 0 && v.verdict.kind == FIRSTPRINT_UNIQUE && s->kept == 0 && s->next_id == 1, "looked at");
	v = ask_text(&x, "Rain fell.", WIRE_NUMBER);
	cr_expect(v.id == 1 && v.verdict.kind == FIRSTPRINT_UNIQUE && s->kept == 0, "numbered");
	cr_expect(v.front == 0 && v.back == 0 && v.middle.len == 0);
	v = ask_text(&x, "Rain fell.", 0);
	cr_expect(v.id == 2 && v.verdict.kind == FIRSTPRINT_UNIQUE && s->kept == 1, "judged");
	v = ask_text(&x, "Rain fell.", WIRE_LOOK);
	cr_expect(v.id == 0 && v.verdict.kind == FIRSTPRINT_DUPLICATE && v.verdict.of == 2, "looked at again");
	v = ask_text(&x, "Rain fell.", 0);
	cr_expect(v.id == 3 && v.verdict.of == 2 && s->kept == 1, "dropped");
	v = ask_text(&x, "Rain fell.", WIRE_KEEP);
	cr_expect(v.id == 4 && v.verdict.of == 2 && shard_place(s, 4) && s->kept == 2, "kept, whatever it repeats");
	v = ask_text(&x, "Rain fell.", WIRE_KEEP | WIRE_LOOK);
	cr_expect(v.id == 0 && s->kept == 2, "only looked at, though it would be kept");
	close_asker(&x);
	shard_close(s);
}

static wire_page replacing(asker *x, const char *text, const uint64_t *ids, size_t n)
{
	wire_page page = page_of(x, text, 0);

	page.replaced = ids;
	page.replaced_len = n;
	return page;
}

Test(request, a_page_replaces_pages_of_its_owner_and_of_nobody_else)
{
	static const uint64_t replaced[] = {1, 2, 99, 1};
	shard *s = open_shard("exact");
	asker x = joined_asker(s, "one"), y = joined_asker(s, "two");
	wire_page page;
	wire_answer v;

	ask_text(&x, "Rain fell.", 0);
	ask_text(&y, "Snow fell.", 0);
	page = replacing(&x, "Rain fell.", replaced, 4);
	v = *ask(&x, &page, 1);
	cr_expect(v.id == 3 && v.verdict.kind == FIRSTPRINT_UNIQUE, "the page that it repeats is gone");
	cr_expect(!shard_place(s, 1) && shard_place(s, 2) && shard_place(s, 3));
	cr_assert_eq(s->withdrawn_len, (size_t)1);
	cr_expect(s->withdrawn[0].id == 1 && s->withdrawn[0].number == 1);
	close_asker(&x);
	close_asker(&y);
	shard_close(s);
}

Test(request, a_signature_of_something_else_is_bad_and_the_others_go_on)
{
	static const char *const some[] = {"exact", "cascade", "exact+cascade"};

	for (size_t i = 0; i < 3; i++) {
		shard *s = open_shard(some[i]), *copy = open_shard(some[i]);
		asker x = joined_asker(s, "one");
		wire_page pages[] = {page_of(&x, "Rain fell.", 0), {.signature = {(const uint8_t *)"abc", 3}},
				     page_of(&x, "Snow fell.", 0), page_of(&x, "Rain fell.", 0)};
		wire_answer *v = ask(&x, pages, 4);

		cr_expect(v[0].id == 1 && !v[0].is_bad, "%s", some[i]);
		cr_expect(v[1].id == 0 && v[1].is_bad, "%s", some[i]);
		cr_expect(!v[2].is_bad && v[2].id > 1, "%s", some[i]);
		cr_expect(!v[3].is_bad && v[3].verdict.of == 1, "%s", some[i]);
		cr_expect_eq(s->kept, 2u);
		follow(s, copy);
		expect_same_shard(s, copy);
		close_asker(&x);
		shard_close(s);
		shard_close(copy);
	}
}

Test(request, an_argument_that_is_no_page_takes_all_pages_back)
{
	shard *s = open_shard("exact"), *copy = open_shard("exact");
	asker x = joined_asker(s, "one");
	wire_page page = page_of(&x, "Rain fell.", 0), other = page_of(&x, "Snow fell.", 0);
	firstprint_span pages[] = {argument(&x, &page), argument(&x, &other), {"\0\0\1", 3}}, bytes;

	ask_text(&x, "Hail fell.", 0);
	cr_expect_eq(ask_bytes(&x, 2, pages, 3, &bytes), REFUSED_BAD);
	cr_expect(s->kept == 1 && shard_place(s, 1) && s->withdrawn_len == 0);
	cr_expect_eq(ask_bytes(&x, 2, pages, 2, &bytes), REFUSED_NOT, "the number was not used up");
	cr_expect_eq(s->kept, 3u);
	follow(s, copy);
	expect_same_shard(s, copy);
	close_asker(&x);
	shard_close(s);
	shard_close(copy);
}

Test(request, more_than_memory_takes_is_refused)
{
	shard *s = open_shard("exact");
	asker x = joined_asker(s, "one");

	ask_text(&x, "Rain fell.", 0);
	x.r.memory_most = shard_memory(s);
	cr_expect_eq(refusal_for(&x, 2), REFUSED_FULL);
	cr_expect_eq(remember_text_as(&x, 7, "Snow fell."), REFUSED_FULL);
	cr_expect_eq(remember_text_as(&x, 1, "Rain fell."), REFUSED_NOT, "it is remembered");
	cr_expect_eq(refusal_for(&x, 1), REFUSED_NOT, "it was judged");
	x.r.memory_most++;
	cr_expect_eq(refusal_for(&x, 2), REFUSED_NOT);
	close_asker(&x);
	shard_close(s);
}

/* ── comparing ── */

Test(request, an_owner_is_told_which_of_its_pages_are_remembered)
{
	shard *s = open_shard("exact");
	asker x = joined_asker(s, "one"), y = joined_asker(s, "two");
	wire_writer w = {0};
	uint64_t sum = 0, n = 0;
	uint32_t after = 0;
	wire_reader r;

	for (int i = 0; i < 20; i++)
		ask_text(i % 2 ? &x : &y, arena_printf(x.a, "Text %d.", i), 0);
	cr_assert_eq(request_withdraw(&x.r, 4), REFUSED_NOT);
	do {
		cr_assert_eq(request_ids(&x.r, &after, 3, &w), REFUSED_NOT);
		cr_assert_leq(w.bytes.len, ++n * 3 * 8);
	} while (after);
	r = wire_read(w.bytes.bytes, w.bytes.len);
	cr_assert_eq(wire_left(&r), (size_t)9 * 8);
	while (wire_left(&r))
		sum += wire_number(&r, 8);
	cr_expect_eq(sum, 2u * (1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10) - 4);
	buffer_free(&w.bytes);
	close_asker(&x);
	close_asker(&y);
	shard_close(s);
}

Test(request, what_a_store_has_is_remembered_and_what_it_lacks_is_withdrawn)
{
	shard *s = open_shard("exact");
	asker x = joined_asker(s, "one"), y = joined_asker(s, "two");
	wire_answer v;

	cr_expect_eq(remember_text_as(&x, 70, "Rain fell."), REFUSED_NOT);
	cr_expect_eq(remember_text_as(&x, 60, "Snow fell."), REFUSED_NOT);
	cr_expect_eq(remember_text_as(&x, 60, "Hail fell."), REFUSED_NOT, "it is remembered: no effect");
	cr_expect_eq(remember_text_as(&x, 0, "Hail fell."), REFUSED_BAD);
	cr_expect_eq(request_withdraw(&y.r, 60), REFUSED_BAD, "another owner's");
	v = ask_text(&y, "Snow fell.", 0);
	cr_expect(v.verdict.of == 60 && v.id == 71, "ids go on behind all that there are");
	cr_expect_eq(request_withdraw(&x.r, 60), REFUSED_NOT);
	cr_expect_eq(request_withdraw(&x.r, 60), REFUSED_NOT, "again: no effect");
	v = ask_text(&y, "Snow fell.", 0);
	cr_expect_eq(v.verdict.kind, FIRSTPRINT_UNIQUE);
	cr_expect(s->kept == 2 && s->withdrawn_len == 1);
	close_asker(&x);
	close_asker(&y);
	shard_close(s);
}

/* Ids go on behind the highest one, so that it must leave room for them. */
Test(request, an_id_that_leaves_none_for_others_is_refused)
{
	shard *s = open_shard("exact");
	asker x = joined_asker(s, "one");

	cr_expect_eq(remember_text_as(&x, UINT64_MAX, "Rain fell."), REFUSED_BAD);
	cr_expect_eq(request_compared(&x.r, UINT64_MAX, 0), REFUSED_BAD);
	cr_expect_eq(ask_text(&x, "Rain fell.", 0).id, 1u);
	close_asker(&x);
	shard_close(s);
}

Test(request, the_highest_id_of_a_store_is_passed)
{
	shard *s = open_shard("exact");
	asker x = open_asker(s, "one");

	join_and_compare(&x, 500);
	cr_expect_eq(ask_text(&x, "Rain fell.", 0).id, 501u);
	join_and_compare(&x, 20);
	cr_expect_eq(ask_text(&x, "Snow fell.", 0).id, 502u);
	close_asker(&x);
	shard_close(s);
}

/* ── what was withdrawn ── */

Test(request, owners_read_what_was_withdrawn)
{
	shard *s = open_shard("exact");
	asker x = joined_asker(s, "one"), y = joined_asker(s, "two");
	wire_writer w = {0};
	wire_reader r;

	for (uint64_t i = 1; i <= 5; i++)
		ask_text(&x, arena_printf(x.a, "Text %llu.", (unsigned long long)i), 0);
	for (uint64_t id = 5; id >= 2; id--)
		cr_assert_eq(request_withdraw(&x.r, id), REFUSED_NOT);
	request_withdrawn(s, 1, 2, &w);
	r = wire_read(w.bytes.bytes, w.bytes.len);
	cr_assert_eq(wire_left(&r), (size_t)32);
	cr_expect(wire_number(&r, 8) == 2 && wire_number(&r, 8) == 4 && wire_number(&r, 8) == 3 && wire_number(&r, 8) == 3);
	x.read = 4;
	ask_text(&x, "More.", 0);
	cr_expect_eq(s->withdrawn_len, (size_t)4, "the other one has not read it");
	y.read = 3;
	ask_text(&y, "More.", 0);
	cr_expect_eq(s->withdrawn_len, (size_t)1);
	cr_expect_eq(join_as(&y).withdrawn_first, 4u);
	y.read = 4;
	cr_assert_eq(request_compared(&y.r, 0, 0), REFUSED_NOT);
	ask_text(&y, "More.", 0);
	cr_expect(join_as(&y).withdrawn_first == 5 && join_as(&y).withdrawn_last == 4, "none is left");
	buffer_free(&w.bytes);
	close_asker(&x);
	close_asker(&y);
	shard_close(s);
}

/* ── forgetting an owner ── */

Test(request, an_owner_is_forgotten_in_pieces)
{
	shard *s = open_shard("exact"), *copy = open_shard("exact");
	asker x = joined_asker(s, "one"), y = joined_asker(s, "two");
	uint64_t left = 9;

	for (int i = 0; i < 10; i++)
		ask_text(i % 2 ? &x : &y, arena_printf(x.a, "Text %d.", i), 0);
	cr_expect(request_forget(&x.r, 2, &left) == REFUSED_NOT && left == 3);
	cr_expect_eq(refusal_for(&x, x.number + 1), REFUSED_TAKEN, "it notices");
	follow(s, copy);
	expect_same_shard(s, copy);
	cr_expect(request_forget(&x.r, 2, &left) == REFUSED_NOT && left == 1);
	cr_expect(request_forget(&x.r, 2, &left) == REFUSED_NOT && left == 0);
	cr_expect_eq(request_forget(&x.r, 2, &left), REFUSED_TAKEN, "it is gone");
	cr_expect_null(shard_find_owner(s, "one", 3));
	follow(s, copy);
	expect_same_shard(s, copy);
	cr_expect(s->kept == 5 && shard_find_owner(s, "two", 3)->pages == 5);
	cr_expect_eq(ask_text(&y, "Text 1.", 0).verdict.kind, FIRSTPRINT_UNIQUE);
	cr_expect_eq(ask_text(&y, "Text 2.", 0).verdict.kind, FIRSTPRINT_DUPLICATE);
	close_asker(&x);
	close_asker(&y);
	shard_close(s);
	shard_close(copy);
}
