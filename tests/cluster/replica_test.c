/* What a log amounts to. Filter `exact`: a page repeats another one if its text is the same. */
#include "cluster/replica.h"

#include <criterion/criterion.h>
#include <stdio.h>

#include "tests/plugin/text_page.h"

enum { STAMP = 5 };

static filter *signs, *judges;
static arena *memory;
static replica *r;

static filter *open_filter(void)
{
	static const uint8_t key[FILTER_KEY_SIZE];
	complaint why = {""};
	filter *f = NULL;

	cr_assert(filter_open("exact", key, &f, &why) == OK, "%s", why.text);
	return f;
}

static void open_all(void)
{
	signs = open_filter();
	judges = open_filter();
	memory = arena_new();
	cr_assert(replica_open(judges, STAMP, "me", &r) == OK);
}

static void close_all(void)
{
	replica_close(r);
	filter_close(signs);
	filter_close(judges);
	arena_free(memory);
}

TestSuite(replica, .init = open_all, .fini = close_all);

static firstprint_signature sign(const char *text)
{
	firstprint_page page = {.title = "", .lang = "en"};
	firstprint_signature sig;

	page_of_text(text, memory, &page);
	cr_assert(filter_sign(signs, &page, memory, &sig) == OK);
	return sig;
}

static entry_item page(uint64_t id, unsigned flags, const char *text)
{
	return (entry_item){.step = STEP_PAGE, .id = id, .flags = flags, .signature = sign(text)};
}

#define JOIN ((entry_item){.step = STEP_JOIN})
#define WITHDRAW(n) ((entry_item){.step = STEP_WITHDRAW, .id = (n)})

/* Applies an entry of an owner in session 1. */
static void apply_of(const char *owner, uint64_t session, uint64_t request, replica_expected *expected, const entry_item *all, size_t n)
{
	wire_writer w = {0};
	complaint why = {""};

	entry_begin(&w, owner, STAMP, session, request);
	for (size_t i = 0; i < n; i++)
		entry_put(&w, &all[i]);
	cr_assert(replica_apply(r, (firstprint_span){w.bytes.bytes, w.bytes.len}, expected, memory, &why) == OK, "%s", why.text);
	buffer_free(&w.bytes);
}

#define APPLY(owner, request, ...) \
	apply_of(owner, 1, request, NULL, (const entry_item[]){__VA_ARGS__}, sizeof((const entry_item[]){__VA_ARGS__}) / sizeof(entry_item))

static void expect_withdrawn(size_t n, uint64_t last)
{
	size_t len;
	const uint64_t *ids = replica_withdrawn(r, &len);

	cr_assert_eq(len, n);
	cr_expect(!n || ids[n - 1] == last, "%lu", n ? (unsigned long)ids[n - 1] : 0);
}

Test(replica, of_two_copies_the_one_that_comes_first_in_the_log_is_remembered)
{
	APPLY("me", 1, JOIN, page(20, 0, "rain and more rain"));
	APPLY("other", 1, JOIN, page(10, 0, "rain and more rain"), page(11, 0, "snow and hail"));
	cr_expect(replica_has(r, 20) && !replica_has(r, 10) && replica_has(r, 11));
	cr_expect_eq(replica_own_pages(r), 1u);
	cr_expect_eq(replica_highest(r), 20u);
	expect_withdrawn(0, 0);
}

Test(replica, an_entry_counts_once_and_only_in_its_session)
{
	APPLY("other", 1, page(1, 0, "before it has joined"));
	APPLY("other", 1, JOIN, page(2, 0, "rain"));
	APPLY("other", 1, JOIN, page(3, 0, "the same request"));
	APPLY("other", 3, page(4, 0, "snow"));
	APPLY("other", 2, page(5, 0, "a lower number"));
	apply_of("other", 9, 1, NULL, (entry_item[]){JOIN, page(6, 0, "hail")}, 2);
	APPLY("other", 4, page(7, 0, "of the session before"));
	for (uint64_t id = 1; id <= 7; id++)
		cr_expect_eq(replica_has(r, id), id == 2 || id == 4 || id == 6, "%lu", (unsigned long)id);
}

Test(replica, only_its_owner_withdraws_a_page)
{
	APPLY("me", 1, JOIN, page(1, 0, "rain"));
	APPLY("other", 1, JOIN, WITHDRAW(1), WITHDRAW(99));
	cr_expect(replica_has(r, 1));
	APPLY("me", 2, WITHDRAW(1), page(2, 0, "rain"));
	cr_expect(!replica_has(r, 1) && replica_has(r, 2), "it repeats nothing any more");
	expect_withdrawn(1, 1);
}

