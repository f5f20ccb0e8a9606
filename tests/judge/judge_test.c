#include "judge/judge.h"

#include "tests/store/articles.h"
#include "tests/store/scratch.h"

static filter *exact;
static arena *memory;

static void open_filter(void)
{
	static const uint8_t key[FILTER_KEY_SIZE];
	complaint why = {""};

	cr_assert(filter_open("exact", key, &exact, &why) == OK, "%s", why.text);
}

static void make(void)
{
	scratch_make();
	memory = arena_new();
	cr_assert(memory != NULL);
	open_filter();
}

static void drop(void)
{
	filter_close(exact);
	arena_free(memory);
	scratch_remove();
}

TestSuite(judge, .init = make, .fini = drop);

static judge *judge_of(store *st)
{
	complaint why = {""};
	judge *j = NULL;

	cr_assert(judge_open(exact, st, &j, &why) == OK, "%s", why.text);
	return j;
}

static judgement judge_text(judge *j, const char *text)
{
	store_article x = article_of("http://a/", text, "");
	judgement v = {.id = 99};

	cr_assert(filter_sign(exact, x.page, memory, &x.signature) == OK);
	cr_assert(judge_article(j, &x, &v) == OK, "%s", text);
	return v;
}

Test(judge, without_a_store_articles_are_numbered)
{
	judge *j = judge_of(NULL);
	judgement v;

	cr_expect(judge_text(j, "rain").id == 1);
	cr_expect(judge_text(j, "snow").id == 2);
	v = judge_text(j, "rain");
	cr_expect(v.id == 3 && v.dropped && v.verdict.kind == FIRSTPRINT_DUPLICATE && v.verdict.of == 1);
	cr_expect_str_eq(v.filter, "exact");
	v = judge_text(j, "hail");
	cr_expect(v.id == 4 && !v.dropped && v.verdict.of == 0);
	judge_close(j);
	judge_close(NULL);
}

Test(judge, with_a_store_an_article_becomes_a_page_or_a_drop)
{
	store *st = scratch_store();
	judge *j = judge_of(st);

	cr_assert(store_begin(st) == OK);
	judge_text(j, "rain");
	judge_text(j, "snow");
	judge_text(j, "rain");
	cr_assert(store_commit(st) == OK);
	judge_committed(j);
	cr_expect_str_eq(scratch_text(st, "SELECT group_concat(id || text || stage) FROM pages"), "1raintext,2snowtext");
	cr_expect_str_eq(scratch_text(st, "SELECT id || ' of ' || of || ' ' || verdict || ' ' || filter || ' ' || stage || ' '"
					  " || evidence FROM drops"), "3 of 1 duplicate exact text {}");
	judge_close(j);
	store_close(st);
}

Test(judge, a_rollback_forgets_only_its_own_transaction)
{
	store *st = scratch_store();
	judge *j = judge_of(st);

	cr_assert(store_begin(st) == OK);
	judge_text(j, "kept");
	cr_assert(store_commit(st) == OK);
	judge_committed(j);
	cr_assert(store_begin(st) == OK);
	judge_text(j, "lost");
	cr_expect(judge_text(j, "lost").dropped, "a duplicate in the same transaction");
	store_rollback(st);
	judge_rolled_back(j);
	cr_assert(store_begin(st) == OK);
	cr_expect(!judge_text(j, "lost").dropped);
	cr_expect(judge_text(j, "lost").dropped, "and found again now");
	cr_expect(judge_text(j, "kept").dropped);
	cr_assert(store_commit(st) == OK);
	cr_expect(scratch_number(st, "SELECT count(*) FROM pages") == 2);
	judge_close(j);
	store_close(st);
}

Test(judge, a_new_judge_remembers_the_pages_of_the_store)
{
	store *st = scratch_store();
	judge *j = judge_of(st);
	judgement v;

	cr_assert(store_begin(st) == OK);
	judge_text(j, "rain");
	cr_assert(store_commit(st) == OK);
	judge_close(j);
	store_close(st);
	filter_close(exact);
	open_filter();
	st = scratch_store();
	j = judge_of(st);
	cr_assert(store_begin(st) == OK);
	v = judge_text(j, "rain");
	cr_expect(v.dropped && v.verdict.of == 1 && v.id == 2);
	judge_close(j);
	store_close(st);
}

Test(judge, a_signature_of_another_filter_is_refused)
{
	store *st = scratch_store();
	store_article x = article_of("http://a/", "rain", "cut");
	complaint why = {""};
	judge *j = NULL;

	cr_assert(store_put_page(st, 1, &x, NULL) == OK);
	cr_expect(judge_open(exact, st, &j, &why) == ERR_FORMAT && j == NULL);
	cr_expect(why.text[0] != '\0');
	store_close(st);
}

