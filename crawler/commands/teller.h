/* teller — reports each page: prints the verdict on standard output, and writes the page to the files of --keep, --drops and
 * --unread (split.c), unchanged. What it prints is held in `output` until that is written. */
#ifndef CRAWLER_COMMANDS_TELLER_H
#define CRAWLER_COMMANDS_TELLER_H

#include "crawler/batch/page_stream.h"
#include "crawler/console/progress.h"
#include "crawler/console/settings.h"
#include "crawler/files/page_writer.h"
#include "judge/judge.h"

/* ── split.c ── */

enum split_file { SPLIT_KEEP, SPLIT_DROPS, SPLIT_UNREAD, SPLIT_FILES };

typedef struct split {
	const settings *settings;
	page_writer *to[SPLIT_FILES]; /* NULL: the option was not given */
	bool is_output;               /* one of them is standard output, so no verdicts are printed there */
	bool has_form;                /* a page was read, or a folder has JSON Lines */
	enum page_form form;          /* of the first page, or PAGE_LINE; --keep and --drops have no other */
} split;

/* ERR_USAGE: the file that an option names as an output, and whose old content is lost, is standard output, an input, in an input folder,
 * or a store; why says so. option NULL, name "-": the same of standard output, which must not grow while it is read. */
status split_check(const char *option, const char *name, const settings *s, complaint *why);
/* Opens the files. Each keeps its old content until split_close. ERR_USAGE: two are the same file, or split_check refuses one. standard: what is printed there; borrowed until split_close. ERR_IO,
 * ERR_MEMORY. */
status split_open(const settings *s, output *standard, split *out, complaint *why);
/* May a page of this form be kept or dropped? JSON Lines in a folder decide, else the first page. *refused NULL: yes; else why not.
 * ERR_USAGE: the file of --keep or --drops is named for another form. */
status split_refuses(split *s, enum page_form form, const char **refused, complaint *failure);
status split_put(split *s, enum split_file to, enum page_form form, const char *raw, size_t len, complaint *why);
status split_flush(split *s, complaint *why);
/* Closes the files. whole: all pages were written, and become the files. ERR_IO: those of one cannot be written. */
status split_close(split *s, bool whole, complaint *why);

/* ── teller.c ── */

/* Starts as zeros. */
typedef struct teller {
	output output; /* of verdicts, or of pages */
	split split;
	complaint failure;             /* of standard output, or of a file of split; "": none */
	bool with_verdicts;            /* lines of JSON in the file of drops get their verdict */
	bool several;                  /* several files, or a folder: errors name the file */
	bool has_refused;              /* a page that does not fit into --keep was named */
	progress *progress;            /* counts the verdicts; NULL: no count */
	int64_t kept, dropped, unread; /* reported so far */
	int64_t put_aside;             /* of the unread ones, those that the file of --unread has */
	int64_t unresolved;            /* revisits of unknown pages: unread, but not an error */
	int64_t replaced;              /* pages that gave way to one of the kept, and may have been kept, too */
	int64_t saved;                 /* bytes of the texts of the dropped ones */
} teller;

/* ERR_USAGE, ERR_IO, ERR_MEMORY, as split_open. out must stay where it is. */
status teller_open(const settings *s, teller *out, complaint *why);
static inline bool teller_wants_pages(const teller *t)
{
	return t->split.to[SPLIT_KEEP] || t->split.to[SPLIT_DROPS] || t->split.to[SPLIT_UNREAD];
}
/* Is it a page, which fits into --keep and --drops? If not, it is reported, and *err is the result of that. */
bool teller_takes(teller *t, const line_note *note, status *err);
/* Reports note->error, the reason why there is no verdict. */
status teller_error(teller *t, const line_note *note);
/* Counts a revisit of an unknown page. Its record goes to the file of --unread; nothing is printed. */
status teller_unresolved(teller *t, const line_note *note);
/* of: the id of its original, as JSON, or "null". text_len: bytes of its text. ERR_IO, ERR_USAGE: t->failure says what is wrong. */
status teller_verdict(teller *t, const line_note *note, const char *of, const store_reason *why, size_t text_len);
status teller_judgement(teller *t, const line_note *note, const char *of, const judgement *j, size_t text_len);
/* Prints what is held, and closes the files. whole: all pages were reported, and the files get their names. ERR_IO: a
 * file, or standard output, cannot be written. */
status teller_close(teller *t, bool whole, complaint *why);

#endif
