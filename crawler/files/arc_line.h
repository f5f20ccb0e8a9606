/* arc_line — the line before each record of an ARC file, the predecessor of WARC: "http://a.test/ 192.0.2.7 20050304050607
 * text/html 1234". The last field is the length in bytes of the HTTP response that follows. Version 2 has more fields before the
 * length. */
#ifndef CRAWLER_FILES_ARC_LINE_H
#define CRAWLER_FILES_ARC_LINE_H

#include "crawler/files/input.h"

typedef struct arc_line {
	const char *url, *date; /* the date in 14 digits */
	size_t url_len;
	uint64_t len;
} arc_line;

/* Reads the line in text, from which *out borrows. false: it is not such a line. */
bool arc_line_read(const char *text, size_t len, arc_line *out);

/* Does such a line follow after the next `from` bytes? The input stays unread. */
bool arc_line_is_next(input *in, size_t from);

/* Appends the head of a WARC record with the same response. false: out of memory. */
bool arc_line_as_warc(const arc_line *line, buffer *out);

#endif
