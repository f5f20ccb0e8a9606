/* warc_writer — what was fetched, as it came, in a WARC 1.1 file (ISO 28500:2017), one gzip member a record.
 *
 *	warcinfo     once, when the file is opened
 *	request, response, metadata     for every answer
 *	revisit      in place of a response whose body is in the file already, or that has not changed since (304)
 *
 * libcurl hands bodies over unpacked, and HTTP/2 has no text of its own: heads are written as HTTP/1.1, and what they say
 * of a packing is kept as X-Crawler-Content-Encoding. What was said to a proxy is left out. A file that is there is
 * appended to. */
#ifndef CRAWLER_FILES_WARC_WRITER_H
#define CRAWLER_FILES_WARC_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef struct warc_writer warc_writer;

/* software: what writes it, "firstprint/0.1". *cut: how many bytes of half a record were taken away from the end of a file
 * that is there. known: up to here it is whole, as somebody has noted (warc_length); the rest is read for that, and with 0 all
 * of it. ERR_IO and ERR_FORMAT (there is a file, and it is no gzipped WARC, or one that
 * is damaged in its middle) name it in why. */
status warc_open(const char *path, const char *software, uint64_t known, warc_writer **out, uint64_t *cut, complaint *why);
void warc_close(warc_writer *w); /* accepts NULL */
/* Its length now, behind a whole record. */
uint64_t warc_length(const warc_writer *w);

/* One exchange; NULL where there is nothing to tell. */
typedef struct warc_exchange {
	const char *url, *date, *address;
	const char *request_head, *response_head; /* with their last empty line */
	const char *body;
	size_t body_len;
	const uint8_t *digest; /* of the body, SHA-256; NULL: it is computed here */
	const char *truncated; /* why the body is not whole: "length", "unspecified" */
	const char *same_url, *same_date; /* where the same body was written; the response is a revisit */
	bool not_modified;     /* …because the server says so */
	const char *via;       /* where the URL was met */
	const char *verdict;   /* "near-duplicate of http://…" */
	int64_t elapsed_ms;
} warc_exchange;

/* Written with one call, so that a kill leaves whole records. ERR_IO: why names the file; ERR_MEMORY. */
status warc_put(warc_writer *w, const warc_exchange *x, complaint *why);

#endif
