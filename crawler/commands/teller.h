/* teller — tells what became of each page: a verdict on standard output, the page itself in the files of --keep and --drops. */
#ifndef CRAWLER_COMMANDS_TELLER_H
#define CRAWLER_COMMANDS_TELLER_H

#include "crawler/commands/split.h"
#include "crawler/console/progress.h"
#include "judge/judge.h"
#include "crawler/batch/page_stream.h"

/* Starts as zeros. */
typedef struct teller {
	split split;
	complaint failure;  /* of a file of split; "": none */
	bool several;       /* files, or a folder: errors name the file */
	progress *progress; /* counts the verdicts; NULL: nobody does */
	bool any;           /* something was told */
	bool bad_lines;     /* an error was told */
} teller;

/* ERR_USAGE, ERR_IO, ERR_MEMORY, as split_open. */
status teller_open(const settings *s, teller *out, complaint *why);
static inline bool teller_wants_pages(const teller *t)
{
	return t->split.keep || t->split.drops;
}
/* note->error: why there is no verdict. */
status teller_error(teller *t, const line_note *note);
/* of: the id of its original, as JSON; "null". ERR_IO, ERR_USAGE: then t->failure says what is wrong. */
status teller_verdict(teller *t, const line_note *note, const char *of, const store_reason *why);
status teller_judgement(teller *t, const line_note *note, const char *of, const judgement *j);
/* Whoever reads along gets all of it now. */
status teller_flush(teller *t);
/* ended: all files were read. ERR_IO: a file is not whole. */
status teller_close(teller *t, bool ended, complaint *why);

#endif
