/* Copies of a shard: what is saved, what is sent, and what bytes that are neither do to it. */
#include "cluster/inside.h"
#include "tests/cluster/articles.h"

enum { PAGES = 200, MORE = 100 };

static const char *const specs[] = {"cascade:least=4", "exact", "minhash:tau=0.3", "exact+cascade:clusters=4"};

/* Remembers the page unless it is dropped; every seventh is withdrawn later, every thirteenth is taken back. */
static void step(shard *s, uint32_t i, arena *a)
{
	shard_owner *owner = &s->owners[i % 2];
	firstprint_signature sig = sign_article(s->filter, i, a), settled;
	firstprint_verdict v;

	cr_assert_eq(filter_finalize(s->filter, &sig, a, &settled), OK);
	cr_assert_eq(filter_check(s->filter, &settled, &v, NULL), OK);
	if (!filter_kind_drops(v.kind))
		cr_assert_eq(shard_remember(s, owner, (uint64_t)i * 37 % PAGES + 1, &settled), OK);
	if (i % 7 == 6)
		cr_assert_eq(shard_withdraw(s, (uint64_t)(i - 3) * 37 % PAGES + 1), OK);
	if (i % 13 == 12)
		cr_assert_eq(shard_take_back(s, (uint64_t)(i - 5) * 37 % PAGES + 1), OK);
	owner->asked = i;
	owner->session = i * 3;
	owner->read = i % 29 ? owner->read : s->next_withdrawn / 2;
	owner->epoch = 5;
	owner->is_compared = i % 3 == 0;
	owner->has_left = i % 5 == 0;
	owner->seen_ms = -(int64_t)i;
	buffer_clear(&owner->answer);
	cr_assert(buffer_append(&owner->answer, "an answer", i % 10));
	shard_note_owner(s, owner);
	shard_note_state(s);
}

static shard *open_with_owners(const char *spec)
{
	shard *s = open_shard(spec);
	shard_owner *o;

	cr_assert_eq(shard_add_owner(s, "one", 3, &o), OK);
	shard_note_owner(s, o);
	cr_assert_eq(shard_add_owner(s, "two", 3, &o), OK);
	shard_note_owner(s, o);
	return s;
}

/* A shard after all steps; follower: gets the changes of each step; NULL: there is none. */
static shard *run_steps(const char *spec, shard *follower)
{
	shard *s = open_with_owners(spec);
	arena *a = arena_new();

	for (uint32_t i = 0; i < PAGES; i++) {
		step(s, i, a);
		arena_reset(a);
		if (follower)
			follow(s, follower);
	}
	shard_begin_epoch(s, UINT64_MAX - 4);
	if (follower)
		follow(s, follower);
	arena_free(a);
	return s;
}

static firstprint_verdict verdict_of(shard *s, uint32_t i, arena *a)
{
	firstprint_signature sig = sign_article(s->filter, i, a), settled;
	firstprint_verdict v;

	cr_assert_eq(filter_finalize(s->filter, &sig, a, &settled), OK);
	cr_assert_eq(filter_check(s->filter, &settled, &v, NULL), OK);
	if (!filter_kind_drops(v.kind))
		cr_assert_eq(shard_remember(s, s->owners, s->next_id, &settled), OK);
	v.of = v.of ? shard_at(s, (uint32_t)v.of)->id : 0;
	return v;
}

/* Both judge further pages alike. Returns how many of them were dropped. */
static int judge_alike(shard *s, shard *copy, const char *what)
{
	arena *a = arena_new();
	int dropped = 0;

	for (uint32_t i = PAGES; i < PAGES + MORE; i++) {
		firstprint_verdict v = verdict_of(s, i, a), w = verdict_of(copy, i, a);

		cr_expect(v.kind == w.kind && v.of == w.of && v.score == w.score, "%s %s: page %u", s->spec, what, i);
		dropped += filter_kind_drops(v.kind);
		arena_reset(a);
	}
	arena_free(a);
	return dropped;
}

