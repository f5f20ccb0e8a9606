#include "crawler/frontier/frontier.h"

#include <time.h>

#include "tests/crawler/still_clock.h"
#include "tests/store/scratch.h"

static store *st;
static frontier *f; /* of the test; closed after it */

static void make(void)
{
	scratch_make();
	st = scratch_store();
}

static void drop(void)
{
	frontier_close(f);
	store_close(st);
	scratch_remove();
}

TestSuite(frontier, .init = make, .fini = drop);

/* Without robots.txt, delay and depth limit; one request per host. */
static const frontier_settings plain = {.per_host = 1, .depth_most = -1, .agent = "firstprint"};

static const frontier_settings obeying = {.per_host = 1, .depth_most = -1, .agent = "firstprint", .obey_robots = true};

static void open_with(frontier_settings settings)
{
	frontier_close(f);
	f = NULL;
	cr_assert(frontier_open(&settings, st, &f) == OK);
}

/* Queues http://NAME; the host is the first letter of the name. */
static int64_t add_behind(const char *name, int depth, int barren)
{
	char url[64], host[16];
	store_sighting s = {.url = url, .host = host, .depth = depth, .barren = barren};
	int64_t host_id = 0;

	snprintf(host, sizeof host, "http://%c", name[0]);
	snprintf(url, sizeof url, "http://%s", name);
	cr_assert(store_add_url(st, &s, &host_id, NULL) == OK);
	return host_id;
}

static int64_t add(const char *name, int depth)
{
	return add_behind(name, depth, 0);
}

static frontier_task next_at(int64_t now_ms)
{
	frontier_task t = {.kind = TASK_NONE};

	cr_assert(frontier_next(f, now_ms, &t) == OK);
	return t;
}

/* A moment later. */
static frontier_task next(void)
{
	return next_at(++still_clock_ms);
}

static frontier_task expect_next(const char *name)
{
	frontier_task t = next();

	cr_assert(t.kind == TASK_PAGE, "%s: task %d", name, t.kind);
	cr_expect_str_eq(t.url.url + strlen("http://"), name);
	return t;
}

/* address NULL: not known. */
static status request_ended(frontier_host *h, const char *address, int64_t elapsed_ms)
{
	fetch_result r = {.elapsed_ms = elapsed_ms};
	bool counts;

	snprintf(r.address, sizeof r.address, "%s", address ? address : "");
	return frontier_ended(f, h, &r, &counts);
}

static void fetched(const frontier_task *t)
{
	request_ended(t->host, NULL, 1);
	scratch_end(st, t->url.id, RESULT_PAGE);
	frontier_done(f, t->host, t->url.id);
}

/* Takes tasks until there are none, each done before the next: "a/1 b/1 ". */
static const char *order(void)
{
	static char text[256];
	frontier_task t;

	text[0] = '\0';
	while ((t = next()).kind == TASK_PAGE) {
		snprintf(text + strlen(text), sizeof text - strlen(text), "%s ", t.url.url + strlen("http://"));
		fetched(&t);
	}
	cr_expect(t.kind == TASK_NONE, "task %d", t.kind);
	return text;
}

static status robots_say(const frontier_task *t, long http_status, const char *body)
{
	fetch_result r = {.outcome = http_status / 100 == 2 ? FETCH_BODY : FETCH_FAILED,
			  .http_status = http_status,
			  .headers.retry_after_s = -1};

	cr_assert(t->kind == TASK_ROBOTS);
	snprintf(r.reason, sizeof r.reason, "http %ld", http_status);
	r.body = (buffer){(char *)body, strlen(body), 0};
	r.is_temporary = http_status >= 500;
	return frontier_robots_done(f, t->host, &r);
}

Test(frontier, an_empty_queue_has_no_task)
{
	open_with(plain);
	cr_expect(next().kind == TASK_NONE);
	frontier_close(NULL);
}

