/* clock — four clocks. One never jumps: for delays and deadlines. One counts the processor's time: for bounds on work. One is the
 * calendar: for dates that are stored. One is the calendar, but read only once: for dates that are stored and waited for. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

/* Milliseconds since some fixed moment. It runs on evenly when the system's clock is set. */
int64_t clock_ms(void);
/* The processor's time that this thread has had, which does not pass while others run. */
int64_t clock_cpu_ms(void);

/* Seconds since 1970. The calendar is read at the first call; from then on clock_ms() counts, so that it makes no
 * difference when the system's clock is set. */
int64_t clock_plan_s(void);

/* The time now, in UTC, as ISO 8601: "2026-03-01T12:30:05Z". */
enum { CLOCK_TEXT = 32 };
void clock_text(char out[CLOCK_TEXT]);

#endif
