/* warc_reader — reads pages from a WARC file (ISO 28500, versions 0.17 to 1.1) as a stream. Such files come from wget,
 * Heritrix, Common Crawl and `crawl --warc`.
 *
 *	response     an HTTP response with status 2xx that is HTML or plain text (purify/content.h) is a page
 *	resource     HTML is a page, and so is plain text at an address: not a crawler's log (metadata:, urn:)
 *	conversion   text/plain is a page of text (WET files)
 *	revisit      a page that repeats another one, and has no text (page_record.revisit_of)
 *
 * Everything else is skipped: requests, metadata, images, error responses. The id of
 * a page is its URL, as JSON. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/utf8.h"
#include "crawler/files/arc_line.h"
#include "crawler/files/http_message.h"
#include "crawler/files/page_reader.h"
#include "purify/content.h"

enum { LINE_MOST = 64 * 1024, FIELDS_MOST = 1000 };

/* The fields of a record's header that are needed; texts in an arena, NULL: missing. */
typedef struct warc_record {
	const char *type, *url, *content_type, *refers_to;
	uint64_t len;
} warc_record;

static bool read_length(const char *value, uint64_t *out)
{
	char *end;

	if (!isdigit((unsigned char)*value))
		return false;
	*out = strtoull(value, &end, 10);
	return *end == '\0' && *out < (uint64_t)1 << 60;
}

/* Returns a field of the head in r->raw, in a; NULL: it is not there, or out of memory, as arena_exhausted tells. */
static const char *field_of(const page_reader *r, const char *name, arena *a)
{
	return http_header(r->raw.bytes, r->raw.len, name, HEADER_FIRST, a);
}

/* Some versions of WARC put a URL in angle brackets. */
static const char *url_of(const page_reader *r, const char *name, arena *a)
{
	const char *value = field_of(r, name, a);
	size_t len = value ? strlen(value) : 0;

	return len && *value == '<' && value[len - 1] == '>' ? arena_text(a, value + 1, len - 2) : value;
}

/* Reads a line of a record's header into r->room, and adds it to r->raw. */
static status read_line(page_reader *r, complaint *why)
{
	status err = input_line(r->in, LINE_MOST, &r->room, why);

	if (err)
		return err;
	return buffer_append(&r->raw, r->room.bytes, r->room.len) && buffer_append(&r->raw, "\n", 1) ? OK : ERR_MEMORY;
}

static status read_warc_head(page_reader *r, arena *a, warc_record *out, complaint *why)
{
	bool ends = false;
	const char *len;
	status err = OK;

	for (int i = 0; i < FIELDS_MOST && !err && !ends; i++) {
		err = read_line(r, why);
		ends = !err && r->room.len == strspn(r->room.bytes, "\r");
	}
	if (err == ERR_LIMIT || (err == ERR_MISSING && !input_stopped(r->in)) || (!err && !ends))
		return complain(why, ERR_FORMAT, "record whose header does not end");
	if (err)
		return err;
	len = field_of(r, "content-length", a);
	*out = (warc_record){.type = field_of(r, "warc-type", a),
			     .url = url_of(r, "warc-target-uri", a),
			     .content_type = field_of(r, "content-type", a),
			     .refers_to = url_of(r, "warc-refers-to-target-uri", a)};
	if (arena_exhausted(a))
		return ERR_MEMORY;
	return len && read_length(len, &out->len) ? OK : complain(why, ERR_FORMAT, "record without a Content-Length");
}

/* Reads the head of the record whose line is in r->room. Many files state a wrong length for the description at their start: it
 * ends where a record begins. */
static status read_arc_head(page_reader *r, arena *a, warc_record *out)
{
	arc_line line;

	arc_line_read(r->room.bytes, r->room.len, &line);
	buffer_clear(&r->raw);
	r->is_described = strncmp(line.url, "filedesc:", 9) == 0;
	*out = (warc_record){.type = r->is_described ? "warcinfo" : "response",
			     .url = arena_text(a, line.url, line.url_len),
			     .len = r->is_described ? 0 : line.len};
	return out->url && (!r->settings.wants_raw || arc_line_as_warc(&line, &r->raw)) ? OK : ERR_MEMORY;
}

