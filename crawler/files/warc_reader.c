#include "crawler/files/warc_reader.h"

#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "crawler/web/content.h"
#include "crawler/files/http_message.h"

enum { LINE_MOST = 64 * 1024, FIELDS_MOST = 1000 };

/* The fields of a record's header that are needed; texts in an arena, NULL: missing. */
typedef struct warc_record {
	const char *type, *url, *content_type;
	uint64_t len;
	bool has_len;
} warc_record;

static bool read_length(const char *value, uint64_t *out)
{
	char *end;

	if (!isdigit((unsigned char)*value))
		return false;
	*out = strtoull(value, &end, 10);
	return *end == '\0' && *out < (uint64_t)1 << 60;
}

/* Copies a URL. Some versions of WARC put it in angle brackets. */
static const char *copy_url(const char *value, arena *a)
{
	size_t len = strlen(value);

	return *value == '<' && value[len - 1] == '>' ? arena_text(a, value + 1, len - 2) : arena_text(a, value, len);
}

/* Reads a "Name: value" line, which is changed. */
static status read_field(char *line, arena *a, warc_record *r)
{
	char *colon = strchr(line, ':'), *value = colon ? colon + 1 : line;
	size_t len;
	const char **to = NULL;

	if (!colon)
		return OK; /* a folded line: the fields that are needed are never folded */
	value += strspn(value, " \t");
	len = strlen(value);
	while (len && isspace((unsigned char)value[len - 1]))
		value[--len] = '\0';
	*colon = '\0';
	if (strcasecmp(line, "content-length") == 0) {
		r->has_len = read_length(value, &r->len);
		return OK;
	}
	if (strcasecmp(line, "warc-type") == 0)
		to = &r->type;
	else if (strcasecmp(line, "content-type") == 0)
		to = &r->content_type;
	else if (strcasecmp(line, "warc-target-uri") == 0)
		to = &r->url;
	if (to)
		*to = to == &r->url ? copy_url(value, a) : arena_text(a, value, len);
	return to && !*to ? ERR_MEMORY : OK;
}

/* Reads the first line of the next record. If there is anything else before it, that is an error, and the next call
 * finds the record. */
static status find_record(input *in, buffer *line, complaint *why)
{
	bool skipped = false;
	status err = OK;

	while ((!err || err == ERR_LIMIT) && !input_starts_with(in, "WARC/")) {
		err = input_line(in, LINE_MOST, line, why);
		skipped |= err == ERR_LIMIT || (!err && line->len > strspn(line->bytes, "\r \t"));
	}
	if (skipped && (!err || err == ERR_LIMIT || err == ERR_MISSING))
		return complain(why, ERR_FORMAT, "bytes that belong to no record");
	return err ? err : input_line(in, LINE_MOST, line, why);
}

static status read_head(input *in, buffer *line, arena *a, warc_record *r, complaint *why)
{
	status err = OK;

	*r = (warc_record){0};
	for (int i = 0; i < FIELDS_MOST && !err; i++) {
		err = input_line(in, LINE_MOST, line, why);
		if (!err && line->len == strspn(line->bytes, "\r"))
			return r->has_len ? OK : complain(why, ERR_FORMAT, "record without a Content-Length");
		if (!err)
			err = read_field(line->bytes, a, r);
	}
	if (err == ERR_MISSING || err == ERR_LIMIT || err == OK)
		return complain(why, ERR_FORMAT, "record whose header does not end");
	return err;
}

static bool is(const char *text, const char *wanted)
{
	return text && strcasecmp(text, wanted) == 0;
}

static bool may_be_page(const warc_record *r)
{
	if (!r->url)
		return false;
	if (is(r->type, "response"))
		return strncasecmp(r->url, "http", 4) == 0;
	if (is(r->type, "resource"))
		return r->content_type && content_type_is_page(r->content_type);
	return is(r->type, "conversion") && r->content_type && strncasecmp(r->content_type, "text/plain", 10) == 0;
}

