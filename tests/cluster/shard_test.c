#include "cluster/shard.h"

#include "tests/cluster/articles.h"

enum { IDS = 300 };

typedef struct fixture {
	shard *s;
	arena *a;
	shard_owner *owner;
} fixture;

static fixture open_fixture(const char *spec)
{
	fixture x = {.s = open_shard(spec), .a = arena_new()};

	cr_assert_eq(shard_add_owner(x.s, "one", 3, &x.owner), OK);
	return x;
}

static void close_fixture(fixture *x)
{
	shard_close(x->s);
	arena_free(x->a);
}

static const char *text_of(uint64_t id, arena *a)
{
	return arena_printf(a, "Text %llu.", (unsigned long long)id);
}

static void remember(fixture *x, uint64_t id)
{
	firstprint_signature sig = sign_text(x->s->filter, text_of(id, x->a), x->a);

	cr_assert_eq(shard_remember(x->s, x->owner, id, &sig), OK);
}

/* The id of the page that has the text of this id; 0: there is none. */
static uint64_t meets(fixture *x, uint64_t id)
{
	firstprint_signature sig = sign_text(x->s->filter, text_of(id, x->a), x->a);
	firstprint_verdict v;

	cr_assert_eq(filter_check(x->s->filter, &sig, &v, NULL), OK);
	return v.of ? shard_at(x->s, (uint32_t)v.of)->id : 0;
}

/* ── opening ── */

Test(shard, a_spec_that_is_none_is_refused)
{
	complaint why = {""};
	shard *s = NULL;

	cr_expect_eq(shard_open("no-such-filter", "", articles_key, SHARD_WHOLE, &s, &why), ERR_USAGE);
	cr_expect(strstr(why.text, "no-such-filter"), "%s", why.text);
	cr_expect_null(s);
	shard_close(NULL);
}

Test(shard, it_keeps_the_full_spec_and_the_key)
{
	static const uint8_t key[FILTER_KEY_SIZE] = "fifteen letters";
	complaint why = {""};
	shard *s = NULL;

	cr_assert_eq(shard_open("exact", "", key, SHARD_WHOLE, &s, &why), OK);
	cr_expect_str_eq(s->spec, "exact@1");
	cr_expect_eq(memcmp(s->key, key, sizeof key), 0);
	cr_expect_gt(shard_memory(s), sizeof *s);
	shard_close(s);
}

/* ── places ── */

Test(shard, pages_are_found_by_ids_that_came_in_any_order)
{
	fixture x = open_fixture("exact");
	uint64_t ids[IDS], state = 3;

	for (size_t i = 0; i < IDS; i++)
		ids[i] = 1 + next_random(&state) % INT32_MAX;
	for (size_t i = 0; i < IDS; i++)
		remember(&x, ids[i]);
	for (size_t i = 0; i < IDS; i++) {
		cr_expect_eq(shard_place(x.s, ids[i]), i + 1);
		cr_expect_eq(meets(&x, ids[i]), ids[i]);
	}
	cr_expect_eq(shard_place(x.s, 0), 0u);
	cr_expect(x.s->kept == IDS && x.owner->pages == IDS);
	close_fixture(&x);
}

/* Undoes x · odd. */
static uint64_t divide(uint64_t x, uint64_t odd)
{
	uint64_t inverse = odd;

	for (int i = 0; i < 6; i++)
		inverse *= 2 - odd * inverse;
	return x * inverse;
}

/* Undoes x ^ x >> n. */
static uint64_t unfold(uint64_t x, int n)
{
	uint64_t y = x;

	for (int i = 0; i < 64; i += n)
		y = x ^ y >> n;
	return y;
}

/* The i-th of ids that key_of makes 0 of. */
static uint64_t alike(uint64_t i)
{
	return unfold(divide(unfold(divide(i, 0x94d049bb133111ebu), 27), 0xbf58476d1ce4e5b9u), 30);
}

/* Ids whose hashes begin alike: each has a place of its own, also when others between them were withdrawn. */
Test(shard, ids_with_equal_hashes_are_told_apart)
{
	enum { ALIKE = 12 };
	fixture x = open_fixture("exact");

	for (uint64_t i = 1; i <= ALIKE; i++)
		remember(&x, alike(i));
	for (uint64_t i = 1; i <= ALIKE; i += 2)
		cr_assert_eq(shard_withdraw(x.s, alike(i)), OK);
	for (uint64_t i = 1; i <= ALIKE; i++)
		cr_expect_eq(shard_place(x.s, alike(i)), i % 2 ? 0 : i);
	remember(&x, alike(3));
	cr_expect_eq(shard_place(x.s, alike(3)), ALIKE + 1u);
	cr_expect_eq(shard_place(x.s, alike(4)), 4u);
	close_fixture(&x);
}

