#include "tests/crawler/still_clock.h"

#include <time.h>

int64_t still_clock_ms = 1000000000;

int64_t clock_ms(void)
{
	return still_clock_ms;
}

int64_t clock_cpu_ms(void)
{
	return 1;
}

int64_t clock_plan_s(void)
{
	static int64_t start_s; /* the store has the calendar's dates */

	if (!start_s)
		start_s = (int64_t)time(NULL) - still_clock_ms / 1000;
	return start_s + still_clock_ms / 1000;
}

void clock_text(char out[CLOCK_TEXT])
{
	time_t now = time(NULL);
	struct tm t;

	strftime(out, CLOCK_TEXT, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &t));
}
