#include "crawler/crawl/conclusion.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "crawler/crawl/crawl.h"
#include "tests/crawler/still_clock.h"

static const settings three = {.retries = 3};

/* A response, what the URL was before, and what is concluded. */
static const struct row {
	long http;
	bool temporary;
	int tries;
	int64_t retry_after;
	enum store_end was;
	enum store_result result;
	int64_t pause_least, pause_most; /* seconds */
} rows[] = {
	{404, false, 0, 0, END_NONE, RESULT_FAILURE, 0, 0},
	{404, false, 0, 0, END_PAGE, RESULT_FAILURE, 0, 0}, /* it is gone */
	{410, false, 0, 0, END_DROP, RESULT_FAILURE, 0, 0},
	{403, false, 0, 0, END_PAGE, RESULT_UNREACHED, 0, 0},
	{403, false, 0, 0, END_FAILURE, RESULT_FAILURE, 0, 0},
	{403, false, 0, 0, END_SKIP, RESULT_UNREACHED, 0, 0},
	{500, true, 0, 0, END_NONE, RESULT_RETRY, 0, 0},
	{500, true, 2, 0, END_PAGE, RESULT_RETRY, 0, 0},
	{500, true, 3, 0, END_NONE, RESULT_FAILURE, 0, 0},
	{500, true, 3, 0, END_PAGE, RESULT_UNREACHED, 0, 0},
	{500, true, 0, 7, END_NONE, RESULT_RETRY, 0, 0},
	{503, true, 0, 0, END_NONE, RESULT_RETRY, 2, 3},
	{503, true, 1, 0, END_NONE, RESULT_RETRY, 4, 6},
	{429, true, 2, 0, END_NONE, RESULT_RETRY, 8, 12},
	{429, true, 0, 7, END_NONE, RESULT_RETRY, 7, 7},
	{429, true, 3, 0, END_NONE, RESULT_FAILURE, 0, 0}, /* the last try, and nothing asked: no pause */
	{429, true, 3, 60, END_NONE, RESULT_FAILURE, 60, 60},
	{429, true, 0, RETRY_AFTER_MOST_S + 1, END_NONE, RESULT_RETRY, RETRY_AFTER_MOST_S, RETRY_AFTER_MOST_S},
	{0, true, 0, 0, END_NONE, RESULT_RETRY, 0, 0},
};

Test(conclusion, failures_are_tried_again_or_end_the_url)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct row *r = &rows[i];
		visit v = {.kind = TASK_PAGE, .url = {.tries = r->tries, .was = r->was}};
		conclusion x = {.kind = URL_ENDS};
		int64_t delay_s;

		v.fetched.http_status = r->http;
		v.fetched.is_temporary = r->temporary;
		v.fetched.headers.retry_after_s = r->retry_after;
		strcpy(v.fetched.reason, "why");
		conclude_failed(&three, &v, &x);
		cr_expect_eq(x.outcome.result, r->result, "row %zu: %d", i, x.outcome.result);
		cr_expect_str_eq(x.outcome.reason, "why");
		cr_expect(x.pause_ms >= r->pause_least * 1000 && x.pause_ms <= r->pause_most * 1000, "row %zu: %lld", i,
			  (long long)x.pause_ms);
		delay_s = x.outcome.next_try - clock_plan_s();
		if (r->result == RESULT_RETRY && r->pause_least)
			cr_expect_eq(delay_s * 1000, x.pause_ms, "row %zu", i);
		if (r->result == RESULT_RETRY && r->retry_after && r->retry_after < RETRY_AFTER_MOST_S)
			cr_expect_eq(delay_s, r->retry_after, "row %zu", i);
	}
}

Test(conclusion, an_article_that_robots_forbids_stays)
{
	visit v = {.url = {.was = END_PAGE}};
	conclusion x = {.kind = URL_ENDS};

	conclude_skip(&v, "robots.txt", NULL, &x);
	cr_expect_eq(x.outcome.result, RESULT_UNREACHED);
	conclude_skip(&v, "noindex", NULL, &x);
	cr_expect_eq(x.outcome.result, RESULT_SKIP);
	cr_expect(conclusion_ends_article(&v, &x.outcome) && conclusion_has_nothing(&x.outcome));
	v.url.was = END_NONE;
	conclude_skip(&v, "robots.txt: unreachable", "http://a/", &x);
	cr_expect_eq(x.outcome.result, RESULT_SKIP);
	cr_expect_str_eq(x.outcome.to_url, "http://a/");
	cr_expect(!conclusion_ends_article(&v, &x.outcome) && !conclusion_has_nothing(&x.outcome));
}