Test(frontier, hosts_take_turns_however_long_their_queues_are)
{
	static const char *const names[] = {"a/1", "a/2", "a/3", "a/4", "b/1", "c/1", "c/2"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		add(names[i], 0);
	open_with(plain);
	cr_expect_str_eq(order(), "a/1 b/1 c/1 a/2 c/2 a/3 a/4 ");
}

Test(frontier, robots_txt_comes_first_and_is_kept)
{
	frontier_task t;

	add("a/x", 0);
	open_with(obeying);
	t = next();
	cr_expect_str_eq(t.host->name, "http://a");
	cr_expect(next().kind == TASK_WAIT, "nothing before it has been fetched");
	cr_expect(robots_say(&t, 200, "User-agent: *\nDisallow: /no\n") == OK);
	t = expect_next("a/x");
	cr_expect(!robots_allows(t.host->robots.rules, "/no") && robots_allows(t.host->robots.rules, "/x"));
	open_with(obeying);
	t = expect_next("a/x"); /* the stored one is recent enough */
	cr_expect(!robots_allows(t.host->robots.rules, "/no"));
}

Test(frontier, without_robots_txt_everything_is_allowed)
{
	frontier_task t;

	add("a/x", 0);
	open_with(obeying);
	t = next();
	cr_expect(robots_say(&t, 404, "User-agent: *\nDisallow: /\n") == OK);
	t = expect_next("a/x");
	cr_expect(robots_allows(t.host->robots.rules, "/x"));
}

Test(frontier, a_host_whose_robots_txt_cannot_be_fetched_is_given_up_with_the_reason)
{
	int64_t now = clock_ms();
	frontier_task t;

	add("a/x", 0);
	add("a/y", 0);
	open_with(obeying);
	for (int i = 0; i < ROBOTS_TRIES; i++) {
		t = next_at(now += 60000);
		cr_expect(robots_say(&t, 503, "") == OK);
		cr_expect(next().kind == (i + 1 < ROBOTS_TRIES ? TASK_WAIT : TASK_NONE), "try %d", i);
	}
	cr_expect_str_eq(scratch_text(st, "SELECT group_concat(url || ' ' || reason) FROM skips"),
			 "http://a/x robots.txt: http 503,http://a/y robots.txt: http 503");
	cr_expect(scratch_number(st, "SELECT count(*) FROM queue") == 0);
	frontier_url_added(f, add("a/z", 0));
	cr_expect(next_at(now).kind == TASK_NONE, "a URL added soon is skipped without a request");
	cr_expect(scratch_number(st, "SELECT value FROM summary WHERE name = 'skips'") == 3);
	frontier_url_added(f, add("a/zz", 0));
	cr_expect(next_at(now + 900000).kind == TASK_ROBOTS, "a URL added later causes another try");
}

Test(frontier, retry_after_on_robots_txt_is_respected_up_to_a_limit)
{
	int64_t now = clock_ms();
	fetch_result r = {.outcome = FETCH_FAILED, .http_status = 503, .is_temporary = true, .headers.retry_after_s = 120};
	frontier_task t;

	add("a/x", 0);
	open_with(obeying);
	t = next_at(now);
	cr_assert(frontier_robots_done(f, t.host, &r) == OK);
	t = next_at(now + 60000);
	cr_expect(t.kind == TASK_WAIT && t.wait_until_ms >= now + 120000);
	t = next_at(t.wait_until_ms);
	r.headers.retry_after_s = 86400;
	cr_assert(frontier_robots_done(f, t.host, &r) == OK);
	t = next_at(now + 121000);
	cr_expect(t.kind == TASK_WAIT && t.wait_until_ms <= clock_ms() + RETRY_AFTER_MOST_S * 1000);
}

Test(frontier, a_rule_that_is_cut_at_the_limit_is_ignored)
{
	static char body[ROBOTS_BYTES_MOST + 100];
	size_t len = (size_t)sprintf(body, "User-agent: *\nDisallow: /\n#");
	frontier_task t;

	memset(body + len, 'x', sizeof body - len);
	memcpy(body + ROBOTS_BYTES_MOST - 9, "\nAllow: /pub/\n", 14); /* cut after its first slash */
	body[sizeof body - 1] = '\0';
	for (int again = 0; again < 2; again++) {
		if (!again)
			add("a/x", 0);
		open_with(obeying);
		t = next();
		if (!again) {
			cr_expect(robots_say(&t, 200, body) == OK);
			t = next();
		}
		cr_assert(t.kind == TASK_REFUSED);
		cr_expect_str_eq(t.reason, "robots.txt");
		cr_expect(!robots_allows(t.host->robots.rules, "/secret"), "%d", again);
	}
}

Test(frontier, a_refused_url_does_not_count_as_a_request)
{
	frontier_settings settings = obeying;
	frontier_task t;

	settings.delay_s = 100;
	add("a/no/1", 0);
	add("a/no/2", 0);
	add("a/yes", 0);
	open_with(settings);
	t = next();
	cr_expect(robots_say(&t, 200, "User-agent: *\nDisallow: /no/\n") == OK);
	for (int i = 1; i <= 2; i++) {
		t = next_at(clock_ms() + 200000);
		cr_assert(t.kind == TASK_REFUSED && t.url.url[strlen("http://a/no/")] == '0' + i, "%s", t.url.url);
		cr_expect_str_eq(t.reason, "robots.txt");
		cr_expect_null(t.plain);
		scratch_conclude(st, t.url.id, END_NONE, (store_outcome){.result = RESULT_SKIP, .reason = t.reason});
		cr_assert(frontier_done(f, t.host, t.url.id) == OK);
	}
	t = next_at(clock_ms() + 200000);
	cr_expect(t.kind == TASK_PAGE, "the last one, at once: %d", t.kind);
}

Test(frontier, a_refresh_leaves_out_excluded_urls)
{
	frontier_settings settings = plain;
	arena *a = arena_new();
	frontier_task t;
	scope *scope = NULL;
	url_parts seed;

	add("a/1", 0);
	add("a/2", 0);
	scratch_number(st, "UPDATE urls SET state = 'page'");
	cr_assert(scope_open(SCOPE_HOST, NULL, "/1$", &scope, NULL) == OK);
	cr_assert(url_parse("http://a/", NULL, a, &seed) == OK && scope_add_seed(scope, &seed) == OK);
	settings.scope = scope;
	open_with(settings);
	t = next();
	cr_expect(t.kind == TASK_REFUSED && t.reason == NULL, "%d", t.kind);
	cr_expect_str_eq(t.url.url, "http://a/1");
	scratch_conclude(st, t.url.id, END_PAGE, (store_outcome){.result = RESULT_LEFT_OUT});
	frontier_done(f, t.host, t.url.id);
	cr_expect(next().kind == TASK_PAGE);
	scope_close(scope);
	arena_free(a);
}

Test(frontier, a_host_has_a_limit_on_open_requests)
{
	frontier_settings settings = plain;
	frontier_task second, third;

	settings.per_host = 2;
	add("a/1", 0);
	add("a/2", 0);
	add("a/3", 0);
	open_with(settings);
	expect_next("a/1");
	second = expect_next("a/2");
	third = next();
	cr_expect(third.kind == TASK_WAIT && third.wait_until_ms == INT64_MAX);
	fetched(&second);
	expect_next("a/3");
}

Test(frontier, a_url_that_is_being_fetched_is_not_handed_out_again)
{
	frontier_settings settings = plain;

	settings.per_host = 5;
	add("a/1", 0);
	open_with(settings);
	expect_next("a/1");
	frontier_url_added(f, add("a/2", 0));
	expect_next("a/2");
	cr_expect(next().kind == TASK_WAIT);
}

/* Two URLs of a host with this robots.txt: how long after the first may the second be requested? */
static int64_t wait_ms(double delay_s, const char *rules)
{
	frontier_settings settings = {
		.per_host = 2, .delay_s = delay_s, .depth_most = -1, .obey_robots = true, .agent = "firstprint"};
	int64_t host = add("a/1", 0), now;
	frontier_task t;

	add("a/2", 0);
	cr_assert(store_put_robots(st, host, rules, strlen(rules), 200) == OK);
	open_with(settings);
	now = ++still_clock_ms;
	cr_assert(next_at(now).kind == TASK_PAGE);
	t = next_at(now);
	if (t.kind == TASK_WAIT)
		cr_expect(next_at(t.wait_until_ms - 1).kind == TASK_WAIT && next_at(t.wait_until_ms).kind == TASK_PAGE);
	return t.kind == TASK_WAIT ? t.wait_until_ms - now : 0;
}

Test(frontier, there_is_a_delay_between_two_requests_to_a_host)
{
	cr_expect(wait_ms(0, "") == 0);
	cr_expect(wait_ms(1, "") == 1000);
	cr_expect(wait_ms(0, "User-agent: *\nCrawl-delay: 2.5\n") == 2500, "Crawl-delay overrides a shorter delay");
	cr_expect(wait_ms(3, "User-agent: *\nCrawl-delay: 2\n") == 3000, "the longer delay counts");
	cr_expect(wait_ms(0, "User-agent: *\nCrawl-delay: 86400\n") == HOST_DELAY_MOST_S * 1000);
}

Test(frontier, a_crawl_delay_counts_from_the_request_for_robots_txt)
{
	int64_t now = clock_ms();
	frontier_task t;

	add("a/x", 0);
	open_with(obeying);
	t = next_at(now);
	cr_expect(robots_say(&t, 200, "User-agent: *\nCrawl-delay: 20\n") == OK);
	t = next_at(now + 19000);
	cr_expect(t.kind == TASK_WAIT && t.wait_until_ms >= now + 20000);
	cr_expect(next_at(t.wait_until_ms).kind == TASK_PAGE);
}

Test(frontier, a_slow_host_rests_longer)
{
	static const struct { int64_t took_ms, rest_ms; } rows[] = {{2000, 10000}, {60000, 30000}};
	frontier_settings settings = plain;
	frontier_task t;

	settings.adaptive = true;
	for (int i = 0; i < 9; i++)
		add((char[]){'a', '/', (char)('1' + i), '\0'}, 0);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		open_with(settings);
		t = next();
		request_ended(t.host, NULL, rows[i].took_ms);
		t = next();
		cr_expect(t.kind == TASK_WAIT && t.wait_until_ms - clock_ms() == rows[i].rest_ms - 1, "%lld: %lld", (long long)rows[i].took_ms,
			  (long long)(t.wait_until_ms - clock_ms()));
	}
}

