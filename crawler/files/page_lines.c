#include "crawler/files/page_lines.h"

#include <ctype.h>
#include <jansson.h>
#include <string.h>

#include "crawler/files/page_signed.h"

/* The end of the JSON string that begins at `at`; NULL: it has no end. */
static char *skip_string(char *at)
{
	for (at++; *at && *at != '"'; at++)
		if (*at == '\\' && at[1])
			at++;
	return *at ? at + 1 : NULL;
}

/* Where the value of the top-level field with the id begins in the text of an object; NULL: there is none. Ids are copied as
 * written, and a JSON parser would return 1.50 as 1.5 and refuse integers that are too large. */
static char *find_id(char *at, const char *name)
{
	size_t len = strlen(name);
	int depth = 0;

	while (*at) {
		char *from = at;

		depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
		if (*at != '"') {
			at++;
			continue;
		}
		at = skip_string(at);
		if (!at)
			return NULL;
		if (depth != 1 || (size_t)(at - from) != len + 2 || memcmp(from + 1, name, len) != 0)
			continue;
		at += strspn(at, " \t\r");
		if (*at == ':')
			return at + 1 + strspn(at + 1, " \t\r");
	}
	return NULL;
}

/* Length of the JSON number at `at`; 0: there is none. */
static size_t number_len(const char *at)
{
	size_t i = at[0] == '-', digits = strspn(at + i, "0123456789"), more;

	if (digits == 0 || (digits > 1 && at[i] == '0'))
		return 0;
	i += digits;
	if (at[i] == '.') {
		more = strspn(at + i + 1, "0123456789");
		if (more == 0)
			return 0;
		i += 1 + more;
	}
	if (at[i] == 'e' || at[i] == 'E') {
		size_t sign = at[i + 1] == '+' || at[i + 1] == '-';

		more = strspn(at + i + 1 + sign, "0123456789");
		if (more == 0)
			return 0;
		i += 1 + sign + more;
	}
	return i;
}

status page_lines_take_id(char *line, const char *name, arena *a, const char **id, complaint *why)
{
	char *at = find_id(line, name), *end;
	size_t len;

	if (!at || strncmp(at, "null", 4) == 0)
		return complain(why, ERR_MISSING, "no \"%s\"", name);
	end = *at == '"' ? skip_string(at) : NULL;
	len = end ? (size_t)(end - at) : number_len(at);
	if (len == 0)
		return complain(why, ERR_FORMAT, "\"%s\" is neither a string nor a number", name);
	*id = arena_text(a, at, len);
	if (!*id)
		return ERR_MEMORY;
	if (!end) {
		memset(at, ' ', len);
		*at = '0';
	}
	return OK;
}

/* Copies a string field; NULL in *out: there is none, or it is not a string. */
static status text_field(const json_t *object, const char *name, arena *a, const char **out, size_t *len)
{
	const json_t *value = json_object_get(object, name);

	*out = NULL;
	if (!json_is_string(value))
		return OK;
	*len = json_string_length(value);
	*out = arena_text(a, json_string_value(value), *len);
	return *out ? OK : ERR_MEMORY;
}

/* Without a URL, that of the page is its site and its id. */
static status read_site(const json_t *object, const char *name, arena *a, page_record *out)
{
	const char *site;
	size_t len;
	status err = text_field(object, name, a, &site, &len);

	if (err || !site || !out->id)
		return err;
	len = strlen(out->id);
	out->url = *out->id == '"' ? arena_printf(a, "%s/%.*s", site, (int)len - 2, out->id + 1)
				   : arena_printf(a, "%s/%s", site, out->id);
	return out->url ? OK : ERR_MEMORY;
}

