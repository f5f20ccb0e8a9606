/* clock — four clocks. clock_ms never jumps: for delays and deadlines. clock_cpu_ms counts CPU time: for bounds on work. clock_text
 * is the calendar: for dates in the store. clock_plan_s reads the calendar only once: for stored dates that the program waits
 * for. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

/* Milliseconds since some fixed moment. Setting the system's clock does not affect it. */
int64_t clock_ms(void);
/* CPU time that this thread has used, in milliseconds. It stands still while other threads run. */
int64_t clock_cpu_ms(void);

/* Seconds since 1970. The first call reads the calendar; later calls add what clock_ms() has counted since, so that setting the
 * system's clock does not affect it. */
int64_t clock_plan_s(void);

/* The time now, in UTC, as ISO 8601: "2026-03-01T12:30:05Z". */
enum { CLOCK_TEXT = 32 };
void clock_text(char out[CLOCK_TEXT]);

#endif