Test(shard_copy, what_is_saved_makes_an_equal_shard)
{
	for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
		shard *s = run_steps(specs[i], NULL), *copy = copy_of(s), *again = copy_of(copy);

		cr_assert_gt(s->withdrawn_len, 2u);
		cr_assert_gt(s->kept, 20u);
		expect_same_shard(s, copy);
		expect_same_shard(s, again);
		cr_expect_eq(copy->changes.bytes.len, (size_t)0, "what is applied is not sent on by the shard");
		cr_expect(judge_alike(s, copy, "saved") > 0 || strcmp(specs[i], "exact") == 0, "%s dropped nothing", specs[i]);
		expect_same_shard(s, copy);
		shard_close(s);
		shard_close(copy);
		shard_close(again);
	}
}

/* 'O': before owners said that they leave. */
Test(shard_copy, an_owner_as_it_was_saved_before_is_read)
{
	shard *s = open_shard("exact");
	wire_writer w = {0};

	wire_put_number(&w, 1, 'O');
	wire_put_number(&w, 4, 0);
	wire_put_text(&w, "one", 3);
	for (int i = 1; i <= 4; i++) /* session, asked, read, epoch */
		wire_put_number(&w, 8, (uint64_t)i);
	wire_put_number(&w, 1, 1);
	wire_put_number(&w, 8, 77);
	wire_put_number(&w, 4, 2);
	wire_put_bytes(&w, "an", 2);
	cr_assert_eq(shard_apply(s, w.bytes.bytes, w.bytes.len), OK);
	cr_expect_str_eq(s->owners[0].name, "one");
	cr_expect(s->owners[0].epoch == 4 && s->owners[0].is_compared && s->owners[0].seen_ms == 77 && !s->owners[0].has_left);
	cr_expect_eq(s->owners[0].answer.len, (size_t)2);
	buffer_free(&w.bytes);
	shard_close(s);
}

Test(shard_copy, a_copy_that_follows_stays_equal)
{
	for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
		shard *copy = open_shard(specs[i]), *s = run_steps(specs[i], copy);

		expect_same_shard(s, copy);
		judge_alike(s, copy, "followed");
		expect_same_shard(s, copy);
		shard_close(s);
		shard_close(copy);
	}
}

Test(shard_copy, an_owner_that_was_forgotten_is_forgotten_in_copies)
{
	shard *s = open_with_owners("exact"), *copy, *saved;
	shard_owner *o;

	copy = open_shard("exact");
	follow(s, copy);
	shard_remove_owner(s, s->owners);
	follow(s, copy);
	saved = copy_of(s);
	expect_same_shard(s, copy);
	expect_same_shard(s, saved);
	cr_assert_eq(shard_add_owner(copy, "three", 5, &o), OK);
	cr_expect(o == copy->owners && o->answer.len == 0);
	shard_close(s);
	shard_close(copy);
	shard_close(saved);
}

/* Of each piece, that it was the last one. */
typedef struct pieces {
	shard *copy;
	size_t n, fail_at;
} pieces;

static status count_piece(void *ctx, const void *bytes, size_t len)
{
	pieces *x = ctx;

	if (++x->n == x->fail_at)
		return ERR_IO;
	return shard_apply(x->copy, bytes, len);
}

Test(shard_copy, a_large_shard_is_saved_in_pieces_until_one_cannot_be_written)
{
	shard *s = open_with_owners("none"), *copy = open_shard("none");
	pieces all = {.copy = copy}, some = {.fail_at = 2};
	static uint8_t bytes[1 << 16];

	for (uint64_t id = 1; id <= 50; id++)
		cr_assert_eq(shard_remember(s, s->owners, id, &(firstprint_signature){bytes, sizeof bytes}), OK);
	cr_expect_eq(shard_save(s, count_piece, &all), OK);
	cr_expect_geq(all.n, (size_t)3);
	expect_same_shard(s, copy);
	shard_close(copy);
	some.copy = copy = open_shard("none");
	cr_expect_eq(shard_save(s, count_piece, &some), ERR_IO);
	cr_expect_eq(some.n, (size_t)2);
	shard_close(copy);
	shard_close(s);
}

/* ── other bytes ── */

/* All kinds of changes. */
static buffer some_changes(void)
{
	shard *s = open_with_owners("exact");
	arena *a = arena_new();
	buffer bytes = {0};

	for (uint32_t i = 0; i < 14; i++)
		step(s, i, a);
	cr_assert(buffer_append(&bytes, s->changes.bytes.bytes, s->changes.bytes.len));
	shard_close(s);
	arena_free(a);
	return bytes;
}

