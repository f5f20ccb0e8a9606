/* Fetched URLs are put into the queue again. */
#include "tests/store/articles.h"
#include "tests/store/scratch.h"

static store *st;

static void make(void)
{
	scratch_make();
	st = scratch_store();
}

static void drop(void)
{
	store_close(st);
	scratch_remove();
}

TestSuite(refresh, .init = make, .fini = drop);

static int64_t put_url(const char *url, enum store_end end)
{
	static const char *const states[] = {"queued", "page", "drop", "redirect", "failure", "skip"};
	int64_t id;

	cr_assert(store_add_url(st, &(store_sighting){.url = url, .host = "http://a"}, NULL, NULL) == OK);
	id = scratch_number(st, "SELECT max(id) FROM urls");
	if (end != END_NONE)
		cr_assert(scratch_number(st, "UPDATE urls SET due = 0 WHERE id = (SELECT max(id) FROM urls) RETURNING id") == id);
	cr_assert(scratch_number_of(st, "UPDATE urls SET state = ? WHERE id = (SELECT max(id) FROM urls) RETURNING id",
				    states[end]) == id);
	return id;
}

static void put_skip(const char *url, enum store_skip_kind kind)
{
	put_url(url, END_SKIP);
	cr_assert(store_put_skip(st, &(store_skip){.url = url, .reason = "why", .kind = kind, .count = 1}) == OK);
}

Test(refresh, fetched_urls_are_due_again_and_keep_their_outcome)
{
	uint64_t due;

	put_url("http://a/page", END_PAGE);
	put_url("http://a/drop", END_DROP);
	put_url("http://a/redirect", END_REDIRECT);
	put_url("http://a/failure", END_FAILURE);
	put_skip("http://a/image", SKIP_FETCH);
	put_skip("http://a/deep", SKIP_LINK);
	cr_assert(scratch_text(st, "UPDATE urls SET change = 'changed' WHERE url LIKE '%deep' RETURNING url"));
	cr_assert(store_refresh(st, &due) == OK && due == 5);
	cr_expect_eq(scratch_number(st, "SELECT count(*) FROM urls WHERE change IS NOT NULL"), 0, "what the last refresh found is over");
	cr_expect_str_eq(scratch_text(st, "SELECT group_concat(state) FROM queue"), "page,drop,redirect,failure,skip");
	cr_expect(scratch_number(st, "SELECT value FROM summary WHERE name = 'queued'") == 0);
	cr_expect(scratch_number(st, "SELECT value FROM summary WHERE name = 'to-refresh'") == 5);
}

/* Whatever is stored of an article, but its bytes, makes another one. */
Test(refresh, an_article_is_the_same_if_all_of_it_is)
{
	firstprint_page pages[] = {{.title = "T", .lang = "en", .text = {"Rain.", 5}}, {.title = "U", .lang = "en", .text = {"Rain.", 5}},
				   {.title = "T", .lang = "de", .text = {"Rain.", 5}}, {.title = "T", .lang = "en", .text = {"Fog..", 5}},
				   {.title = "T", .lang = "en", .kind = FIRSTPRINT_LIST, .text = {"Rain.", 5}}};
	store_article x = article_of("http://a/x", "Rain.", "s");
	arena *a = arena_new();
	bool same;

	x.page = &pages[0];
	cr_assert(store_put_page(st, 1, &x, NULL) == OK);
	for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
		x.page = &pages[i];
		cr_assert(store_is_same_article(st, 1, &x, a, &same) == OK);
		cr_expect_eq(same, i == 0, "%zu", i);
	}
	x.page = &pages[0];
	x.canonical = "http://a/y";
	cr_assert(store_is_same_article(st, 1, &x, a, &same) == OK);
	cr_expect(!same);
	arena_free(a);
}

Test(refresh, an_interrupted_refresh_goes_on_where_it_stopped)
{
	int64_t one = put_url("http://a/1", END_PAGE);
	uint64_t due;

	put_url("http://a/2", END_PAGE);
	cr_assert(store_refresh(st, NULL) == OK);
	scratch_conclude(st, one, END_PAGE, (store_outcome){.result = RESULT_UNCHANGED});
	cr_assert(store_refresh(st, &due) == OK && due == 1);
	cr_expect_str_eq(scratch_text(st, "SELECT change FROM urls WHERE due = 0"), "unchanged");
}