/* A store sends its pages again: what repeats another owner's is refused, and all hear of it; its own likeness does not matter. */
Test(replica, a_page_that_is_held_is_refused_if_it_repeats_another_owners)
{
	APPLY("other", 1, JOIN, page(1, 0, "rain"));
	APPLY("me", 1, JOIN, page(2, ENTRY_HELD, "snow"), page(3, ENTRY_HELD, "snow"), page(4, ENTRY_HELD, "rain"),
	      page(5, ENTRY_HELD | ENTRY_KEEP, "rain"));
	cr_expect(replica_has(r, 2) && replica_has(r, 3) && !replica_has(r, 4) && replica_has(r, 5));
	expect_withdrawn(1, 4);
	APPLY("me", 2, page(2, ENTRY_HELD, "snow"));
	cr_expect_eq(replica_own_pages(r), 3u, "twice is once");
}

Test(replica, what_a_person_keeps_is_remembered_though_it_repeats)
{
	APPLY("me", 1, JOIN, page(1, 0, "rain"), page(2, ENTRY_KEEP, "rain"));
	cr_expect(replica_has(r, 1) && replica_has(r, 2));
}

Test(replica, an_owner_is_forgotten_with_all_its_pages)
{
	APPLY("other", 1, JOIN, page(1, 0, "rain"), page(2, 0, "snow"));
	APPLY("me", 1, JOIN, page(3, 0, "hail"));
	APPLY("somebody", 1, (entry_item){.step = STEP_FORGET, .owner = {"other", 5}});
	cr_expect(!replica_has(r, 1) && !replica_has(r, 2) && replica_has(r, 3));
	expect_withdrawn(2, 2);
}

/* What was judged before is judged again at its place; what came in between counts. */
Test(replica, our_own_pages_are_judged_where_they_stand_in_the_log)
{
	firstprint_signature pages[] = {sign("rain"), sign("snow"), sign("rain")};
	replica_verdict verdicts[3];
	replica_expected expected = {.session = 1, .request = 2, .pages = pages, .verdicts = verdicts, .len = 3};
	complaint why = {""};

	APPLY("me", 1, JOIN);
	cr_assert(replica_check(r, &pages[0], memory, &verdicts[0], &why) == OK);
	cr_expect_eq(verdicts[0].verdict.kind, FIRSTPRINT_UNIQUE);
	APPLY("other", 1, JOIN, page(70, 0, "rain"));
	apply_of("other", 1, 2, &expected, (entry_item[]){page(71, 0, "fog")}, 1);
	cr_expect(!expected.is_applied, "another owner's has the same numbers");
	apply_of("me", 1, 2, &expected, (entry_item[]){page(80, 0, "rain"), page(81, 0, "snow"), {.step = STEP_LOCAL}}, 3);
	cr_assert(expected.is_applied);
	cr_expect(verdicts[0].verdict.kind == FIRSTPRINT_DUPLICATE && verdicts[0].verdict.of == 70, "an id, not a place");
	cr_expect_eq(verdicts[1].verdict.kind, FIRSTPRINT_UNIQUE);
	cr_expect(verdicts[2].verdict.kind == FIRSTPRINT_DUPLICATE && verdicts[2].verdict.of == 70);
	cr_expect(!replica_has(r, 80) && replica_has(r, 81));
}

Test(replica, another_session_of_our_owner_replaces_us)
{
	APPLY("me", 1, JOIN);
	cr_expect(!replica_is_replaced(r, 1));
	apply_of("me", 3, 1, NULL, (entry_item[]){JOIN}, 1);
	cr_expect(replica_is_replaced(r, 1) && !replica_is_replaced(r, 3));
}

Test(replica, entries_for_another_filter_or_key_do_not_count)
{
	wire_writer w = {0};
	complaint why = {""};
	entry_item items[] = {JOIN, page(1, 0, "rain")};

	entry_begin(&w, "other", STAMP + 1, 1, 1);
	entry_put(&w, &items[0]);
	entry_put(&w, &items[1]);
	cr_expect(replica_apply(r, (firstprint_span){w.bytes.bytes, w.bytes.len}, NULL, memory, &why) == OK);
	cr_expect(!replica_has(r, 1));
	buffer_free(&w.bytes);
}

Test(replica, a_reset_forgets_all)
{
	for (int round = 0; round < 3; round++) {
		uint64_t *ids;
		size_t n;

		APPLY("me", 1, JOIN, page(7, 0, "rain"), page(8, 0, "snow"));
		APPLY("other", 1, JOIN, page(9, 0, "rain"), page(10, 0, "hail"));
		cr_assert(replica_own_ids(r, memory, &ids, &n) == OK && n == 2);
		cr_expect(ids[0] == 7 && ids[1] == 8 && replica_has(r, 10) && !replica_has(r, 9));
		cr_assert(replica_reset(r) == OK);
		cr_expect(!replica_has(r, 7) && replica_own_pages(r) == 0);
	}
}

Test(replica, two_owners_with_one_number_are_noticed)
{
	char name[32];
	uint64_t own = replica_owner_number("me", 2);
	long i = 0;

	APPLY("me", 1, JOIN);
	do
		snprintf(name, sizeof name, "n%ld", i++);
	while (replica_owner_number(name, strlen(name)) != own);
	APPLY("other", 1, JOIN);
	cr_expect(!replica_shares_number(r));
	APPLY(name, 1, JOIN);
	cr_expect(replica_shares_number(r));
}
