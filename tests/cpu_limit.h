/* cpu_limit — ends a test that takes more of the processor's time than it may, however busy the machine is. Each test is a process of
 * its own, so the limit ends with it. */
#ifndef TESTS_CPU_LIMIT_H
#define TESTS_CPU_LIMIT_H

#include <sys/resource.h>

static inline void cpu_limit_s(rlim_t seconds)
{
	setrlimit(RLIMIT_CPU, &(struct rlimit){seconds, seconds});
}

#endif
