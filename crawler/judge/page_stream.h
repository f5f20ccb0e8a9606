/* page_stream — pages from files through the pipeline, in the order of the input: what filter and eval share. */
#ifndef CRAWLER_JUDGE_PAGE_STREAM_H
#define CRAWLER_JUDGE_PAGE_STREAM_H

#include "crawler/judge/pipeline.h"

/* What is known of a line besides its page. */
typedef struct line_note {
	const char *id;       /* as JSON; NULL when the line could not be read */
	const char *url;      /* NULL: not given */
	const char *file;
	unsigned long number; /* in the file, from 1 */
	const char *error;    /* why there is no page; NULL: there is one */
} line_note;

typedef struct page_stream {
	pipeline *pipeline; /* opened in_order */
	/* Gets every line in turn, with its page and signature in j unless note->error; both are valid during the call.
	 * Stops the reading when it returns other than OK. */
	status (*take)(void *ctx, const line_note *note, const job *j);
	bool (*stopped)(void *ctx); /* asked before every line: true ends the reading; NULL: never */
	int stop_fd;                /* ends it, too, when it is readable; −1: none */
	void *ctx;
} page_stream;

/* Reads the n files ("-": standard input; n 0 too). One that cannot be read, or not to its end, does not stop the others,
 * and what came before it breaks off is handed over: ERR_IO then names the first such file in why.
 * ERR_FILTER: the filter broke its contract over a page, and the reading ended there. */
status page_stream_run(const page_stream *s, char *const *files, size_t n, complaint *why);

#endif
