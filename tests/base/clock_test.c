#include "base/clock.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

Test(clock, never_runs_backwards_and_counts_milliseconds)
{
	const struct timespec nap = {.tv_nsec = 30 * 1000 * 1000};
	struct timespec from, to;
	int64_t before, after;

	clock_gettime(CLOCK_MONOTONIC, &from);
	before = clock_ms();
	nanosleep(&nap, NULL);
	after = clock_ms();
	clock_gettime(CLOCK_MONOTONIC, &to);
	cr_expect_geq(after - before, 29);
	cr_expect_leq(after - before, (to.tv_sec - from.tv_sec) * 1000 + (to.tv_nsec - from.tv_nsec) / 1000000 + 1);
}

Test(clock, of_the_processor_stands_still_while_the_thread_sleeps)
{
	const struct timespec nap = {.tv_nsec = 100 * 1000 * 1000};
	int64_t before = clock_cpu_ms();

	nanosleep(&nap, NULL);
	cr_expect_lt(clock_cpu_ms() - before, 50);
	for (volatile unsigned i = 0; clock_cpu_ms() - before < 20; i++)
		;
}

Test(clock, plans_begin_at_the_calendar)
{
	cr_expect_leq(llabs(clock_plan_s() - (long long)time(NULL)), 1);
}

Test(clock, text_is_now_in_utc)
{
	char text[CLOCK_TEXT];
	struct tm t = {0};
	time_t before = time(NULL), then;

	clock_text(text);
	cr_assert_eq(strlen(text), strlen("2026-03-01T12:30:05Z"), "%s", text);
	cr_assert_eq(sscanf(text, "%4d-%2d-%2dT%2d:%2d:%2dZ", &t.tm_year, &t.tm_mon, &t.tm_mday, &t.tm_hour, &t.tm_min,
			    &t.tm_sec), 6, "%s", text);
	t.tm_year -= 1900;
	t.tm_mon -= 1;
	then = timegm(&t);
	cr_expect_geq(then, before);
	cr_expect_leq(then, time(NULL));
}
