/* clock — two clocks: one that never jumps, for delays and deadlines, and the calendar, for what is written down. In
 * between, for what is written down and waited for, a calendar that is read once. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

/* Milliseconds since some fixed moment; runs on evenly when somebody sets the calendar. */
int64_t clock_ms(void);

/* Seconds since 1970, as the calendar stood at the first call and runs on from there, whoever sets it meanwhile. */
int64_t clock_plan_s(void);

/* Now, in UTC, as ISO 8601: "2026-03-01T12:30:05Z". */
enum { CLOCK_TEXT = 32 };
void clock_text(char out[CLOCK_TEXT]);

#endif
