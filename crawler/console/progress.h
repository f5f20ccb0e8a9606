/* progress — the line on standard error that shows how far a command is. On a terminal it is rewritten in place, five times a second,
 * and cut at its width; in a file or pipe, a new line is printed every five seconds; with --json, these lines are JSON:
 *
 *	{"event":"progress","what":"judged","done":1200,"kept":1000,"dropped":200,"by":{"text":150,…},"per_second":300,
 *	 "share":0.45,"seconds_left":26}
 *
 * Fields that are not known are missing; a crawl adds queued, failed, waiting, resting and down. */
#ifndef CRAWLER_CONSOLE_PROGRESS_H
#define CRAWLER_CONSOLE_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct progress_counts {
	int64_t pages, drops, queued; /* of the whole store, as of the last commit */
	int64_t done, failed;         /* articles of this run, also unchanged ones; URLs of this run */
	const char *last_failure;     /* why the last of them failed; may hold control characters */
	size_t waiting;               /* hosts with URLs in the queue whose turn has not come */
	size_t resting;               /* hosts that are unreachable now */
	bool is_down;                 /* the network is down */
	const char *trouble;          /* what else the crawl waits for; NULL: nothing */
} progress_counts;

enum { PROGRESS_CAUSES = 16, PROGRESS_NAME = 32 };

typedef struct progress {
	bool quiet, is_terminal, is_json;
	int64_t started_ms, next_ms;
	bool line_open; /* the cursor is at the end of our line, which has no line feed */
	int64_t kept, dropped;
	struct {
		char name[PROGRESS_NAME];
		int64_t count;
	} causes[PROGRESS_CAUSES]; /* of drops in this run, by stage; the last counts all further stages */
	size_t causes_len;
} progress;

/* quiet: print nothing at all. */
void progress_start(progress *p, bool quiet, bool json);
/* Counts a page of this run. dropped_by: the stage; NULL: it was kept. */
void progress_verdict(progress *p, const char *dropped_by);
/* For a crawl: prints the counts if it is time. now: prints them in any case. */
void progress_tick(progress *p, const progress_counts *c, bool now);
/* For other work: if it is time, prints how much is done and how much time is left. share: of all work, from 0 to 1; below 0: not
 * known. */
void progress_part(progress *p, const char *what, int64_t done, double share);
/* Prints what was done: "8 read: 3 kept, 2 dropped (text 1, figures 1), 3 unread; 1.2 kB of text saved", but not with quiet, or, for
 * programs, {"event":"end","read":8,"kept":3,"dropped":2,"unread":3,"left_out":0,"by":{…},"saved_bytes":1200}. left_out: responses of
 * archives that are no pages. saved: bytes of the texts of the drops. */
void progress_end(progress *p, int64_t unread, int64_t left_out, int64_t saved);
/* Erases the line on the terminal. Call it before other output. */
void progress_clear(progress *p);

#endif