Test(frontier, with_a_depth_limit_all_of_one_depth_comes_before_the_next)
{
	frontier_settings settings = plain;
	frontier_task t;

	settings.depth_most = 5;
	add("a/0", 0);
	add("b/1", 1);
	open_with(settings);
	t = expect_next("a/0");
	cr_expect(next().kind == TASK_WAIT, "depth 0 is not done yet");
	frontier_url_added(f, add("c/1", 1));
	frontier_url_added(f, add("a/2", 2));
	fetched(&t);
	cr_expect_str_eq(order(), "b/1 c/1 a/2 ");
}

Test(frontier, without_a_depth_limit_no_host_waits_for_another)
{
	add("a/0", 0);
	add("b/1", 7);
	open_with(plain);
	expect_next("a/0");
	expect_next("b/1");
}

Test(frontier, a_retry_waits_for_its_time)
{
	frontier_task t;
	int64_t now = clock_ms();

	add("a/1", 0);
	open_with(plain);
	t = next();
	request_ended(t.host, NULL, 1);
	scratch_conclude(st, t.url.id, END_NONE, (store_outcome){.result = RESULT_RETRY, .next_try = clock_plan_s() + 100});
	frontier_done(f, t.host, t.url.id);
	t = next();
	cr_expect(t.kind == TASK_WAIT && t.wait_until_ms - now > 98000 && t.wait_until_ms - now < 102000);
}

