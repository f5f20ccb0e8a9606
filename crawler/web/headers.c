#include "crawler/web/headers.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

void headers_clear(response_headers *h)
{
	free(h->content_type);
	free(h->content_language);
	free(h->content_encoding);
	free(h->refresh);
	free(h->link);
	free(h->location);
	free(h->etag);
	free(h->last_modified);
	free(h->robots_tag);
	*h = (response_headers){.whole_len = -1, .retry_after_s = -1};
}

/* Seconds until the time in a Retry-After, which may be a number of seconds or a date. −1: it is neither. */
static int64_t seconds_until(const char *value)
{
	char *end;
	long long seconds = strtoll(value, &end, 10);
	time_t date;

	if (end != value && seconds >= 0)
		return seconds;
	date = curl_getdate(value, NULL);
	return date < 0 ? -1 : date > time(NULL) ? (int64_t)(date - time(NULL)) : 0;
}

/* Returns the length of the body in a Content-Range that has all of it, "bytes 0-99/100". −1: it has a part, or is none. */
static int64_t whole_length(const char *value)
{
	unsigned long long last, len;
	int end = 0;

	if (strncasecmp(value, "bytes", 5) != 0 || sscanf(value + 5, " 0-%18llu/%18llu%n", &last, &len, &end) != 2)
		return -1;
	return len && last == len - 1 && !value[5 + end] ? (int64_t)len : -1;
}

/* Is the value short enough and free of control characters other than tabs? Values are sent again in requests and
 * written to files, where a line break would start another header. */
static bool may_be_kept(const char *value, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)value[i] < ' ' && value[i] != '\t')
			return false;
	return len <= HEADER_LEN_MOST;
}

/* Appends a value to *kept, with the joint between two, unless the value may not be kept or *kept is too long already. false: out of memory. */
static bool keep_value(const char *value, const char *joint, char **kept)
{
	size_t len = strcspn(value, "\r"); /* libcurl 7.88 returns the line break for an empty value */
	char *joined;

	if (!may_be_kept(value, len) || (*kept && strlen(*kept) > HEADER_LEN_MOST))
		return true;
	if (asprintf(&joined, "%s%s%.*s", *kept ? *kept : "", *kept ? joint : "", (int)len, value) < 0)
		return false;
	free(*kept);
	*kept = joined;
	return true;
}

/* Reads the values of a header into *kept. false: out of memory. */
static bool read_values(CURL *easy, const char *name, enum header_which which, char **kept)
{
	for (size_t i = 0; i < HEADER_REPEATS_MOST && (which != HEADER_FIRST || !*kept); i++) {
		struct curl_header *header;
		CURLHcode code = curl_easy_header(easy, name, i, CURLH_HEADER, -1, &header);

		if (code != CURLHE_OK)
			return code != CURLHE_OUT_OF_MEMORY;
		if (!keep_value(header->value, which == HEADER_LINES ? "\n" : ", ", kept))
			return false;
	}
	return true;
}

/* lengths: one a line. If a server sends two, somebody else may have caused that (RFC 9112 §6.3). */
static bool lengths_differ(const char *lengths)
{
	unsigned long long first = strtoull(lengths, NULL, 10);
	bool differ = false;

	for (const char *at = strchr(lengths, '\n'); at && !differ; at = strchr(at + 1, '\n'))
		differ = strtoull(at + 1, NULL, 10) != first;
	return differ;
}

status headers_read(CURL *easy, response_headers *h)
{
	response_headers read = {.whole_len = -1, .retry_after_s = -1};
	char *retry_after = NULL, *range = NULL, *lengths = NULL;
	const struct {
		const char *name;
		enum header_which which;
		char **kept;
	} wanted[] = {{"content-type", HEADER_ALL, &read.content_type},
		      {"content-language", HEADER_FIRST, &read.content_language},
		      {"content-encoding", HEADER_ALL, &read.content_encoding},
		      {"location", HEADER_FIRST, &read.location},
		      {"etag", HEADER_FIRST, &read.etag},
		      {"last-modified", HEADER_FIRST, &read.last_modified},
		      {"refresh", HEADER_FIRST, &read.refresh},
		      {"link", HEADER_ALL, &read.link},
		      {"x-robots-tag", HEADER_LINES, &read.robots_tag},
		      {"content-length", HEADER_LINES, &lengths},
		      {"content-range", HEADER_FIRST, &range},
		      {"retry-after", HEADER_FIRST, &retry_after}};
	bool ok = true;

	for (size_t i = 0; i < sizeof wanted / sizeof *wanted && ok; i++)
		ok = read_values(easy, wanted[i].name, wanted[i].which, wanted[i].kept);
	if (retry_after)
		read.retry_after_s = seconds_until(retry_after);
	if (range)
		read.whole_len = whole_length(range);
	if (lengths)
		read.lengths_differ = lengths_differ(lengths);
	free(retry_after);
	free(range);
	free(lengths);
	headers_clear(ok ? h : &read);
	if (ok)
		*h = read;
	return ok ? OK : ERR_MEMORY;
}
