#include "crawler/frontier/url_rules.h"

#include <criterion/criterion.h>

#include "store/ask.h"
#include "tests/store/articles.h"
#include "tests/store/scratch.h"

static store *st;
static url_rules *r;
static arena *memory;
static uint64_t next_id;

static void make(void)
{
	scratch_make();
	st = scratch_store();
	memory = arena_new();
	next_id = 1;
	cr_assert(memory != NULL);
	cr_assert(store_add_url(st, &(store_sighting){.url = "http://a/", .host = "http://a"}, NULL, NULL) == OK);
	cr_assert(url_rules_open(st, 1, &r) == OK);
}

static void drop(void)
{
	url_rules_close(r);
	arena_free(memory);
	store_close(st);
	scratch_remove();
}

TestSuite(url_rules, .init = make, .fini = drop);

static uint64_t put_page(const char *url)
{
	store_article x = article_of(url, "Rain.", "s");

	cr_assert(store_put_page(st, next_id, &x, NULL) == OK);
	return next_id++;
}

static int64_t judged(const char *url, uint64_t of)
{
	store_head page = {0};
	int64_t requeued = -1;

	cr_assert(!of || store_head_of(st, of, memory, &page) == OK);
	cr_assert(url_rules_judged(r, &(url_judged){.url = url, .of = of, .of_url = page.url}, memory, &requeued) == OK, "%s", url);
	return requeued;
}

/* n pages, and each of them again at a URL made from the pattern and its number. */
static void teach(const char *pattern, int from, int n)
{
	char url[64], variant[64];

	for (int i = from; i < from + n; i++) {
		snprintf(url, sizeof url, "http://a/%d", i);
		snprintf(variant, sizeof variant, pattern, i);
		judged(variant, put_page(url));
	}
}

#define RULE(columns) scratch_text(st, "SELECT group_concat(" columns ") FROM rules")

static void put_url(const char *url, const char *state)
{
	char sql[200];

	cr_assert(store_add_url(st, &(store_sighting){.url = url, .host = "http://a"}, NULL, NULL) == OK);
	snprintf(sql, sizeof sql, "UPDATE urls SET state = '%s' WHERE url = '%s' RETURNING url", state, url);
	cr_assert_str_eq(scratch_text(st, sql), url);
}

static void put_plain(const char *url)
{
	char plain[64];

	snprintf(plain, sizeof plain, "%.*s", (int)strcspn(url, "?"), url);
	put_url(plain, "page");
}

/* The first URL of the pattern that is a sample, or is none. The plain URLs of all have a page. */
static const char *url_that_is(const char *pattern, bool sample, int from)
{
	static char url[64];
	const char *reason, *plain;

	for (int i = from; i < from + 1000; i++) {
		snprintf(url, sizeof url, pattern, i);
		put_plain(url);
		if (url_rules_skip(r, url, memory, &reason, &plain) != sample)
			return url;
	}
	cr_assert(false, "none");
	return NULL;
}

Test(url_rules, a_parameter_that_makes_no_difference_is_learned)
{
	const char *reason, *plain;

	teach("http://a/%d?view=x", 0, RULE_REPEATS - 1);
	cr_expect_str_eq(RULE("part||name||state"), "parameterviewwatched");
	teach("http://a/%d?view=x", 100, 1);
	cr_expect_str_eq(RULE("name||state||judged||' '||repeats"), "viewactive20 20");
	cr_assert(url_rules_skip(r, url_that_is("http://a/%d?view=y&page=2", false, 0), memory, &reason, &plain));
	cr_expect_str_eq(reason, "repeats: ?view=");
	cr_expect(strstr(plain, "?page=2") && !strstr(plain, "view"), "%s", plain);
	cr_expect(!url_rules_skip(r, "http://a/7?page=2", memory, &reason, &plain));
}

Test(url_rules, a_segment_that_makes_no_difference_is_learned)
{
	const char *reason, *plain;

	teach("http://a/print/%d", 0, RULE_REPEATS);
	cr_assert(url_rules_skip(r, url_that_is("http://a/print/%d", false, 500), memory, &reason, &plain));
	cr_expect_str_eq(reason, "repeats: /print/");
	cr_expect(strstr(plain, "/print") == NULL);
}

Test(url_rules, so_is_a_slash_too_many)
{
	const char *reason, *plain;

	teach("http://a//%d", 0, RULE_REPEATS);
	cr_assert(url_rules_skip(r, url_that_is("http://a//%d", false, 500), memory, &reason, &plain));
	cr_expect_str_eq(reason, "repeats: //");
	cr_expect(strstr(plain + strlen("http://"), "//") == NULL, "%s", plain);
}

Test(url_rules, duplicates_at_other_urls_teach_nothing)
{
	char url[64], variant[64];

	for (int i = 0; i < 40; i++) {
		snprintf(url, sizeof url, "http://a/v15/%d", i);
		snprintf(variant, sizeof variant, "http://a/v14/%d", i);
		judged(variant, put_page(url));
	}
	cr_expect_str_eq(RULE("name"), "");
}