static status read_fields(const json_t *object, const page_fields *names, arena *a, page_record *out, complaint *why)
{
	size_t len;
	status err = text_field(object, names->url, a, &out->url, &len);

	if (!err && !out->url && names->site)
		err = read_site(object, names->site, a, out);
	if (!err)
		err = text_field(object, "title", a, &out->title, &len);
	if (!err)
		err = text_field(object, "lang", a, &out->lang, &len);
	if (!err)
		err = text_field(object, names->html, a, &out->content, &out->content_len);
	out->is_html = out->content != NULL;
	if (!err && !out->content)
		err = text_field(object, names->text, a, &out->content, &out->content_len);
	if (!err && !out->content)
		return complain(why, ERR_FORMAT, "neither \"%s\" nor \"%s\"", names->html, names->text);
	return err;
}

static status read_signed(const json_t *object, arena *a, page_record *out, complaint *why)
{
	page_signed *s = arena_alloc(a, sizeof *s);
	status err = s ? page_signed_read(object, a, s, why) : ERR_MEMORY;

	out->sign = s;
	if (!err && (out->is_html || !out->content || memchr(out->content, '\0', out->content_len)))
		return complain(why, ERR_FORMAT, "no signed page: no \"text\", or with a NUL in it");
	return err;
}

static page_fields with_defaults(const page_fields *f)
{
	return (page_fields){.id = f->id ? f->id : "id",
			     .url = f->url ? f->url : "url",
			     .text = f->text ? f->text : "text",
			     .html = f->html ? f->html : "html",
			     .site = f->site};
}

status page_lines_read(char *json, size_t len, const page_fields *fields, bool is_signed, arena *a, page_record *out,
		       complaint *why)
{
	const page_fields names = with_defaults(fields);
	json_error_t e;
	json_t *object;
	status err;

	if (memchr(json, '\0', len))
		return complain(why, ERR_FORMAT, "NUL byte");
	if (json[strspn(json, " \t\r")] != '{')
		return complain(why, ERR_FORMAT, "not a JSON object");
	err = page_lines_take_id(json, names.id, a, &out->id, why);
	if (err == ERR_MISSING)
		err = ERR_FORMAT;
	object = json_loadb(json, len, JSON_ALLOW_NUL, &e);
	if (!object && json_error_code(&e) == json_error_out_of_memory)
		return ERR_MEMORY;
	if (!object)
		return complain(why, ERR_FORMAT, "not JSON: %s", e.text);
	if (!err)
		err = read_fields(object, &names, a, out, why);
	if (!err && is_signed)
		err = read_signed(object, a, out, why);
	json_decref(object);
	return err;
}

status page_lines_parse(page_reader *r, arena *a, page_record *out, complaint *why)
{
	if (!r->leaves_json)
		return page_lines_read(r->room.bytes, r->room.len, &r->fields, r->is_signed, a, out, why);
	out->is_unread = true;
	out->content = r->room.bytes;
	out->content_len = r->room.len;
	return OK;
}

status page_lines_keep(const page_reader *r, arena *a, page_record *out)
{
	char *raw;

	if (!r->wants_raw)
		return OK;
	raw = arena_alloc(a, r->room.len + 1);
	if (!raw)
		return ERR_MEMORY;
	memcpy(raw, r->room.bytes, r->room.len);
	raw[r->room.len] = '\n';
	out->raw = raw;
	out->raw_len = r->room.len + 1;
	return OK;
}

static bool is_blank(const buffer *line)
{
	return line->len == strspn(line->bytes, " \t\r");
}

status page_lines_next(page_reader *r, arena *a, page_record *out, complaint *why)
{
	page_record record = {.form = PAGE_LINE};
	status err;

	do {
		err = input_line(r->in, PAGE_BYTES_MOST, &r->room, why);
		r->number += err == OK || err == ERR_LIMIT;
	} while (!err && is_blank(&r->room));
	if (!err)
		err = page_lines_keep(r, a, &record);
	if (!err)
		err = page_lines_parse(r, a, &record, why);
	record.number = r->number;
	*out = record;
	return err;
}
