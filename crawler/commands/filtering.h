/* filtering — what the files of the command filter share. Each calls only those below it.
 *
 *	filter.c          the command
 *	filter_shared.c   with --shared, lines wait until there are enough of them to be asked for at once
 *	filter_line.c     one line */
#ifndef CRAWLER_COMMANDS_FILTERING_H
#define CRAWLER_COMMANDS_FILTERING_H

#include "crawler/batch/known.h"
#include "crawler/batch/page_stream.h"
#include "crawler/commands/teller.h"
#include "crawler/console/progress.h"
#include "crawler/shared/shared.h"
#include "judge/earlier.h"

typedef struct held held;

typedef struct filtering {
	const settings *settings;
	session session;
	shared *shared;   /* NULL: the session judges */
	held *held;       /* lines that wait for the memory; NULL: none does */
	earlier *earlier; /* NULL: no store */
	pipeline *pipeline;
	int signals;
	known known; /* without a store */
	arena *memory;
	const char *stamp; /* what --signed lines must be signed for */
	teller teller;
	progress progress;
	uint64_t taken, bytes_read, size; /* lines; bytes of the files, and how many there are: 0: not known */
	bool stopped;
} filtering;

/* ── filter_shared.c ── */

enum { FILTER_HELD_MOST = SHARED_QUESTIONS_MOST };

status filtering_hold(void *ctx, const line_note *note, job *j);
/* Asks, and tells what was said of all lines that wait. */
status filtering_ask(filtering *f);
/* Gives the jobs of lines back that were not told. */
void filtering_drop_held(filtering *f);

/* ── filter_line.c ── */

/* Was the line signed for another filter? Then reading ends there. */
bool filtering_is_foreign(const filtering *f, const line_note *note);
/* Is there a page to be judged? false: the line is told as it is; *err: was that an error? */
bool filtering_is_page(filtering *f, const line_note *note, status *err);
status filtering_bad_signature(filtering *f, const line_note *note);
/* What an earlier run said of the line. ERR_MISSING: nothing. */
status filtering_find_earlier(filtering *f, const line_note *note, const job *j, store_reason *out);
status filtering_tell(filtering *f, const line_note *note, const job *j, const store_reason *why);
/* What was printed is told once it is stored: until then standard output holds it back. */
status filtering_commit(filtering *f, bool now);
/* The verdict about a revisit; id: that it gets in the store, 0: the store's next one. */
status filtering_revisit(filtering *f, const line_note *note, const job *j, uint64_t id);
/* On a worker: sets j->extra to the canonical URL that the page names, if that is another one; else to NULL. */
void filtering_read_canonical(job *j);
/* Stores and tells a page as judged: by the memory, or, t NULL, by the session. */
status filtering_page(filtering *f, const line_note *note, const job *j, const told *t);
/* Compares with a store to which nothing is added. */
status filtering_look(filtering *f, const line_note *note, const job *j);

#endif
