#include "base/per_thread.h"

#include <criterion/criterion.h>
#include <stdlib.h>

enum { THREADS = 8 };

static atomic_int ended;

static void end(void *memory)
{
	ended++;
	free(memory);
}

static per_thread numbers = PER_THREAD(end);

/* Counts to a thousand in memory of its own. */
static void *count(void *unused)
{
	int *n = NULL;

	for (int i = 0; i < 1000; i++) {
		n = per_thread_get(&numbers, sizeof *n);
		if (!n || *n != i)
			return NULL;
		++*n;
	}
	return unused;
}

Test(per_thread, each_thread_has_its_own_until_it_ends)
{
	pthread_t thread[THREADS];
	int mark;

	for (unsigned i = 0; i < THREADS; i++)
		cr_assert_eq(pthread_create(&thread[i], NULL, count, &mark), 0);
	for (unsigned i = 0; i < THREADS; i++) {
		void *said = NULL;

		pthread_join(thread[i], &said);
		cr_expect_eq(said, &mark);
	}
	cr_expect_eq(ended, THREADS);
}