Test(frontier, a_host_can_be_paused)
{
	frontier_task t;

	add("a/1", 0);
	add("a/2", 0);
	open_with(plain);
	t = next();
	frontier_pause(f, t.host, 50000);
	fetched(&t);
	t = next();
	cr_expect(t.kind == TASK_WAIT && t.wait_until_ms - clock_ms() > 49000);
}

/* The request of *t has ended; its URL stays in the queue. Has it an outcome? */
static bool ended(const frontier_task *t, fetch_result r)
{
	bool counts = false;

	cr_assert(frontier_ended(f, t->host, &r, &counts) == OK);
	cr_assert(frontier_done(f, t->host, t->url.id) == OK);
	return counts;
}

Test(frontier, a_host_that_is_busy_thirty_times_in_a_row_is_given_up)
{
	frontier_task t;

	add("a/1", 0);
	open_with(plain);
	for (int i = 0; i < 30; i++) {
		t = expect_next("a/1");
		ended(&t, (fetch_result){.http_status = i % 2 ? 503 : 429});
	}
	cr_expect(next().kind == TASK_NONE);
}

Test(frontier, while_the_network_is_down_nothing_is_to_do_until_the_one_request_has_ended)
{
	frontier_settings patient = plain;
	frontier_task t;

	patient.give_up_ms = 1000000;
	add("a/1", 0);
	open_with(patient);
	t = next();
	cr_assert(ended(&t, (fetch_result){.http_status = 200}));
	t = next();
	cr_assert_not(ended(&t, (fetch_result){.is_unreached = true}));
	cr_expect(frontier_is_down(f));
	t = next();
	cr_assert(t.kind == TASK_WAIT && t.wait_until_ms < INT64_MAX);
	cr_assert(next_at(t.wait_until_ms).kind == TASK_PAGE);
	t = next_at(t.wait_until_ms + 1000);
	cr_expect(t.kind == TASK_WAIT && t.wait_until_ms == INT64_MAX, "waits until %lld", (long long)t.wait_until_ms);
}