/* Reads the first line of the next record. Returns an error if anything else precedes it; the next call then finds the record. */
static status find_record(page_reader *r, complaint *why)
{
	bool skipped = false;
	status err = OK;

	while ((!err || err == ERR_LIMIT) && !warc_starts(r)) {
		err = input_line(r->in, LINE_MOST, &r->room, why);
		skipped |= err == ERR_LIMIT || (!err && r->room.len > strspn(r->room.bytes, "\r \t"));
	}
	if (skipped && !r->is_described && (!err || err == ERR_LIMIT || err == ERR_MISSING))
		return complain(why, ERR_FORMAT, "bytes that belong to no record");
	buffer_clear(&r->raw);
	return err ? err : read_line(r, why);
}

/* ── records ── */

static bool is(const char *text, const char *wanted)
{
	return text && strcasecmp(text, wanted) == 0;
}

static bool is_robots(const char *url)
{
	const char *host = strstr(url, "://"), *path = host ? strchr(host + 3, '/') : NULL;

	return path && strcmp(path, "/robots.txt") == 0;
}

static bool is_plain(const warc_record *r)
{
	return r->content_type && strncasecmp(r->content_type, "text/plain", 10) == 0;
}

/* Is it the URL of a file that could be fetched? Crawlers name their logs and notes otherwise: metadata://…, urn:text:…. */
static bool is_address(const char *url)
{
	static const char *const schemes[] = {"http:", "https:", "ftp:", "file:"};

	for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
		if (strncasecmp(url, schemes[i], strlen(schemes[i])) == 0)
			return true;
	return false;
}

static bool may_be_page(const warc_record *r)
{
	if (!r->url)
		return false;
	if (is(r->type, "response") || is(r->type, "revisit"))
		return strncasecmp(r->url, "http", 4) == 0 && !is_robots(r->url);
	if (is(r->type, "resource"))
		return r->content_type && content_type_may_be_page(r->content_type) && (!is_plain(r) || is_address(r->url));
	return is(r->type, "conversion") && is_plain(r);
}

/* Does it state its type and, if it has content, its URL? */
static bool names_page(const warc_record *r)
{
	bool has_content = is(r->type, "response") || is(r->type, "resource") || is(r->type, "conversion") ||
			   is(r->type, "revisit");

	return r->type && (r->url || !has_content);
}

static status copy_page(const http_response *http, bool is_html, arena *a, page_record *out)
{
	const char *type = content_type_of(http->content_type);

	out->is_html = is_html;
	out->content = arena_text(a, http->body, http->body_len);
	out->content_len = http->body_len;
	out->content_type = type ? arena_text(a, type, strlen(type)) : "";
	out->link = http->link ? arena_text(a, http->link, strlen(http->link)) : NULL;
	out->lang = http->content_language ? arena_text(a, http->content_language, strlen(http->content_language)) : NULL;
	return out->content && out->content_type ? OK : ERR_MEMORY;
}

/* Sets the URL and the id, which is the URL as a JSON string. */
static status name_page(const char *url, arena *a, page_record *out)
{
	status err = page_reader_id(url, a, &out->id);

	out->url = utf8_path(url, a);
	return err || out->url ? err : ERR_MEMORY;
}

/* Does the head of the response say that it is not a page, but an image, for example? */
static bool is_other_media(const buffer *bytes, arena *scratch)
{
	complaint why;
	http_response http = {0};

	return http_response_read(bytes->bytes, bytes->len, scratch, &http, &why) == OK &&
	       !content_type_may_be_page(http.content_type);
}

