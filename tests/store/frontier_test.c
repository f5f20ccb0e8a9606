#include <limits.h>

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

TestSuite(frontier, .init = make, .fini = drop);

static bool add(store_sighting s)
{
	bool queued = false;

	if (!s.host)
		s.host = "http://a";
	cr_assert(store_add_url(st, &s, NULL, &queued) == OK, "%s: %s", s.url, store_error(st));
	return queued;
}

static int64_t host_of(const char *url)
{
	return scratch_number_of(st, "SELECT host_id FROM urls WHERE url = ?", url);
}

static int64_t id_of(const char *url)
{
	return scratch_number_of(st, "SELECT id FROM urls WHERE url = ?", url);
}

/* The queued URLs of http://a, joined: "/1 /2 ". */
static const char *queue(int64_t now, int depth_most, size_t n)
{
	static char text[256];
	arena *a = arena_new();
	store_url found[16];
	size_t len = 99;

	text[0] = '\0';
	cr_expect(store_queued(st, 1, SUSPECTS_NOT, now, depth_most, a, found, n, &len) == OK && len <= n);
	for (size_t i = 0; i < len; i++)
		snprintf(text + strlen(text), sizeof text - strlen(text), "%s ", found[i].url + strlen("http://a"));
	arena_free(a);
	return text;
}

Test(frontier, a_url_is_added_once)
{
	cr_expect(add((store_sighting){.url = "http://a/"}));
	cr_expect(!add((store_sighting){.url = "http://a/"}));
	cr_expect(add((store_sighting){.url = "http://b/", .host = "http://b"}));
	cr_expect(scratch_number(st, "SELECT count(*) FROM urls") == 2);
	cr_expect(scratch_number(st, "SELECT count(*) FROM hosts") == 2);
	cr_expect(host_of("http://a/") != host_of("http://b/"));
}

Test(frontier, a_known_url_gives_its_host_too)
{
	store_sighting s = {.url = "http://b/", .host = "http://b"};
	int64_t first = 0, again = 0;

	add((store_sighting){.url = "http://a/"});
	cr_assert(store_add_url(st, &s, &first, NULL) == OK);
	cr_assert(store_add_url(st, &s, &again, NULL) == OK);
	cr_expect(first == again && first == host_of("http://b/"));
}

/* A URL is seen twice. What is it then? */
static const struct {
	const char *name;
	store_sighting first, then;
	bool queued; /* by the second call */
	const char *end; /* state, depth, is_seed, after both */
} meetings[] = {
	{"queued, seen nearer to a seed", {.depth = 4}, {.depth = 2}, false, "queued 2 0"},
	{"queued, seen farther from a seed", {.depth = 2}, {.depth = 4}, false, "queued 2 0"},
	{"queued, then a seed", {.depth = 2}, {.is_seed = true}, false, "queued 0 1"},
	{"a seed, then a link", {.is_seed = true}, {.depth = 3}, false, "queued 0 1"},
	{"queued, seen nearer, but not wanted", {.depth = 4}, {.depth = 2, .skip_reason = "nofollow"}, false, "queued 2 0"},
	{"skipped, wanted nearer", {.depth = 4, .skip_reason = "too deep"}, {.depth = 2}, true, "queued 2 0"},
	{"skipped, wanted as a seed", {.skip_reason = "out of scope"}, {.is_seed = true}, true, "queued 0 1"},
	{"skipped, nearer but still unwanted", {.depth = 4, .skip_reason = "too deep"},
	 {.depth = 3, .skip_reason = "too deep"}, false, "skip 3 0"},
	{"skipped, wanted by a farther link", {.depth = 2, .skip_reason = "nofollow"}, {.depth = 4}, true, "queued 4 0"},
};

Test(frontier, a_url_seen_again_takes_the_better_place)
{
	for (size_t i = 0; i < sizeof meetings / sizeof *meetings; i++) {
		store_sighting first = meetings[i].first, then = meetings[i].then;
		char url[32];

		snprintf(url, sizeof url, "http://a/%zu", i);
		first.url = then.url = url;
		add(first);
		cr_expect(add(then) == meetings[i].queued, "%s", meetings[i].name);
		cr_expect_str_eq(scratch_text(st, "SELECT state || ' ' || depth || ' ' || is_seed FROM urls"
						  " ORDER BY id DESC LIMIT 1"), meetings[i].end, "%s", meetings[i].name);
		cr_expect(scratch_number(st, "SELECT (SELECT count(*) FROM skips) = (SELECT count(*) FROM urls WHERE"
					     " state = 'skip')") == 1, "%s", meetings[i].name);
	}
}

