/* rejudge judges all articles of a store again, with another filter or with patterns, and calls back for each. */
#include "judge/rejudge.h"

#include "judge/judge.h"
#include "store/decide.h"
#include "tests/store/articles.h"
#include "tests/store/scratch.h"

static store *st;

/* Pages 1 and 3; 2 is a drop of 1 by the filter exact. */
static void make(void)
{
	static const char *const texts[] = {"rain", "rain", "snow"};
	static const uint8_t key[FILTER_KEY_SIZE];
	arena *a = arena_new();
	complaint why = {""};
	filter *exact;
	judge *j;

	scratch_make();
	st = scratch_store();
	cr_assert(filter_open("exact", key, &exact, &why) == OK && judge_open(exact, st, &j, &why) == OK, "%s", why.text);
	cr_assert(store_begin(st) == OK);
	for (int i = 0; i < 3; i++) {
		char url[20];
		store_article x;
		judgement v = {0};

		snprintf(url, sizeof url, "http://a/%d", i + 1);
		x = article_of(url, texts[i], "");
		cr_assert(filter_sign(exact, x.page, a, &x.signature) == OK && judge_article(j, &x, &v) == OK);
	}
	cr_assert(store_set_filter(st, filter_spec(exact), "") == OK && store_commit(st) == OK);
	judge_close(j);
	filter_close(exact);
	arena_free(a);
}

static void drop(void)
{
	store_close(st);
	scratch_remove();
}

TestSuite(rejudge, .init = make, .fini = drop);

static unsigned told, dropped, unused;

static bool tell(void *ctx, uint64_t done, const char *dropped_by)
{
	(void)ctx;
	told = (unsigned)done;
	dropped += dropped_by != NULL;
	return true;
}

static void tell_unused(const char *pattern)
{
	cr_expect_str_eq(pattern, "--never-drop 'nowhere'");
	unused++;
}

static status judged(const char *spec, const decision_patterns *patterns)
{
	rejudge_settings settings = {.jobs = 2, .memory = 1 << 20, .patterns = patterns, .tell = tell, .tell_unused = tell_unused};
	complaint why = {""};
	filter *f;
	status err = rejudge_open_filter(st, spec, &f, &why);

	told = dropped = unused = 0;
	cr_assert_eq(err, OK, "%s", why.text);
	err = rejudge(st, f, &settings, &why);
	filter_close(f);
	return err;
}

static const char *applied(void)
{
	cr_assert(store_begin(st) == OK && store_apply_judged(st) == OK && store_commit(st) == OK);
	return scratch_text(st, "SELECT (SELECT group_concat(id, ' ') FROM (SELECT id FROM pages ORDER BY id)) || ' | ' || coalesce((SELECT "
				"group_concat(id || '=' || of || ' ' || filter) FROM drops), '')");
}

Test(rejudge, nothing_changes_before_it_is_applied)
{
	const decision_patterns no_patterns = {0};

	cr_assert_eq(judged("none", &no_patterns), OK);
	cr_expect_eq(told, 3u);
	cr_expect_eq(dropped, 0u);
	cr_expect_eq(scratch_number(st, "SELECT count(*) FROM drops"), 1);
	cr_expect_str_eq(applied(), "1 2 3 | ");
}

Test(rejudge, the_same_filter_says_the_same)
{
	const decision_patterns no_patterns = {0};

	cr_assert_eq(judged(NULL, &no_patterns), OK);
	cr_expect_eq(dropped, 1u);
	cr_expect_str_eq(applied(), "1 3 | 2=1 exact");
}

Test(rejudge, patterns_decide_and_the_unused_is_told)
{
	static const char *const kept[] = {"/2$", "nowhere"}, *const preferred[] = {"/2$"};
	const decision_patterns never_drop = {.never_drop = kept, .never_drop_len = 2}, prefer = {.prefer = preferred, .prefer_len = 1};

	cr_assert_eq(judged(NULL, &never_drop), OK);
	cr_expect_eq(unused, 1u);
	cr_expect_str_eq(applied(), "1 2 3 | ");
	cr_assert_eq(judged(NULL, &prefer), OK, "again in the same store: %s", store_error(st));
	cr_expect_eq(unused, 0u);
	cr_expect_str_eq(applied(), "2 3 | 1=2 decision");
}

/* An alias became a page under a later id when its page was gone, and was dropped again when that came back. */
Test(rejudge, what_repeats_an_alias_of_a_later_id_stays_a_drop)
{
	const decision_patterns no_patterns = {0};
	complaint why = {""};

	cr_assert_eq(store_drop(st, 1, 3, &why), OK, "%s", why.text);
	cr_assert_eq(store_promote_drop(st, 1, 4, NULL), OK);
	cr_assert_eq(store_drop(st, 4, 3, &why), OK, "%s", why.text);
	for (int i = 0; i < 2; i++) {
		cr_assert_eq(judged(NULL, &no_patterns), OK);
		cr_expect_str_eq(applied(), "3 | 2=3 exact,4=3 decision");
		cr_expect_eq(scratch_number(st, "SELECT evidence ->> '$.\"compared-with\"' FROM drops WHERE id = 2"), 4);
	}
}

Test(rejudge, equal_aliases_stay_aliases)
{
	const decision_patterns no_patterns = {0};
	complaint why = {""};

	cr_assert(store_drop(st, 1, 3, &why) == OK && store_drop(st, 2, 3, &why) == OK, "%s", why.text);
	cr_assert_eq(judged(NULL, &no_patterns), OK);
	cr_expect_str_eq(applied(), "3 | 1=3 decision,2=3 decision");
	cr_expect_eq(scratch_number(st, "SELECT count(*) FROM signatures WHERE kept = 1"), 3);
}
