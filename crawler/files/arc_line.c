#include "crawler/files/arc_line.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { DATE = 14, FIELDS_LEAST = 5, LENGTH_MOST = 18 }; /* of the length, so that it is a number of 64 bits */

/* The number of digits at the start. */
static size_t digits(const char *at, const char *end)
{
	const char *from = at;

	while (at < end && isdigit((unsigned char)*at))
		at++;
	return (size_t)(at - from);
}

bool arc_line_read(const char *text, size_t len, arc_line *out)
{
	const char *end = text + len, *last = text;
	size_t fields = 1;

	while (end > text && strchr("\r\n ", end[-1]))
		end--;
	*out = (arc_line){.url = text, .url_len = (size_t)(end - text)};
	for (const char *at = text; at < end; at++) {
		if (*at != ' ')
			continue;
		last = at + 1;
		if (++fields == 2)
			out->url_len = (size_t)(at - text);
		if (fields == 3)
			out->date = last;
	}
	for (const char *at = last; at < end; at++)
		out->len = out->len * 10 + (uint64_t)(*at - '0');
	return fields >= FIELDS_LEAST && memchr(text, ':', out->url_len) && digits(out->date, end) == DATE && last < end &&
	       end - last <= LENGTH_MOST && digits(last, end) == (size_t)(end - last);
}

bool arc_line_is_next(input *in, size_t from)
{
	const char *at = NULL, *end = NULL;
	size_t len = from, more;
	arc_line line;

	while (!end && (more = input_head(in, len + 1, &at)) > len) {
		len = more;
		end = memchr(at + from, '\n', len - from);
	}
	return end && arc_line_read(at + from, (size_t)(end - at) - from, &line);
}

bool arc_line_as_warc(const arc_line *line, buffer *out)
{
	const char *d = line->date;
	char rest[300];

	snprintf(rest, sizeof rest,
		 "\r\nWARC-Date: %.4s-%.2s-%.2sT%.2s:%.2s:%.2sZ\r\nContent-Type: application/http; msgtype=response\r\n"
		 "Content-Length: %llu\r\n\r\n",
		 d, d + 4, d + 6, d + 8, d + 10, d + 12, (unsigned long long)line->len);
	return buffer_append_text(out, "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: ") &&
	       buffer_append(out, line->url, line->url_len) && buffer_append_text(out, rest);
}