Test(frontier, a_url_skipped_for_its_content_stays_skipped)
{
	const char *noindex = "http://a/n";

	add((store_sighting){.url = noindex, .depth = 4});
	scratch_conclude(st, id_of(noindex), END_NONE, (store_outcome){.result = RESULT_SKIP, .reason = "noindex"});
	cr_expect(!add((store_sighting){.url = noindex, .depth = 2, .is_seed = true}));
	cr_expect_str_eq(scratch_text(st, "SELECT state || depth || due FROM urls"), "skip40");
}

Test(frontier, a_url_with_an_outcome_is_not_queued_again)
{
	static const enum store_result ends[] = {RESULT_PAGE, RESULT_DROP, RESULT_REDIRECT, RESULT_FAILURE};

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		char url[32];

		snprintf(url, sizeof url, "http://a/%zu", i);
		add((store_sighting){.url = url, .depth = 3});
		scratch_end(st, id_of(url), ends[i]);
		cr_expect(!add((store_sighting){.url = url, .is_seed = true}), "%s", url);
	}
	cr_expect_str_eq(scratch_text(st, "SELECT group_concat(state || depth) FROM (SELECT * FROM urls ORDER BY id)"),
			 "page3,drop3,redirect3,failure3");
}

Test(frontier, the_lowest_depth_comes_first_then_the_oldest)
{
	add((store_sighting){.url = "http://a/z", .depth = 2});
	add((store_sighting){.url = "http://a/y", .depth = 1});
	add((store_sighting){.url = "http://b/", .host = "http://b"});
	add((store_sighting){.url = "http://a/x", .depth = 1});
	add((store_sighting){.url = "http://a/w", .skip_reason = "media"});
	cr_expect_str_eq(queue(0, INT_MAX, 16), "/y /x /z ");
	cr_expect_str_eq(queue(0, INT_MAX, 2), "/y /x ");
	cr_expect_str_eq(queue(0, 1, 16), "/y /x ");
	cr_expect_str_eq(queue(0, 0, 16), "");
}

Test(frontier, a_retry_waits_for_its_time)
{
	int64_t next = 0;

	add((store_sighting){.url = "http://a/x"});
	add((store_sighting){.url = "http://a/y", .depth = 5});
	scratch_conclude(st, id_of("http://a/x"), END_NONE, (store_outcome){.result = RESULT_RETRY, .next_try = 1000});
	cr_expect_str_eq(queue(999, INT_MAX, 16), "/y ");
	cr_expect_str_eq(queue(1000, INT_MAX, 16), "/x /y ");
	cr_expect(store_next_try(st, 1, SUSPECTS_NOT, 4, &next) == OK && next == 1000);
	cr_expect(store_next_try(st, 1, SUSPECTS_NOT, 5, &next) == OK && next == 0);
	cr_expect(store_next_try(st, 77, SUSPECTS_NOT, 5, &next) == OK && next == -1);
	cr_expect(scratch_number(st, "SELECT tries FROM queue WHERE url = 'http://a/x'") == 1);
}

Test(frontier, the_least_depth_is_that_of_queued_urls)
{
	int least = 7;

	cr_expect(store_least_depth(st, &least) == OK && least == -1);
	add((store_sighting){.url = "http://a/x", .depth = 1});
	add((store_sighting){.url = "http://a/y", .depth = 3});
	cr_expect(store_least_depth(st, &least) == OK && least == 1);
	scratch_end(st, id_of("http://a/x"), RESULT_PAGE);
	cr_expect(store_least_depth(st, &least) == OK && least == 3);
}

Test(frontier, urls_of_a_host_given_up_become_skips)
{
	add((store_sighting){.url = "http://a/1"});
	add((store_sighting){.url = "http://a/2"});
	add((store_sighting){.url = "http://a/3", .skip_reason = "media"});
	add((store_sighting){.url = "http://b/", .host = "http://b"});
	cr_expect(store_skip_host(st, host_of("http://a/1"), "robots.txt: timeout") == OK);
	cr_expect_str_eq(scratch_text(st, "SELECT group_concat(url || ' ' || reason) FROM skips"),
			 "http://a/1 robots.txt: timeout,http://a/2 robots.txt: timeout,http://a/3 media");
	cr_expect_str_eq(scratch_text(st, "SELECT group_concat(url) FROM queue"), "http://b/");
}

static status note_host(void *ctx, const store_host *h)
{
	char *to = ctx;

	snprintf(to + strlen(to), 128 - strlen(to), "%s %s;", h->host, h->robots ? h->robots : "none");
	return OK;
}