Test(conclusion, only_the_first_empty_response_is_provisional)
{
	const settings none = {.retries = 0};
	visit v = {.kind = TASK_PAGE};
	conclusion x = {.kind = URL_ENDS};

	v.fetched.is_provisional = true;
	v.fetched.http_status = 202;
	cr_expect(conclude_is_provisional(&three, &v) && !conclude_is_provisional(&none, &v));
	conclude_provisional(&v, &x);
	cr_expect(x.outcome.result == RESULT_RETRY && strcmp(x.outcome.reason, "http 202") == 0 && x.pause_ms == 0);
	v.url.tries = 1;
	cr_expect_not(conclude_is_provisional(&three, &v));
	v.url.tries = 0;
	v.kind = TASK_SITEMAP;
	cr_expect_not(conclude_is_provisional(&three, &v));
}

/* Also, a 200 without validators means that there are none any more. */
Test(conclusion, a_304_keeps_the_validators_that_it_does_not_repeat)
{
	char etag[] = "new";
	visit v = {.known = {.article = 5, .etag = "old", .last_modified = "then"}};
	conclusion x = {.kind = URL_ENDS};

	v.fetched.http_status = 304;
	v.fetched.headers.etag = etag;
	conclude_unchanged(&v, &x);
	cr_expect_eq(x.outcome.article, 5);
	cr_expect_str_eq(x.outcome.etag, "new");
	cr_expect_str_eq(x.outcome.last_modified, "then");
	v.fetched.http_status = 200;
	conclude_unchanged(&v, &x);
	cr_expect_str_eq(x.outcome.etag, "new");
	cr_expect_null(x.outcome.last_modified);
	v.fetched.headers.etag = NULL;
	conclude_unchanged(&v, &x);
	cr_expect_null(x.outcome.etag);
}

/* Gives the visit of a robots.txt the response of a redirect, and concludes from it. */
static conclusion redirect_robots(visit *v, char *location)
{
	fetch_result r = {.ctx = v, .outcome = FETCH_REDIRECT, .elapsed_ms = 900, .is_unreached = true};
	conclusion x = {.kind = URL_ENDS};

	r.headers.location = location;
	cr_assert_eq(visit_fetched(NULL, &r, &x), OK);
	return x;
}

Test(conclusion, a_robots_txt_is_followed_five_times)
{
	visit v = {.kind = TASK_ROBOTS, .arena = arena_new(), .url = {.url = "http://a.example/robots.txt"}, .own_ms = 20};
	conclusion x;

	strcpy(v.own_address, "192.0.2.1");
	for (v.robots_hops = 0; v.robots_hops < 5; v.robots_hops++) {
		x = redirect_robots(&v, (char[]){"//b.example/r"});
		cr_assert_eq(x.kind, URL_MOVES);
		cr_expect_str_eq(x.target.url, "http://b.example/r");
	}
	x = redirect_robots(&v, (char[]){"/r"});
	cr_expect_eq(x.kind, HOST_ANSWERS);
	cr_expect_eq(v.fetched.outcome, FETCH_FAILED);
	cr_expect_str_eq(v.fetched.reason, "more than 5 redirects");
	/* The host has answered, however late the other one was. */
	cr_expect(v.fetched.elapsed_ms == 20 && !v.fetched.is_unreached && strcmp(v.fetched.address, "192.0.2.1") == 0);
	v.robots_hops = 0;
	x = redirect_robots(&v, (char[]){"ftp://a.example/"});
	cr_expect(x.kind == HOST_ANSWERS && v.fetched.is_unreached);
	cr_expect_str_eq(v.fetched.reason, NO_WEB_ADDRESS);
	arena_free(v.arena);
}

static enum conclusion_kind kind_of(enum task_kind kind, fetch_result r)
{
	const crawl c = {.settings = &three};
	visit v = {.kind = kind, .url = {.url = "http://a.example/"}};
	conclusion x = {.kind = URL_STAYS};

	r.ctx = &v;
	cr_assert_eq(visit_fetched((crawl *)&c, &r, &x), OK);
	return x.kind;
}

Test(conclusion, the_workers_read_pages_and_nothing_else)
{
	cr_expect_eq(kind_of(TASK_PAGE, (fetch_result){.outcome = FETCH_BODY}), URL_IS_READ);
	cr_expect_eq(kind_of(TASK_PROBE, (fetch_result){.outcome = FETCH_BODY}), URL_IS_READ);
	cr_expect_eq(kind_of(TASK_PROBE, (fetch_result){.outcome = FETCH_FAILED}), HOST_ANSWERS);
	cr_expect_eq(kind_of(TASK_SITEMAP, (fetch_result){.outcome = FETCH_BODY}), URL_ENDS);
	cr_expect_eq(kind_of(TASK_PAGE, (fetch_result){.outcome = FETCH_BODY, .is_list = true}), URL_ENDS);
	cr_expect_eq(kind_of(TASK_PAGE, (fetch_result){.outcome = FETCH_BODY, .is_provisional = true}), URL_ENDS);
	cr_expect_eq(kind_of(TASK_PAGE, (fetch_result){.outcome = FETCH_SKIP, .reason = "media"}), URL_ENDS);
	cr_expect_eq(kind_of(TASK_PAGE, (fetch_result){.outcome = FETCH_FAILED, .reason = "dns"}), URL_ENDS);
}
