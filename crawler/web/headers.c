#include "crawler/web/headers.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

void headers_forget(fetch_result *r)
{
	char **texts[] = {&r->content_type, &r->content_language, &r->location,
			  &r->etag,	    &r->last_modified,	  &r->robots_tag};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		free(*texts[i]);
		*texts[i] = NULL;
	}
	r->retry_after_s = -1;
}

/* Seconds until a Retry-After, which may be a number or a date. */
static int64_t retry_after(const char *value)
{
	char *end;
	long long seconds = strtoll(value, &end, 10);
	time_t date;

	if (end != value && seconds >= 0)
		return seconds;
	date = curl_getdate(value, NULL);
	return date < 0 ? -1 : date > time(NULL) ? (int64_t)(date - time(NULL)) : 0;
}

/* The first value of a header, or, of one that may come again, all of them behind one another. */
static bool keep_value(char **to, const char *value, bool joins)
{
	char *kept;

	if (*to && (!joins || strlen(*to) >= HEADER_LEN_MOST))
		return true;
	if (asprintf(&kept, "%s%s%s", *to ? *to : "", *to ? ", " : "", value) < 0)
		return false;
	free(*to);
	*to = kept;
	return true;
}

/* false: out of memory. */
static bool keep_header(fetch_result *r, const char *name, size_t name_len, const char *value)
{
	const struct {
		const char *name;
		char **to;
	} wanted[] = {
		{"content-type", &r->content_type}, {"content-language", &r->content_language},
		{"location", &r->location},	    {"etag", &r->etag},
		{"last-modified", &r->last_modified}, {"x-robots-tag", &r->robots_tag},
	};

	bool kept = true;

	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
		if (strlen(wanted[i].name) == name_len && strncasecmp(name, wanted[i].name, name_len) == 0)
			kept &= keep_value(wanted[i].to, value, wanted[i].to == &r->robots_tag);
	if (name_len == 11 && strncasecmp(name, "retry-after", 11) == 0)
		r->retry_after_s = retry_after(value);
	return kept;
}

/* Control characters but tabs: of a value that goes out again, in a request or to a file, they could make two. */
static bool has_control(const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)text[i] < ' ' && text[i] != '\t')
			return true;
	return false;
}

status headers_read(fetch_result *r, const char *line, size_t len)
{
	const char *colon = memchr(line, ':', len), *end = line + len, *at = colon ? colon + 1 : end;
	char value[HEADER_LEN_MOST];

	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	while (end > at && strchr("\r\n \t", end[-1]))
		end--;
	len = (size_t)(end - at);
	if (!colon || len >= sizeof value || has_control(at, len))
		return OK;
	memcpy(value, at, len);
	value[len] = '\0';
	return keep_header(r, line, (size_t)(colon - line), value) ? OK : ERR_MEMORY;
}