static void expect_usable(shard *s)
{
	shard *copy = open_shard(s->spec);

	cr_expect_eq(shard_save(s, apply_piece, copy), OK);
	cr_expect_gt(shard_memory(s), 0u);
	shard_close(copy);
}

Test(shard_copy, a_change_that_is_cut_short_is_refused)
{
	static const enum change kinds[] = {CHANGE_PAGE, CHANGE_WITHDRAW, CHANGE_TAKE_BACK, CHANGE_OWNER, CHANGE_STATE, CHANGE_TOLD};
	shard_page page = {.id = 1, .bytes = (uint8_t *)"0123456789abcdef", .len = 16};

	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
		shard *from = open_with_owners("exact");
		wire_writer w = {0};

		if (kinds[k] == CHANGE_PAGE)
			change_put_page(&w, &page);
		else if (kinds[k] == CHANGE_OWNER)
			change_put_owner(&w, from, from->owners);
		else if (kinds[k] == CHANGE_STATE)
			change_put_state(&w, from);
		else
			change_put_id(&w, kinds[k], 1);
		if (kinds[k] == CHANGE_TOLD)
			wire_put_number(&w, 8, 1);
		for (size_t len = 1; len <= w.bytes.len; len++) {
			shard *to = open_with_owners("exact");

			cr_expect_eq(apply_exactly(to, w.bytes.bytes, len), len < w.bytes.len ? ERR_FORMAT : OK, "%c, %zu bytes",
				     kinds[k], len);
			shard_close(to);
		}
		buffer_free(&w.bytes);
		shard_close(from);
	}
}

Test(shard_copy, changes_of_what_is_not_there_are_refused)
{
	static const struct { const char *name; shard_page page; } rows[] = {
		{ "no such owner",        { .id = 1, .owner = 2, .len = 16 } },
		{ "no signature of ours", { .id = 1, .len = 15 } },
		{ "is remembered",        { .id = 9, .len = 16 } },
		{ "no id",                { .id = UINT64_MAX, .len = 16 } },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		shard *s = open_with_owners("exact");
		wire_writer w = {0};
		shard_page page = rows[i].page;

		page.bytes = (uint8_t *)"0123456789abcdef";
		cr_assert_eq(shard_remember(s, s->owners, 9, &(firstprint_signature){page.bytes, 16}), OK);
		change_put_page(&w, &page);
		cr_expect_eq(apply_exactly(s, w.bytes.bytes, w.bytes.len), ERR_FORMAT, "%s", rows[i].name);
		buffer_free(&w.bytes);
		shard_close(s);
	}
}

/* Else a page would get the id of another one, and what is saved then could not be read. */
Test(shard_copy, the_next_id_never_falls)
{
	shard *s = open_with_owners("exact"), *other = open_with_owners("exact");
	wire_writer w = {0};

	cr_assert_eq(shard_remember(s, s->owners, 9, &(firstprint_signature){(uint8_t *)"0123456789abcdef", 16}), OK);
	change_put_state(&w, other);
	cr_expect_eq(apply_exactly(s, w.bytes.bytes, w.bytes.len), OK);
	cr_expect_eq(s->next_id, 10u);
	buffer_free(&w.bytes);
	shard_close(other);
	shard_close(s);
}

Test(shard_copy, bytes_that_were_cut_or_changed_do_no_harm)
{
	buffer bytes = some_changes();
	int rounds = getenv("LONG") ? 3000 : 600;
	uint64_t state = 5;

	for (int i = 0; i < rounds; i++) {
		shard *s = open_shard("exact");
		char *changed = malloc(bytes.len);
		size_t len = i % 2 ? bytes.len : next_random(&state) % bytes.len;
		status err;

		memcpy(changed, bytes.bytes, bytes.len);
		for (int k = 0; k < i % 4; k++)
			changed[next_random(&state) % bytes.len] = (char)next_random(&state);
		err = apply_exactly(s, changed, len);
		cr_expect(err == OK || err == ERR_FORMAT, "%d: %s", i, status_text(err));
		expect_usable(s);
		free(changed);
		shard_close(s);
	}
	buffer_free(&bytes);
}
