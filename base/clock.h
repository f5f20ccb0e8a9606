/* clock — two clocks: one that never jumps, for delays and deadlines, and the calendar, for what is written down. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

/* Milliseconds since some fixed moment; runs on evenly when somebody sets the calendar. */
int64_t clock_ms(void);

/* Now, in UTC, as ISO 8601: "2026-03-01T12:30:05Z". */
enum { CLOCK_TEXT = 32 };
void clock_text(char out[CLOCK_TEXT]);

#endif
