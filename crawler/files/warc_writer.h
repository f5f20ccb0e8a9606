/* warc_writer — writes responses to a WARC 1.1 file (ISO 28500:2017), one gzip member per record.
 *
 *	warcinfo     once, when the file is opened
 *	request, response, metadata     for every response
 *	revisit      instead of a response whose body is already in the file, or has not changed (304)
 *
 * Bodies are written as received, except that libcurl joins chunks. HTTP/2 heads have no text form, so all heads are written as
 * HTTP/1.1. What was sent to a proxy is left out. An existing file is appended to. */
#ifndef CRAWLER_FILES_WARC_WRITER_H
#define CRAWLER_FILES_WARC_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "crawler/files/cdxj.h"

typedef struct warc_writer warc_writer;

/* fd: of a file that is empty, open for reading and writing at its end, and gets the name path when it is whole; it stays yours.
 * −1: the file at path is opened. software: for the warcinfo record, "firstprint/0.1". If the file exists, an incomplete record
 * at its end is removed; *cut: how many bytes that were. known: the end of a record of this file, from which on the file is read
 * for that; 0: all of it is read. Each record that is read, and each that is about to be written, is added to the index, which
 * may be NULL. ERR_IO; ERR_FORMAT: the file is not a gzipped WARC, or is damaged in the middle. why names the file. */
status warc_open(const char *path, int fd, const char *software, uint64_t known, cdxj *index, warc_writer **out, uint64_t *cut,
		 complaint *why);
void warc_close(warc_writer *w); /* accepts NULL */
/* Returns the length of the file now, in bytes: the end of its last record. */
uint64_t warc_length(const warc_writer *w);

/* Has the file that it appends to its name still? */
bool warc_is_there(const warc_writer *w);

/* One request and its response. NULL: not known, or there is none. */
typedef struct warc_exchange {
	const char *url, *date, *address;
	const char *request_head, *response_head; /* with the empty line at their end */
	const char *body;
	size_t body_len;
	const uint8_t *digest; /* SHA-256 of the body; NULL: it is computed here */
	const char *truncated; /* why the body is incomplete: "length", "disconnect", "unspecified"; NULL: it is complete */
	const char *same_url, *same_date; /* the record with the same body: then this one is a revisit */
	bool not_modified;                /* a revisit because the server answered 304 */
	const char *via;                  /* the URL of the page that linked here */
	const char *verdict;              /* the outcome: "skip: noindex" */
	int64_t elapsed_ms;
} warc_exchange;

/* Appends the records of an exchange with one call of write, so that a kill leaves complete records. ERR_IO: why names
 * the file; ERR_MEMORY. */
status warc_put(warc_writer *w, const warc_exchange *x, complaint *why);

/* The text of a page, for a conversion record. */
typedef struct warc_text {
	const char *url, *date, *lang; /* lang NULL or "": unknown */
	const char *text;
	size_t len;
} warc_text;

/* Appends the record. ERR_IO: why names the file; ERR_MEMORY. */
status warc_put_text(warc_writer *w, const warc_text *x, complaint *why);

#endif