Test(refresh, the_queue_gives_the_outcome_a_url_has)
{
	arena *a = arena_new();
	store_url out[4];
	size_t n;

	put_url("http://a/new", END_NONE);
	put_url("http://a/drop", END_DROP);
	cr_assert(store_refresh(st, NULL) == OK);
	cr_assert(store_queued(st, 1, SUSPECTS_NOT, 0, 9, a, out, 4, &n) == OK && n == 2);
	cr_expect(out[0].was == END_NONE && out[1].was == END_DROP);
	arena_free(a);
}

/* The row of an unchanged page is written in place: a new one would take as much again as its text. */
Test(refresh, an_unchanged_page_takes_no_more_room)
{
	enum { LEN = 1 << 20 };
	char *text = malloc(LEN + 1);
	store_article x;
	int64_t before;

	memset(text, 'r', LEN);
	text[LEN] = '\0';
	x = article_of("http://a/1", text, "s");
	put_url("http://a/1", END_PAGE);
	cr_assert(store_put_page(st, 5, &x, NULL) == OK);
	before = scratch_number(st, "SELECT page_count FROM pragma_page_count");
	scratch_conclude(st, 1, END_PAGE, (store_outcome){.result = RESULT_UNCHANGED, .article = 5});
	cr_expect_leq(scratch_number(st, "SELECT page_count FROM pragma_page_count"), before + 20);
	free(text);
}

Test(refresh, validators_are_those_of_the_article)
{
	store_article x = article_of("http://a/1", "Rain.", "s");
	store_validator v;
	arena *a = arena_new();

	x.etag = "\"e\"";
	put_url("http://a/1", END_PAGE);
	cr_assert(store_put_page(st, 5, &x, NULL) == OK);
	cr_assert(store_validators(st, "http://a/1", a, &v) == OK);
	cr_expect(v.article == 5 && v.last_modified == NULL && strlen(v.digest) == 64);
	cr_expect_str_eq(v.checked_at, v.fetched_at);
	cr_expect_str_eq(v.etag, "\"e\"");
	scratch_conclude(st, 1, END_PAGE, (store_outcome){.result = RESULT_UNCHANGED, .article = 5, .last_modified = "yesterday"});
	cr_assert(store_validators(st, "http://a/1", a, &v) == OK && v.etag == NULL);
	cr_expect_str_eq(v.last_modified, "yesterday");
	cr_expect(scratch_number(st, "SELECT checked_at > fetched_at FROM pages") == 1);
	cr_expect(store_validators(st, "http://a/2", a, &v) == ERR_MISSING);
	arena_free(a);
}

Test(refresh, a_page_or_drop_that_came_again_has_its_new_validators)
{
	static const char *const urls[] = {"http://a/page", "http://a/drop"};
	static const char *const etags[] = {"\"of the page\"", "\"of the drop\""};
	const store_reason why = article_reason(1, "duplicate");
	store_article x = article_of(urls[0], "Rain.", "s");
	arena *a = arena_new();
	store_validator v;

	x.etag = "\"old\"";
	cr_assert(store_put_page(st, 1, &x, NULL) == OK);
	x.url = urls[1];
	cr_assert(store_put_drop(st, 2, &x, &why) == OK);
	for (uint64_t i = 0; i < 2; i++) {
		x = (store_article){.page = x.page, .bytes = 200 + i, .links = 3, .etag = etags[i], .fetched_at = "2026-03-02T12:30:05Z"};
		cr_assert(store_renew_article(st, i + 1, &x) == OK);
	}
	for (uint64_t i = 0; i < 2; i++) {
		cr_assert(store_validators(st, urls[i], a, &v) == OK && v.article == i + 1);
		cr_expect_str_eq(v.etag, etags[i]);
		cr_expect_str_eq(v.fetched_at, "2026-03-02T12:30:05Z");
		cr_expect_str_eq(v.checked_at, v.fetched_at);
	}
	cr_expect_str_eq(scratch_text(st, "SELECT bytes || ' ' || links FROM pages"), "200 3");
	cr_expect_str_eq(scratch_text(st, "SELECT bytes || ' ' || links FROM drops"), "201 3");
	arena_free(a);
}

Test(refresh, a_host_that_is_given_up_keeps_its_articles)
{
	put_url("http://a/1", END_PAGE);
	cr_assert(store_refresh(st, NULL) == OK);
	put_url("http://a/2", END_NONE);
	cr_assert(store_skip_host(st, 1, "robots.txt: http 503") == OK);
	cr_expect_str_eq(scratch_text(st, "SELECT group_concat(state || coalesce(change, '')) FROM urls"),
			 "pageunreached: robots.txt: http 503,skip");
	cr_expect(scratch_number(st, "SELECT count(*) FROM queue") == 0);
}