/* Reads a page that was fetched again and had not changed, or had the content of another URL. */
static status read_revisit(const warc_record *r, const buffer *bytes, arena *scratch, arena *a, page_record *out, bool *found,
			   complaint *why)
{
	const char *of = r->refers_to ? r->refers_to : r->url;

	if (!of || is_other_media(bytes, scratch)) /* of: may_be_page wants a URL */
		return OK;
	if (r->len > PAGE_BYTES_MOST)
		return complain(why, ERR_LIMIT, "longer than %d bytes", PAGE_BYTES_MOST);
	*found = true;
	out->revisit_of = arena_text(a, of, strlen(of));
	out->content = "";
	return out->revisit_of ? name_page(r->url, a, out) : ERR_MEMORY;
}

/* Reads the record's bytes as a page. *found: whether they are one. */
static status read_page(const warc_record *r, const buffer *bytes, bool skips_text, arena *scratch, arena *a, page_record *out,
			bool *found, complaint *why)
{
	char not_why[CONTENT_WHY];
	enum content_kind kind;
	http_response http = {.status = 200, .content_type = r->content_type, .body = bytes->bytes, .body_len = bytes->len};
	bool is_response = is(r->type, "response");
	status err = is_response ? http_response_read(bytes->bytes, bytes->len, scratch, &http, why) : OK;

	if (err || http.status / 100 != 2 || !content_type_may_be_page(http.content_type))
		return err;
	if (r->len > PAGE_BYTES_MOST)
		return complain(why, ERR_LIMIT, "longer than %d bytes", PAGE_BYTES_MOST);
	if (is_response)
		err = http_response_unpack(bytes->bytes, bytes->len, PAGE_BYTES_MOST, scratch, &http, why);
	if (err)
		return err;
	kind = content_kind_of(http.content_type, http.body, http.body_len, not_why);
	*found = kind == CONTENT_HTML || (kind == CONTENT_TEXT && !skips_text);
	if (!*found)
		return OK;
	err = copy_page(&http, kind == CONTENT_HTML, a, out);
	return err ? err : name_page(r->url, a, out);
}

static status keep_raw(page_reader *r, arena *a, page_record *out)
{
	static const char end[] = "\r\n\r\n";

	if (!buffer_append(&r->raw, r->room.bytes, r->room.len) || !buffer_append(&r->raw, end, sizeof end - 1))
		return ERR_MEMORY;
	out->raw = arena_text(a, r->raw.bytes, r->raw.len);
	out->raw_len = r->raw.len;
	return out->raw ? OK : ERR_MEMORY;
}

/* Reads one record, whose first line has been read. */
static status read_record(page_reader *r, arena *scratch, arena *a, page_record *out, bool *found, complaint *why)
{
	warc_record w = {0};
	bool wanted;
	status err = r->is_arc ? read_arc_head(r, scratch, &w) : read_warc_head(r, scratch, &w, why);

	if (err)
		return err;
	wanted = may_be_page(&w);
	err = warc_block_read(r, w.len, why);
	if (!err)
		err = input_check(r->in, why);
	if (!err && !names_page(&w))
		return complain(why, ERR_FORMAT, w.type ? "%s record without a WARC-Target-URI" : "record without a WARC-Type",
				w.type);
	if (!err && wanted && is(w.type, "revisit"))
		err = read_revisit(&w, &r->room, scratch, a, out, found, why);
	else if (!err && wanted)
		err = read_page(&w, &r->room, r->settings.fields.skips_text && !is(w.type, "conversion"), scratch, a, out,
				found, why);
	if (!err && wanted && !*found && r->settings.left_out)
		++*r->settings.left_out;
	return err || !*found || !r->settings.wants_raw ? err : keep_raw(r, a, out);
}

status warc_next(page_reader *r, arena *a, page_record *out, complaint *why)
{
	page_record record = {.form = PAGE_WARC};
	arena *scratch = arena_new();
	bool found = false;
	status err = scratch ? OK : ERR_MEMORY;

	while (!err && !found) {
		arena_reset(scratch);
		err = find_record(r, why);
		r->number += err == OK;
		if (!err)
			err = read_record(r, scratch, a, &record, &found, why);
	}
	arena_free(scratch);
	record.number = r->number;
	*out = record;
	return err;
}
