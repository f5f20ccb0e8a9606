#include "crawler/judge.h"

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

Test(judge, without_a_store_ids_count_articles)
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

Test(judge, what_was_rolled_back_is_forgotten_and_the_rest_is_not)
{
	store *st = scratch_store();
	judge *j = judge_of(st);

	cr_assert(store_begin(st) == OK);
	judge_text(j, "kept");
	cr_assert(store_commit(st) == OK);
	judge_committed(j);
	cr_assert(store_begin(st) == OK);
	judge_text(j, "lost");
	cr_expect(judge_text(j, "lost").dropped, "a twin in the same transaction");
	store_rollback(st);
	judge_rolled_back(j);
	cr_assert(store_begin(st) == OK);
	cr_expect(!judge_text(j, "lost").dropped);
	cr_expect(judge_text(j, "lost").dropped, "and met again now");
	cr_expect(judge_text(j, "kept").dropped);
	cr_assert(store_commit(st) == OK);
	cr_expect(scratch_number(st, "SELECT count(*) FROM pages") == 2);
	judge_close(j);
	store_close(st);
}

Test(judge, a_new_judge_remembers_what_the_store_has_kept)
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

	cr_assert(store_put_page(st, 1, &x) == OK);
	cr_expect(judge_open(exact, st, &j, &why) == ERR_FORMAT && j == NULL);
	cr_expect(why.text[0] != '\0');
	store_close(st);
}