/* The record's bytes as a response, still compressed. */
static status read_response(const warc_record *r, const buffer *bytes, arena *scratch, http_response *out, complaint *why)
{
	*out = (http_response){.status = 200, .content_type = r->content_type, .body = bytes->bytes, .body_len = bytes->len};
	return is(r->type, "response") ? http_response_read(bytes->bytes, bytes->len, scratch, out, why) : OK;
}

static bool is_page(const http_response *http, bool is_html)
{
	return http->status / 100 == 2 && (!is_html || content_type_is_page(http->content_type));
}

static status copy_page(const http_response *http, bool is_html, arena *a, page_record *out)
{
	const char *type = http->content_type ? http->content_type : "";

	out->is_html = is_html;
	out->content = arena_text(a, http->body, http->body_len);
	out->content_len = http->body_len;
	out->content_type = is_html ? arena_text(a, type, strlen(type)) : NULL;
	out->lang = http->content_language ? arena_text(a, http->content_language, strlen(http->content_language)) : NULL;
	return out->content && (!is_html || out->content_type) ? OK : ERR_MEMORY;
}

/* Sets the URL and the id, which is the URL as a JSON string. ERR_FORMAT: the URL is not UTF-8. */
static status name_page(const char *url, arena *a, page_record *out, complaint *why)
{
	json_t *string = json_string(url);
	char *text = string ? json_dumps(string, JSON_ENCODE_ANY) : NULL;

	out->url = arena_text(a, url, strlen(url));
	out->id = text ? arena_text(a, text, strlen(text)) : NULL;
	free(text);
	json_decref(string);
	return !text ? complain(why, ERR_FORMAT, "a URL that is not UTF-8") : out->id && out->url ? OK : ERR_MEMORY;
}

/* Reads the record's bytes as a page. *found: they are one. */
static status read_page(const warc_record *r, const buffer *bytes, arena *scratch, arena *a, page_record *out, bool *found,
			complaint *why)
{
	bool is_html = !is(r->type, "conversion");
	http_response http;
	status err = read_response(r, bytes, scratch, &http, why);

	if (err || !is_page(&http, is_html))
		return err;
	if (r->len > PAGE_BYTES_MOST)
		return complain(why, ERR_LIMIT, "longer than %d bytes", PAGE_BYTES_MOST);
	if (is(r->type, "response"))
		err = http_response_unpack(bytes->bytes, bytes->len, PAGE_BYTES_MOST, scratch, &http, why);
	if (err || (is_html && content_sniff(http.body, http.body_len)))
		return err;
	*found = true;
	err = copy_page(&http, is_html, a, out);
	return err ? err : name_page(r->url, a, out, why);
}

/* Reads one record, whose first line has been read. */
static status read_record(input *in, buffer *room, arena *scratch, arena *a, page_record *out, bool *found, complaint *why)
{
	warc_record r;
	bool wanted;
	status err = read_head(in, room, scratch, &r, why);

	if (err)
		return err;
	wanted = may_be_page(&r);
	err = input_bytes(in, r.len, wanted ? PAGE_BYTES_MOST : 0, room, why);
	if (err == ERR_MISSING)
		return complain(why, ERR_FORMAT, "the file ends in the middle of a record");
	return err || !wanted ? err : read_page(&r, room, scratch, a, out, found, why);
}

status warc_next(input *in, buffer *room, unsigned long *number, arena *a, page_record *out, complaint *why)
{
	page_record record = {0};
	arena *scratch = arena_new();
	bool found = false;
	status err = scratch ? OK : ERR_MEMORY;

	while (!err && !found) {
		arena_reset(scratch);
		err = find_record(in, room, why);
		*number += err == OK;
		if (!err)
			err = read_record(in, room, scratch, a, &record, &found, why);
	}
	arena_free(scratch);
	record.number = *number;
	*out = record;
	return err;
}