Test(frontier, hosts_with_queued_urls_come_with_their_robots_txt)
{
	char hosts[128] = "";

	add((store_sighting){.url = "http://a/"});
	add((store_sighting){.url = "http://b/", .host = "http://b"});
	add((store_sighting){.url = "http://c/", .host = "http://c", .skip_reason = "media"});
	cr_assert(store_put_robots(st, host_of("http://b/"), "rules", 5, 200) == OK);
	cr_expect(store_queued_hosts(st, note_host, hosts) == OK);
	cr_expect_str_eq(hosts, "http://a none;http://b rules;");
}

Test(frontier, robots_txt_is_kept_with_status_and_age)
{
	arena *a = arena_new();
	store_host h;

	add((store_sighting){.url = "http://a/"});
	cr_expect(store_host_of(st, 1, a, &h) == OK && h.robots == NULL);
	cr_assert(store_put_robots(st, 1, "rules and more", 5, 404) == OK);
	cr_expect(store_host_of(st, 1, a, &h) == OK);
	cr_expect_str_eq(h.host, "http://a");
	cr_expect_str_eq(h.robots, "rules");
	cr_expect(h.id == 1 && h.robots_len == 5 && h.robots_status == 404 && h.robots_age >= 0 && h.robots_age < 60);
	cr_expect(store_host_of(st, 9, a, &h) == ERR_MISSING);
	arena_free(a);
}

static status note_seed(void *ctx, const char *url)
{
	char *to = ctx;

	snprintf(to + strlen(to), 128 - strlen(to), "%s ", url);
	return OK;
}

Test(frontier, seeds_are_listed_whatever_their_outcome)
{
	char seeds[128] = "";

	add((store_sighting){.url = "http://a/s", .is_seed = true});
	add((store_sighting){.url = "http://a/link", .depth = 1});
	add((store_sighting){.url = "http://a/t", .is_seed = true});
	scratch_end(st, id_of("http://a/s"), RESULT_PAGE);
	cr_expect(store_seeds(st, note_seed, seeds) == OK);
	cr_expect_str_eq(seeds, "http://a/s http://a/t ");
}

static status skip(const char *url, const char *reason, enum store_skip_kind kind, uint64_t count)
{
	return store_put_skip(st, &(store_skip){.url = url, .reason = reason, .kind = kind, .count = count});
}

Test(frontier, skips_with_the_same_reason_are_counted_together)
{
	cr_expect(skip("http://a/s", "links past the cap", SKIP_PART, 7) == OK);
	cr_expect(skip("http://a/s", "links past the cap", SKIP_PART, 5) == OK);
	cr_expect(skip("http://a/s", "noindex", SKIP_FETCH, 1) == OK);
	cr_expect_str_eq(scratch_text(st, "SELECT group_concat(count || kind) FROM skips"), "12part,1fetch");
}

/* Gives a URL an outcome as the crawler does: first stores its article, then the outcome. */
static void end(const char *url, enum store_result how)
{
	store_article x = article_of(url, "text", "s");
	store_reason why = article_reason(1, "duplicate");

	add((store_sighting){.url = url, .depth = 1});
	if (how == RESULT_PAGE)
		cr_assert(store_put_page(st, 1, &x, NULL) == OK);
	if (how == RESULT_DROP)
		cr_assert(store_put_drop(st, 2, &x, &why) == OK);
	scratch_end(st, id_of(url), how);
}

Test(frontier, every_url_is_only_in_the_table_its_state_names)
{
	add((store_sighting){.url = "http://a/queued"});
	end("http://a/page", RESULT_PAGE);
	end("http://a/drop", RESULT_DROP);
	end("http://a/redirect", RESULT_REDIRECT);
	end("http://a/failure", RESULT_FAILURE);
	end("http://a/skip", RESULT_SKIP);
	add((store_sighting){.url = "http://a/again", .depth = 9, .skip_reason = "too deep"});
	add((store_sighting){.url = "http://a/again", .depth = 1});
	cr_expect(scratch_number(st,
		"SELECT count(*) FROM urls u LEFT JOIN (SELECT url, 'queued' AS state FROM queue"
		" UNION ALL SELECT url, 'page' FROM pages UNION ALL SELECT url, 'drop' FROM drops"
		" UNION ALL SELECT url, 'redirect' FROM redirects UNION ALL SELECT url, 'failure' FROM failures"
		" UNION ALL SELECT url, 'skip' FROM skips) t USING (url) WHERE t.state = u.state") == 7);
	cr_expect(scratch_number(st,
		"SELECT (SELECT count(*) FROM queue) + (SELECT count(*) FROM pages) + (SELECT count(*) FROM drops) +"
		" (SELECT count(*) FROM redirects) + (SELECT count(*) FROM failures) + (SELECT count(*) FROM skips)") == 7);
}