Test(url_rules, a_parameter_that_names_pages_is_not_learned)
{
	uint64_t first = put_page("http://a/show?id=0");
	char url[64];

	for (int i = 1; i < 200; i++) {
		snprintf(url, sizeof url, "http://a/show?id=%d", i);
		judged(url, i % 4 ? 0 : first); /* one in four is a duplicate */
	}
	cr_expect_str_eq(RULE("name||state"), "idwatched");
}

Test(url_rules, another_duplicate_of_the_same_page_counts_too)
{
	store_article x = article_of("http://a/b", "Rain.", "s");
	store_reason why;
	uint64_t page = put_page("http://a/a");

	why = article_reason(page, "duplicate");
	cr_assert(store_put_drop(st, next_id++, &x, &why) == OK);
	teach("http://a/%d?p=1", 0, 1);
	judged("http://a/b?p=1", page);
	cr_expect_str_eq(RULE("judged||' '||repeats"), "2 2");
}

Test(url_rules, a_page_that_comes_before_its_plain_url_says_nothing)
{
	uint64_t first = put_page("http://a/0?view=x");

	put_url("http://a/0", "queued");
	put_url("http://a/1", "queued");
	teach("http://a/%d?view=x", 100, 2);
	cr_expect_str_eq(RULE("judged||' '||repeats"), "2 2");
	judged("http://a/0?view=x", 0);
	judged("http://a/1?view=x", first);
	cr_expect_str_eq(RULE("judged||' '||repeats"), "2 2", "neither new nor a duplicate");
	judged("http://a/0", first);
	cr_expect_str_eq(RULE("judged||' '||repeats"), "3 3", "the plain URL says it");
	judged("http://a/never?view=x", 0);
	cr_expect_str_eq(RULE("judged||' '||repeats"), "4 3", "nobody will fetch its plain URL");
}

Test(url_rules, a_restart_continues_with_what_was_learned)
{
	teach("http://a/%d?view=x", 0, RULE_REPEATS - 1);
	url_rules_close(r);
	r = NULL;
	cr_assert(url_rules_open(st, 1, &r) == OK);
	teach("http://a/%d?view=x", 100, 1);
	cr_expect_str_eq(RULE("state"), "active");
}

Test(url_rules, skipped_urls_are_counted)
{
	const char *reason, *plain;

	teach("http://a/%d?view=x", 0, RULE_REPEATS);
	url_rules_skip(r, url_that_is("http://a/%d?view=z", false, 0), memory, &reason, &plain);
	cr_expect(atoi(RULE("skipped")) >= 1);
}

Test(url_rules, a_wrong_rule_is_withdrawn_for_good)
{
	const char *reason, *plain, *sample;
	int saved;
	store_skip skip = {.url = "http://a/lost?view=1", .reason = "repeats: ?view=", .kind = SKIP_FETCH, .count = 1};

	teach("http://a/%d?view=x", 0, RULE_REPEATS);
	cr_assert(store_add_url(st, &(store_sighting){.url = skip.url, .host = "http://a"}, NULL, NULL) == OK);
	scratch_conclude(st, 2, END_NONE, (store_outcome){.result = RESULT_SKIP, .reason = skip.reason});
	sample = url_that_is("http://a/%d?view=x", true, 2000);
	saved = atoi(RULE("skipped"));
	cr_expect(judged(sample, 0) == 1, "the URL it skipped is queued again");
	cr_expect_str_eq(RULE("state||contrary"), "withdrawn1");
	cr_expect_eq(atoi(RULE("skipped")), saved - 1, "what is queued again was not saved");
	cr_expect_str_eq(scratch_text(st, "SELECT state || due FROM urls WHERE id = 2"), "queued1");
	cr_expect(scratch_number(st, "SELECT count(*) FROM skips") == 0);
	teach("http://a/%d?view=x", 5000, 100);
	cr_expect(!url_rules_skip(r, "http://a/7?view=x", memory, &reason, &plain));
}

/* Skips the URL by the rule for ?view=, as the crawl does. */
static void skip(const char *url, const char *plain)
{
	store_skip row = {.url = url, .reason = "repeats: ?view=", .kind = SKIP_FETCH, .count = 1, .of_url = plain};

	put_url(url, "skip");
	scratch_text(st, "UPDATE urls SET due = 0 WHERE state = 'skip' RETURNING url");
	cr_assert(store_put_skip(st, &row) == OK);
}

static int64_t ended(const char *url, bool has_article)
{
	int64_t requeued = -1;

	cr_assert(url_rules_ended(r, url, has_article, memory, &requeued) == OK);
	return requeued;
}

Test(url_rules, samples_wait_for_their_plain_url)
{
	const char *reason, *plain_url;
	char sample[64], plain[64];

	teach("http://a/%d?view=x", 0, RULE_REPEATS);
	snprintf(sample, sizeof sample, "%s", url_that_is("http://a/%d?view=x", true, 2000));
	snprintf(plain, sizeof plain, "%.*s", (int)strcspn(sample, "?"), sample);
	put_url(plain, "queued");
	cr_expect(url_rules_skip(r, sample, memory, &reason, &plain_url));
	skip(sample, plain);
	cr_expect_eq(ended(plain, true), 1, "now it is fetched");
	cr_expect_str_eq(scratch_text(st, "SELECT state || due FROM urls WHERE url LIKE '%view=x'"), "skip1");
	cr_expect_eq(ended(plain, true), 0, "once");
}

