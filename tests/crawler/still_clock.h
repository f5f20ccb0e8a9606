/* still_clock — replaces base/clock.c in crawler_tests: time passes when a test says so, and not while it computes. */
#ifndef TESTS_CRAWLER_STILL_CLOCK_H
#define TESTS_CRAWLER_STILL_CLOCK_H

#include "base/clock.h"

extern int64_t still_clock_ms; /* what clock_ms() gives; not 0 */

#endif
