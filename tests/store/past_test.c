/* Articles that changed or disappeared, and their drops. */
#include "store/ask.h"
#include "tests/store/articles.h"
#include "tests/store/scratch.h"

static store *st;
static arena *memory;

static void make(void)
{
	scratch_make();
	st = scratch_store();
	memory = arena_new();
	cr_assert(memory != NULL);
}

static void drop(void)
{
	arena_free(memory);
	store_close(st);
	scratch_remove();
}

TestSuite(past, .init = make, .fini = drop);

static void put_page(uint64_t id, const char *url, const char *text)
{
	store_article x = article_of(url, text, "sig");

	scratch_url(st, url, RESULT_PAGE);
	cr_assert(store_put_page(st, id, &x, NULL) == OK);
}

static void put_drop(uint64_t id, const char *url, const char *text, uint64_t of)
{
	store_article x = article_of(url, text, "drop's");
	store_reason why = article_reason(of, "near-duplicate");

	scratch_url(st, url, RESULT_DROP);
	cr_assert(store_put_drop(st, id, &x, &why) == OK);
}

static const char *text_of(uint64_t id)
{
	firstprint_span text;

	return store_text(st, id, memory, &text) ? "?" : arena_text(memory, text.at, text.len);
}

Test(past, a_retired_page_moves_to_past_with_its_text)
{
	put_page(1, "http://a/1", "The rain falls.");
	cr_assert(store_retire(st, 1, "gone") == OK);
	cr_expect_str_eq(scratch_text(st, "SELECT id || url || text || why FROM past"), "1http://a/1The rain falls.gone");
	cr_expect(scratch_number(st, "SELECT (SELECT count(*) FROM pages) + (SELECT count(*) FROM signatures)") == 0);
}

Test(past, a_retired_drop_moves_to_past_with_its_full_text)
{
	put_page(1, "http://a/1", "The rain falls on the hills.");
	put_drop(2, "http://a/2", "The rain falls on the roofs.", 1);
	cr_assert(store_retire(st, 2, "changed") == OK);
	cr_expect_str_eq(scratch_text(st, "SELECT text FROM past WHERE id = 2"), "The rain falls on the roofs.");
	cr_expect(scratch_number(st, "SELECT count(*) FROM drops") == 0);
}

Test(past, the_id_of_a_past_article_is_not_used_again)
{
	complaint why = {""};

	put_page(7, "http://a/1", "Rain.");
	cr_assert(store_retire(st, 7, "gone") == OK);
	store_close(st);
	cr_assert(store_open(scratch_path("t.db"), STORE_WRITE, &st, &why) == OK, "%s", why.text);
	cr_expect(store_next_id(st) == 8);
}

Test(past, a_drop_becomes_a_page_with_all_it_had)
{
	firstprint_signature sig;
	bool kept;

	put_page(1, "http://a/1", "The rain falls on the hills.");
	put_drop(2, "http://a/2", "The rain falls on the roofs.", 1);
	cr_assert(store_promote_drop(st, 2, 3, &(store_reason){.stage = "text"}) == OK);
	cr_expect_str_eq(text_of(3), "The rain falls on the roofs.");
	cr_expect_str_eq(scratch_text(st, "SELECT url || title || lang || stage || bytes FROM pages WHERE id = 3"),
			 "http://a/2Tentext100");
	cr_expect_str_eq(scratch_text(st, "SELECT state FROM urls WHERE url = 'http://a/2'"), "page");
	cr_expect(store_signature(st, 3, memory, &sig, &kept) == OK && kept && sig.len == 6);
	cr_expect(store_signature(st, 2, memory, &sig, &kept) == ERR_MISSING);
	cr_expect(store_next_id(st) == 4);
	cr_expect(scratch_number(st, "SELECT count(*) FROM drops") == 0);
}

/* Who knew a drop by its id finds the page that it became, also over several changes. */
Test(past, a_drop_that_became_a_page_is_found_by_its_old_id)
{
	uint64_t now = 0;

	put_page(1, "http://a/1", "The rain falls on the hills.");
	put_drop(2, "http://a/2", "The rain falls on the roofs.", 1);
	cr_assert(store_promote_drop(st, 2, 3, &(store_reason){.stage = "text"}) == OK);
	cr_expect_str_eq(scratch_text(st, "SELECT group_concat(id || '>' || now) FROM renamed"), "2>3");
	cr_expect(store_id_now(st, 2, &now) == OK && now == 3);
	put_drop(4, "http://a/4", "Rain.", 1);
	cr_assert(store_promote_drop(st, 4, 4, &(store_reason){.stage = "text"}) == OK);
	cr_expect_eq(scratch_number(st, "SELECT count(*) FROM renamed"), 1, "an id that stays is not renamed");
}

Test(past, a_drop_moved_to_another_page_keeps_its_text)
{
	store_reason why = article_reason(2, "duplicate");

	put_page(1, "http://a/1", "The rain falls on the hills.");
	put_page(2, "http://a/2", "Snow lies on the roofs.");
	put_drop(3, "http://a/3", "The rain falls on the roofs.", 1);
	cr_assert(store_move_drop(st, 3, &why) == OK);
	cr_expect_str_eq(scratch_text(st, "SELECT of || of_url || verdict FROM drops"), "2http://a/2duplicate");
	cr_expect_str_eq(text_of(3), "The rain falls on the roofs.");
	cr_assert(store_retire(st, 1, "gone") == OK, "nothing names it any more");
}

Test(past, drops_of_a_page_come_in_the_order_of_their_ids)
{
	uint64_t *drops;
	size_t n;

	put_page(1, "http://a/1", "Rain.");
	put_drop(4, "http://a/4", "Rain.", 1);
	put_drop(2, "http://a/2", "Rain.", 1);
	cr_assert(store_drops_of(st, 1, memory, &drops, &n) == OK && n == 2);
	cr_expect(drops[0] == 2 && drops[1] == 4);
	cr_assert(store_drops_of(st, 2, memory, &drops, &n) == OK && n == 0);
}

Test(past, a_url_can_be_skipped_for_its_canonical_url)
{
	store_article x = article_of("http://a/print", "Rain.", "sig");
	uint64_t *ids;
	size_t n;

	x.canonical = "http://a/";
	scratch_url(st, "http://a/print", RESULT_PAGE);
	cr_assert(store_put_page(st, 1, &x, NULL) == OK);
	cr_assert(store_canonical_claims(st, "http://a/", memory, &ids, &n) == OK && n == 1 && ids[0] == 1);
	cr_assert(store_skip_for_canonical(st, 1, "http://a/") == OK);
	cr_expect_str_eq(scratch_text(st, "SELECT url || reason || kind || of_url FROM skips"),
			 "http://a/printcanonicalfetchhttp://a/");
	cr_expect_str_eq(scratch_text(st, "SELECT state FROM urls"), "skip");
}
