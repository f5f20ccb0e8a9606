/* filtering — the interface between the files of the command filter. Each calls only those below it.
 *
 *	filter.c          the command
 *	filter_shared.c   with --shared, collects lines and asks the shared index about many at once
 *	filter_line.c     one line
 *	decided.c         with --decided, the verdicts that are taken */
#ifndef CRAWLER_COMMANDS_FILTERING_H
#define CRAWLER_COMMANDS_FILTERING_H

#include <stdio.h>

#include "crawler/batch/known.h"
#include "crawler/batch/page_stream.h"
#include "crawler/commands/teller.h"
#include "crawler/console/progress.h"
#include "crawler/shared/shared.h"
#include "judge/earlier.h"

/* A file of verdicts. */
typedef struct decided_verdicts {
	const char *path;
	FILE *from; /* NULL: pages are judged */
	char *line;
	size_t room;
	unsigned long number;
} decided_verdicts;

typedef struct filtering {
	const settings *settings;
	session session;
	shared *shared;         /* the shared index; NULL: the session judges */
	struct held_line *held; /* lines that wait for the shared index */
	size_t held_len;
	earlier *earlier; /* NULL: no store */
	decided_verdicts decided;
	int64_t recorded; /* verdicts that it gave */
	page_stream stream;
	int signals;
	known known; /* without a store, or with --against */
	arena *memory;
	const char *stamp; /* of the filter that --signed lines must be signed for */
	teller teller;
	progress progress;
	bool ended; /* everything that can be read, or was to be until it was stopped, was reported */
} filtering;

/* ── filter_shared.c ── */

enum { FILTER_HELD_MOST = SHARED_QUESTIONS_MOST };

status filtering_hold(void *ctx, const line_note *note, job *j);
/* Asks the shared index about all waiting lines, and prints their verdicts. */
status filtering_ask(filtering *f);
/* Releases the jobs of lines that still wait. */
void filtering_drop_held(filtering *f);

/* ── filter_line.c ── */

/* Was the line signed for another filter? If so, reading ends there. */
bool filtering_is_foreign(const filtering *f, const line_note *note);
/* Is there a page to judge? If not, reports the error of the line; *err: of that report, or for a line of another filter. */
bool filtering_is_page(filtering *f, const line_note *note, status *err);
status filtering_bad_signature(filtering *f, const line_note *note);
/* Finds the verdict of an earlier run about the line. ERR_MISSING: there is none. */
status filtering_find_earlier(filtering *f, const line_note *note, const job *j, store_reason *out);
/* Tells the verdict of --decided about a page. ERR_USAGE: teller.failure says what is wrong. */
status filtering_decided(filtering *f, const line_note *note, const job *j);
/* Tells and counts a verdict of filtering_find_earlier. */
status filtering_tell_earlier(filtering *f, const line_note *note, const job *j, const store_reason *why);
/* Is there something in the store's transaction? */
bool filtering_is_uncommitted(const filtering *f);
/* Commits if it is time, or now, and then prints: verdicts appear only once they are stored. Call it after each line. */
status filtering_commit(filtering *f, bool now);
/* Stores and prints the verdict about a revisit. id: its id in the store; 0: the store's next one. */
status filtering_revisit(filtering *f, const line_note *note, const job *j, uint64_t id);
/* On a worker: sets j->extra to the canonical URL that the page names, or to NULL if there is none or it is the page's own. */
void filtering_read_canonical(job *j);
/* Stores a page and prints its verdict: t, from the shared index, or, if t is NULL, the session's. With --against, compares the
 * page, and stores nothing. */
status filtering_page(filtering *f, const line_note *note, const job *j, const told *t);

/* ── decided.c: verdicts that were given elsewhere, lines of filter or decide-pairs about the same pages in the same order ── */

/* ERR_IO: why names the file; ERR_MEMORY. */
status decided_open(const char *path, decided_verdicts *out, complaint *why);
void decided_close(decided_verdicts *d);
/* The verdict about the next page, whose id is `id`, as JSON; texts, and *of as JSON, are in a. Lines with an error are passed over.
 * ERR_USAGE: it is about another page, or there is none; why says so. */
status decided_next(decided_verdicts *d, const char *id, arena *a, store_reason *out, const char **of, complaint *why);
/* ERR_USAGE: there are more verdicts than pages. */
status decided_end(decided_verdicts *d, complaint *why);

#endif
