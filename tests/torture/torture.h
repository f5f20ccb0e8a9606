/* torture — runs tests/torture/firstprint again and again, each time with another call failing, and looks at what is
 * left: no crash, no leak, no hang; a sentence on standard error and the exit code 1, or the code and the output of an
 * undisturbed run; a store without faults; and the same command, left in peace, then ends like one that was never
 * disturbed.
 *
 *	Test(memory, …) { torture_run(&(torture){.seam = "memory", .arguments = "crawl …"}); }
 */
#ifndef TESTS_TORTURE_TORTURE_H
#define TESTS_TORTURE_TORTURE_H

#include <stdbool.h>

typedef struct torture {
	const char *seam;
	bool for_good;         /* not one call fails, but it and all behind it */
	const char *before;    /* a shell command that makes what the program finds; NULL: none */
	const char *arguments; /* of the program, for a shell; DIR is a folder of each run's own, ALL the test's */
	bool has_store;        /* DIR/s.db */
	bool any_output;       /* it prints times: no two runs are alike */
	bool may_differ;       /* the second run may end with other URLs */
	int most;              /* runs at most with TORTURE_SHARE=1, as `make check-long` has it, an eighth else; of more calls every k-th fails */
} torture;

void torture_run(const torture *t);

/* A tiny web and ALL/seeds, ALL/pages.jsonl, ALL/truth.tsv: for .init; harness_stop is for .fini. */
void torture_serve(void);
/* One of its pages has another text from now on, one is gone. */
void torture_change(void);

#endif
