/* progress — the line on standard error that shows how far a crawl is. On a terminal it is rewritten in place, five
 * times a second, and cut at its width; in a file or pipe a new line is printed every five seconds. */
#ifndef CRAWLER_CONSOLE_PROGRESS_H
#define CRAWLER_CONSOLE_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct progress_counts {
	int64_t pages, drops, queued; /* of the whole store, as of the last commit */
	int64_t failed;               /* URLs of this run */
	const char *last_failure;     /* why the last of them failed; cleaned before it is printed */
	size_t waiting;               /* hosts with URLs in the queue whose turn has not come */
	size_t resting;               /* hosts that cannot be reached now */
	bool is_down;                 /* the network */
} progress_counts;

typedef struct progress {
	bool quiet, is_terminal;
	int64_t started_ms, next_ms;
	bool line_open; /* the cursor is at the end of our line, which has no line feed */
} progress;

/* quiet: print nothing at all. */
void progress_start(progress *p, bool quiet);
/* Prints the counts if it is time to. now: print them in any case. */
void progress_tick(progress *p, const progress_counts *c, bool now);
/* For other work than a crawl: is it time to tell? */
bool progress_is_due(const progress *p);
/* Tells how much of it is done: "news.db.index: 1,200 of 9,000, 300/s, 0:26 left". of: 0: not known. */
void progress_part(progress *p, const char *what, int64_t done, int64_t of);
/* Erases the line on the terminal. Call it before other output. */
void progress_clear(progress *p);

#endif
