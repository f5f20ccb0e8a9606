/* batch — all pages of some files signed first and judged then, in an order of choice: what eval measures, and how
 * `filter --order longest-first` reproduces methods that sort before they compare (Guo, §3.3). Nothing is stored. */
#ifndef CRAWLER_JUDGE_BATCH_H
#define CRAWLER_JUDGE_BATCH_H

#include "plugin/filter.h"

enum batch_order { ORDER_ARRIVAL, ORDER_LONGEST_FIRST };

typedef struct batch_page {
	char *id;             /* as JSON; NULL: the line could not be read */
	char *error;          /* why; else NULL */
	unsigned long line;
	const char *file;
	firstprint_signature signature; /* ours */
	firstprint_verdict verdict;     /* .of counts pages from 1, in the order of the input */
	const char *filter;             /* that decided; valid as long as the filter */
} batch_page;

typedef struct batch {
	batch_page *pages; /* in the order of the input */
	size_t len, room;
	size_t *order;     /* places in pages, as they were judged */
	size_t kept;       /* pages remembered */
	size_t signature_bytes; /* of all pages */
	size_t memory;     /* of the filter, at the end */
	int64_t ms;        /* from the first byte read to the last verdict */
} batch;

/* Reads, purifies and signs the pages of the files (n 0: standard input) with jobs workers, then checks and remembers
 * them in order. When stop_fd (−1: none) is readable, the reading ends there. why names what went wrong. Free it in
 * any case. */
status batch_run(filter *f, char *const *files, size_t n, int jobs, enum batch_order order, int stop_fd, batch *out,
		 complaint *why);
void batch_free(batch *b);

#endif
