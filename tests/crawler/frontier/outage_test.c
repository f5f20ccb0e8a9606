#include "crawler/frontier/outage.h"

#include <criterion/criterion.h>

enum { SECOND = 1000 };

Test(outage_rules, a_host_that_has_answered_rests_longer_each_time)
{
	outage o = {0};
	host_outage h = {0}, other = {0};
	int64_t now = 1000 * SECOND;

	outage_answered(&o, &h, now);
	for (int64_t wait = 5; wait < 300; wait *= 2) {
		now += SECOND;
		outage_answered(&o, &other, now); /* the network is up */
		now += SECOND;
		cr_expect_not(outage_failed(&o, &h, 2, now));
		cr_expect_not(o.is_down);
		cr_expect_eq(h.until_ms, now + wait * SECOND, "%lld", (long long)(h.until_ms - now));
		cr_expect_not(outage_failed(&o, &h, 2, now + SECOND), "one that was on its way");
		cr_expect_eq(h.until_ms, now + wait * SECOND);
		now = h.until_ms;
	}
	cr_expect_not(outage_failed(&o, &h, 2, now));
	cr_expect_eq(h.until_ms, now + 300 * SECOND);
	cr_expect(outage_is_resting(&h));
	outage_answered(&o, &h, now);
	cr_expect_not(outage_is_resting(&h));
}

Test(outage_rules, the_network_is_down_if_all_fail_or_several)
{
	outage o = {0};
	host_outage h[5] = {0};

	outage_answered(&o, &h[0], SECOND);
	cr_expect_not(outage_failed(&o, &h[0], 5, 2 * SECOND));
	cr_expect_not(o.is_down, "one of five");
	cr_expect(outage_failed(&o, &h[1], 5, 3 * SECOND), "a stranger's failure is its own");
	cr_expect_not(outage_failed(&o, &h[2], 5, 4 * SECOND));
	cr_expect(o.is_down);
	cr_expect_eq(o.until_ms, 9 * SECOND);
	cr_expect_not(outage_failed(&o, &h[3], 5, 9 * SECOND));
	cr_expect_eq(o.until_ms, 19 * SECOND);
	outage_answered(&o, &h[4], 20 * SECOND);
	cr_expect_not(o.is_down);
	cr_expect_not(outage_failed(&o, &h[4], 1, 21 * SECOND));
	cr_expect(o.is_down, "the only host there is");
}

Test(outage_rules, strangers_alone_are_checked_at_a_host_that_has_answered)
{
	outage o = {0};
	host_outage known = {0}, h[8] = {0}, later[3] = {0};

	for (int i = 0; i < 3; i++)
		cr_expect(outage_failed(&o, &h[i], 3, (i + 1) * SECOND), "nobody has ever answered");
	cr_expect_not(outage_wants_check(&o, 4 * SECOND));
	outage_answered(&o, &known, 5 * SECOND);
	for (int i = 0; i < 2; i++)
		cr_expect(outage_failed(&o, &h[4 + i], 8, 6 * SECOND));
	cr_expect_not(outage_failed(&o, &h[6], 8, 7 * SECOND), "the third waits for the check");
	cr_expect(outage_wants_check(&o, 7 * SECOND));
	outage_checks(&o, 7 * SECOND);
	cr_expect_not(outage_failed(&o, &h[7], 8, 8 * SECOND));
	cr_expect_not(o.is_down);
	outage_answered(&o, &known, 9 * SECOND);
	cr_expect(outage_failed(&o, &h[7], 8, 10 * SECOND), "the network is up: it is the host");
	for (int i = 0; i < 3; i++)
		outage_failed(&o, &later[i], 8, 11 * SECOND);
	cr_expect_not(outage_wants_check(&o, 17 * SECOND - 1), "once in ten seconds");
	cr_expect(outage_wants_check(&o, 17 * SECOND));
}

Test(outage_rules, a_host_that_fails_while_others_answer_is_no_sign)
{
	outage o = {0};
	host_outage dead = {.has_answered = true}, fine = {0};

	outage_answered(&o, &fine, SECOND);
	outage_failed(&o, &dead, 2, 2 * SECOND);
	outage_answered(&o, &fine, 3 * SECOND);
	outage_failed(&o, &dead, 1, 10 * SECOND);
	cr_expect_not(o.is_down);
}