/* ── replacing ── */

static judgement judge_at(judge *j, const char *url, const char *text)
{
	store_article x = article_of(url, text, "");
	judgement v = {0};

	cr_assert(filter_sign(exact, x.page, memory, &x.signature) == OK);
	cr_assert(judge_article(j, &x, &v) == OK, "%s", url);
	return v;
}

/* A page, two duplicates of it, and another page; ids 1 to 4. */
static judge *judge_of_four(store *st)
{
	judge *j = judge_of(st);

	cr_assert(store_begin(st) == OK);
	judge_at(j, "http://a/1", "rain");
	judge_at(j, "http://a/2", "rain");
	judge_at(j, "http://a/3", "rain");
	judge_at(j, "http://a/4", "snow");
	return j;
}

static const char *articles(store *st)
{
	return scratch_text(st, "SELECT (SELECT group_concat(id || url, ' ') FROM (SELECT * FROM pages ORDER BY id)) || ' | ' ||"
				" coalesce((SELECT group_concat(id || url || '=' || of, ' ') FROM (SELECT * FROM drops ORDER BY"
				" id)), '')");
}

Test(judge, the_oldest_duplicate_replaces_a_page_that_is_gone)
{
	store *st = scratch_store();
	judge *j = judge_of_four(st);
	judge_old old = {1, "gone"};

	cr_assert(judge_replace(j, &old, 1, NULL, NULL) == OK);
	cr_expect_str_eq(articles(st), "4http://a/4 5http://a/2 | 3http://a/3=5");
	cr_expect(judge_at(j, "http://a/6", "rain").verdict.of == 5, "and the filter knows it");
	cr_expect_str_eq(scratch_text(st, "SELECT id || why FROM past"), "1gone");
	judge_close(j);
	store_close(st);
}

Test(judge, a_changed_page_loses_its_duplicates)
{
	store *st = scratch_store();
	judge *j = judge_of_four(st);
	judge_old old = {1, "changed"};
	store_article x = article_of("http://a/1", "hail", "");
	judgement v;

	cr_assert(filter_sign(exact, x.page, memory, &x.signature) == OK);
	cr_assert(judge_replace(j, &old, 1, &x, &v) == OK);
	cr_expect(!v.dropped && v.id == 5);
	cr_expect_str_eq(articles(st), "4http://a/4 5http://a/1 6http://a/2 | 3http://a/3=6");
	judge_close(j);
	store_close(st);
}

Test(judge, a_page_that_is_replaced_by_the_same_text_keeps_its_duplicates)
{
	store *st = scratch_store();
	judge *j = judge_of_four(st);
	judge_old old = {1, "changed"};
	store_article x = article_of("http://a/1", "rain", "");
	judgement v;

	cr_assert(filter_sign(exact, x.page, memory, &x.signature) == OK);
	cr_assert(judge_replace(j, &old, 1, &x, &v) == OK);
	cr_expect_str_eq(articles(st), "4http://a/4 5http://a/1 | 2http://a/2=5 3http://a/3=5");
	judge_close(j);
	store_close(st);
}

Test(judge, a_page_and_its_own_duplicate_can_go_together)
{
	store *st = scratch_store();
	judge *j = judge_of_four(st);
	judge_old old[] = {{1, "canonical"}, {2, "canonical"}};

	cr_assert(judge_replace(j, old, 2, NULL, NULL) == OK);
	cr_expect_str_eq(articles(st), "4http://a/4 5http://a/3 | ");
	judge_close(j);
	store_close(st);
}

Test(judge, after_a_restart_the_new_pages_are_remembered)
{
	store *st = scratch_store();
	judge *j = judge_of_four(st);
	judge_old old = {1, "gone"};

	cr_assert(judge_replace(j, &old, 1, NULL, NULL) == OK);
	cr_assert(store_commit(st) == OK);
	judge_close(j);
	filter_close(exact);
	open_filter();
	j = judge_of(st);
	cr_assert(store_begin(st) == OK);
	cr_expect(judge_at(j, "http://a/6", "rain").verdict.of == 5);
	judge_close(j);
	store_close(st);
}

