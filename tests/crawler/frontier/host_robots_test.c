#include "crawler/frontier/host_robots.h"

#include <criterion/criterion.h>
#include <string.h>

#include "base/clock.h"

enum { MINUTE = 60 * 1000, HOUR = 60 * MINUTE, SLACK = 5000 /* for a slow machine */ };
static const char rules[] = "User-agent: *\nDisallow: /x\n";
static host_robots r;

static void drop(void)
{
	host_robots_free(&r);
}

TestSuite(host_robots, .fini = drop);

/* robots.txt as the store has it: fetched so long ago, with this status. */
static void start(const char *body, long http_status, int64_t age_s, bool obey)
{
	store_host kept = {.robots = body, .robots_len = body ? strlen(body) : 0, .robots_status = http_status, .robots_age = age_s};

	cr_assert_eq(host_robots_start(&r, &kept, obey, "firstprint"), OK);
}

static void start_unknown(void)
{
	start(NULL, 0, -1, true);
}

static void answer(void)
{
	cr_assert_eq(host_robots_answered(&r, rules, strlen(rules), "firstprint"), OK);
}

/* The wait until another try. */
static int64_t fail(bool is_temporary, int64_t retry_after_s)
{
	fetch_result result = {.outcome = FETCH_FAILED, .is_temporary = is_temporary, .reason = "http 503", .headers.retry_after_s = retry_after_s};
	int64_t wait_ms = 99;

	r.state = ROBOTS_ASKED;
	cr_assert_eq(host_robots_failed(&r, &result, &wait_ms), OK);
	return wait_ms;
}

static bool due_in(int64_t ms)
{
	return host_robots_due(&r, clock_ms() + ms);
}

static bool refused_in(int64_t ms)
{
	return host_robots_refusal(&r, clock_ms() + ms) != NULL;
}

static struct {
	const char *name, *body;
	long http_status;
	int64_t age_s;
	bool due, allowed; /* is it requested at once? may /x be fetched? */
	int64_t due_h;     /* at the latest */
} kepts[] = {
	{"never asked for", NULL, 0, -1, true, true, 0},
	{"an age that is none", rules, 200, -1, true, true, 0},
	{"fresh rules", rules, 200, 0, false, false, 24},
	{"rules of some hours", rules, 200, 5 * 3600, false, false, 19},
	{"old rules hold until there are new ones", rules, 200, 25 * 3600, true, false, 0},
	{"there is none", "", 404, 0, false, true, 24},
	{"an error's body says nothing", rules, 404, 0, false, true, 24},
	{"no answer", "", 0, 0, true, true, 0},
};

Test(host_robots, rules_of_an_earlier_run_are_used_for_a_day)
{
	for (size_t i = 0; i < sizeof kepts / sizeof *kepts; i++) {
		start(kepts[i].body, kepts[i].http_status, kepts[i].age_s, true);
		cr_expect_eq(due_in(0), kepts[i].due, "%s", kepts[i].name);
		cr_expect_eq(robots_allows(r.rules, "/x"), kepts[i].allowed, "%s", kepts[i].name);
		cr_expect(due_in(kepts[i].due_h * HOUR + SLACK), "%s", kepts[i].name);
		cr_expect(!kepts[i].due_h || !due_in(kepts[i].due_h * HOUR - SLACK), "%s", kepts[i].name);
		cr_expect(!refused_in(0), "%s", kepts[i].name);
		host_robots_free(&r);
	}
}

Test(host_robots, without_obey_it_is_never_requested)
{
	start(rules, 200, 10, false);
	cr_expect(!due_in(0) && !due_in(1000 * 24 * (int64_t)HOUR));
	cr_expect(robots_allows(r.rules, "/x"));
}

Test(host_robots, a_response_is_valid_for_a_day)
{
	start_unknown();
	r.state = ROBOTS_ASKED;
	cr_expect_eq(r.state, ROBOTS_ASKED);
	cr_expect(!due_in(0), "it is requested only once");
	answer();
	cr_expect(!robots_allows(r.rules, "/x") && robots_allows(r.rules, "/y"));
	cr_expect(!due_in(24 * HOUR - SLACK) && due_in(24 * HOUR + SLACK));
	cr_assert_eq(host_robots_answered(&r, "", 0, "firstprint"), OK);
	cr_expect(robots_allows(r.rules, "/x"), "a new response replaces the old one");
}

Test(host_robots, a_temporary_failure_is_retried_with_growing_pauses)
{
	start_unknown();
	cr_expect_eq(fail(true, -1), 2000);
	cr_expect(due_in(0) && !refused_in(0));
	cr_expect_eq(fail(true, -1), 4000);
	cr_expect_eq(fail(true, -1), -1, "three tries are enough");
	cr_expect(refused_in(0));
}

Test(host_robots, retry_after_is_respected_up_to_a_limit)
{
	start_unknown();
	cr_expect_eq(fail(true, 7), 7000);
	cr_expect_eq(fail(true, 86400), RETRY_AFTER_MOST_S * 1000);
	start_unknown();
	cr_expect_eq(fail(true, 0), 2000, "Retry-After: 0 is no wait");
}

Test(host_robots, a_host_without_an_answer_is_given_up_for_ten_minutes)
{
	start_unknown();
	cr_expect_eq(fail(false, 7), -1, "a permanent failure is not retried");
	cr_expect_str_eq(host_robots_refusal(&r, clock_ms()), "robots.txt: http 503");
	cr_expect_eq(r.state, ROBOTS_UNKNOWN);
	cr_expect(refused_in(10 * MINUTE - SLACK) && !refused_in(10 * MINUTE + SLACK));
	cr_expect(due_in(10 * MINUTE + SLACK));
	cr_expect_eq(fail(true, -1), -1, "then it has one more try");
	cr_expect(refused_in(0) && !refused_in(10 * MINUTE + SLACK));
	answer();
	cr_expect(!refused_in(0) && !due_in(0));
	cr_expect(!robots_allows(r.rules, "/x"));
}

/* RFC 9309 §2.4 */
Test(host_robots, known_rules_stay_in_force_when_they_cannot_be_fetched_again)
{
	start(rules, 200, 25 * 3600, true);
	cr_expect_eq(fail(true, -1), 2000);
	cr_expect_eq(fail(true, -1), 4000);
	cr_expect_eq(fail(true, -1), -1);
	cr_expect_eq(r.state, ROBOTS_KNOWN);
	cr_expect(!refused_in(0) && !robots_allows(r.rules, "/x"));
	cr_expect(!due_in(24 * HOUR - SLACK) && due_in(24 * HOUR + SLACK));
	cr_expect_eq(fail(true, -1), 2000, "a day later it has three tries again");
}
