#include "base/clock.h"

#include <time.h>

static int64_t read_ms(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t clock_ms(void)
{
	return read_ms(CLOCK_MONOTONIC);
}

int64_t clock_cpu_ms(void)
{
	return read_ms(CLOCK_THREAD_CPUTIME_ID);
}

int64_t clock_plan_s(void)
{
	static _Atomic int64_t start_ms; /* what clock_ms() would have been at the beginning of 1970 */
	int64_t start = start_ms;

	if (start == 0)
		start_ms = start = clock_ms() - (int64_t)time(NULL) * 1000;
	return (clock_ms() - start) / 1000;
}

void clock_text(char out[CLOCK_TEXT])
{
	time_t now = time(NULL);
	struct tm t;

	gmtime_r(&now, &t);
	strftime(out, CLOCK_TEXT, "%Y-%m-%dT%H:%M:%SZ", &t);
}
