/* What a person decides about articles, and aliases. */
#include "store/decide.h"
#include "tests/store/articles.h"
#include "tests/store/scratch.h"

static store *st;
static complaint why;

static void put_page(uint64_t id, const char *url)
{
	store_article x = article_of(url, "Rain falls.", "sig");

	scratch_url(st, url, RESULT_PAGE);
	cr_assert(store_put_page(st, id, &x, NULL) == OK);
}

static void put_drop(uint64_t id, const char *url, uint64_t of)
{
	store_article x = article_of(url, "Rain fell.", "sig");
	store_reason reason = article_reason(of, "duplicate");

	scratch_url(st, url, RESULT_DROP);
	cr_assert(store_put_drop(st, id, &x, &reason) == OK);
}

/* Pages 1, 2 and 4; 3 is a drop of 2. */
static void make(void)
{
	scratch_make();
	st = scratch_store();
	cr_assert(store_begin(st) == OK);
	put_page(1, "http://a/1");
	put_page(2, "http://a/2");
	put_drop(3, "http://a/3", 2);
	put_page(4, "http://a/4");
}

static void drop(void)
{
	store_close(st);
	scratch_remove();
}

TestSuite(decide, .init = make, .fini = drop);

static const char *articles(void)
{
	return scratch_text(st, "SELECT (SELECT group_concat(id, ' ') FROM (SELECT id FROM pages ORDER BY id)) || ' | ' || coalesce((SELECT "
				"group_concat(id || '=' || of || ' ' || filter, ', ') FROM (SELECT * FROM drops ORDER BY id)), '')");
}

Test(decide, a_page_that_is_dropped_takes_its_drops_along)
{
	cr_assert_eq(store_drop(st, 2, 1, &why), OK, "%s", why.text);
	cr_expect_str_eq(articles(), "1 4 | 2=1 decision, 3=1 exact");
	cr_expect_eq(scratch_number(st, "SELECT kept FROM signatures WHERE id = 2"), 1, "it is an alias");
}

/* However often they move, the numbers speak of the page that the filter compared them with. */
Test(decide, drops_that_move_tell_the_page_they_were_compared_with)
{
	cr_assert_eq(store_drop(st, 2, 1, &why), OK, "%s", why.text);
	cr_expect_eq(scratch_number(st, "SELECT evidence ->> '$.\"compared-with\"' FROM drops WHERE id = 3"), 2);
	cr_assert_eq(store_drop(st, 1, 4, &why), OK, "%s", why.text);
	cr_expect_eq(scratch_number(st, "SELECT of FROM drops WHERE id = 3"), 4);
	cr_expect_eq(scratch_number(st, "SELECT evidence ->> '$.\"compared-with\"' FROM drops WHERE id = 3"), 2);
}

/* Of what a dropped page contains, and of what contains it, no row is left. */
Test(decide, a_dropped_page_supersedes_nothing)
{
	store_reason older = article_reason(2, "supersedes"), newer = article_reason(1, "supersedes");

	cr_assert(store_put_supersedes(st, 4, &older) == OK && store_put_supersedes(st, 2, &newer) == OK);
	cr_assert_eq(store_drop(st, 2, 1, &why), OK, "%s", why.text);
	cr_expect_eq(scratch_number(st, "SELECT count(*) FROM supersedes"), 0);
}

Test(decide, the_last_decision_about_an_article_counts)
{
	cr_assert_eq(store_drop(st, 3, 1, &why), OK);
	cr_assert_eq(store_undo(st, 3, &why), OK, "%s", why.text);
	cr_assert_eq(store_drop(st, 3, 4, &why), OK);
	cr_expect_str_eq(scratch_text(st, "SELECT group_concat(what || of_url) FROM decisions WHERE url = 'http://a/3'"), "drophttp://a/4");
	cr_expect_str_eq(articles(), "1 2 4 | 3=4 decision");
}

Test(decide, what_cannot_be_is_refused_with_the_reason)
{
	cr_expect_eq(store_undo(st, 1, &why), ERR_USAGE);
	cr_expect_str_eq(why.text, "#1 is a page, and only drops can be taken back");
	cr_expect_eq(store_drop(st, 2, 3, &why), ERR_USAGE);
	cr_expect_str_eq(why.text, "#2 would be a drop of itself");
	cr_assert(store_retire(st, 4, "gone") == OK);
	cr_expect_eq(store_drop(st, 4, 1, &why), ERR_USAGE);
	cr_expect_str_eq(why.text, "#4 is an article of the past");
	cr_expect_neq(store_drop(st, 99, 1, &why), OK);
	cr_expect_eq(scratch_number(st, "SELECT count(*) FROM decisions"), 0);
	cr_expect_eq(store_remove_decision(st, 7), ERR_MISSING);
}

Test(decide, a_pattern_is_kept_once)
{
	for (int i = 0; i < 2; i++)
		cr_assert(store_put_pattern(st, "prefer", "x") == OK);
	cr_assert(store_put_pattern(st, "never-drop", "x") == OK);
	cr_expect_str_eq(scratch_text(st, "SELECT group_concat(what || pattern) FROM decisions"), "preferx,never-dropx");
}