/* The request of *t has ended, at this address; then the URL is done. */
static void fetched_at(const frontier_task *t, const char *address)
{
	cr_assert(request_ended(t->host, address, 1) == OK);
	scratch_end(st, t->url.id, RESULT_PAGE);
	cr_assert(frontier_done(f, t->host, t->url.id) == OK);
}

Test(frontier, hosts_at_one_address_share_its_requests)
{
	frontier_task a, b;

	add("a/1", 0);
	add("a/2", 0);
	add("b/1", 0);
	add("b/2", 0);
	add("c/1", 0);
	open_with(plain);
	a = expect_next("a/1");
	b = expect_next("b/1");
	fetched_at(&a, "192.0.2.1");
	fetched_at(&b, "192.0.2.1");
	expect_next("c/1");
	a = expect_next("a/2");
	cr_expect(next().kind == TASK_WAIT, "b is at the address of the request to a");
	fetched_at(&a, "192.0.2.1");
	expect_next("b/2");
}

Test(frontier, hosts_at_one_address_share_its_delay)
{
	frontier_settings settings = plain;
	int64_t now = clock_ms();
	frontier_task a, b;

	settings.delay_s = 10;
	add("a/1", 0);
	add("a/2", 0);
	add("b/1", 0);
	add("b/2", 0);
	open_with(settings);
	a = next_at(now);
	b = next_at(now);
	fetched_at(&a, "192.0.2.1");
	fetched_at(&b, "192.0.2.1");
	a = next_at(now + 10000);
	cr_expect(a.kind == TASK_PAGE);
	b = next_at(now + 10000);
	fetched_at(&a, "192.0.2.1");
	b = next_at(now + 10000);
	cr_expect(b.kind == TASK_WAIT && b.wait_until_ms == now + 20000, "%d", b.kind);
	cr_expect(next_at(now + 20000).kind == TASK_PAGE);
}

Test(frontier, a_host_that_waits_for_an_address_without_work_does_not_block_others)
{
	frontier_task a, b, c;

	add("a/1", 0);
	add("a/2", 0);
	add("b/1", 0);
	add("c/1", 0);
	add("c/2", 0);
	open_with(plain);
	a = expect_next("a/1");
	b = expect_next("b/1");
	c = expect_next("c/1");
	fetched_at(&a, "192.0.2.1");
	fetched_at(&b, "192.0.2.1");
	fetched_at(&c, "192.0.2.1");
	a = expect_next("a/2");
	cr_expect(next().kind == TASK_WAIT, "b and c wait for the address");
	fetched_at(&a, "192.0.2.1");
	c = expect_next("c/2");
	fetched_at(&c, "192.0.2.1");
	cr_expect(next().kind == TASK_NONE);
}

