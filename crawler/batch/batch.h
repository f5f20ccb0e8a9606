/* batch — first signs all pages of some files, then judges them in a chosen order. eval measures this, and with
 * `filter --order longest-first` it reproduces methods that sort before they compare (Guo, §3.3). Nothing is stored. */
#ifndef CRAWLER_BATCH_BATCH_H
#define CRAWLER_BATCH_BATCH_H

#include "crawler/batch/page_stream.h"

enum batch_order {
	ORDER_ARRIVAL,      /* of the input */
	ORDER_LONGEST_FIRST /* by the length of texts */
};

typedef struct batch_page {
	line_note note;  /* id, file, number, error, form, fields and raw, of the batch's memory */
	size_t text_len; /* bytes of its text */
	firstprint_signature signature;
	firstprint_verdict verdict; /* .of is an index into pages, plus 1 */
	const char *filter;         /* name of the filter of the SPEC that decided; valid as long as the filter */
} batch_page;

typedef struct batch {
	batch_page *pages; /* in the order of the input */
	arena *memory;     /* of what they point to */
	size_t len, room;
	size_t *order;          /* indexes of pages in the order of judging */
	size_t kept;            /* how many pages the filter remembers */
	size_t signature_bytes; /* of all pages */
	size_t held;            /* bytes that the filter has at the end */
	bool stopped;           /* by stop_fd, so pages may be missing */
	uint64_t left_out;      /* page_stream.left_out */
	int64_t ms;             /* from the first byte read to the last verdict */
} batch;

typedef struct batch_settings {
	page_stream stream; /* how pages are read, and whether progress is shown: all but take, done and filter */
	char *const *files;
	size_t files_len; /* 0: standard input */
	enum batch_order order;
} batch_settings;

/* Reads, purifies and signs the pages of the files, then checks and remembers them in the given order. On an error why
 * says what went wrong. Call batch_free in any case. */
status batch_run(filter *f, const batch_settings *settings, batch *out, complaint *why);
void batch_free(batch *b);

#endif
