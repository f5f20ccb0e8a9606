#include "crawler/page_lines.h"

#include <ctype.h>
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

struct page_lines {
	gzFile file;
	char *name;
	char block[64 * 1024];
	size_t block_at, block_len;
	buffer line;
	unsigned long number;
};

status page_lines_open(const char *name, page_lines **out, complaint *why)
{
	page_lines *r = calloc(1, sizeof *r);
	bool is_stdin = strcmp(name, "-") == 0;

	if (!r)
		return ERR_MEMORY;
	errno = 0;
	r->file = is_stdin ? gzdopen(0, "r") : gzopen(name, "r");
	r->name = strdup(is_stdin ? "standard input" : name);
	if (!r->file || !r->name) {
		complain(why, ERR_IO, "%s: cannot be read: %s", name, errno ? strerror(errno) : "out of memory");
		page_lines_close(r);
		return ERR_IO;
	}
	gzbuffer(r->file, 256 * 1024);
	*out = r;
	return OK;
}

void page_lines_close(page_lines *r)
{
	if (!r)
		return;
	if (r->file)
		gzclose(r->file);
	free(r->name);
	buffer_free(&r->line);
	free(r);
}

static status read_error(page_lines *r, complaint *why)
{
	int code;
	const char *text = gzerror(r->file, &code);

	if (code == Z_OK || code == Z_STREAM_END)
		return OK;
	if (strncmp(text, r->name, strlen(r->name)) == 0) /* zlib puts the name in front itself */
		text += strlen(r->name) + strspn(text + strlen(r->name), ": ");
	return complain(why, ERR_IO, "%s: line %lu: %s", r->name, r->number + 1, code == Z_ERRNO ? strerror(errno) : text);
}

/* The bytes up to a line's end or the block's, into r->line. *ends: the line's end was among them. */
static status take_bytes(page_lines *r, bool keep, bool *ends)
{
	const char *at = r->block + r->block_at;
	size_t left = r->block_len - r->block_at;
	const char *end = memchr(at, '\n', left);
	size_t len = end ? (size_t)(end - at) : left;

	*ends = end != NULL;
	r->block_at += len + *ends;
	return !keep || buffer_append(&r->line, at, len) ? OK : ERR_MEMORY;
}

static bool refill(page_lines *r)
{
	int n = gzread(r->file, r->block, sizeof r->block);

	r->block_at = 0;
	r->block_len = n > 0 ? (size_t)n : 0;
	return n > 0;
}

/* The next line without its end into r->line. One that is too long is read to its end and refused. */
static status read_line(page_lines *r, complaint *why)
{
	bool any = false, too_long = false, ends = false;
	status s = OK;

	buffer_clear(&r->line);
	while (!s && !ends && (r->block_at < r->block_len || refill(r))) {
		any = true;
		too_long |= r->line.len > PAGE_LINE_MOST;
		s = take_bytes(r, !too_long, &ends);
	}
	if (!s && !ends)
		s = read_error(r, why);
	if (s)
		return s;
	if (!any)
		return ERR_MISSING;
	r->number++;
	if (too_long || r->line.len > PAGE_LINE_MOST)
		return complain(why, ERR_LIMIT, "longer than %d bytes", PAGE_LINE_MOST);
	return buffer_append(&r->line, "", 0) ? OK : ERR_MEMORY;
}

/* Past the JSON string that begins at `at`; NULL: it does not end. */
static char *skip_string(char *at)
{
	for (at++; *at && *at != '"'; at++)
		if (*at == '\\' && at[1])
			at++;
	return *at ? at + 1 : NULL;
}

/* Where the value of the top-level field "id" begins in the text of an object; NULL: it has none. A scanner of six
 * lines, because a parser gives 1.50 back as 1.5 and refuses what does not fit its integers. */
static char *find_id(char *at)
{
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
		if (depth != 1 || at - from != 4 || memcmp(from, "\"id\"", 4) != 0)
			continue;
		at += strspn(at, " \t\r");
		if (*at == ':')
			return at + 1 + strspn(at + 1, " \t\r");
	}
	return NULL;
}

/* Length of the JSON number at `at`; 0: it is none. */
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

/* Copies the id as it stands, and puts a value that any parser takes in a number's place. */
static status take_id(char *line, arena *a, const char **id, complaint *why)
{
	char *at = find_id(line), *end;
	size_t len;

	if (!at)
		return complain(why, ERR_FORMAT, "no \"id\"");
	end = *at == '"' ? skip_string(at) : NULL;
	len = end ? (size_t)(end - at) : number_len(at);
	if (len == 0)
		return complain(why, ERR_FORMAT, "\"id\" is neither a string nor a number");
	*id = arena_text(a, at, len);
	if (!*id)
		return ERR_MEMORY;
	if (!end) {
		memset(at, ' ', len);
		*at = '0';
	}
	return OK;
}

/* A copy of a string field; NULL: there is none. */
static const char *text_field(const json_t *object, const char *name, arena *a, size_t *len)
{
	const json_t *value = json_object_get(object, name);
	size_t n = json_string_length(value);

	if (!json_is_string(value))
		return NULL;
	if (len)
		*len = n;
	return arena_text(a, json_string_value(value), n);
}

static status read_fields(const json_t *object, arena *a, page_line *out, complaint *why)
{
	out->url = text_field(object, "url", a, NULL);
	out->title = text_field(object, "title", a, NULL);
	out->lang = text_field(object, "lang", a, NULL);
	out->content = text_field(object, "html", a, &out->content_len);
	out->is_html = out->content != NULL;
	if (!out->content)
		out->content = text_field(object, "text", a, &out->content_len);
	if (!out->content)
		return complain(why, ERR_FORMAT, "neither \"html\" nor \"text\"");
	return OK;
}

static status parse(page_lines *r, arena *a, page_line *out, complaint *why)
{
	json_error_t e;
	json_t *object;
	status s;

	if (memchr(r->line.bytes, '\0', r->line.len))
		return complain(why, ERR_FORMAT, "NUL byte");
	if (r->line.bytes[strspn(r->line.bytes, " \t\r")] != '{')
		return complain(why, ERR_FORMAT, "not a JSON object");
	s = take_id(r->line.bytes, a, &out->id, why);
	object = json_loadb(r->line.bytes, r->line.len, JSON_ALLOW_NUL, &e);
	if (!object)
		return complain(why, ERR_FORMAT, "not JSON: %s", e.text);
	if (!s)
		s = read_fields(object, a, out, why);
	json_decref(object);
	return s;
}

status page_lines_next(page_lines *r, arena *a, page_line *out, complaint *why)
{
	page_line line = {0};
	status s;

	do
		s = read_line(r, why);
	while (!s && r->line.bytes[strspn(r->line.bytes, " \t\r")] == '\0' && !memchr(r->line.bytes, '\0', r->line.len));
	if (!s)
		s = parse(r, a, &line, why);
	line.number = r->number;
	*out = line;
	return s;
}