Test(shard, a_head_has_a_most_of_shards)
{
	static const char *const wrong[] = {" ", "a ", " a", "a  b"};
	char role[2 * (SHARD_LEAVES_MAX + 1) + 1] = "";
	const uint8_t key[FILTER_KEY_SIZE] = {1};
	complaint why = {""};
	shard *s;

	for (size_t i = 0; i < 4; i++)
		cr_expect_eq(shard_open("cascade", "", key, wrong[i], &s, &why), ERR_USAGE, "'%s'", wrong[i]);
	for (int i = 0; i < SHARD_LEAVES_MAX; i++)
		strcat(role, i ? " x" : "x");
	cr_assert_eq(shard_open("cascade", "", key, role, &s, &why), OK, "%s", why.text);
	cr_expect_eq(shard_add_leaf(s, "y"), ERR_LIMIT);
	shard_close(s);
	strcat(role, " x");
	cr_expect_eq(shard_open("cascade", "", key, role, &s, &why), ERR_USAGE);
	cr_expect(strstr(why.text, "at most 64 shards"), "%s", why.text);
}

Test(shard, a_page_that_was_withdrawn_is_remembered_again_elsewhere)
{
	fixture x = open_fixture("exact");

	for (uint64_t id = 9; id >= 7; id--)
		remember(&x, id);
	cr_assert_eq(shard_withdraw(x.s, 8), OK);
	cr_expect_eq(shard_place(x.s, 8), 0u);
	cr_expect_eq(meets(&x, 8), 0u);
	cr_assert_eq(shard_withdraw(x.s, 8), OK, "again: no effect");
	cr_expect_eq(x.s->withdrawn_len, (size_t)1);
	remember(&x, 8);
	cr_expect_eq(shard_place(x.s, 8), 4u);
	cr_expect_eq(meets(&x, 8), 8u);
	cr_expect(meets(&x, 7) == 7 && meets(&x, 9) == 9);
	cr_expect(x.s->kept == 3 && x.owner->pages == 3 && x.s->next_id == 10);
	close_fixture(&x);
}

Test(shard, a_signature_that_the_filter_did_not_make_leaves_nothing)
{
	fixture x = open_fixture("exact");
	size_t changes;

	remember(&x, 1);
	changes = x.s->changes.bytes.len;
	cr_expect_eq(shard_remember(x.s, x.owner, 7, &(firstprint_signature){(const uint8_t *)"abc", 3}), ERR_FORMAT);
	cr_expect_eq(shard_place(x.s, 7), 0u);
	cr_expect(x.s->kept == 1 && x.owner->pages == 1 && x.s->next_id == 2 && x.s->changes.bytes.len == changes);
	remember(&x, 7);
	cr_expect_eq(meets(&x, 7), 7u);
	close_fixture(&x);
}

Test(shard, a_page_that_is_taken_back_leaves_no_trace)
{
	fixture x = open_fixture("cascade:least=0"), y = open_fixture("cascade:least=0");

	for (uint64_t id = 1; id <= 5; id++) {
		remember(&x, id);
		if (id < 4)
			remember(&y, id);
	}
	for (uint64_t id = 5; id > 3; id--)
		cr_assert_eq(shard_take_back(x.s, id), OK);
	cr_assert_eq(shard_take_back(x.s, 5), OK, "again: no effect");
	x.s->next_id = y.s->next_id;
	expect_same_shard(x.s, y.s);
	cr_expect_eq(x.s->withdrawn_len, (size_t)0, "nobody was told of it, and nobody is");
	for (uint64_t id = 1; id <= 6; id++)
		cr_expect_eq(meets(&x, id), meets(&y, id));
	close_fixture(&x);
	close_fixture(&y);
}

/* ── owners ── */

