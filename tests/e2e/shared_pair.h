/* shared_pair — two runs of filter that judge with one memory at once, into a.db and b.db; they have the same lines. */
#ifndef TESTS_E2E_SHARED_PAIR_H
#define TESTS_E2E_SHARED_PAIR_H

#include <sys/types.h>

typedef struct shared_pair {
	pid_t a, b;
} shared_pair;

/* The stores must not be there. Most lines come when pair_expect_same waits for the end (lines_judge_held). */
shared_pair pair_start(void);
/* The same, and waits until both have joined the memory, and some lines are judged; then all lines come but the last ones. */
shared_pair pair_start_both(void);
/* One of them, "a" or "b", as lines_judge_held. */
pid_t pair_start_one(const char *name, const char *environment);
/* Both must end well. Then the stores are compared with the memory, and hear of each other, one process that judges all pages, and then all drops, must keep the former and drop the latter,
 * and stores and memory must fit. */
void pair_expect_same(shared_pair p);
/* Do two stores fit each other and the memory: no drop repeats what is nowhere, and the memory has as many pages as both? */
void pair_expect_fit(const char *a, const char *b);

#endif