Test(frontier, old_rules_stay_in_force_when_robots_txt_cannot_be_fetched_again)
{
	static const char rules[] = "User-agent: *\nDisallow: /no\n";
	int64_t now = clock_ms(), host = add("a/x", 0);
	frontier_task t;

	cr_assert(store_put_robots(st, host, rules, strlen(rules), 200) == OK);
	scratch_number(st, "UPDATE hosts SET robots_at = '2020-01-01T00:00:00Z'");
	open_with(obeying);
	for (int i = 0; i < ROBOTS_TRIES; i++) {
		t = next_at(now += 60000);
		cr_expect(t.kind == TASK_ROBOTS, "the rules are too old: requested again");
		cr_expect(robots_say(&t, 503, "") == OK);
	}
	t = next_at(now + 60000);
	cr_assert(t.kind == TASK_PAGE);
	cr_expect(!robots_allows(t.host->robots.rules, "/no"));
}

/* The probe of a host is served next; its redirects are followed up to a limit. */
Test(frontier, a_host_is_probed_even_if_its_queue_is_empty)
{
	frontier_task page, t;
	host_probe *probe;

	add("a/1", 0);
	open_with(plain);
	page = expect_next("a/1");
	fetched(&page);
	cr_expect(next().kind == TASK_NONE);
	probe = &page.host->probe;
	cr_assert(host_probe_want(probe, "http://a/2?q=/") == OK);
	cr_assert(frontier_probe_changed(f, page.host) == OK);
	for (int i = 0; i <= PROBE_HOPS_MOST; i++) {
		t = next();
		cr_assert(t.kind == TASK_PROBE, "redirect %d: task %d", i, t.kind);
		cr_expect(i ? strcmp(t.url.url, "http://a/to") == 0 : strncmp(t.url.url, "http://a/nosuchpage", 19) == 0, "%s", t.url.url);
		cr_expect(probe->state == PROBE_ASKED);
		cr_assert(request_ended(t.host, NULL, 1) == OK);
		cr_assert(host_probe_redirected(probe, "http://a/to") == OK);
		cr_assert(frontier_probe_changed(f, page.host) == OK);
	}
	cr_expect(probe->state == PROBE_NONE);
	cr_expect(next().kind == TASK_NONE);
}

Test(frontier, a_long_way_without_an_article_is_refused_after_fifty_requests_without_one)
{
	host_budget budget = {0};

	for (int i = 0; i < 50; i++) {
		cr_expect_not(host_budget_refuses(&budget, 50), "request %d", i);
		host_budget_spend(&budget, true);
	}
	cr_expect(host_budget_refuses(&budget, 50));
	cr_expect_not(host_budget_refuses(&budget, 49));
}

/* Of 300 URLs of a host that gives nothing new, what is beyond the budget is refused; a new article brings it back. */
Test(frontier, urls_beyond_the_budget_of_a_host_are_refused_until_it_has_a_new_article)
{
	frontier_settings settings = {.per_host = 1, .depth_most = -1, .agent = "firstprint", .use_budget = true};
	frontier_host *host = NULL;
	frontier_task t;
	char name[20];
	int fetches = 0, refused = 0;

	for (int i = 0; i < BUDGET_START + 100; i++) {
		snprintf(name, sizeof name, "a/%d", i);
		add_behind(name, 1, 1);
	}
	add_behind("a/article", 1, 0);
	add_behind("a/listed", 1, STORE_LISTED);
	open_with(settings);
	while ((t = next()).kind == TASK_PAGE || t.kind == TASK_REFUSED) {
		host = t.host;
		fetches += t.kind == TASK_PAGE;
		refused += t.kind == TASK_REFUSED;
		if (t.kind == TASK_PAGE) {
			host_budget_spend(&host->budget, t.url.barren > 0);
			fetched(&t);
			continue;
		}
		cr_expect_str_eq(t.reason, FRONTIER_BUDGET);
		cr_assert(store_conclude(st, &t.url, &(store_outcome){.result = RESULT_SKIP, .reason = t.reason}) == OK);
		cr_assert(frontier_done(f, t.host, t.url.id) == OK);
	}
	cr_expect_eq(fetches, BUDGET_START + 2, "all that need no budget, too");
	cr_expect_eq(refused, 100);
	cr_assert(frontier_earned(f, host) == OK);
	cr_expect(next().kind == TASK_PAGE, "skipped URLs are back in the queue");
}