Test(url_rules, of_many_with_one_plain_url_one_is_a_sample)
{
	char url[64];
	int n = 0;

	teach("http://a/%d?view=x", 0, RULE_REPEATS);
	put_url("http://a/show", "page");
	for (int i = 0; n < RULE_SAMPLE; i++) {
		const char *reason, *plain;

		snprintf(url, sizeof url, "http://a/show?view=%d", i);
		if (!url_rules_skip(r, url, memory, &reason, &plain))
			continue; /* chosen by its hash */
		skip(url, "http://a/show");
		n += 1;
		if (n == RULE_SAMPLE - 1)
			cr_expect_eq(ended("http://a/show", true), 0);
	}
	cr_expect_eq(ended("http://a/show", true), 1);
	cr_expect_eq(scratch_number(st, "SELECT due FROM urls WHERE url = (SELECT min(url) FROM urls WHERE due = 1)"), 1);
}

Test(url_rules, a_plain_url_without_an_article_speaks_against_the_rule)
{
	const char *reason, *plain;

	teach("http://a/%d?view=x", 0, RULE_REPEATS);
	put_url("http://a/lost", "failure");
	cr_expect(!url_rules_skip(r, "http://a/lost?view=1", memory, &reason, &plain));
	cr_expect_eq(ended("http://a/lost", false), 0, "nothing was skipped for it");
	cr_expect_str_eq(RULE("state||contrary"), "active0");
	skip("http://a/lost?view=2", "http://a/lost");
	cr_expect_eq(ended("http://a/lost", false), 1);
	cr_expect_str_eq(RULE("state||contrary"), "withdrawn1");
}

/* n samples of an active rule that repeat the page of the plain URL. */
static void sample_well(int n)
{
	char plain[64];

	for (int i = 0; i < n; i++) {
		const char *url = url_that_is("http://a/%d?view=x", true, 10000 + 100 * i);

		snprintf(plain, sizeof plain, "%.*s", (int)strcspn(url, "?"), url);
		judged(url, put_page(plain));
	}
}

Test(url_rules, one_new_page_among_many_samples_is_tolerated_two_in_a_row_are_not)
{
	teach("http://a/%d?view=x", 0, RULE_REPEATS);
	sample_well(60);
	judged(url_that_is("http://a/%d?view=x", true, 90000), 0);
	cr_expect_str_eq(RULE("state||sampled||' '||contrary"), "active61 1");
	sample_well(1);
	judged(url_that_is("http://a/%d?view=x", true, 91000), 0);
	cr_expect_str_eq(RULE("state"), "active");
	judged(url_that_is("http://a/%d?view=x", true, 92000), 0);
	cr_expect_str_eq(RULE("state||streak"), "withdrawn2");
}

/* ── parameters that make no difference on most sites ── */

Test(url_rules, a_likely_parameter_is_learned_fast_and_applied_where_it_was_seen)
{
	const char *reason, *plain;

	teach("http://a/%d?sort=x", 0, 1);
	cr_expect_str_eq(RULE("name||state"), "sortwatched");
	teach("http://a/%d?sort=x", 1, 1);
	cr_expect_str_eq(RULE("name||state"), "sortactive");
	put_url("http://a/list?sort=x", "drop");
	put_url("http://a/seed?sort=x", "page");
	cr_assert(url_rules_skip(r, url_that_is("http://a/list?sort=%d", false, 0), memory, &reason, &plain));
	cr_expect_str_eq(reason, "repeats: ?sort=");
	cr_expect_str_eq(plain, "http://a/list");
	put_url("http://a/seed", "page");
	cr_expect(!url_rules_skip(r, "http://a/seed?sort=7", memory, &reason, &plain), "none of its URLs was a repeat");
	put_page("http://a/list");
	put_url("http://a/list", "page");
	judged(url_that_is("http://a/list?sort=%d", true, 0), 0);
	cr_expect_str_eq(RULE("name||state"), "sortwithdrawn", "one sample is enough");
}

/* A part of the site that is linked with session ids only: there is nothing yet that its pages could repeat. */
Test(url_rules, an_article_without_a_plain_url_is_no_sample)
{
	const char *reason, *plain;
	char url[64];

	teach("http://a/%d?sid=x", 0, RULE_LIKELY);
	cr_assert_str_eq(RULE("name||state"), "sidactive");
	for (int i = 0; i < 4 * RULE_SAMPLE; i++) {
		snprintf(url, sizeof url, "http://a/exhibits/%d?sid=x", i);
		cr_expect(!url_rules_skip(r, url, memory, &reason, &plain));
		cr_expect_eq(judged(url, 0), 0);
	}
	cr_expect_str_eq(RULE("state||' '||sampled"), "active 0");
}
