#include "crawler/files/page_lines.h"

#include <jansson.h>
#include <string.h>

#include "crawler/files/page_signed.h"

status page_lines_id(json_span value, arena *a, const char **id)
{
	const char *text;
	size_t len;

	*id = NULL;
	if (!json_span_is_string(value) && !json_span_is_number(value))
		return ERR_MISSING;
	if (json_span_is_number(value)) {
		*id = arena_text(a, value.at, value.len);
		return *id ? OK : ERR_MEMORY;
	}
	text = json_span_text(value, a, &len);
	return text ? page_reader_string(text, len, a, id) : ERR_MEMORY;
}

/* Reads the characters of a string; *out is NULL if the value is not a string. */
static status read_text(json_span value, arena *a, const char **out, size_t *len)
{
	*out = json_span_is_string(value) ? json_span_text(value, a, len) : NULL;
	return *out || !json_span_is_string(value) ? OK : ERR_MEMORY;
}

/* A page without a URL gets one from its site and its id. */
static status read_site(json_span value, arena *a, page_record *out)
{
	const char *site;
	size_t len;
	status err = read_text(value, a, &site, &len);

	if (err || !site)
		return err;
	len = strlen(out->id);
	out->url = *out->id == '"' ? arena_printf(a, "%s/%.*s", site, (int)len - 2, out->id + 1)
				   : arena_printf(a, "%s/%s", site, out->id);
	return out->url ? OK : ERR_MEMORY;
}

static bool is_word(json_span value, const char *word)
{
	return value.len == strlen(word) && memcmp(value.at, word, value.len) == 0;
}

/* Of a line with both, the text is read if it alone is named, or the HTML is empty. */
static bool is_html(const json_span values[PAGE_FIELDS], const page_fields *named)
{
	json_span html = values[PAGE_HTML];

	if (!json_span_is_string(html) || !json_span_is_string(values[PAGE_TEXT]))
		return json_span_is_string(html);
	return html.len > strlen("\"\"") && (!named->text || named->html);
}

static status read_fields(const json_span values[PAGE_FIELDS], const page_fields *named, arena *a, page_record *out)
{
	size_t len;
	status err = read_text(values[PAGE_URL], a, &out->url, &len);

	if (!err && !out->url)
		err = read_site(values[PAGE_SITE], a, out);
	if (!err)
		err = read_text(values[PAGE_TITLE], a, &out->title, &len);
	if (!err)
		err = read_text(values[PAGE_LANG], a, &out->lang, &len);
	out->is_html = is_html(values, named);
	out->is_list = is_word(values[PAGE_LIST], "true");
	out->is_purified = !out->is_html && (out->is_list || is_word(values[PAGE_LIST], "false"));
	if (!err)
		err = read_text(values[out->is_html ? PAGE_HTML : PAGE_TEXT], a, &out->content, &out->content_len);
	return err;
}

static status no_content(const json_span values[PAGE_FIELDS], const char *const names[PAGE_FIELDS], complaint *why)
{
	for (enum page_field i = PAGE_TEXT; i >= PAGE_HTML; i--)
		if (values[i].len)
			return complain(why, ERR_FORMAT, "\"%s\" is %s, and no string", names[i],
					is_word(values[i], "null") ? "null" : "another value");
	return complain(why, ERR_FORMAT, "neither \"%s\" nor \"%s\"", names[PAGE_HTML], names[PAGE_TEXT]);
}

static status read_signed(const page_line *line, arena *a, page_record *out, complaint *why)
{
	json_t *object = json_loadb(line->json, line->len, JSON_ALLOW_NUL, NULL);
	page_signed *s = arena_alloc(a, sizeof *s);
	status err = s ? page_signed_read(object, a, s, why) : ERR_MEMORY;

	json_decref(object);
	out->sign = s;
	if (!err && (out->is_html || memchr(out->content, '\0', out->content_len)))
		return complain(why, ERR_FORMAT, "no signed page: no \"text\", or with a NUL in it");
	return err;
}

