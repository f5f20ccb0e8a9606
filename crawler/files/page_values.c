/* page_values — pages as JSON objects that do not have one line each: an array, [{...}, {...}], or objects one after the other over
 * several lines, as jq prints them. They have the fields of lines (page_lines.h). A page's line, if it is wanted, is the object
 * without its line feeds. */
#include <string.h>

#include "crawler/files/page_lines.h"

/* What copy_value found at the end of a value. */
enum ending { ENDED, FILE_ENDED, CUT };

/* The place of the next byte in a value. */
typedef struct place {
	unsigned depth;        /* of objects and arrays */
	uint64_t are_objects;  /* bit n: the container open at depth n + 1 is an object; for the outermost 64 */
	char before;           /* the last byte that is no white space */
	bool string, escape;   /* inside a string; after a backslash in one */
	bool is_line_start;    /* only blanks precede it on its line */
	size_t column, indent; /* of its line; the column of the value's first byte */
} place;

static bool separates(char c)
{
	return c && strchr(" \t\r\n,[]", c);
}

static void take(page_reader *r, const char *at, size_t len)
{
	const char *line = memrchr(at, '\n', len);

	r->column = line ? len - (size_t)(line - at) - 1 : r->column + len;
	input_take(r->in, len);
}

/* Skips what is between values. false: there are no more, or too much of it. */
static bool find_value(page_reader *r)
{
	const char *at;
	size_t len, i = 0, passed = 0;

	while ((len = input_head(r->in, 1, &at)) > 0) {
		for (i = 0; i < len && separates(at[i]); i++) {
			r->depth += at[i] == '[';
			r->depth -= at[i] == ']' && r->depth;
		}
		take(r, at, i);
		if (i < len)
			return true;
		passed += i;
		if (passed > INPUT_PASSED_MOST) {
			input_give_up(r->in);
			break;
		}
	}
	return false;
}

/* ── where a value ends ── */

static void open_container(place *p, bool is_object)
{
	uint64_t bit = p->depth < 64 ? UINT64_C(1) << p->depth : 0;

	p->are_objects = is_object ? p->are_objects | bit : p->are_objects & ~bit;
	p->depth++;
}

/* May a JSON object begin here? */
static bool may_have_object(const place *p)
{
	bool in_object = p->depth <= 64 && (p->are_objects >> (p->depth - 1) & 1);

	if (p->string)
		return false;
	return p->depth > 64 || (in_object ? p->before == ':' : p->before == ',' || p->before == '[');
}

/* Does c, the first of its line, begin a new object, so that this one was truncated? */
static bool cuts(const place *p, char c)
{
	return c == '{' && p->is_line_start && p->depth && p->column <= p->indent && !may_have_object(p);
}

/* Takes a byte into account. false: the value has ended before this byte. */
static bool belongs(place *p, char c)
{
	p->is_line_start = c == '\n' || (p->is_line_start && (c == ' ' || c == '\t' || c == '\r'));
	p->column = c == '\n' ? 0 : p->column + 1;
	if (p->string) {
		p->string = p->escape || c != '"';
		p->escape = !p->escape && c == '\\';
		p->before = c;
		return true;
	}
	if (p->depth == 0 && separates(c))
		return false;
	p->string = c == '"';
	if (c == '{' || c == '[')
		open_container(p, c == '{');
	p->depth -= (c == '}' || c == ']') && p->depth;
	p->before = c && strchr(" \t\r\n", c) ? p->before : c;
	return true;
}

static bool has_ended(const place *p)
{
	return p->depth == 0 && !p->string && p->before && strchr("}]\"", p->before);
}

/* ── values ── */

/* Scans the next bytes up to the end of the value. *n: how many belong to it. Sets *ending if it ends there. */
static bool scan(place *p, const char *at, size_t len, size_t *n, enum ending *ending)
{
	for (*n = 0; *n < len; ++*n) {
		if (has_ended(p) || cuts(p, at[*n])) {
			*ending = has_ended(p) ? ENDED : CUT;
			return true;
		}
		if (!belongs(p, at[*n])) {
			*ending = ENDED;
			return true;
		}
	}
	*ending = ENDED;
	return has_ended(p);
}

/* If an object in what was copied begins on a line of its own, no further right than the value, puts that and what follows back to
 * be read again, unless too much was read again already. */
static bool resume(page_reader *r, size_t indent)
{
	buffer *b = &r->room;
	size_t at = 0, column, rest;

	for (const char *line = b->bytes; (line = memchr(line, '\n', b->len - (size_t)(line - b->bytes))) != NULL;) {
		at = (size_t)(++line - b->bytes);
		column = strspn(line, " \t\r");
		rest = b->len - at;
		if (line[column] != '{' || column > indent)
			continue;
		if (r->again + rest > READ_AGAIN_MOST || input_unread(r->in, line, rest))
			return false;
		r->again += rest;
		r->column = 0;
		b->len = at;
		return true;
	}
	return false;
}

/* Copies a value, of which it keeps no more than r->line_most bytes and a block. */
static status copy_value(page_reader *r, enum ending *ending)
{
	place p = {.indent = r->column, .column = r->column};
	bool is_long = false, ends = false; /* is_long: no more is kept */
	const char *at;
	size_t len, n, passed = 0;

	buffer_clear(&r->room);
	while (!ends && passed <= INPUT_PASSED_MOST && (len = input_head(r->in, 1, &at)) > 0) {
		passed += is_long ? len : 0;
		ends = scan(&p, at, len, &n, ending);
		if (!is_long && !(buffer_append(&r->room, at, n) && buffer_append(&r->room, "", 0)))
			return ERR_MEMORY;
		take(r, at, n);
		is_long |= r->room.len > r->line_most;
	}
	if (ends)
		return OK;
	if (passed > INPUT_PASSED_MOST)
		input_give_up(r->in);
	*ending = !is_long && !input_stopped(r->in) && resume(r, p.indent) ? CUT : FILE_ENDED;
	return OK;
}

static void make_one_line(buffer *b)
{
	for (char *c = b->bytes; c && (c = memchr(c, '\n', b->len - (size_t)(c - b->bytes))) != NULL;)
		*c = ' ';
}

/* Reports what is wrong with a value that has no end. ERR_MISSING: a signal has stopped the reading. */
static status no_end(page_reader *r, enum ending ending, complaint *why)
{
	status err = ending == FILE_ENDED ? input_error(r->in, why) : OK;

	if (ending == CUT)
		return complain(why, ERR_FORMAT, "not a JSON object: another one begins in the middle of it");
	r->depth = 0;
	if (!err && input_stopped(r->in))
		return ERR_MISSING;
	return err ? err : complain(why, ERR_FORMAT, "the file ends in the middle of it");
}

static status read_value(page_reader *r, arena *a, page_record *out, complaint *why)
{
	enum ending ending;
	status err = copy_value(r, &ending), wrong = OK;

	if (err)
		return err;
	make_one_line(&r->room);
	if (ending != ENDED)
		wrong = no_end(r, ending, why);
	else if (r->room.len > r->line_most)
		return page_lines_too_long(r, why);
	if (wrong && wrong != ERR_FORMAT)
		return wrong;
	return page_lines_parse(r, wrong, a, out, why);
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