Test(judge, a_rollback_takes_back_who_stands_for_whom)
{
	static const char *const preferred[] = {"^http://b/"};
	const decision_patterns patterns = {.prefer = preferred, .prefer_len = 1};
	store *st = scratch_store();
	judge *j = judge_of(st);
	complaint why = {""};

	cr_assert(judge_decide(j, &patterns, &why) == OK);
	cr_assert(store_begin(st) == OK);
	judge_at(j, "http://a/", "rain");
	cr_assert(store_commit(st) == OK);
	judge_committed(j);
	cr_assert(store_begin(st) == OK);
	cr_expect(!judge_at(j, "http://b/", "rain").dropped, "page 1 stands for it");
	store_rollback(st);
	judge_rolled_back(j);
	cr_assert(store_begin(st) == OK);
	cr_expect(judge_at(j, "http://c/", "rain").verdict.of == 1);
	cr_assert(store_commit(st) == OK);
	judge_close(j);
	store_close(st);
}

/* Two pages gave their places to a third, one since it names another URL, one by a pattern. One of them is gone. */
Test(judge, of_two_that_gave_their_place_one_is_gone)
{
	static const char *const preferred[] = {"^http://c/"};
	const decision_patterns patterns = {.prefer = preferred, .prefer_len = 1};
	store *st = scratch_store();
	judge *j = judge_of(st);
	store_article first = article_of("http://a/1", "rain", "");
	complaint why = {""};
	judgement v;

	first.canonical = "http://b/2";
	cr_assert(judge_decide(j, &patterns, &why) == OK && store_begin(st) == OK);
	cr_assert(filter_sign(exact, first.page, memory, &first.signature) == OK);
	cr_assert(judge_article(j, &first, &v) == OK);
	judge_at(j, "http://b/2", "rain");
	judge_at(j, "http://c/3", "rain");
	cr_expect_str_eq(articles(st), "3http://c/3 | 1http://a/1=3 2http://b/2=3");
	cr_assert_eq(judge_replace(j, &(judge_old){1, "gone"}, 1, NULL, NULL), OK, "%s", store_error(st));
	cr_expect_str_eq(articles(st), "3http://c/3 | 2http://b/2=3");
	judge_close(j);
	store_close(st);
}

/* Closes the judge, decides that 3 is a drop of 4, and opens it again. */
static judge *decide_and_reopen(store *st, judge *j)
{
	complaint why = {""};

	judge_close(j);
	filter_close(exact);
	cr_assert_eq(store_drop(st, 3, 4, &why), OK, "%s", why.text);
	open_filter();
	return judge_of(st);
}

/* It cannot stay a drop of a page that is no more: what the filter says counts then. */
Test(judge, a_decided_drop_outlives_its_page)
{
	store *st = scratch_store();
	judge *j = judge_of_four(st);
	judge_old old = {4, "gone"};

	j = decide_and_reopen(st, j);
	cr_assert_eq(judge_replace(j, &old, 1, NULL, NULL), OK);
	cr_expect_str_eq(articles(st), "1http://a/1 | 2http://a/2=1 3http://a/3=1");
	cr_expect_eq(judge_at(j, "http://a/6", "rain").verdict.of, 1);
	judge_close(j);
	store_close(st);
}

/* Three articles that a decision makes drops of one page: two by the filter drops of each other, when that page is gone. */
Test(judge, a_decision_is_in_force_again_when_its_page_comes_back)
{
	store *st = scratch_store();
	judge *j = judge_of_four(st);
	judge_old old = {4, "gone"};
	complaint why = {""};

	j = decide_and_reopen(st, j);
	judge_close(j);
	filter_close(exact);
	cr_assert_eq(store_drop(st, 1, 4, &why), OK, "%s", why.text);
	open_filter();
	j = judge_of(st);
	cr_expect_str_eq(articles(st), "4http://a/4 | 1http://a/1=4 2http://a/2=4 3http://a/3=4");
	cr_assert_eq(judge_replace(j, &old, 1, NULL, NULL), OK);
	cr_expect_str_eq(articles(st), "5http://a/1 | 2http://a/2=5 3http://a/3=5");
	cr_expect_eq(judge_at(j, "http://a/4", "snow").id, 6);
	cr_expect_str_eq(articles(st), "6http://a/4 | 2http://a/2=6 3http://a/3=6 5http://a/1=6");
	cr_expect_eq(judge_at(j, "http://a/7", "rain").verdict.of, 6, "what repeats an alias is a drop of its page");
	judge_close(j);
	store_close(st);
}

Test(judge, without_a_store_a_rollback_takes_back_numbers_and_pages)
{
	judge *j = judge_of(NULL);

	judge_text(j, "rain");
	judge_committed(j);
	judge_text(j, "snow");
	judge_rolled_back(j);
	cr_expect(judge_text(j, "rain").verdict.of == 1);
	cr_expect(judge_text(j, "snow").id == 3);
	cr_expect(judge_text(j, "snow").verdict.of == 3);
	judge_close(j);
}