/* Files that were joined have the byte order marks of all. */
static json_span without_mark(json_span line)
{
	static const char mark[] = "\xef\xbb\xbf";
	size_t len = sizeof mark - 1;

	return line.len >= len && memcmp(line.at, mark, len) == 0 ? (json_span){line.at + len, line.len - len} : line;
}

/* Has a field the kind of value that is read? */
static bool is_readable(json_span value, enum page_field field)
{
	return value.len > 0 &&
	       (json_span_is_string(value) || field == PAGE_LIST || (field == PAGE_ID && json_span_is_number(value)));
}

status page_lines_read(const page_line *line, const page_fields *named, bool is_signed, arena *a, page_record *out,
		       complaint *why)
{
	static const page_fields standard;
	const page_fields *f = is_signed ? &standard : named; /* 'firstprint sign' has read those of other names */
	const char *const names[PAGE_FIELDS] = {[PAGE_ID] = f->id ? f->id : "id",
						[PAGE_URL] = f->url ? f->url : "url",
						[PAGE_TITLE] = f->title ? f->title : "title",
						[PAGE_LANG] = f->lang ? f->lang : "lang",
						[PAGE_HTML] = f->html ? f->html : "html",
						[PAGE_TEXT] = f->text ? f->text : "text",
						[PAGE_SITE] = f->site ? f->site : "",
						[PAGE_LIST] = "list"};
	json_span values[PAGE_FIELDS];
	status err;

	if (!json_span_find(without_mark((json_span){line->json, line->len}), names, values, PAGE_FIELDS))
		return complain(why, ERR_FORMAT, "not a JSON object");
	out->fields = 0;
	for (unsigned i = 0; i < PAGE_FIELDS; i++)
		out->fields |= (unsigned)is_readable(values[i], (enum page_field)i) << i;
	err = page_lines_id(values[PAGE_ID], a, &out->id);
	if (err == ERR_MISSING)
		err = page_reader_place_id(line->place, line->number, a, &out->id);
	if (!err)
		err = read_fields(values, f, a, out);
	if (!err && !out->content)
		return no_content(values, names, why);
	return !err && is_signed ? read_signed(line, a, out, why) : err;
}

static status keep(const page_reader *r, arena *a, page_record *out)
{
	char *raw = arena_alloc(a, r->room.len + 1);

	if (!raw)
		return ERR_MEMORY;
	memcpy(raw, r->room.bytes, r->room.len);
	raw[r->room.len] = '\n';
	out->raw = raw;
	out->raw_len = r->room.len + 1;
	return OK;
}

status page_lines_parse(page_reader *r, status wrong, arena *a, page_record *out, complaint *why)
{
	const page_line line = {r->room.bytes, r->room.len, r->place, r->number};
	status err = r->settings.wants_raw ? keep(r, a, out) : OK;

	if (err || wrong)
		return err ? err : wrong;
	if (!r->settings.leaves_json)
		return page_lines_read(&line, &r->settings.fields, r->settings.is_signed, a, out, why);
	out->is_unread = true;
	out->content = r->room.bytes;
	out->content_len = r->room.len;
	return OK;
}

status page_lines_too_long(const page_reader *r, complaint *why)
{
	return complain(why, ERR_LIMIT, "longer than %zu bytes, a quarter of --memory", r->line_most);
}

status page_lines_next(page_reader *r, arena *a, page_record *out, complaint *why)
{
	page_record record = {.form = PAGE_LINE};
	status err;

	do {
		err = input_line(r->in, r->line_most, &r->room, why);
		r->number += err == OK || err == ERR_LIMIT || err == ERR_FORMAT;
	} while (!err && r->room.len == strspn(r->room.bytes, " \t\r"));
	record.number = r->number;
	if (err == ERR_LIMIT)
		err = page_lines_too_long(r, why);
	if (!err)
		err = page_lines_parse(r, OK, a, &record, why);
	*out = record;
	return err;
}