Test(shard, an_owner_is_found_by_its_name)
{
	static const struct { const char *name; size_t len; status err; } rows[] = {
		{ "one", 3, OK }, { "two", 3, OK }, { "", 0, ERR_FORMAT }, { "a b", 3, ERR_FORMAT }, { "a\n", 2, ERR_FORMAT },
		{ "\x7f", 1, ERR_FORMAT }, { "\xc3\xa4", 2, ERR_FORMAT }, { "a\0b", 3, ERR_FORMAT },
		{ "64-----------------------------------------------------------64", 64, OK },
		{ "65------------------------------------------------------------65", 65, ERR_FORMAT },
	};
	fixture x = open_fixture("exact");
	shard_owner *o, *again;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char name[80];

		memset(name, '-', sizeof name);
		memcpy(name, rows[i].name, rows[i].len < 64 ? rows[i].len : strlen(rows[i].name));
		cr_expect_eq(shard_add_owner(x.s, name, rows[i].len, &o), rows[i].err, "row %zu", i);
		cr_expect_eq(shard_find_owner(x.s, name, rows[i].len) != NULL, rows[i].err == OK, "row %zu", i);
		if (!rows[i].err)
			cr_expect(shard_add_owner(x.s, name, rows[i].len, &again) == OK && again == o, "row %zu", i);
	}
	cr_expect_null(shard_find_owner(x.s, "on", 2));
	cr_expect_null(shard_find_owner(x.s, "ones", 4));
	cr_expect_eq(x.s->owners_len, (size_t)3);
	close_fixture(&x);
}

Test(shard, the_place_of_an_owner_that_was_forgotten_is_used_again)
{
	fixture x = open_fixture("exact");
	shard_owner *two, *three;

	cr_assert_eq(shard_add_owner(x.s, "two", 3, &two), OK);
	shard_remove_owner(x.s, shard_find_owner(x.s, "one", 3));
	cr_expect_null(shard_find_owner(x.s, "one", 3));
	cr_assert_eq(shard_add_owner(x.s, "three", 5, &three), OK);
	cr_expect(three == x.s->owners && x.s->owners_len == 2);
	cr_expect_not_null(shard_find_owner(x.s, "two", 3));
	close_fixture(&x);
}

Test(shard, there_is_a_most_of_owners)
{
	shard *s = open_shard("exact");
	shard_owner *o;

	s->owners = calloc(SHARD_OWNERS_MAX, sizeof *s->owners);
	s->owners_room = SHARD_OWNERS_MAX;
	for (s->owners_len = 0; s->owners_len < SHARD_OWNERS_MAX - 1; s->owners_len++)
		strcpy(s->owners[s->owners_len].name, "x");
	cr_expect_eq(shard_add_owner(s, "last", 4, &o), OK);
	cr_expect_eq(shard_add_owner(s, "more", 4, &o), ERR_LIMIT);
	cr_expect_eq(shard_add_owner(s, "last", 4, &o), OK, "it is there");
	shard_close(s);
}

/* ── what was withdrawn ── */

static void read_up_to(shard *s, const char *name, uint64_t read)
{
	shard_owner *o = shard_find_owner(s, name, strlen(name));

	o->read = read;
	shard_note_owner(s, o);
}

Test(shard, what_was_withdrawn_is_dropped_when_all_owners_have_read_it)
{
	fixture x = open_fixture("exact");
	shard_owner *two;

	for (uint64_t id = 1; id <= 4; id++)
		remember(&x, id);
	cr_assert_eq(shard_add_owner(x.s, "two", 3, &two), OK);
	for (uint64_t id = 1; id <= 3; id++)
		cr_assert_eq(shard_withdraw(x.s, id), OK);
	read_up_to(x.s, "one", 3);
	cr_expect_eq(x.s->withdrawn_len, (size_t)3, "two has read nothing");
	read_up_to(x.s, "two", 2);
	cr_assert_eq(x.s->withdrawn_len, (size_t)1);
	cr_expect(x.s->withdrawn[0].number == 3 && x.s->withdrawn[0].id == 3);
	cr_assert_eq(shard_withdraw(x.s, 4), OK);
	shard_remove_owner(x.s, shard_find_owner(x.s, "two", 3));
	cr_assert_eq(x.s->withdrawn_len, (size_t)1, "it is waited for no more");
	cr_expect(x.s->withdrawn[0].number == 4 && x.s->withdrawn[0].id == 4);
	close_fixture(&x);
}

Test(shard, a_new_owner_need_not_read_what_was_withdrawn_before)
{
	fixture x = open_fixture("exact");
	shard_owner *two;

	remember(&x, 1);
	cr_assert_eq(shard_withdraw(x.s, 1), OK);
	cr_assert_eq(shard_add_owner(x.s, "two", 3, &two), OK);
	cr_expect_eq(two->read, 1u);
	read_up_to(x.s, "one", 1);
	cr_expect_eq(x.s->withdrawn_len, (size_t)0);
	close_fixture(&x);
}
