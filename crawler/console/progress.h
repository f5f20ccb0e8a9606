/* progress — what a crawl tells while it runs: one line that renews itself on a terminal, else a line now and then. */
#ifndef CRAWLER_CONSOLE_PROGRESS_H
#define CRAWLER_CONSOLE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct progress_counts {
	int64_t pages, drops, queued; /* durable, not merely seen */
} progress_counts;

typedef struct progress {
	bool quiet, is_terminal;
	int64_t started_ms, next_ms;
	bool line_open; /* the terminal's cursor stands behind our line */
} progress;

void progress_start(progress *p, bool quiet);
/* Prints if it is time to. */
void progress_tick(progress *p, const progress_counts *c, bool now);
/* Makes room for other output. */
void progress_clear(progress *p);

#endif
