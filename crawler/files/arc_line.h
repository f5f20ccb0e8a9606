/* arc_line — the line before each record of an ARC file, the format before WARC: "http://a.test/ 192.0.2.7 20050304050607 text/html 1234"
 * and so many bytes, of an HTTP response. Version 2 has more fields before the length. */
#ifndef CRAWLER_FILES_ARC_LINE_H
#define CRAWLER_FILES_ARC_LINE_H

#include "crawler/files/input.h"

typedef struct arc_line {
	const char *url, *date; /* the date in 14 digits */
	size_t url_len;
	uint64_t len;
} arc_line;

/* Borrows from the text. false: it is no such line. */
bool arc_line_read(const char *text, size_t len, arc_line *out);

/* Does such a line stand after the next `from` bytes? Nothing is taken. */
bool arc_line_is_next(input *in, size_t from);

/* Appends the head of a WARC record with the same response. false: out of memory. */
bool arc_line_as_warc(const arc_line *line, buffer *out);

#endif
