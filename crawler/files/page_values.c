#include "crawler/files/page_values.h"

#include <string.h>

#include "crawler/files/page_lines.h"

/* Where in a value the next byte stands. */
typedef struct place {
	unsigned depth;      /* of objects and arrays */
	bool string, escape; /* inside a string; after a backslash in one */
} place;

/* May it stand between two values? */
static bool separates(char c)
{
	return c && strchr(" \t\r\n,[]", c);
}

/* Reads past what stands between values. false: there are no more. */
static bool find_value(page_reader *r)
{
	const char *at;
	size_t len, i = 0;

	while ((len = input_ready(r->in, &at)) > 0) {
		for (i = 0; i < len && separates(at[i]); i++) {
			r->depth += at[i] == '[';
			r->depth -= at[i] == ']' && r->depth;
		}
		input_take(r->in, i);
		if (i < len)
			return true;
	}
	return false;
}

/* Takes a byte into account. false: the value has ended before it. */
static bool belongs(place *p, char c)
{
	if (p->string) {
		p->string = p->escape || c != '"';
		p->escape = !p->escape && c == '\\';
		return true;
	}
	if (p->depth == 0 && separates(c))
		return false;
	p->string = c == '"';
	p->depth += c == '{' || c == '[';
	p->depth -= (c == '}' || c == ']') && p->depth;
	return true;
}

/* Outside strings, a line feed is as good as a blank. */
static bool append(buffer *out, const char *at, size_t len)
{
	size_t from = out->len;

	if (!buffer_append(out, at, len))
		return false;
	for (char *c = out->bytes + from; (c = memchr(c, '\n', out->len - (size_t)(c - out->bytes))) != NULL;)
		*c = ' ';
	return true;
}

/* Copies a value, of which no more than r->line_most bytes and a block are kept. *ends: it has an end. */
static status copy_value(page_reader *r, bool *ends)
{
	place p = {0};
	const char *at;
	size_t len, i;

	buffer_clear(&r->room);
	*ends = false;
	while (!*ends && (len = input_ready(r->in, &at)) > 0) {
		for (i = 0; i < len && !*ends;) {
			*ends = !belongs(&p, at[i]);
			i += !*ends;
			*ends |= i > 0 && p.depth == 0 && !p.string && strchr("}]\"", at[i - 1]);
		}
		if (r->room.len <= r->line_most && !append(&r->room, at, i))
			return ERR_MEMORY;
		input_take(r->in, i);
	}
	return buffer_append(&r->room, "", 0) ? OK : ERR_MEMORY;
}

static status read_value(page_reader *r, arena *a, page_record *out, complaint *why)
{
	bool ends;
	status err = copy_value(r, &ends);

	if (err)
		return err;
	if (!ends) {
		r->depth = 0;
		err = input_error(r->in, why);
		if (!err && input_stopped(r->in))
			return ERR_MISSING;
		return err ? err : complain(why, ERR_FORMAT, "the file ends in the middle of it");
	}
	if (r->room.len > r->line_most)
		return page_lines_too_long(r, why);
	err = page_lines_keep(r, a, out);
	return err ? err : page_lines_parse(r, a, out, why);
}

status page_values_next(page_reader *r, arena *a, page_record *out, complaint *why)
{
	page_record record = {.form = PAGE_LINE};
	status err;

	if (find_value(r)) {
		record.number = ++r->number;
		err = read_value(r, a, &record, why);
	} else {
		err = input_error(r->in, why);
		if (!err && r->depth && !input_stopped(r->in))
			err = complain(why, ERR_FORMAT, "the array has no end: the file may be cut short");
		else if (!err)
			err = ERR_MISSING;
		record.number = r->number + 1;
		r->depth = 0;
	}
	*out = record;
	return err;
}
