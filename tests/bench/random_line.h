/* random_line — what benches compare with: the time to read one of many random lines of memory, which depends on the
 * machine and on what else it does in this run. */
#ifndef TESTS_BENCH_RANDOM_LINE_H
#define TESTS_BENCH_RANDOM_LINE_H

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

/* CPU time of this thread. */
static inline double bench_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

/* Nanoseconds for a line of 64 bytes in 1 GiB of huge pages; the lines are independent of each other. 0: no memory. */
static inline double random_line_ns(void)
{
	enum { LINE = 64, READS = 1 << 22 };
	const size_t size = (size_t)1 << 30;
	uint8_t *bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	uint64_t state = 1, sum = 0;
	double began;

	if (bytes == MAP_FAILED)
		return 0;
	madvise(bytes, size, MADV_HUGEPAGE);
	memset(bytes, 1, size);
	began = bench_us();
	for (int i = 0; i < READS; i++) {
		state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
		sum += bytes[(state >> 20) % (size / LINE) * LINE];
	}
	began = (bench_us() - began) * 1e3 / READS;
	munmap(bytes, size);
	return sum ? began : 0;
}

#endif
