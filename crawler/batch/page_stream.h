/* page_stream — sends pages from files through a pipeline of its own and delivers them in the order of the input. */
#ifndef CRAWLER_BATCH_PAGE_STREAM_H
#define CRAWLER_BATCH_PAGE_STREAM_H

#include "crawler/console/progress.h"
#include "crawler/files/page_record.h"
#include "judge/pipeline.h"

/* What is known about a line or record besides its page. */
typedef struct line_note {
	const char *id;         /* as JSON; NULL: it could not be read */
	const char *url;        /* NULL: not given */
	const char *file;       /* page_source_place */
	unsigned long number;   /* in the file, from 1 */
	const char *error;      /* why there is no page; NULL: there is one */
	const char *revisit_of; /* page_record.revisit_of: then the page is empty */
	const char *stamp;      /* page_signed.stamp; NULL: it was not signed elsewhere */
	enum page_form form;
	unsigned fields; /* page_record.fields */
	bool is_unread;  /* the job's body is JSON */
	const char *raw; /* page_record.raw */
	size_t raw_len;
	const struct page_stream *stream;
} line_note;

/* Says on standard error why there is no page. */
void line_note_say(const line_note *note);

typedef struct page_stream {
	/* Called for every line in order. Unless note->error is set, j has its page and signature. Both are valid
	 * during the call. Reading stops when it returns something other than OK. */
	status (*take)(void *ctx, const line_note *note, const job *j);
	/* Called instead of take: both are valid until the caller gives j back with pipeline_release, which it must. NULL: take. */
	status (*hold)(void *ctx, const line_note *note, job *j);
	/* Called before the input waits, after all lines read so far were delivered. NULL: none. */
	status (*idle)(void *ctx);
	/* take prints pages: so it gets no revisits, which have no text, and standard output is flushed before the input waits. */
	bool prints;
	int jobs, held_most;   /* workers; pages that hold may keep at once */
	size_t memory;         /* as in pipeline_settings and input_wait */
	filter *filter;        /* the same: NULL, pages are not signed */
	bool looks_ahead;      /* the same */
	void (*after)(job *j); /* the same */
	int stop_fd;           /* of signals_open: as soon as it is readable, reading ends; −1: none */
	page_fields fields;    /* of JSON Lines */
	bool wants_raw;        /* set line_note.raw */
	bool is_signed;        /* lines are signed pages; files of other forms are not read */
	progress *progress;    /* shows how many lines were delivered; NULL: nothing does */
	const char *done;      /* with it: what was done with them, as in "12 judged" */
	void *ctx;
	/* Set by page_stream_run: */
	pipeline *pipeline;
	uint64_t lines, bytes_read, size; /* delivered, and read so far; bytes of all files, 0: not known */
	uint64_t left_out;                /* responses in archives that are no pages */
	unsigned fields_found;            /* page_record.fields of all lines that are pages */
	bool has_lines;                   /* some are */
	bool stopped;                     /* by stop_fd */
	bool is_cut; /* ERR_IO was returned only because a file could not be read to its end; all other pages were delivered */
} page_stream;

/* Reads n files, and the pages in folders; "-", or n 0: standard input. If a file cannot be read to its end, delivers the pages
 * before that and reads the other files; then it returns ERR_IO, and why names that file; if there are several, each is printed
 * (unread_files.h). What is left out of a folder is printed, too. ERR_FILTER: the filter broke
 * its contract on a page, where reading ended. ERR_MEMORY, or what take returned. It may be called again. */
status page_stream_run(page_stream *s, char *const *files, size_t n, complaint *why);
void page_stream_close(page_stream *s); /* ends its workers; you may call it for zeros */

#endif
